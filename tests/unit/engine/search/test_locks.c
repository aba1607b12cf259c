/* Locks and saturation: random assignments with quotas against brute force, and puzzles in which
   only they keep the search small. */

#include "suite.h"

#include "engines.h"
#include "failing.h"
#include "model/reduce/reduce.h"

enum { CELLS = 6, VALUES = 3, QUOTAS = 4, OPTIONAL = 6 };

/* An item; optional ones have room for one touch. */
static void add_item (bcov_model *model, uint32_t lo, uint32_t hi, bool coloured)
{
  bcov_item item = {.lo = lo, .hi = hi, .coloured = coloured};
  assert_int_equal (bcov_model_item (model, item, NULL), BCOV_OK);
}

/* Each cell takes one of some values; options also touch random quotas, optional items, which often
   belong to all options of a value, and sometimes a coloured item. */
static bcov_model draw (bcov_mem *mem, bcov_random *random)
{
  bcov_model model, reduced;
  assert_int_equal (bcov_model_init (mem, &model, NULL), BCOV_OK);
  for (uint32_t i = 0; i < CELLS; i++)
    add_item (&model, 1, 1, false);
  for (uint32_t i = 0; i < QUOTAS; i++) {
    uint32_t lo = models_below (random, 3);
    add_item (&model, lo, lo + 1 + models_below (random, 2), false);
  }
  for (uint32_t i = 0; i < OPTIONAL; i++)
    add_item (&model, 0, 1, false);
  add_item (&model, 0, BCOV_MANY, true);
  for (uint32_t o = 0; o < CELLS * VALUES; o++) {
    bcov_touch touches[8];
    size_t count = 0;
    uint32_t quota = models_below (random, QUOTAS), place = models_below (random, 2 * OPTIONAL);
    touches[count++] = (bcov_touch){.item = o / VALUES, .times = 1};
    touches[count++] = (bcov_touch){.item = CELLS + quota, .times = 1};
    if (quota + 1 < QUOTAS && !models_below (random, 4))
      touches[count++] = (bcov_touch){.item = CELLS + quota + 1, .times = 1};
    if (place >= OPTIONAL)
      place = (o / VALUES + quota) % OPTIONAL;
    touches[count++] = (bcov_touch){.item = CELLS + QUOTAS + place, .times = 1};
    if (!models_below (random, 5))
      touches[count++] =
          (bcov_touch){.item = CELLS + QUOTAS + OPTIONAL, .colour = 1 + o % 2, .times = 1};
    assert_int_equal (bcov_model_option (&model, touches, count, o, NULL), BCOV_OK);
  }
  assert_int_equal (bcov_model_done (&model), BCOV_OK);
  bcov_control control;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_reduce_lightly (&model, &control, &reduced, NULL), BCOV_OK);
  bcov_model_free (&model);
  return reduced;
}

/* Counts the solutions of MODEL by a search. */
static engines_outcome search (const bcov_model *model, bool locks, uint32_t workers)
{
  bcov_control control;
  bcov_result result;
  bcov_job job = engines_job (model, &control);
  job.workers = workers;
  bcov_search_effort effort = {.locks = locks, .alone = workers > 1};
  bcov_result_init (model->mem, &result);
  assert_int_equal (bcov_search_run (&job, &effort, &result, NULL), BCOV_OK);
  engines_outcome outcome = {.count = mpz_get_ui (result.found.value), .nodes = result.nodes};
  bcov_result_free (&result);
  return outcome;
}

static void same_counts (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0, smaller = 0;
  for (uint64_t k = 0; k < cases (1500); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_model model = draw (mem, &random);
    bcov_job job = engines_job (&model, &control);
    uint64_t count = engines_run (bcov_brute_run, &job).count;
    engines_outcome with = search (&model, true, 1), without = search (&model, false, 1);
    assert_int_equal (without.count, count);
    assert_int_equal (with.count, count);
    assert_int_equal (search (&model, true, 2).count, count);
    solvable += count > 0;
    smaller += with.nodes < without.nodes;
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (solvable, 300));
  assert_true (cases_enough (smaller, 300));
}

/* SIDE x SIDE signs, half of each row and of each column positive.  A sign is positive only if the
   one to its left is, which the optional items between neighbours in a row express.  So each row
   has equal signs. */
static bcov_model draw_rows (bcov_mem *mem, uint32_t side)
{
  bcov_model model;
  uint32_t cells = side * side, between = cells + 2 * side;
  assert_int_equal (bcov_model_init (mem, &model, NULL), BCOV_OK);
  for (uint32_t i = 0; i < cells; i++)
    add_item (&model, 1, 1, false);
  for (uint32_t i = 0; i < 2 * side; i++)
    add_item (&model, side / 2, side / 2, false);
  for (uint32_t i = 0; i < cells; i++)
    add_item (&model, 0, 1, false);
  for (uint32_t o = 0; o < 2 * cells; o++) {
    uint32_t cell = o / 2, column = cell % side, positive = o % 2, at = between + cell;
    bcov_touch touches[3] = {{.item = cell, .times = 1},
                             {.item = cells + 2 * column + positive, .times = 1}};
    size_t count = 2;
    if (positive ? column > 0 : column + 1 < side)
      touches[count++] = (bcov_touch){.item = positive ? at : at + 1, .times = 1};
    assert_int_equal (bcov_model_option (&model, touches, count, o, NULL), BCOV_OK);
  }
  assert_int_equal (bcov_model_done (&model), BCOV_OK);
  return model;
}

/* Without saturation, there are many partial rows of unequal signs; with it, each solution takes a
   node for each cell and a few more. */
static void saturated_quotas (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = draw_rows (mem, 6);
  engines_outcome found = search (&model, true, 1);
  assert_int_equal (found.count, 20);
  assert_true (found.nodes <= 20 * 40);
  assert_true (search (&model, false, 1).nodes > 3 * found.nodes);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

static void too_little_memory (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = draw_rows (mem, 4);
  bcov_control control;
  bcov_job job = engines_job (&model, &control);
  bcov_search_effort effort = {.locks = true};
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_result result;
    bcov_result_init (mem, &result);
    f.status = bcov_search_run (&job, &effort, &result, NULL);
    bcov_result_free (&result);
  }
  assert_true (f.failed > 10);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

SUITE (locks)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (same_counts),
                                     cmocka_unit_test (saturated_quotas),
                                     cmocka_unit_test (too_little_memory)};
  return cmocka_run_group_tests_name ("locks", tests, NULL, NULL);
}
