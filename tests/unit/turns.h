/* What the tests of methods that take turns share. */

#ifndef TURNS_H
#define TURNS_H

#include "engines.h"
#include "failing.h"
#include "random_cases.h"
#include "engine/engine.h"

/* The options of a solution, by their origins, as a bitset; each occurs once. */
static inline uint32_t turns_set (const uint32_t *options, size_t count)
{
  uint32_t set = 0;
  for (size_t k = 0; k < count; k++) {
    assert_true (options[k] < 32);
    assert_int_equal (set >> options[k] & 1, 0);
    set |= 1u << options[k];
  }
  return set;
}

/* A random model of the K-th kind without colours; every other one is an exact cover. */
static inline bcov_model turns_draw (bcov_mem *mem, bcov_random *random, uint64_t k)
{
  models_kind kind = models_turn (k);
  kind.coloured = false;
  kind.times = kind.times && k % 3 == 0;
  bcov_model model = models_draw (mem, random, kind, MODELS_OPTIONS);
  for (uint32_t i = 0; k % 4 == 0 && i < model.items.count; i++)
    model.items.data[i].lo = model.items.data[i].hi = 1;
  return model;
}

/* Dominoes on a board of ROWS x COLUMNS cells; a stuck search takes long on odd boards. */
static inline bcov_model turns_dominoes (bcov_mem *mem, uint32_t rows, uint32_t columns)
{
  bcov_model model = models_new (mem, rows * columns, 1, 1);
  for (uint32_t i = 0; i < rows * columns; i++)
    for (int down = 0; down < 2; down++) {
      bcov_touch touches[] = {{.item = i, .times = 1},
                              {.item = down ? i + columns : i + 1, .times = 1}};
      if (down ? i / columns + 1 < rows : i % columns + 1 < columns)
        assert_int_equal (bcov_model_option (&model, touches, 2, bcov_model_options (&model), NULL),
                          0);
    }
  return model;
}

/* PIGEONS in HOLES holes; the holes are optional, so no sum refutes it. */
static inline bcov_model turns_pigeons (bcov_mem *mem, uint32_t pigeons, uint32_t holes)
{
  bcov_model model = models_new (mem, pigeons, 1, 1);
  for (uint32_t k = 0; k < holes; k++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = 1}, NULL), 0);
  for (uint32_t p = 0; p < pigeons; p++)
    for (uint32_t h = 0; h < holes; h++) {
      bcov_touch touches[] = {{.item = p, .times = 1}, {.item = pigeons + h, .times = 1}};
      assert_int_equal (bcov_model_option (&model, touches, 2, bcov_model_options (&model), NULL),
                        0);
    }
  return model;
}

static inline void turns_end (bcov_mem *mem, bcov_model *model)
{
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A job for one question, with its control and its result. */
typedef struct {
  bcov_control control;
  bcov_job job;
  bcov_result result;
} turns_job;

/* WATCH may be NULL. */
static inline void turns_job_start (turns_job *t, const bcov_model *model, const bcov_watch *watch)
{
  t->job = engines_job (model, &t->control);
  bcov_control_start (&t->control, watch);
  bcov_result_init (model->mem, &t->result);
}

/* Returns the number of solutions found. */
static inline uint64_t turns_job_end (turns_job *t)
{
  uint64_t found = mpz_get_ui (t->result.found.value);
  bcov_result_free (&t->result);
  return found;
}

/* ---- methods ---- */

/* A method that takes turns. */
typedef struct {
  bcov_status (*open) (const bcov_model *model, void **out); /* NULL: the model does not suit it */
  bool (*step) (void *method, uint64_t work, const bcov_turn *turn, bcov_control *control);
  void (*close) (void *method);
} turns_method;

/* A request, a time limit and the end of the turn stop METHOD on a board that takes long. */
static inline void turns_check_stops (turns_method method)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 21, 21);
  atomic_bool flag = true;
  bcov_watch requested = {.stop = &flag}, limited = {.seconds = 0.05};
  const bcov_watch *watches[] = {&requested, &limited, NULL};
  void *state;
  assert_int_equal (method.open (&model, &state), BCOV_OK);
  assert_non_null (state);
  for (size_t k = 0; k < 3; k++) {
    bcov_control control;
    bcov_turn turn = {0, watches[k] ? NULL : &flag};
    bcov_control_start (&control, watches[k]);
    assert_false (method.step (state, UINT64_MAX / 2, &turn, &control));
    assert_true (bcov_control_seconds (&control) < 5);
  }
  method.close (state);
  turns_end (mem, &model);
}

/* METHOD makes at least LEAST allocations, and nothing is left if one fails. */
static inline void turns_check_memory (turns_method method, uint64_t least)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 2, 3);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    void *state;
    f.status = method.open (&model, &state);
    assert_true (!f.status == (state != NULL));
    method.close (state);
  }
  assert_true (f.failed >= least);
  turns_end (mem, &model);
}

/* ---- engines ---- */

/* The counts of the parts add up to COUNT, and their solutions are disjoint. */
static inline void turns_check_parts (bcov_engine_run *run, bcov_job job, const uint8_t *is,
                                      uint64_t count)
{
  engines_found found = {0};
  uint64_t sum = 0;
  job.sink = engines_sink;
  job.data = &found;
  job.share.parts = 3;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    sum += engines_run (run, &job).count;
  assert_int_equal (sum, count);
  assert_int_equal (found.count, count);
  assert_memory_equal (found.is, is, sizeof found.is);
}

/* RUN finds every solution of random models once; every PARTS-th model is also divided. */
static inline void turns_check_solutions (bcov_engine_run *run, uint64_t parts)
{
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
    assert_int_equal (engines_run (run, &job).count, count);
    if (k % parts == 0)
      turns_check_parts (run, job, is, count);
    job.sink = engines_sink;
    job.data = &found;
    engines_outcome outcome = engines_run (run, &job);
    assert_true (outcome.complete && outcome.count == count);
    assert_memory_equal (found.is, is, sizeof is);
    solvable += count > 0;
    turns_end (mem, &model);
  }
  assert_true (cases_enough (solvable, 200));
}

#endif
