/* Bounds of fillings, the local search, and branch and bound. */

#include "suite.h"

#include "ask.h"
#include "engines.h"
#include "random_cases.h"
#include "engine/bound/branch.h"
#include "engine/bound/lp.h"
#include "engine/bound/refill.h"
#include "engine/bound/sums.h"
#include "engine/program/program_make.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"

/* Efforts that leave the work to the tree, with open nodes everywhere, and to the local search. */
static const bcov_branch_effort tree_only = {.first_nodes = 1, .most_nodes = 4};
static const bcov_branch_effort refill_first = {
    .root_steps = 20, .round_steps = 5, .first_nodes = 2, .most_nodes = 8};

static bcov_status run_branch (const bcov_job *job, const bcov_branch_effort *effort, double work,
                               bcov_result *result, bcov_error *err)
{
  bcov_branch *branch;
  bool done = false;
  bcov_status status = bcov_branch_new (job, effort, &branch, err);
  if (status)
    return status;
  while (!status && !done)
    status = bcov_branch_search (branch, work, &done, err);
  if (!status)
    status = bcov_branch_answer (branch, result, err);
  bcov_branch_free (branch);
  return status;
}

/* As an engine for models that are not reduced. */
static bcov_status run_reduced (const bcov_job *job, const bcov_branch_effort *effort, double work,
                                bcov_result *result, bcov_error *err)
{
  bcov_model reduced;
  bcov_job own = *job;
  assert_int_equal (bcov_reduce_lightly (job->model, job->control, &reduced, err), 0);
  own.model = &reduced;
  bcov_status status = run_branch (&own, effort, work, result, err);
  assert_true (status || result->bound >= result->gain);
  assert_true (status || !result->complete || result->bound == result->gain);
  bcov_model_free (&reduced);
  return status;
}

static bcov_status run_tree (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return run_reduced (job, &tree_only, 0, result, err);
}

static bcov_status run_bit_by_bit (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return run_reduced (job, &tree_only, 1, result, err);
}

static bcov_status run_refill (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return run_reduced (job, &refill_first, 0, result, err);
}

static bcov_status run_threads (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bcov_job own = *job;
  own.workers = 3;
  return run_reduced (&own, &tree_only, 0, result, err);
}

/* Sweeps with at most STATES states, which must give up or find the best filling. */
static bcov_status sweep_model (const bcov_job *job, bool relaxed, uint64_t states, uint64_t beam,
                                bcov_result *result, bcov_error *err)
{
  bcov_branch *branch;
  bcov_program program;
  double bits;
  bool done = false;
  bcov_status status =
      bcov_program_make_along (job->model, NULL, NULL, job->control, &bits, &program, err);
  if (!status)
    status = bcov_branch_new (job, &tree_only, &branch, err);
  assert_int_equal (status, 0);
  if (relaxed)
    status = bcov_branch_relax (branch, &done, err);
  if (!status && !done && beam)
    status = bcov_branch_sweep (branch, &program, UINT32_MAX, beam, &done, err);
  while (!status && !done) {
    status = bcov_branch_sweep (branch, &program, states, 0, &done, err);
    assert_true (status || done || states < UINT32_MAX);
    states *= 2;
  }
  if (!status)
    status = bcov_branch_answer (branch, result, err);
  bcov_branch_free (branch);
  bcov_program_free (&program);
  return status;
}

static bcov_status sweep_reduced (const bcov_job *job, bool relaxed, uint64_t states, uint64_t beam,
                                  bcov_result *result, bcov_error *err)
{
  bcov_model reduced;
  bcov_job own = *job;
  assert_int_equal (bcov_reduce_lightly (job->model, job->control, &reduced, err), 0);
  own.model = &reduced;
  bcov_status status = sweep_model (&own, relaxed, states, beam, result, err);
  assert_true (status || (result->complete && result->bound == result->gain));
  bcov_model_free (&reduced);
  return status;
}

static bcov_status sweep_plainly (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return sweep_reduced (job, false, UINT32_MAX, 0, result, err);
}

static bcov_status sweep_priced (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return sweep_reduced (job, true, 1, 0, result, err);
}

static bcov_status sweep_beams (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return sweep_reduced (job, true, UINT32_MAX, 2, result, err);
}

static void sweeps_find_the_most_cells (void **state)
{
  (void)state;
  engines_check_most (sweep_plainly, 12);
  engines_check_most (sweep_priced, 12);
  engines_check_most (sweep_beams, 12);
}

