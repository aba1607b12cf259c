/* The plan: which engine, components put together, and parts. */

#include "suite.h"

#include "engines.h"
#include "random_cases.h"
#include "searches.h"
#include "engine/plan/plan.h"
#include "model/compile/compile.h"

/* ---- choosing ---- */

static void engines_are_chosen (void **state)
{
  (void)state;
  static const struct {
    bcov_wish wish;
    bcov_status status;
    bcov_engine engine;
    const char *told;
  } cases[] = {
      {{NULL, false, false}, BCOV_OK, BCOV_AUTO, ""},
      {{"auto", false, true}, BCOV_OK, BCOV_AUTO, ""},
      {{"auto", true, false}, BCOV_OK, BCOV_AUTO, ""},
      {{NULL, true, true}, BCOV_OK, BCOV_MATCH, ""},
      {{"match", true, true}, BCOV_OK, BCOV_MATCH, ""},
      {{"search", true, true}, BCOV_OK, BCOV_SEARCH, ""},
      {{"brute", true, true}, BCOV_OK, BCOV_BRUTE, ""},
      {{"brute", false, false}, BCOV_OK, BCOV_BRUTE, ""},
      {{"match", false, true}, BCOV_INPUT, BCOV_MATCH, "pieces-fill-holes"},
      {{"match", true, false}, BCOV_INPUT, BCOV_MATCH, "pieces-fill-holes"},
      {{"frontier", false, false}, BCOV_OK, BCOV_FRONTIER, ""},
      {{"frontier", true, true}, BCOV_OK, BCOV_FRONTIER, ""},
      {{"Search", false, false}, BCOV_INPUT, BCOV_SEARCH, "unknown engine 'Search'"},
      {{"", false, false}, BCOV_INPUT, BCOV_SEARCH, "unknown engine ''"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error *err = bcov_error_new ();
    bcov_engine engine;
    assert_int_equal (bcov_plan_choose (&cases[k].wish, &engine, err), cases[k].status);
    if (!cases[k].status)
      assert_int_equal (engine, cases[k].engine);
    assert_non_null (strstr (bcov_error_text (err), cases[k].told));
    assert_int_equal (bcov_error_count (err), cases[k].status != BCOV_OK);
    bcov_error_free (err);
  }
  assert_string_equal (bcov_engine_name (BCOV_BRUTE), "brute");
  assert_string_equal (bcov_engine_name (BCOV_SEARCH), "search");
  assert_string_equal (bcov_engine_name (BCOV_FRONTIER), "frontier");
  assert_string_equal (bcov_engine_name (BCOV_MATCH), "match");
}

/* ---- running ---- */

static bcov_status brute (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return bcov_plan_run_once (BCOV_BRUTE, job, result, err);
}

static bcov_status search (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return bcov_plan_run_once (BCOV_SEARCH, job, result, err);
}

static void end (bcov_mem *mem, bcov_model *model)
{
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_run (bcov_engine_run *engine, bcov_job job, const uint8_t *is, uint64_t count)
{
  engines_found found = {0};
  uint64_t sum = 0;
  engines_outcome outcome = engines_run (engine, &job);
  assert_true (outcome.complete);
  assert_int_equal (outcome.count, count);
  job.share.parts = 3;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    sum += engines_run (engine, &job).count;
  assert_int_equal (sum, count);
  job.sink = engines_sink;
  job.data = &found;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    engines_run (engine, &job);
  assert_memory_equal (found.is, is, sizeof found.is);
}

/* Models of many items fall apart more often than not. */
static void counts_and_parts (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  for (uint64_t k = 0; k < cases (600); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), 8 + (uint32_t)k % 4);
    uint8_t is[MODELS_SETS];
    bcov_control control;
    uint64_t count = models_solve (&model, is);
    bcov_job job = engines_job (&model, &control);
    check_run (brute, job, is, count);
    check_run (search, job, is, count);
    solvable += count > 0;
    end (mem, &model);
  }
  assert_true (cases_enough (solvable, 150));
}

static void the_most_of_components_adds_up (void **state)
{
  (void)state;
  engines_check_most (search, 10);
}

static void products_may_be_large (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 0);
  bcov_control control;
  bcov_result result;
  for (uint32_t k = 0; k < 81; k++) {
    bcov_touch touch = {k, 0, 1};
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
    assert_int_equal (bcov_model_option (&model, &touch, 1, 2 * k, NULL), 0);
    assert_int_equal (bcov_model_option (&model, &touch, 1, 2 * k + 1, NULL), 0);
  }
  bcov_job job = engines_job (&model, &control);
  bcov_result_init (mem, &result);
  assert_int_equal (search (&job, &result, NULL), 0);
  assert_true (bcov_number_equals (&result.found, "2417851639229258349412352"));
  bcov_result_free (&result);
  end (mem, &model);
}

