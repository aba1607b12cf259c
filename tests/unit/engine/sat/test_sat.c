/* The SAT solver: solutions of random models, budgets, stops and memory.  In builds without CaDiCaL
   there is only a message to test. */

#include "suite.h"

#include "turns.h"
#include "engine/sat/sat.h"
#include "model/reduce/reduce.h"

/* The dominoes of a ROWS x COLUMNS board without two opposite corners; small boards are solved at
   once, and larger ones take long. */
static bcov_model mutilated (bcov_mem *mem, uint32_t rows, uint32_t columns)
{
  bcov_model model = turns_dominoes (mem, rows, columns);
  model.items.data[0].lo = model.items.data[0].hi = 0;
  model.items.data[rows * columns - 1] = model.items.data[0];
  return model;
}

/* ---- solutions ---- */

static void every_solution_once (void **state)
{
  (void)state;
  turns_check_solutions (bcov_sat_run, 8);
}

/* As the planner runs it, on a reduced model and without a sink. */
static void counts_by_the_table (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (5000);
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    bcov_control control;
    bcov_result result;
    bcov_job job = engines_job (&model, &control);
    bcov_result_init (mem, &result);
    assert_int_equal (engines_run_row ("sat", &job, &result, NULL), BCOV_OK);
    assert_int_equal (mpz_get_ui (result.found.value), models_solve (&model, NULL));
    bcov_result_free (&result);
    turns_end (mem, &model);
  }
}

/* Bounds up to 20 and options that touch an item several times. */
static void large_bounds (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (9000);
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    uint32_t lo = models_below (&random, 21), hi = lo + models_below (&random, 8);
    bcov_model model = models_new (mem, 1, lo, models_below (&random, 4) ? hi : BCOV_MANY);
    for (uint32_t o = 0; o < 8; o++) {
      bcov_touch touch = {.times = 1 + models_below (&random, 30)};
      assert_int_equal (bcov_model_option (&model, &touch, 1, o, NULL), 0);
    }
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    assert_int_equal (engines_run (bcov_sat_run, &job).count, models_solve (&model, NULL));
    turns_end (mem, &model);
  }
}

static void models_without_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = models_new (mem, 2, 0, 1);
  bcov_job job = engines_job (&model, &control);
  assert_int_equal (engines_run (bcov_sat_run, &job).count, 1);
  model.items.data[1].lo = 1;
  assert_int_equal (engines_run (bcov_sat_run, &job).count, 0);
  model.items.data[1].lo = 0;
  model.impossible = true;
  assert_int_equal (engines_run (bcov_sat_run, &job).count, 0);
  turns_end (mem, &model);
}

static void the_sink_ends_the_run (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = turns_pigeons (mem, 3, 3);
  engines_found found = {.enough = 2};
  bcov_job job = engines_job (&model, &control);
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = engines_run (bcov_sat_run, &job);
  assert_true (!outcome.complete && outcome.count == 2 && found.count == 2);
  turns_end (mem, &model);
}

/* ---- budgets ---- */

/* Solves with at most CONFLICTS conflicts for each call; returns the number of calls. */
static uint64_t solve_in_turns (const bcov_model *model, bcov_sat_aim aim, uint64_t conflicts,
                                uint64_t *total, bcov_sat_outcome expected)
{
  bcov_control control;
  bcov_sat *sat;
  bcov_sat_outcome outcome = BCOV_SAT_OPEN;
  uint64_t calls = 0;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sat_new (model, aim, &control, &sat, NULL), BCOV_OK);
  for (; outcome == BCOV_SAT_OPEN; calls++) {
    uint64_t before = bcov_sat_conflicts (sat);
    assert_int_equal (bcov_sat_solve (sat, conflicts, &control, &outcome, NULL), BCOV_OK);
    if (conflicts)
      assert_true (bcov_sat_conflicts (sat) <= before + 2 * conflicts + 100);
  }
  assert_int_equal (outcome, expected);
  *total = bcov_sat_conflicts (sat);
  assert_int_equal (atomic_load (&control.nodes), *total);
  bcov_sat_free (sat);
  return calls;
}

static void budgets_run_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint64_t once, turns, again;
  bcov_model none = turns_pigeons (mem, 8, 7), some = turns_pigeons (mem, 12, 12);
  for (bcov_sat_aim aim = BCOV_SAT_FINDING; aim <= BCOV_SAT_PROVING; aim++) {
    assert_int_equal (solve_in_turns (&none, aim, 0, &once, BCOV_SAT_NONE), 1);
    assert_true (once > 100);
    uint64_t calls = solve_in_turns (&none, aim, 50, &turns, BCOV_SAT_NONE);
    assert_true (calls > 2 && turns < 20 * once); /* nothing starts again from the beginning */
    assert_int_equal (solve_in_turns (&none, aim, 50, &again, BCOV_SAT_NONE), calls);
    assert_int_equal (again, turns);
    solve_in_turns (&some, aim, 1, &turns, BCOV_SAT_FOUND);
  }
  bcov_model_free (&none);
  turns_end (mem, &some);
}

