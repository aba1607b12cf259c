/* Proofs while an engine runs: they are right, they end runs that would take for ever, and a run
   without a proof goes on. */

#include "suite.h"

#include "ask.h"
#include "searches.h"
#include "turns.h"
#include "engine/plan/disproof.h"
#include "engine/plan/plan.h"
#include "model/compile/compile.h"

static const double for_ever = 1e9;

static void proofs_are_right (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (9000), proved = 0, none = 0;
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS),
               reduced = searches_reduce (&model);
    uint64_t count = models_solve (&model, is);
    turns_job t;
    bcov_prospect prospect;
    bcov_disproof disproof;
    turns_job_start (&t, &reduced, NULL);
    bcov_prospect_start (&t.job, &reduced, &prospect);
    bool found = bcov_disproof_start (&prospect, k % 2, &disproof) ||
                 bcov_disproof_try (&disproof, for_ever);
    assert_true (!found || !count);
    assert_int_equal (bcov_disproof_end (&disproof, BCOV_STOPPED, &t.result),
                      found ? BCOV_OK : BCOV_STOPPED);
    assert_null (t.control.aside);
    assert_true (!found || (t.result.complete && t.result.winner));
    proved += found && k % 2;
    none += !count && k % 2;
    bcov_prospect_end (&prospect);
    uint64_t solutions = turns_job_end (&t);
    assert_true (!found || !solutions);
    searches_end (mem, &model, &reduced);
  }
  print_message ("%llu of %llu proved\n", (unsigned long long)proved, (unsigned long long)none);
  assert_true (cases_enough (proved, 50));
}

static bool never (void *data, const uint32_t *options, size_t count)
{
  (void)data, (void)options, (void)count;
  fail_msg ("there is no solution");
  return false;
}

/* Counts and lists of these would take longer than anybody waits: a ring around a cell, which
   reductions refute, and T tetrominoes on a board with some holes, which the methods of `solve`
   refute. */
static void endless_runs_end (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle =
      ask_brief (mem, "14x14", "XXX/X.X/XX.:1,1x7:any,XXXXXX/X.....:any", NULL, NULL);
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  for (int listed = 0; listed < 2; listed++) {
    turns_job t;
    turns_job_start (&t, &compiled.model, NULL);
    t.job.sink = listed ? never : NULL;
    assert_int_equal (bcov_plan_run_once (BCOV_AUTO, &t.job, &t.result, NULL), BCOV_OK);
    assert_true (t.result.complete);
    assert_true (bcov_control_go_on (&t.control, 0)); /* for the next question */
    assert_int_equal (turns_job_end (&t), 0);
  }
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

SUITE (disproof)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (proofs_are_right),
      cmocka_unit_test (endless_runs_end),
  };
  return cmocka_run_group_tests_name ("disproof", tests, NULL, NULL);
}