static void the_most_cells (void **state)
{
  (void)state;
  engines_check_most (run_tree, 12);
  engines_check_most (run_bit_by_bit, 12);
  engines_check_most (run_refill, 12);
  engines_check_most (run_threads, 10);
}

/* ---- bounds ---- */

static void check_bounds (const bcov_model *model, uint64_t most)
{
  bcov_sums sums;
  bcov_lp *lp;
  assert_int_equal (bcov_sums_make (model, &sums, NULL), 0);
  assert_true (sums.most >= most && bcov_sums_upto (&sums, most) == most);
  assert_true (!most || bcov_sums_above (&sums, most - 1) == most);
  assert_true (bcov_sums_above (&sums, sums.most) == UINT64_MAX);
  assert_int_equal (bcov_lp_new (model, &lp, NULL), 0);
  int64_t before = INT64_MAX;
  for (bool more = true; more; before = lp->bound) {
    more = bcov_lp_solve (lp, 0, 1);
    assert_true (lp->bound >= (int64_t)most * BCOV_LP_UNIT);
  }
  assert_true (before >= lp->bound);
  bcov_lp_free (lp);
  bcov_sums_free (&sums);
}

/* With choices: no bound is below the best filling that makes them. */
static void check_choices (const bcov_model *model, bcov_random *random)
{
  bcov_lp *lp;
  uint32_t n = bcov_model_options (model), in = 0, out = 0;
  assert_int_equal (bcov_lp_new (model, &lp, NULL), 0);
  for (int turn = 0; turn < 4; turn++) {
    uint64_t most = 0;
    in = out = 0;
    for (uint32_t o = 0; o < n; o++) {
      uint32_t drawn = models_below (random, 6);
      if (!drawn && models_solved (model, in | 1u << o))
        in |= 1u << o;
      else if (drawn == 1)
        out |= 1u << o;
      lp->choice[o] = in >> o & 1 ? BCOV_LP_IN : out >> o & 1 ? BCOV_LP_OUT : BCOV_LP_FREE;
    }
    for (uint32_t set = 0; set < 1u << n; set++) {
      uint64_t gain = 0;
      for (uint32_t o = 0; o < n; o++)
        gain += set >> o & 1 ? bcov_model_gain (model, o) : 0;
      if (gain > most && (set & in) == in && !(set & out) && models_solved (model, set))
        most = gain;
    }
    bcov_lp_solve (lp, 0, 0);
    assert_true (lp->bound >= (int64_t)most * BCOV_LP_UNIT);
  }
  bcov_lp_free (lp);
}

static void bounds_are_never_too_small (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (2000000);
  for (uint64_t k = 0; k < cases (600); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_model drawn = models_draw_partial (mem, &random, k, 10), model;
    bcov_job job = engines_job (&drawn, &control);
    assert_int_equal (bcov_reduce_lightly (&drawn, job.control, &model, NULL), 0);
    check_bounds (&model, models_most (&model));
    check_choices (&model, &random);
    bcov_model_free (&model);
    bcov_model_free (&drawn);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* ---- boards ---- */

/* Calls CHECK with the reduced model of a board. */
static void with_board (const char *board, const char *pieces,
                        void (*check) (const bcov_model *model, uint64_t number), uint64_t number)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  bcov_compiled compiled;
  bcov_control control;
  bcov_model model;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_compile (puzzle, true, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_reduce_lightly (&compiled.model, &control, &model, NULL), 0);
  check (&model, number);
  bcov_model_free (&model);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

static void check_relaxation (const bcov_model *model, uint64_t thousandths)
{
  bcov_lp *lp;
  assert_int_equal (bcov_lp_new (model, &lp, NULL), 0);
  assert_false (bcov_lp_solve (lp, 0, 0));
  assert_true (lp->optimal);
  double bound = (double)lp->bound / (double)BCOV_LP_UNIT * 1000;
  assert_true (bound >= (double)thousandths - 1 && bound <= (double)thousandths + 5);
  bcov_lp_free (lp);
}

/* Values of the relaxation that another solver found. */
static void known_relaxations (void **state)
{
  (void)state;
  with_board ("10x10", "S4:any", check_relaxation, 93538);
  with_board ("9x9", "F5:any", check_relaxation, 75897);
  with_board ("10x10", "W5:any", check_relaxation, 96107);
  with_board ("12x12", "P5:10", check_relaxation, 50000);
}

static void check_sums (const bcov_model *model, uint64_t most)
{
  bcov_sums sums;
  assert_int_equal (bcov_sums_make (model, &sums, NULL), 0);
  assert_int_equal (sums.most, most);
  bcov_sums_free (&sums);
}

static void known_sums (void **state)
{
  (void)state;
  with_board ("9x9", "P5:any", check_sums, 80);
  with_board ("12x12", "P5:10", check_sums, 50);
  with_board ("10x10", "pentominoes", check_sums, 60);
  with_board ("5x5", "I2:3,L3:any", check_sums, 25);
  with_board ("5x5", "I2:3,I3:2,P5:2", check_sums, 22);
  with_board ("3x3", "I2:any", check_sums, 8);
}

static void check_refill (const bcov_model *model, uint64_t goal)
{
  bcov_refill *refill;
  bcov_control control;
  uint64_t gain = 0;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_refill_new (model, &refill, NULL), 0);
  bcov_refill_run (refill, 100000, goal, &control);
  assert_int_equal (refill->gain, goal);
  for (size_t k = 0; k < refill->best.count; k++)
    gain += bcov_model_gain (model, refill->best.data[k]);
  assert_int_equal (gain, goal);
  bcov_refill_free (refill);
}

static void the_local_search_finds_good_fillings (void **state)
{
  (void)state;
  with_board ("9x9", "P5:any", check_refill, 80);
  with_board ("12x12", "P5:10", check_refill, 50);
  with_board ("10x10", "pentominoes", check_refill, 60);
}

static void check_sweeps (const bcov_model *model, uint64_t most)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_result result;
  job.objective = BCOV_MOST;
  for (int k = 0; k < 4; k++) {
    bcov_result_init (model->mem, &result);
    assert_int_equal (
        sweep_model (&job, k % 2, k % 2 ? 1000 : UINT32_MAX, k / 2 * 50, &result, NULL), 0);
    assert_true (result.complete && result.gain == most);
    bcov_result_free (&result);
  }
}

