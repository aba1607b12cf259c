/* Lists from kept levels: all solutions, each once, in whole and in parts; the best; stops. */

#include "suite.h"

#include "engines.h"
#include "random_cases.h"
#include "engine/levels/listing.h"
#include "engine/program/program_make.h"
#include "model/reduce/reduce.h"

#include <stdio.h>

enum { MODELS = 1500, PARTS = 3 };

/* Runs the engine on MODEL, reduced. */
static engines_outcome run (const bcov_model *model, bcov_job *job)
{
  bcov_model reduced;
  assert_int_equal (bcov_reduce (model, MODELS_STEPS, NULL, &reduced, NULL), BCOV_OK);
  job->model = &reduced;
  engines_outcome outcome = engines_run (engines_levels, job);
  job->model = model;
  bcov_model_free (&reduced);
  return outcome;
}

static void expect_lists (const bcov_model *model)
{
  static uint8_t is[MODELS_SETS];
  static engines_found found, parts;
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  uint64_t count = models_solve (model, is);
  assert_int_equal (run (model, &job).count, count);
  found = parts = (engines_found){0};
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = run (model, &job);
  assert_true (outcome.complete && outcome.count == count && found.count == count);
  assert_memory_equal (found.is, is, sizeof is);
  job.data = &parts;
  job.share.parts = PARTS;
  for (job.share.part = 1; job.share.part <= PARTS; job.share.part++)
    run (model, &job);
  assert_memory_equal (parts.is, is, sizeof is);
  if (count > 1) {
    found = (engines_found){.enough = 1};
    job.data = &found;
    job.share.part = job.share.parts = 1;
    assert_false (run (model, &job).complete);
    assert_int_equal (found.count, 1);
  }
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    models_kind kind = models_turn (n);
    bcov_model model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    expect_lists (&model);
    bcov_model_free (&model);
    kind.partial = true;
    model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    job.objective = BCOV_MOST;
    engines_outcome outcome = run (&model, &job);
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (models_solved (&model, outcome.best));
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void limits_and_stops (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 24, 0, 1), reduced;
  bcov_control control;
  bcov_listing listing;
  bcov_program program;
  double bits;
  volatile int stop = 0;
  bcov_watch watch = {.stop = &stop};
  for (uint32_t i = 0; i < 24; i++)
    for (uint32_t j = 0; j < i; j++)
      models_add (&model, 1u << i | 1u << j);
  assert_int_equal (bcov_reduce (&model, MODELS_STEPS, NULL, &reduced, NULL), BCOV_OK);
  bcov_job job = engines_job (&reduced, &control);
  assert_int_equal (bcov_program_make_along (&reduced, NULL, NULL, &control, &bits, &program, NULL),
                    BCOV_OK);
  assert_int_equal (bcov_listing_open (&job, &program, 1000, &listing, NULL), BCOV_OK);
  assert_true (listing.given_up);
  bcov_listing_close (&listing);
  bcov_control_start (&control, &watch);
  stop = 1;
  assert_int_equal (bcov_listing_open (&job, &program, 1u << 30, &listing, NULL), BCOV_STOPPED);
  bcov_control_start (&control, &watch);
  engines_outcome outcome = engines_run (engines_levels, &job);
  assert_true (!outcome.complete && outcome.count == 0);
  bcov_program_free (&program);
  bcov_model_free (&reduced);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (listing)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (limits_and_stops),
  };
  return cmocka_run_group_tests_name ("listing", tests, NULL, NULL);
}
