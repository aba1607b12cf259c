/* Runs engines on small models in tests.

   Besides a job, engines need data from the planner.  engines_search and the others provide it, so
   that all engines can be called like bcov_brute_run. */

#ifndef ENGINES_H
#define ENGINES_H

#include "models.h"
#include "random_cases.h"
#include "engine/plan/engines.h"
#include "engine/search/brute.h"

/* The solutions that a sink has received. */
typedef struct {
  uint8_t is[MODELS_SETS]; /* 1 for each solution, indexed by the bits of its options */
  uint64_t count;
  uint64_t enough; /* stop after this many; 0: never */
} engines_found;

static inline bool engines_sink (void *data, const uint32_t *options, size_t count)
{
  engines_found *found = data;
  uint32_t set = 0;
  for (size_t k = 0; k < count; k++) {
    assert_true (options[k] < MODELS_OPTIONS);
    assert_int_equal (set >> options[k] & 1, 0);
    set |= 1u << options[k];
  }
  assert_int_equal (found->is[set]++, 0);
  found->count++;
  return found->count != found->enough;
}

/* The outcome of a run. */
typedef struct {
  uint64_t count, gain, nodes;
  bool complete;
  uint32_t best; /* bits */
} engines_outcome;

/* Runs ENGINE on JOB, which has a control and a model. */
static inline engines_outcome engines_run (bcov_engine_run *engine, const bcov_job *job)
{
  bcov_result result;
  engines_outcome outcome = {0};
  bcov_result_init (job->model->mem, &result);
  assert_int_equal (engine (job, &result, NULL), BCOV_OK);
  outcome.count = mpz_get_ui (result.found.value);
  outcome.complete = result.complete;
  outcome.gain = result.gain;
  outcome.nodes = result.nodes;
  for (size_t k = 0; k < result.best.count; k++)
    outcome.best |= 1u << result.best.data[k];
  bcov_result_free (&result);
  return outcome;
}

/* A job for the whole MODEL with one thread and no sink. */
static inline bcov_job engines_job (const bcov_model *model, bcov_control *control)
{
  bcov_control_start (control, NULL);
  return (bcov_job){.model = model, .share = {1, 1}, .workers = 1, .control = control};
}

/* ---- engines that need data from the planner ---- */

/* Depth-first search of a reduced model, most constrained item first.  Threads start at once. */
static inline bcov_status engines_search (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  double nodes = 0;
  bcov_status status = BCOV_OK;
  if (job->objective != BCOV_MOST)
    status = bcov_search_estimate (job->model, job->control, &nodes, err);
  if (status)
    return status;
  bcov_search_effort effort = bcov_effort_search (job, nodes, NULL);
  effort.alone = effort.alone > 0;
  return bcov_search_run (job, &effort, result, err);
}

static inline const bcov_engine_row *engines_row (const char *name)
{
  for (size_t k = 0; k < bcov_engine_rows; k++)
    if (!strcmp (bcov_engine_table[k].name, name))
      return &bcov_engine_table[k];
  fail_msg ("no engine %s", name);
  return NULL;
}

/* The row NAME of the engine table, with a prospect of job->model. */
static inline bcov_status engines_run_row (const char *name, const bcov_job *job,
                                           bcov_result *result, bcov_error *err)
{
  bcov_prospect prospect;
  bcov_prospect_start (job, job->model, &prospect);
  bcov_status status = engines_row (name)->run (&prospect, job, result, err);
  bcov_prospect_end (&prospect);
  return status;
}

/* Counts along the frontier. */
static inline bcov_status engines_frontier (const bcov_job *job, bcov_result *result,
                                            bcov_error *err)
{
  return engines_run_row ("frontier", job, result, err);
}

/* Uses stored levels. */
static inline bcov_status engines_levels (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return engines_run_row ("levels", job, result, err);
}

/* The better one of the two searches. */
static inline bcov_status engines_better_search (const bcov_job *job, bcov_result *result,
                                                 bcov_error *err)
{
  bcov_prospect prospect;
  mpz_set_ui (result->found.value, 0);
  if (job->model->impossible)
    return BCOV_OK;
  bcov_prospect_start (job, job->model, &prospect);
  bcov_status status = bcov_prospect_choose_search (&prospect, err);
  if (!status)
    status = bcov_engine_find (BCOV_SEARCH, &prospect, job)->run (&prospect, job, result, err);
  bcov_prospect_end (&prospect);
  return status;
}

/* ---- largest fillings ---- */

/* Checks that ENGINE finds a largest filling of random models with at most OPTIONS options. */
static inline void engines_check_most (bcov_engine_run *engine, uint32_t options)
{
  uint64_t seed = cases_seed (1000000);
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw_partial (mem, &random, k, options);
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    job.objective = BCOV_MOST;
    engines_outcome outcome = engines_run (engine, &job);
    uint64_t gain = 0;
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (outcome.complete && models_solved (&model, outcome.best));
    for (uint32_t o = 0; o < bcov_model_options (&model); o++)
      gain += outcome.best >> o & 1 ? bcov_model_gain (&model, o) : 0;
    assert_int_equal (gain, outcome.gain);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

#endif
