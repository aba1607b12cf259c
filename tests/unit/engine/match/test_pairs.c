/* Answers from matchings agree with those of all sets of options. */

#include "suite.h"

#include "failing.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/pairs.h"

/* A random model whose options touch one or two items; its origins are not its indices. */
static bcov_model draw (bcov_mem *mem, bcov_random *random, bool partial)
{
  bcov_model model;
  uint32_t items = 1 + models_below (random, 9);
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < items; i++) {
    bcov_item item = {
        .lo = !partial && models_below (random, 5), .hi = 1, .gain = models_below (random, 5) > 0};
    assert_int_equal (bcov_model_item (&model, item, NULL), 0);
  }
  for (uint32_t n = models_below (random, MODELS_OPTIONS + 1); n; n--)
    models_add (&model, 1u << models_below (random, items) | 1u << models_below (random, items));
  return model;
}

/* A solution as a bitset of options, from a sink. */
typedef struct {
  uint32_t set, calls;
} taken;

static bool take (void *data, const uint32_t *options, size_t count)
{
  taken *t = data;
  t->calls++;
  for (size_t k = 0; k < count; k++)
    t->set |= 1u << options[k];
  return false;
}

/* The cells that the options of SET cover. */
static uint64_t gain_of (const bcov_model *model, uint32_t set)
{
  uint64_t gain = 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    gain += set >> o & 1 ? bcov_model_gain (model, o) : 0;
  return gain;
}

static void one_solution (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint64_t solvable = 0, unsolvable = 0;
  for (uint64_t k = 0, seed = cases_seed (0); k < cases (1500); k++) {
    bcov_random random = {seed + k};
    bcov_model model = draw (mem, &random, false);
    bcov_pairs pairs;
    bcov_result result;
    taken t = {0};
    bcov_job job = {.model = &model, .sink = take, .data = &t};
    uint64_t count = models_solve (&model, NULL);
    bcov_result_init (mem, &result);
    assert_int_equal (bcov_pairs_find (&model, BCOV_EACH, NULL, &pairs, NULL), 0);
    assert_true (pairs.applies);
    assert_int_equal (bcov_pairs_answer (&pairs, &job, &result, NULL), 0);
    assert_true (result.complete);
    assert_int_equal (mpz_get_ui (result.found.value), count > 0);
    assert_int_equal (t.calls, count > 0);
    if (count)
      assert_true (models_solved (&model, t.set));
    solvable += count > 0;
    unsolvable += count == 0;
    bcov_result_free (&result);
    bcov_pairs_free (&pairs);
    bcov_model_free (&model);
  }
  assert_true (cases_enough (solvable, 300));
  assert_true (cases_enough (unsolvable, 300));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void the_best_filling (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint64_t k = 0, seed = cases_seed (50000); k < cases (1500); k++) {
    bcov_random random = {seed + k};
    bcov_model model = draw (mem, &random, true);
    bcov_pairs pairs;
    bcov_result result;
    taken t = {0};
    bcov_job job = {.model = &model, .objective = BCOV_MOST};
    bcov_result_init (mem, &result);
    assert_int_equal (bcov_pairs_find (&model, BCOV_MOST, NULL, &pairs, NULL), 0);
    assert_int_equal (bcov_pairs_answer (&pairs, &job, &result, NULL), 0);
    assert_int_equal (result.gain, models_most (&model));
    assert_int_equal (result.bound, result.gain);
    assert_true (result.complete);
    take (&t, result.best.data, result.best.count);
    assert_true (models_solved (&model, t.set));
    assert_int_equal (gain_of (&model, t.set), result.gain);
    bcov_result_free (&result);
    bcov_pairs_free (&pairs);
    bcov_model_free (&model);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void other_models (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_pairs pairs;
  bcov_model model = models_new (mem, 3, 1, 1);
  models_add (&model, 7);
  assert_int_equal (bcov_pairs_find (&model, BCOV_EACH, NULL, &pairs, NULL), 0);
  assert_false (pairs.applies);
  bcov_pairs_free (&pairs);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void memory_may_run_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  for (uint32_t k = 0; k < 4; k++)
    models_add (&model, 1u << k | 1u << (k + 1) % 4);
  bcov_job job = {.model = &model};
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_pairs pairs;
    bcov_result result;
    bcov_result_init (mem, &result);
    f.status = bcov_pairs_find (&model, BCOV_EACH, NULL, &pairs, NULL);
    if (!f.status)
      f.status = bcov_pairs_answer (&pairs, &job, &result, NULL);
    bcov_result_free (&result);
    bcov_pairs_free (&pairs);
  }
  assert_true (f.failed > 20);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (pairs)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (one_solution),
      cmocka_unit_test (the_best_filling),
      cmocka_unit_test (other_models),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("pairs", tests, NULL, NULL);
}
