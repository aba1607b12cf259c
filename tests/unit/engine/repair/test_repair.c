/* Local search: small models by hand, random models, turns, stops and memory. */

#include "suite.h"

#include "turns.h"
#include "engine/repair/repair.h"

typedef enum { UNSUITED, OPEN, FOUND } outcome;

enum { MOST = 20000 };

/* Searches in turns of WORK steps, at most 20000 in all; *SET receives the solution. */
static outcome solve (const bcov_model *model, uint64_t work, uint32_t *set)
{
  bcov_repair *repair;
  bcov_control control;
  bcov_turn turn = {0};
  size_t count;
  bool found = false;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_repair_open (model, &repair, NULL), BCOV_OK);
  if (!repair)
    return UNSUITED;
  for (uint64_t k = 0; !found && k < MOST; k += work)
    found = bcov_repair_step (repair, work, &turn, &control);
  const uint32_t *options = bcov_repair_taken (repair, &count);
  *set = found ? turns_set (options, count) : 0;
  assert_true (bcov_repair_nodes (repair) >= (found ? count : 0));
  bcov_repair_close (repair);
  return found ? FOUND : OPEN;
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
  assert_int_equal (solve (&model, MOST, &set), OPEN);
  models_add (&model, 0xc);
  assert_int_equal (solve (&model, MOST, &set), FOUND);
  assert_int_equal (set, 0x9);
  turns_end (mem, &model);
}

static void counts_and_optional_items (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  model.items.data[2] = (bcov_item){.lo = 1, .hi = 2};
  model.items.data[3] = (bcov_item){.lo = 0, .hi = 1};
  models_add (&model, 0x9);
  models_add (&model, 0xa);
  models_add (&model, 0x2);
  assert_int_equal (solve (&model, MOST, &set), OPEN); /* item 2 has no option */
  models_add (&model, 0x6);
  assert_int_equal (solve (&model, MOST, &set), FOUND);
  assert_int_equal (set, 0x9);
  turns_end (mem, &model);
}

/* Three pieces of a kind of which at least two are needed, and one cell for each. */
static void several_of_a_kind (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 0, 1);
  model.items.data[3] = (bcov_item){.lo = 2, .hi = BCOV_MANY};
  for (uint32_t i = 0; i < 3; i++)
    models_add (&model, 0x8 | 1u << i);
  assert_int_equal (solve (&model, MOST, &set), FOUND);
  assert_true (models_solved (&model, set));
  model.items.data[3].lo = 4;
  assert_int_equal (solve (&model, MOST, &set), OPEN);
  turns_end (mem, &model);
}

static void models_without_options (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 0, 1), empty = models_new (mem, 0, 0, 0);
  assert_int_equal (solve (&model, MOST, &set), FOUND);
  assert_int_equal (set, 0);
  assert_int_equal (solve (&empty, MOST, &set), FOUND);
  model.items.data[1].lo = 1;
  assert_int_equal (solve (&model, MOST, &set), OPEN);
  bcov_model_free (&empty);
  turns_end (mem, &model);
}

static void unsuited_models (void **state)
{
  (void)state;
  uint32_t set;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  models_add (&model, 3);
  assert_int_equal (solve (&model, MOST, &set), FOUND);
  model.touches.data[1].times = 2;
  assert_int_equal (solve (&model, MOST, &set), UNSUITED);
  model.touches.data[1].times = 1;
  const bcov_item bad[] = {
      {.hi = BCOV_MANY, .coloured = true}, {.lo = 0, .hi = 0}, {.lo = 2, .hi = 1}};
  for (size_t k = 0; k < 3; k++) {
    model.items.data[1] = bad[k];
    assert_int_equal (solve (&model, MOST, &set), UNSUITED);
  }
  model.items.data[0] = model.items.data[1] = (bcov_item){.lo = 2, .hi = 3};
  assert_int_equal (solve (&model, MOST, &set), UNSUITED); /* it could be taken twice */
  turns_end (mem, &model);
}

/* ---- random models and boards ---- */

static void finds_solutions_only (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), found = 0, missed = 0;
  static uint8_t is[MODELS_SETS];
  for (uint64_t k = 0; k < cases (2000); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = turns_draw (mem, &random, k);
    uint32_t set = 0, again = 0;
    outcome at_once = solve (&model, MOST, &set), in_turns = solve (&model, 100, &again);
    bool solvable = models_solve (&model, is) > 0;
    assert_int_equal (at_once, in_turns);
    assert_int_equal (set, again);
    if (at_once == FOUND)
      assert_int_equal (is[set], 1);
    found += at_once == FOUND;
    missed += at_once == OPEN && solvable;
    turns_end (mem, &model);
  }
  assert_true (cases_enough (found, 200));
  assert_true (missed * 20 <= found);
}

/* Every cell of a large board is covered once. */
static void large_boards (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 40, 40);
  bcov_repair *repair;
  bcov_control control;
  bcov_turn turn = {0};
  size_t count;
  uint8_t covered[1600] = {0};
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_repair_open (&model, &repair, NULL), BCOV_OK);
  assert_true (bcov_repair_step (repair, 1000000000, &turn, &control));
  const uint32_t *options = bcov_repair_taken (repair, &count);
  assert_int_equal (count, 800);
  for (size_t k = 0; k < count; k++)
    for (uint32_t t = 0; t < 2; t++)
      assert_int_equal (covered[model.touches.data[2 * options[k] + t].item]++, 0);
  bcov_repair_close (repair);
  turns_end (mem, &model);
}

/* ---- stops and memory ---- */

static bcov_status open_any (const bcov_model *model, void **out)
{
  bcov_repair *repair;
  bcov_status status = bcov_repair_open (model, &repair, NULL);
  *out = repair;
  return status;
}

static bool step_any (void *method, uint64_t work, const bcov_turn *turn, bcov_control *control)
{
  return bcov_repair_step (method, work, turn, control);
}

static void close_any (void *method)
{
  bcov_repair_close (method);
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
  turns_check_memory (any, 11);
}

SUITE (repair)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (exact_cover),       cmocka_unit_test (counts_and_optional_items),
      cmocka_unit_test (several_of_a_kind), cmocka_unit_test (models_without_options),
      cmocka_unit_test (unsuited_models),   cmocka_unit_test (finds_solutions_only),
      cmocka_unit_test (large_boards),      cmocka_unit_test (stops),
      cmocka_unit_test (allocations_fail),
  };
  return cmocka_run_group_tests_name ("repair", tests, NULL, NULL);
}
