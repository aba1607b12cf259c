/* Methods that take turns: answers for random models of every kind, workers, stops and memory. */

#include "suite.h"

#include "searches.h"
#include "turns.h"
#include "engine/plan/plan.h"
#include "engine/plan/portfolio.h"

typedef struct {
  uint32_t set; /* the solution */
  uint64_t found;
  bool complete;
  char winner[32]; /* empty: none */
} outcome;

static bool take (void *data, const uint32_t *options, size_t count)
{
  *(uint32_t *)data = turns_set (options, count);
  return false;
}

static bcov_status run (const bcov_model *model, size_t workers, const bcov_watch *watch,
                        outcome *out)
{
  turns_job t;
  bcov_prospect prospect;
  *out = (outcome){0};
  turns_job_start (&t, model, watch);
  t.job.workers = workers;
  t.job.sink = take;
  t.job.data = &out->set;
  bcov_prospect_start (&t.job, model, &prospect);
  bcov_status status = bcov_portfolio_run (&prospect, &t.job, &t.result, NULL);
  out->complete = t.result.complete;
  snprintf (out->winner, sizeof out->winner, "%s", t.result.winner ? t.result.winner : "");
  bcov_prospect_end (&prospect);
  out->found = turns_job_end (&t);
  return status;
}

/* ---- answers ---- */

static void agrees_with_all_sets (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS),
               reduced = searches_reduce (&model);
    uint64_t count = models_solve (&model, is);
    outcome one, several;
    assert_int_equal (run (&reduced, 1, NULL, &one), BCOV_OK);
    assert_true (one.complete && one.winner[0]);
    assert_int_equal (one.found, count > 0);
    if (count)
      assert_int_equal (is[one.set], 1);
    for (size_t workers = 2; workers <= 3; workers++) {
      assert_int_equal (run (&reduced, workers, NULL, &several), BCOV_OK);
      assert_true (several.set == one.set && several.found == one.found);
      assert_string_equal (several.winner, one.winner);
    }
    solvable += count > 0;
    searches_end (mem, &model, &reduced);
  }
  assert_true (cases_enough (solvable, 100));
}

/* The planner splits the model into components and joins their solutions. */
static void plans_join_components (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (4000);
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    turns_job t;
    bcov_plan plan;
    uint32_t set = 0;
    turns_job_start (&t, &model, NULL);
    t.job.sink = take;
    t.job.data = &set;
    bcov_plan_open (&t.job, &plan);
    assert_int_equal (bcov_plan_solve (&plan, BCOV_AUTO, &t.job, &t.result, NULL), BCOV_OK);
    bcov_plan_close (&plan);
    bool found = turns_job_end (&t);
    assert_int_equal (found, models_solve (&model, is) > 0);
    assert_true (!found || is[set]);
    turns_end (mem, &model);
  }
}

/* ---- harder models ---- */

/* Several rounds are needed, and the same method wins for any number of workers. */
static void later_rounds (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_pigeons (mem, 11, 10);
  outcome out[3];
  for (size_t workers = 1; workers <= 3; workers++) {
    assert_int_equal (run (&model, workers, NULL, &out[workers - 1]), BCOV_OK);
    assert_true (out[workers - 1].complete && !out[workers - 1].found);
    assert_string_equal (out[workers - 1].winner, out[0].winner);
  }
  turns_end (mem, &model);
}

/* Pigeons that have a hole less than they need, unless they share one of three houses.  All
   searches begin with the item of the choice; a tree of many hours lies below its first option. */
static bcov_model pigeons_or_house (bcov_mem *mem)
{
  enum { PIGEONS = 26, HOLES = 26, CHOICE = PIGEONS + HOLES, COLOURED };
  bcov_model model = turns_pigeons (mem, PIGEONS, HOLES);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = BCOV_MANY, .coloured = true}, NULL),
                    0);
  for (uint32_t k = 0; k < 4; k++) {
    bcov_touch touches[PIGEONS + 2];
    uint32_t n = 0;
    for (uint32_t p = 0; k && p < PIGEONS; p++)
      touches[n++] = (bcov_touch){.item = p, .times = 1};
    if (!k)
      touches[n++] = (bcov_touch){.item = PIGEONS, .times = 1};
    touches[n++] = (bcov_touch){.item = CHOICE, .times = 1};
    touches[n++] = (bcov_touch){.item = COLOURED, .times = 1, .colour = 1 + k};
    assert_int_equal (bcov_model_option (&model, touches, n, k, NULL), 0);
  }
  return model;
}

/* An order in which a house comes first is found within a few attempts. */
static void shuffled_attempts_find_late_solutions (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = pigeons_or_house (mem);
  outcome out;
  assert_int_equal (run (&model, 1, NULL, &out), BCOV_OK);
  assert_int_equal (out.found, 1);
  assert_string_equal (out.winner, "search, shuffled");
  turns_end (mem, &model);
}

static void stops (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_pigeons (mem, 16, 15);
  atomic_bool flag = true;
  bcov_watch watches[] = {{.stop = &flag}, {.seconds = 0.05}};
  outcome out;
  for (size_t k = 0; k < 4; k++) {
    bcov_status status = run (&model, 1 + k / 2, &watches[k % 2], &out);
    assert_true (status == BCOV_OK || status == BCOV_STOPPED);
    assert_true (!out.found && !out.complete);
  }
  turns_end (mem, &model);
}

/* A method that lacks memory retires; the others go on.  Nothing stays allocated. */
static void allocations_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_pigeons (mem, 8, 7);
  size_t used = bcov_mem_used (mem), failed = 0, answered = 0;
  for (size_t n = 1; n < 4000; n += 1 + n / 16) {
    outcome out;
    bcov_mem_fail_at (mem, n);
    bcov_status status = run (&model, 1 + n % 2, NULL, &out);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_mem_used (mem), used);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_true (status || (out.complete && !out.found));
    failed += status != BCOV_OK;
    answered += status == BCOV_OK;
  }
  assert_true (failed > 5 && answered > 5);
  turns_end (mem, &model);
}

SUITE (portfolio)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_all_sets),
      cmocka_unit_test (plans_join_components),
      cmocka_unit_test (later_rounds),
      cmocka_unit_test (shuffled_attempts_find_late_solutions),
      cmocka_unit_test (stops),
      cmocka_unit_test (allocations_fail),
  };
  return cmocka_run_group_tests_name ("portfolio", tests, NULL, NULL);
}