static void known_sweeps (void **state)
{
  (void)state;
  with_board ("7x7", "S4:any", check_sweeps, 36);
  with_board ("4x20", "F5:any", check_sweeps, 60);
  with_board ("6x6", "T4:4,L3:any", check_sweeps, 36);
  with_board ("6x6", "S4:3,X5:2,I3:3..4", check_sweeps, 34);
}

/* The same filling, and as many nodes, with any number of threads. */
static void check_threads (const bcov_model *model, uint64_t most)
{
  bcov_result results[3];
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  job.objective = BCOV_MOST;
  for (uint32_t k = 0; k < 3; k++) {
    job.workers = k + 1;
    bcov_result_init (model->mem, &results[k]);
    assert_int_equal (run_branch (&job, &tree_only, 0, &results[k], NULL), 0);
    assert_true (results[k].complete && results[k].gain == most);
    assert_int_equal (results[k].nodes, results[0].nodes);
    assert_int_equal (results[k].best.count, results[0].best.count);
    assert_memory_equal (results[k].best.data, results[0].best.data,
                         results[0].best.count * sizeof *results[0].best.data);
  }
  for (uint32_t k = 0; k < 3; k++)
    bcov_result_free (&results[k]);
}

/* The same for sweeps with levels that are large enough for threads, without and with a beam. */
static void check_shared_sweeps (const bcov_model *model, uint64_t most)
{
  bcov_result results[6];
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  job.objective = BCOV_MOST;
  for (uint32_t k = 0; k < 6; k++) {
    const bcov_result *first = &results[k % 2];
    job.workers = k / 2 * 2 + 1;
    bcov_result_init (model->mem, &results[k]);
    assert_int_equal (sweep_model (&job, false, UINT32_MAX, k % 2 * 3000, &results[k], NULL), 0);
    assert_true (results[k].complete && results[k].gain == most);
    assert_true (results[k].nodes > 500000);
    assert_int_equal (results[k].nodes, first->nodes);
    assert_int_equal (results[k].best.count, first->best.count);
    assert_memory_equal (results[k].best.data, first->best.data,
                         first->best.count * sizeof *first->best.data);
  }
  for (uint32_t k = 0; k < 6; k++)
    bcov_result_free (&results[k]);
}

/* A guest: finds what DATA, a bcov_result, says. */
static bcov_status find_that (void *data, size_t worker, bcov_result *found)
{
  const bcov_result *that = data;
  (void)worker;
  found->gain = that->gain;
  found->complete = that->complete;
  found->nodes = 1000000;
  for (size_t k = 0; k < that->best.count; k++)
    assert_int_equal (bcov_vec_push (found->mem, &found->best, that->best.data[k], NULL), 0);
  return that->complete ? BCOV_OK : BCOV_FAULT;
}

