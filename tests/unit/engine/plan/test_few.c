/* A few solutions, one after another: counts of random models of every kind, limits, components,
   stops and memory. */

#include "suite.h"

#include "turns.h"
#include "engine/plan/plan.h"

typedef struct {
  uint64_t found;
  bool known, complete;
} outcome;

static bcov_status run (const bcov_model *model, uint64_t limit, const bcov_watch *watch,
                        outcome *out)
{
  turns_job t;
  bcov_plan plan;
  turns_job_start (&t, model, watch);
  bcov_plan_open (&t.job, &plan);
  bcov_status status = bcov_plan_few (&plan, &t.job, limit, &out->known, &t.result, NULL);
  out->complete = t.result.complete;
  bcov_plan_close (&plan);
  out->found = turns_job_end (&t);
  return status;
}

/* The result is exact below the limit.  Components may exceed it. */
static void agrees_with_all_sets (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (7000), exact = 0, unknown = 0, several = 0;
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    uint64_t count = models_solve (&model, is);
    for (uint64_t limit = 1; limit <= 6; limit++) {
      outcome out;
      assert_int_equal (run (&model, limit, NULL, &out), BCOV_OK);
      unknown += !out.known;
      if (!out.known)
        continue;
      assert_true (out.found <= count);
      assert_true (out.found >= limit || (out.found == count && out.complete));
      assert_true (!out.complete || out.found == count);
      exact += out.complete && count;
      several += out.found > 1;
    }
    turns_end (mem, &model);
  }
  print_message ("%llu exact, %llu with several, %llu unknown\n", (unsigned long long)exact,
                 (unsigned long long)several, (unsigned long long)unknown);
  assert_true (cases_enough (exact, 100) && cases_enough (several, 100));
}

/* Two options on one optional item, beside one that must be taken: {0}, {0, 1} and {0, 2}.  The
   first solution is part of others, so excluding it would exclude them too. */
static void larger_solutions (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 1, 1, 1);
  outcome out;
  assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = 2}, NULL), 0);
  models_add (&model, 0x3);
  models_add (&model, 0x2);
  models_add (&model, 0x2);
  for (uint64_t limit = 1; limit <= 4; limit++) {
    assert_int_equal (run (&model, limit, NULL, &out), BCOV_OK);
    assert_true (!out.known || out.found >= limit || out.found == 3);
  }
  turns_end (mem, &model);
}

static void stops_and_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 6, 1, 1);
  atomic_bool flag = true;
  bcov_watch watch = {.stop = &flag};
  outcome out;
  size_t failed = 0;
  for (uint32_t k = 0; k < 5; k++) { /* dominoes in a row, and single cells: 13 solutions */
    models_add (&model, 3u << k);
    models_add (&model, 1u << k);
  }
  models_add (&model, 1u << 5);
  size_t used = bcov_mem_used (mem);
  assert_int_equal (run (&model, 20, NULL, &out), BCOV_OK);
  assert_true (out.known && out.complete);
  assert_int_equal (out.found, 13);
  run (&model, 20, &watch, &out);
  assert_true (!out.complete || out.found == 13);
  for (size_t n = 1; n < 2000; n += 1 + n / 8) {
    bcov_mem_fail_at (mem, n);
    bcov_status status = run (&model, 3, NULL, &out);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_mem_used (mem), used);
    assert_true (status ? status == BCOV_FAULT : !out.known || out.found >= 3);
    failed += status != BCOV_OK;
  }
  assert_true (failed > 5);
  turns_end (mem, &model);
}

SUITE (few)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_all_sets),
      cmocka_unit_test (larger_solutions),
      cmocka_unit_test (stops_and_failures),
  };
  return cmocka_run_group_tests_name ("few", tests, NULL, NULL);
}
