/* The oracle against a slower one: every set of options of small random models. */

#include "suite.h"

#include "ask.h"
#include "engines.h"
#include "random_cases.h"
#include "model/compile/compile.h"

static void end (bcov_mem *mem, bcov_model *model)
{
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The numbers of the parts add up, and their solutions are disjoint. */
static void check_parts (bcov_job job, const uint8_t *is, uint64_t count)
{
  engines_found found = {0};
  uint64_t sum = 0;
  job.sink = engines_sink;
  job.data = &found;
  job.share.parts = 3;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    sum += engines_run (bcov_brute_run, &job).count;
  assert_int_equal (sum, count);
  assert_int_equal (found.count, count);
  assert_memory_equal (found.is, is, sizeof found.is);
}

static void every_solution_once (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  for (uint64_t k = 0; k < cases (800); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    bcov_control control;
    engines_found found = {0};
    uint8_t is[MODELS_SETS];
    uint64_t count = models_solve (&model, is);
    bcov_job job = engines_job (&model, &control);
    assert_int_equal (engines_run (bcov_brute_run, &job).count, count);
    check_parts (job, is, count);
    job.sink = engines_sink;
    job.data = &found;
    engines_outcome outcome = engines_run (bcov_brute_run, &job);
    assert_true (outcome.complete && outcome.count == count && outcome.nodes > 0);
    assert_memory_equal (found.is, is, sizeof is);
    solvable += count > 0;
    end (mem, &model);
  }
  assert_true (cases_enough (solvable, 200));
}

static void the_most_cells (void **state)
{
  (void)state;
  engines_check_most (bcov_brute_run, 9);
}

static void models_without_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = models_new (mem, 2, 0, 1);
  bcov_job job = engines_job (&model, &control);
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 1);
  model.impossible = true;
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 0);
  model.impossible = false;
  model.items.data[1].lo = 1;
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 0);
  end (mem, &model);
}

/* All sets of twelve free options, of which the sink wants five. */
static void a_sink_may_have_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  engines_found found = {.enough = 5};
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
  for (int k = 0; k < MODELS_OPTIONS; k++)
    models_add (&model, 1);
  bcov_job job = engines_job (&model, &control);
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = engines_run (bcov_brute_run, &job);
  assert_int_equal (found.count, 5);
  assert_int_equal (outcome.count, 5);
  assert_false (outcome.complete);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
  end (mem, &model);
}

/* 2^40 solutions: only a stop ends that. */
static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  volatile int stop = 1;
  for (int k = 0; k < 2; k++) {
    bcov_control control;
    bcov_watch watch = {.stop = k ? NULL : &stop, .seconds = k ? 0.02 : 0};
    bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
    for (int o = 0; o < 40; o++)
      models_add (&model, 1);
    bcov_job job = engines_job (&model, &control);
    bcov_control_start (&control, &watch);
    engines_outcome outcome = engines_run (bcov_brute_run, &job);
    assert_false (outcome.complete);
    assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
    bcov_model_free (&model);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Domino tilings (OEIS A004003, A001835), a board of the contest, and five tetrominoes whose
   colours forbid a rectangle. */
static void known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"2x2", "I2:any", 2},      {"4x4", "I2:any", 36},
               {"3x6", "I2:any", 41},     {"#.....#/#.....#/##..###", "L3:any", 2},
               {"4x5", "tetrominoes", 0}, {"3x20", "X5:0", 0}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, known[k].board, known[k].pieces, NULL, NULL);
    bcov_compiled compiled;
    bcov_control control;
    assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
    bcov_job job = engines_job (&compiled.model, &control);
    assert_int_equal (engines_run (bcov_brute_run, &job).count, known[k].count);
    bcov_compiled_free (&compiled);
    ask_end (mem, puzzle);
  }
}

static void too_many_options_are_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_control control;
  bcov_result result;
  bcov_model model = models_new (mem, 1, 1, 1);
  for (int k = 0; k < 20000; k++)
    models_add (&model, 1);
  bcov_job job = engines_job (&model, &control);
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_brute_run (&job, &result, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "use the engine search"));
  bcov_result_free (&result);
  bcov_error_free (err);
  end (mem, &model);
}

static void running_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_control control;
  bcov_model model = models_new (mem, 4, 0, 1);
  for (uint32_t k = 0; k < 4; k++) {
    model.items.data[k].gain = true;
    models_add (&model, 1u << k);
  }
  bcov_job job = engines_job (&model, &control);
  job.objective = BCOV_MOST;
  size_t before = bcov_mem_used (mem), n = 1;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_result result;
    bcov_error_reset (err);
    bcov_result_init (mem, &result);
    bcov_mem_fail_at (mem, n);
    status = bcov_brute_run (&job, &result, err);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_error_status (err), status);
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 8);
  bcov_error_free (err);
  end (mem, &model);
}

SUITE (brute)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_solution_once),
      cmocka_unit_test (the_most_cells),
      cmocka_unit_test (models_without_options),
      cmocka_unit_test (a_sink_may_have_enough),
      cmocka_unit_test (a_stop_is_seen),
      cmocka_unit_test (known_counts),
      cmocka_unit_test (too_many_options_are_refused),
      cmocka_unit_test (running_survives_failures),
  };
  return cmocka_run_group_tests_name ("brute", tests, NULL, NULL);
}
