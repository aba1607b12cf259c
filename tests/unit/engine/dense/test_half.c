/* Half a board: joined with its image it has as many solutions as the whole; what cannot be
   reversed has no half. */

#include "suite.h"

#include "dense_boards.h"
#include "failing.h"
#include "random_cases.h"

#include <stdio.h>

/* The half of MODEL, which is freed, must give what the whole does.  Whether there was one. */
static bool agrees (bcov_model *model)
{
  bcov_mem *mem = model->mem;
  uint64_t prime = bcov_prime (56, 0);
  bcov_program whole;
  bcov_half half = boards_halve (model, &whole);
  bool found = half.program.levels.count;
  if (found) {
    uint64_t *ways = boards_finals (&half.program, prime);
    assert_int_equal (boards_cross_all (&half.bridges, ways, prime), boards_count (&whole, prime));
    free (ways);
  }
  bcov_half_free (&half);
  bcov_program_free (&whole);
  assert_int_equal (bcov_mem_used (mem), 0);
  return found;
}

static void expect (int height, int width, const char *const *pieces, bool monomino, bool half)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = boards_model (mem, height, width, pieces, monomino);
  assert_int_equal (agrees (&model), half);
  bcov_mem_delete (mem);
}

/* Odd and even boards, with a cell, an edge or a corner of cells in the middle. */
static void boards (void **state)
{
  (void)state;
  expect (6, 6, BOARDS_L3, false, true);
  expect (9, 5, BOARDS_L3, false, true);
  expect (9, 9, BOARDS_L3, false, true);
  expect (8, 7, BOARDS_I2, false, true);
  expect (7, 8, BOARDS_I2, false, true);
  expect (10, 4, BOARDS_TROMINOES, false, true);
  expect (12, 4, BOARDS_I3_O4, false, true);
  expect (7, 7, BOARDS_L3, true, true);
  expect (8, 8, BOARDS_L3, true, true);
  expect (1, 6, BOARDS_I2, false, true);
  expect (2, 2, BOARDS_L3, true, false); /* nothing but middle */
  expect (8, 6, ((const char *const[]){"XX/X", NULL}), false, false);
}

/* A piece that is its own image goes across the middle; so do several at once. */
static void middles (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_model model = boards_model (mem, 5, 4, BOARDS_I2, false);
  bcov_half half = boards_halve (&model, &whole);
  assert_true (half.bridges.list.count > 1);
  assert_int_equal (half.program.bits, whole.bits);
  for (size_t k = 0; k < half.bridges.list.count; k++)
    assert_in_range (half.bridges.list.data[k].times, 1, 2);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

static void random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t found = 0;
  for (uint64_t k = 0; k < cases (2000); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = boards_reversible (mem, &random, models_below (&random, 4));
    found += agrees (&model);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (found, 500));
}

/* One option more, or one twice, and the image is another model. */
static void one_sided (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t twice = 0; twice < 2; twice++) {
    bcov_model model = boards_model (mem, 6, 4, BOARDS_I2, false);
    bcov_touch touches[2] = {{.item = 0, .times = 1}, {.item = twice ? 1 : 5, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, 99, NULL), 0);
    assert_false (agrees (&model));
  }
  bcov_mem_delete (mem);
}

/* Items that may be touched more than once, or may stay untouched in the middle. */
static void other_items (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t kind = 0; kind < 3; kind++) {
    bcov_model model = boards_model (mem, 6, 4, BOARDS_I2, false);
    for (uint32_t i = kind == 2 ? 6 : 8; i < 24 - (kind == 2 ? 6 : 8); i++) {
      model.items.data[i].lo = kind == 1;
      model.items.data[i].hi = kind == 1 ? 2 : 1;
      model.items.data[i].coloured = kind == 2;
    }
    assert_false (agrees (&model));
  }
  bcov_mem_delete (mem);
}

/* Pairs of items around the middle, each an option: almost none of their sets leaves a way to cover
   the item in the middle, so that bridges are few, but the sets are too many to be gone through. */
static void endless_middles (void **state)
{
  (void)state;
  enum { PAIRS = 28, ITEMS = 2 * PAIRS + 3, LAST = ITEMS - 1 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, ITEMS, 1, 1);
  bcov_touch ends[] = {{.item = 0, .times = 1}, {.item = LAST, .times = 1}};
  for (uint32_t k = 0; k < 2; k++)
    assert_int_equal (bcov_model_option (&model, &ends[k], 1, k, NULL), 0);
  for (uint32_t k = 0; k < PAIRS + 2; k++) {
    uint32_t at = 1 + k % PAIRS;
    bcov_touch pair[] = {{.item = at, .times = 1}, {.item = LAST - at, .times = 1}};
    bcov_touch more[] = {pair[0], {.item = LAST / 2, .times = 1}, pair[1]};
    assert_int_equal (
        bcov_model_option (&model, k < PAIRS ? pair : more, k < PAIRS ? 2 : 3, 2 + k, NULL), 0);
  }
  assert_false (agrees (&model));
  bcov_mem_delete (mem);
}

static void every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint32_t order[50];
  for (uint32_t i = 0; i < 50; i++)
    order[i] = i;
  bcov_model model = boards_model (mem, 7, 7, BOARDS_L3, true);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_half half;
    f.status = bcov_half_make (&model, order, &half, NULL);
    bcov_half_free (&half);
  }
  assert_true (f.failed > 20);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

SUITE (half)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (boards),
      cmocka_unit_test (middles),
      cmocka_unit_test (random_models),
      cmocka_unit_test (one_sided),
      cmocka_unit_test (other_items),
      cmocka_unit_test (endless_middles),
      cmocka_unit_test (every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("half", tests, NULL, NULL);
}