/* Two components too large to end: of the product nothing is known but that it is not negative; one
   alone has a lower bound. */
static void stopped_runs_are_lower_bounds (void **state)
{
  (void)state;
  for (uint32_t components = 1; components <= 2; components++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_watch watch = {.seconds = 0.05};
    bcov_model model = models_new (mem, components, 0, BCOV_MANY);
    for (uint32_t k = 0; k < 50 * components; k++)
      models_add (&model, 1u << k % components);
    bcov_job job = engines_job (&model, &control);
    bcov_control_start (&control, &watch);
    engines_outcome outcome = engines_run (search, &job);
    assert_false (outcome.complete);
    assert_int_equal (outcome.count > 0, components == 1);
    end (mem, &model);
  }
}

/* ---- a count in residues ---- */

/* The residues of all PARTS shares, each by a plan of its own, give the COUNT. */
static void expect_residues (const bcov_model *model, uint32_t parts, const bcov_number *count)
{
  bcov_control control;
  bcov_residues all = {0};
  bcov_job job = engines_job (model, &control);
  bcov_number factor;
  bcov_number_init (&factor, 0);
  for (job.share = (bcov_share){1, parts}; job.share.part <= parts; job.share.part++) {
    bcov_result result;
    bcov_residues part = {0};
    job.residues = &part;
    bcov_result_init (model->mem, &result);
    assert_int_equal (bcov_plan_run_once (BCOV_FRONTIER, &job, &result, NULL), BCOV_OK);
    assert_true (result.complete);
    assert_true (job.share.part == 1 || !mpz_cmp (factor.value, result.found.value));
    mpz_set (factor.value, result.found.value);
    if (job.share.part == 1)
      all = part;
    else {
      bcov_residues_take (&all, &part);
      bcov_residues_free (model->mem, &part);
    }
    bcov_result_free (&result);
  }
  assert_int_equal (bcov_residues_join (&all, &factor, NULL), BCOV_OK);
  assert_int_equal (mpz_cmp (factor.value, count->value), 0);
  bcov_residues_free (model->mem, &all);
  bcov_number_clear (&factor);
}

static void residues_of_random_models (void **state)
{
  (void)state;
  uint64_t solvable = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {cases_seed (5000000 + k)};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), 8 + (uint32_t)k % 4);
    bcov_number count;
    bcov_number_init (&count, models_solve (&model, NULL));
    expect_residues (&model, 1 + models_below (&random, 4), &count);
    solvable += mpz_sgn (count.value) > 0;
    bcov_number_clear (&count);
    end (mem, &model);
  }
  assert_true (cases_enough (solvable, 100));
}

/* By the sparse table and by the dense one, also halved.  The stated counts are OEIS A004003(7) and
   (4).  More parts than residues leave some with nothing to do. */
static void residues_of_boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces, *count;
    uint32_t parts;
  } cases[] = {{"14x14", "I2:any", "112202208776036178000000", 2},
               {"14x14", "I2:any", "112202208776036178000000", 9},
               {"8x8", "I2:any", "12988816", 3},
               {"17x8", "I2:any", NULL, 2},
               {"12x12", "L3:any", NULL, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_result whole;
    bcov_model model = searches_plain (mem, cases[k].board, cases[k].pieces);
    bcov_job job = engines_job (&model, &control);
    bcov_result_init (mem, &whole);
    assert_int_equal (bcov_plan_run_once (BCOV_AUTO, &job, &whole, NULL), BCOV_OK);
    if (cases[k].count)
      assert_true (bcov_number_equals (&whole.found, cases[k].count));
    expect_residues (&model, cases[k].parts, &whole.found);
    bcov_result_free (&whole);
    end (mem, &model);
  }
}

/* ---- what it will take ---- */

