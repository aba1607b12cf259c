/* The search by the first open cell: small models by hand, random models, turns, stops and memory.
 */

#include "suite.h"

#include "turns.h"
#include "engine/search/corner.h"

typedef enum { UNSUITED, NONE, FOUND } outcome;

/* Searches in turns of TESTS tests; *SET receives the solution. */
static outcome solve (const bcov_model *model, uint64_t tests, uint32_t *set)
{
  bcov_corner *corner;
  bcov_control control;
  bcov_turn turn = {0};
  size_t count;
  bool over = false;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_corner_open (model, &corner, NULL), BCOV_OK);
  if (!corner)
    return UNSUITED;
  for (uint64_t k = 0; !over; k++) {
    assert_null (bcov_corner_solution (corner, &count));
    assert_true (k < 1000000);
    bcov_corner_step (corner, tests, &turn, &control, &over);
  }
  const uint32_t *options = bcov_corner_solution (corner, &count);
  *set = options ? turns_set (options, count) : 0;
  assert_true (bcov_corner_nodes (corner) >= (options ? count : 0));
  bcov_corner_close (corner);
  return options ? FOUND : NONE;
}

/* ---- models by hand ---- */

static void exact_cover (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  models_add (&model, 0x3);
  models_add (&model, 0x6);
  models_add (&model, 0x8);
  assert_int_equal (solve (&model, 1, &set), NONE);
  models_add (&model, 0xc);
  assert_int_equal (solve (&model, 1, &set), FOUND);
  assert_int_equal (set, 0x9);
  turns_end (mem, &model);
}

static void large_options_first (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 3, 1, 1);
  for (uint32_t items = 1; items < 8; items++)
    models_add (&model, items);
  assert_int_equal (solve (&model, 100, &set), FOUND);
  assert_int_equal (set, 1u << 6);
  turns_end (mem, &model);
}

/* Item 2 is a piece that is used once or twice, item 3 an optional cell. */
static void counted_and_optional_items (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  model.items.data[2] = (bcov_item){.lo = 1, .hi = 2};
  model.items.data[3] = (bcov_item){.lo = 0, .hi = 1};
  models_add (&model, 0x9);
  models_add (&model, 0xa);
  assert_int_equal (solve (&model, 1, &set), NONE); /* both need the cell */
  models_add (&model, 0x2);
  assert_int_equal (solve (&model, 1, &set), NONE); /* the piece is missing */
  models_add (&model, 0x6);
  assert_int_equal (solve (&model, 1, &set), FOUND);
  assert_int_equal (set, 0x9);
  turns_end (mem, &model);
}

/* The last cell is beyond the first word of the bitset. */
static void many_words (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 2, 100);
  bcov_corner *corner;
  bcov_control control;
  bcov_turn turn = {0};
  size_t count;
  bool over = false;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_corner_open (&model, &corner, NULL), BCOV_OK);
  assert_non_null (corner);
  bcov_corner_step (corner, 1000000, &turn, &control, &over);
  assert_true (over);
  assert_non_null (bcov_corner_solution (corner, &count));
  assert_int_equal (count, 100);
  bcov_corner_close (corner);
  turns_end (mem, &model);
}

static void unsuited_models (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  assert_int_equal (solve (&model, 1, &set), UNSUITED); /* no options */
  models_add (&model, 3);
  assert_int_equal (solve (&model, 1, &set), FOUND);
  model.items.data[1] = (bcov_item){.hi = BCOV_MANY, .coloured = true};
  assert_int_equal (solve (&model, 1, &set), UNSUITED);
  model.items.data[0] = model.items.data[1] = (bcov_item){.hi = 1};
  assert_int_equal (solve (&model, 1, &set), UNSUITED); /* nothing must be covered */
  model.items.data[0] = (bcov_item){.lo = 1, .hi = 1};
  model.touches.data[1].times = 2;
  assert_int_equal (solve (&model, 1, &set), UNSUITED);
  model.touches.data[1].times = 1;
  model.items.data[1] = (bcov_item){.lo = 2, .hi = 1};
  assert_int_equal (solve (&model, 1, &set), UNSUITED);
  turns_end (mem, &model);
}

/* Each option touches the first and the last of many cells, so its bits would need many words. */
static void options_far_apart (void **state)
{
  (void)state;
  enum { CELLS = 10000 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, CELLS, 0, 1);
  bcov_corner *corner;
  model.items.data[0].lo = 1;
  for (uint32_t o = 0; o < 3; o++) {
    bcov_touch touches[] = {{.item = 0, .times = 1}, {.item = CELLS - 1 - o, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, o, NULL), 0);
  }
  assert_int_equal (bcov_corner_open (&model, &corner, NULL), BCOV_OK);
  assert_null (corner);
  bcov_corner_close (corner);
  turns_end (mem, &model);
}

/* ---- random models ---- */

static void agrees_with_all_sets (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), found = 0, none = 0;
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (4000); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = turns_draw (mem, &random, k);
    uint32_t set = 0, again = 0;
    outcome at_once = solve (&model, 1000000, &set);
    assert_int_equal (solve (&model, 1, &again), at_once);
    assert_int_equal (again, set);
    if (at_once != UNSUITED)
      assert_int_equal (at_once == FOUND, models_solve (&model, is) > 0);
    if (at_once == FOUND)
      assert_int_equal (is[set], 1);
    found += at_once == FOUND;
    none += at_once == NONE;
    turns_end (mem, &model);
  }
  assert_true (cases_enough (found, 100) && cases_enough (none, 100));
}

/* ---- stops and memory ---- */

static bcov_status open_any (const bcov_model *model, void **out)
{
  bcov_corner *corner;
  bcov_status status = bcov_corner_open (model, &corner, NULL);
  *out = corner;
  return status;
}

static bool step_any (void *method, uint64_t tests, const bcov_turn *turn, bcov_control *control)
{
  bool over;
  bcov_corner_step (method, tests, turn, control, &over);
  return over;
}

static void close_any (void *method)
{
  bcov_corner_close (method);
}

static const turns_method any = {open_any, step_any, close_any};

static void stops (void **state)
{
  (void)state;
  turns_check_stops (any);
}

static void allocations_fail (void **state)
{
  (void)state;
  turns_check_memory (any, 6);
}

SUITE (corner)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (exact_cover),
      cmocka_unit_test (large_options_first),
      cmocka_unit_test (counted_and_optional_items),
      cmocka_unit_test (many_words),
      cmocka_unit_test (unsuited_models),
      cmocka_unit_test (options_far_apart),
      cmocka_unit_test (agrees_with_all_sets),
      cmocka_unit_test (stops),
      cmocka_unit_test (allocations_fail),
  };
  return cmocka_run_group_tests_name ("corner", tests, NULL, NULL);
}
