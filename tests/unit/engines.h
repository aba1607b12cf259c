/* Running an engine on a small model in tests. */

#ifndef ENGINES_H
#define ENGINES_H

#include "models.h"
#include "random_cases.h"
#include "engine/engine.h"

/* The solutions that a sink has been given. */
typedef struct {
  uint8_t is[MODELS_SETS]; /* 1 at the bits of the options of each */
  uint64_t count;
  uint64_t enough; /* after so many; 0: never */
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

/* What a run came to. */
typedef struct {
  uint64_t count, gain, nodes;
  bool complete;
  uint32_t best; /* bits */
} engines_outcome;

/* Runs ENGINE on JOB, whose control and model are set. */
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

/* The whole of MODEL on one thread, without sink. */
static inline bcov_job engines_job (const bcov_model *model, bcov_control *control)
{
  bcov_control_start (control, NULL);
  return (bcov_job){.model = model, .share = {1, 1}, .workers = 1, .control = control};
}

/* ENGINE finds the most cells of random models with at most OPTIONS options, and a way to them. */
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