/* Two boards side by side, which nothing joins: twice what one takes. */
static void components_are_foreseen (void **state)
{
  (void)state;
  for (bcov_engine engine = BCOV_SEARCH; engine <= BCOV_FRONTIER; engine++) {
    bcov_outcome of[2];
    for (int twice = 0; twice < 2; twice++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_control control;
      bcov_plan plan;
      bcov_model model = searches_plain (
          mem, twice ? "......#....../......#....../......#....../......#......" : "4x6", "I2:any");
      bcov_job job = engines_job (&model, &control);
      bcov_plan_open (&job, &plan);
      assert_int_equal (bcov_plan_foresee (&plan, engine, NULL, &of[twice], NULL), BCOV_OK);
      assert_int_equal (plan.components.count, twice ? 2 : 1);
      assert_int_equal (of[twice].engine, engine);
      assert_true (of[twice].fits && of[twice].cost.seconds > 0);
      bcov_plan_close (&plan);
      end (mem, &model);
    }
    assert_true (of[1].cost.nodes == 2 * of[0].cost.nodes);
    assert_true (of[1].cost.states == 2 * of[0].cost.states);
    assert_true (of[1].cost.seconds == 2 * of[0].cost.seconds);
    assert_true (of[1].cost.bytes == of[0].cost.bytes && of[1].cost.widest == of[0].cost.widest);
  }
}

/* ---- one plan, several questions ---- */

static const bcov_engine asked[] = {BCOV_AUTO, BCOV_SEARCH, BCOV_FRONTIER, BCOV_BRUTE};

/* Whatever was asked before, a plan answers as a new one does. */
static void a_plan_answers_again (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (3000000);
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    static uint8_t is[MODELS_SETS];
    bcov_control control;
    bcov_plan plan;
    bcov_job setting = engines_job (&model, &control);
    uint64_t count = models_solve (&model, is);
    bcov_plan_open (&setting, &plan);
    for (uint32_t turn = 0; turn < 12; turn++) {
      static engines_found found;
      bcov_job job = setting;
      bcov_result result;
      bool listed = models_below (&random, 2);
      found = (engines_found){0};
      job.sink = listed ? engines_sink : NULL;
      job.data = &found;
      bcov_result_init (mem, &result);
      bcov_engine engine = asked[models_below (&random, 4)];
      assert_int_equal (bcov_plan_run (&plan, engine, &job, &result, NULL), BCOV_OK);
      assert_true (result.complete && !mpz_cmp_ui (result.found.value, count));
      if (listed)
        assert_memory_equal (found.is, is, sizeof is);
      bcov_result_free (&result);
    }
    bcov_plan_close (&plan);
    end (mem, &model);
  }
}

/* A plan that was in want of memory can be asked again. */
static void running_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 6, 1, 1);
  for (uint32_t k = 0; k < 12; k++) /* two components */
    models_add (&model, 1u << k % 3 << (k < 6 ? 0 : 3) | (k % 2 ? 0 : 4u << (k < 6 ? 0 : 3)));
  uint64_t count = models_solve (&model, NULL);
  size_t before = bcov_mem_used (mem);
  assert_true (count > 0);
  for (size_t e = 0; e < 2 * sizeof asked / sizeof *asked; e++) {
    size_t n = 1;
    for (bcov_status status = BCOV_FAULT; status; n++) {
      bcov_error *err = bcov_error_new ();
      engines_found found = {0};
      bcov_control control;
      bcov_plan plan;
      bcov_job job = engines_job (&model, &control);
      job.sink = e % 2 ? engines_sink : NULL;
      job.data = &found;
      bcov_plan_open (&job, &plan);
      for (int again = 0; again < 2; again++) {
        bcov_result result;
        found = (engines_found){0};
        bcov_result_init (mem, &result);
        bcov_mem_fail_at (mem, again ? 0 : n);
        bcov_status now = bcov_plan_run (&plan, asked[e / 2], &job, &result, again ? NULL : err);
        bcov_mem_fail_at (mem, 0);
        assert_true (now == BCOV_OK || (!again && now == BCOV_FAULT));
        assert_true (now || !mpz_cmp_ui (result.found.value, count));
        status = again ? status : now;
        bcov_result_free (&result);
      }
      assert_int_equal (bcov_error_status (err), status);
      bcov_plan_close (&plan);
      assert_int_equal (bcov_mem_used (mem), before);
      bcov_error_free (err);
    }
    assert_true (n > (asked[e / 2] == BCOV_BRUTE ? 4 : 20));
  }
  end (mem, &model);
}

SUITE (plan)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (engines_are_chosen),
      cmocka_unit_test (counts_and_parts),
      cmocka_unit_test (the_most_of_components_adds_up),
      cmocka_unit_test (products_may_be_large),
      cmocka_unit_test (stopped_runs_are_lower_bounds),
      cmocka_unit_test (residues_of_random_models),
      cmocka_unit_test (residues_of_boards),
      cmocka_unit_test (components_are_foreseen),
      cmocka_unit_test (a_plan_answers_again),
      cmocka_unit_test (running_survives_failures),
  };
  return cmocka_run_group_tests_name ("plan", tests, NULL, NULL);
}