/* What a guest finds counts; a failure of the guest is one of the search. */
static void check_guest (const bcov_model *model, uint64_t most)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_result best, result;
  bcov_branch_guest guest = {find_that, &best};
  job.objective = BCOV_MOST;
  bcov_result_init (model->mem, &best);
  assert_int_equal (run_branch (&job, &tree_only, 0, &best, NULL), 0);
  for (uint32_t k = 0; k < 4; k++) {
    bcov_branch *branch;
    bool done = false;
    job.workers = 1 + k / 2;
    best.complete = k % 2;
    assert_int_equal (bcov_branch_new (&job, &tree_only, &branch, NULL), 0);
    bcov_branch_invite (branch, &guest);
    bcov_result_init (model->mem, &result);
    assert_int_equal (bcov_branch_search (branch, 0, &done, NULL), k % 2 ? BCOV_OK : BCOV_FAULT);
    assert_int_equal (done, k % 2);
    assert_int_equal (bcov_branch_answer (branch, &result, NULL), 0);
    assert_true (k % 2 == 0 || (result.complete && result.gain == most && result.nodes > 1000000));
    bcov_result_free (&result);
    bcov_branch_free (branch);
  }
  bcov_result_free (&best);
}

static void guests_of_a_round (void **state)
{
  (void)state;
  with_board ("7x7", "F5:any", check_guest, 40);
}

static void threads_do_not_change_the_filling (void **state)
{
  (void)state;
  with_board ("8x8", "F5:any", check_shared_sweeps, 55);
  with_board ("7x7", "S4:any", check_threads, 36);
  with_board ("7x7", "F5:any", check_threads, 40);
  with_board ("9x9", "T5:any", check_threads, 65);
  with_board ("6x6", "T4:4,L3:any", check_threads, 36);
}

/* ---- stops and memory ---- */

/* A progress callback: stops the run when DATA has been counted down. */
static bcov_status stop_at (const bcov_progress *progress, void *data)
{
  int *left = data;
  (void)progress;
  return --*left ? BCOV_OK : BCOV_ENOUGH;
}

static void check_one_stop (const bcov_model *model, uint64_t cells, const bcov_watch *watch)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_result result;
  job.objective = BCOV_MOST;
  bcov_control_start (&control, watch);
  bcov_result_init (model->mem, &result);
  assert_int_equal (run_branch (&job, &tree_only, 0, &result, NULL), 0);
  assert_false (result.complete); /* no machine proves this board in time */
  assert_true (result.bound > result.gain && result.bound <= cells);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
  bcov_result_free (&result);
}

/* Stops by request, by time, and at each of the first polls. */
static void check_stop (const bcov_model *model, uint64_t cells)
{
  atomic_bool stop = true;
  int left;
  bcov_watch at_poll = {.progress = stop_at, .progress_data = &left, .progress_every = 1e-9};
  check_one_stop (model, cells, &(bcov_watch){.stop = &stop});
  check_one_stop (model, cells, &(bcov_watch){.seconds = 0.05});
  for (int polls = 1; polls <= 6; polls++) {
    left = polls;
    check_one_stop (model, cells, &at_poll);
  }
}

static void stops_are_seen (void **state)
{
  (void)state;
  with_board ("30x30", "S4:any", check_stop, 900);
}

/* Every allocation fails once. */
static void check_memory (const bcov_model *model, uint64_t most)
{
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n += 1 + n / 16) {
    bcov_control control;
    bcov_job job = engines_job (model, &control);
    bcov_result result;
    job.objective = BCOV_MOST;
    size_t before = bcov_mem_used (model->mem);
    bcov_result_init (model->mem, &result);
    bcov_mem_fail_at (model->mem, n);
    status = run_branch (&job, &tree_only, 0, &result, NULL);
    bcov_mem_fail_at (model->mem, 0);
    assert_true (status == BCOV_FAULT || (!status && result.gain == most));
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (model->mem), before);
  }
}

static void memory_may_run_out (void **state)
{
  (void)state;
  with_board ("5x5", "S4:any", check_memory, 16);
}

SUITE (bound)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_most_cells),
      cmocka_unit_test (sweeps_find_the_most_cells),
      cmocka_unit_test (known_sweeps),
      cmocka_unit_test (bounds_are_never_too_small),
      cmocka_unit_test (known_relaxations),
      cmocka_unit_test (known_sums),
      cmocka_unit_test (the_local_search_finds_good_fillings),
      cmocka_unit_test (threads_do_not_change_the_filling),
      cmocka_unit_test (guests_of_a_round),
      cmocka_unit_test (stops_are_seen),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("bound", tests, NULL, NULL);
}