/* ---- stops ---- */

static void stops (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  atomic_bool flag = true;
  bcov_watch requested = {.stop = &flag}, limited = {.seconds = 0.05};
  bcov_model model = mutilated (mem, 30, 30);
  bcov_control control;
  bcov_job job = engines_job (&model, &control);
  bcov_control_start (&control, &limited);
  assert_false (engines_run (bcov_sat_run, &job).complete);
  assert_true (bcov_control_seconds (&control) < 5);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
  bcov_control_start (&control, &requested);
  assert_false (engines_run (bcov_sat_run, &job).complete);
  assert_true (bcov_control_seconds (&control) < 5);
  turns_end (mem, &model);
}

/* A call that the control stopped can be continued with another control. */
static void goes_on_after_a_stop (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  atomic_bool flag = true;
  bcov_watch requested = {.stop = &flag};
  bcov_model model = turns_pigeons (mem, 7, 6);
  bcov_control control;
  bcov_sat *sat;
  bcov_sat_outcome outcome;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sat_new (&model, BCOV_SAT_PROVING, &control, &sat, NULL), BCOV_OK);
  bcov_control_start (&control, &requested);
  assert_int_equal (bcov_sat_solve (sat, 0, &control, &outcome, NULL), BCOV_OK);
  assert_int_equal (outcome, BCOV_SAT_OPEN);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sat_solve (sat, 0, &control, &outcome, NULL), BCOV_OK);
  assert_int_equal (outcome, BCOV_SAT_NONE);
  bcov_sat_free (sat);
  turns_end (mem, &model);
}

/* ---- memory ---- */

static void the_memory_is_limited (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = mutilated (mem, 12, 12);
  bcov_control control;
  bcov_result result;
  bcov_error *err = bcov_error_new ();
  bcov_job job = engines_job (&model, &control);
  bcov_mem_set_limit (mem, bcov_mem_used (mem) + (200 << 10));
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_sat_run (&job, &result, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "memory limit"));
  bcov_result_free (&result);
  bcov_error_free (err);
  turns_end (mem, &model);
}

/* Learnt clauses reach the limit. */
static void learnt_clauses_are_counted (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = mutilated (mem, 40, 40);
  bcov_watch watch = {.seconds = 60};
  bcov_control control;
  bcov_result result;
  bcov_job job = engines_job (&model, &control);
  bcov_control_start (&control, &watch);
  bcov_mem_set_limit (mem, (6 << 20) + (7 << 19));
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_sat_run (&job, &result, NULL), BCOV_STOPPED);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
  assert_true (result.nodes > 100);
  bcov_result_free (&result);
  turns_end (mem, &model);
}

/* Every allocation fails once. */
static void allocations_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_pigeons (mem, 4, 4);
  bcov_control control;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_result result;
    bcov_job job = engines_job (&model, &control);
    bcov_result_init (mem, &result);
    bcov_mem_fail_at (mem, n);
    status = bcov_sat_run (&job, &result, NULL);
    bcov_mem_fail_at (mem, 0);
    assert_true (status == BCOV_FAULT || mpz_get_ui (result.found.value) == 24);
    bcov_result_free (&result);
  }
  turns_end (mem, &model);
}

static void builds_without_a_solver (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_sat_missing (err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "this build has no CaDiCaL"));
  bcov_error_free (err);
}

SUITE (sat)
{
  const struct CMUnitTest always[] = {cmocka_unit_test (builds_without_a_solver)};
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_solution_once),
      cmocka_unit_test (counts_by_the_table),
      cmocka_unit_test (large_bounds),
      cmocka_unit_test (models_without_options),
      cmocka_unit_test (the_sink_ends_the_run),
      cmocka_unit_test (budgets_run_out),
      cmocka_unit_test (stops),
      cmocka_unit_test (goes_on_after_a_stop),
      cmocka_unit_test (the_memory_is_limited),
      cmocka_unit_test (learnt_clauses_are_counted),
      cmocka_unit_test (allocations_fail),
  };
  int failed = cmocka_run_group_tests_name ("sat", always, NULL, NULL);
  return bcov_sat_exists () ? failed + cmocka_run_group_tests_name ("sat", tests, NULL, NULL)
                            : failed;
}
