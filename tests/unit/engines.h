/* Running an engine on a small model in tests. */

#ifndef ENGINES_H
#define ENGINES_H

#include "models.h"
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
  return (bcov_job){.model = model, .part = 1, .parts = 1, .workers = 1, .control = control};
}

#endif
