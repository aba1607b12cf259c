/* Components: every item and option is in exactly one part, parts share nothing, and counts
 * multiply. */

#include "suite.h"

#include "ask.h"
#include "models.h"
#include "random_cases.h"
#include "model/compile/compile.h"
#include "model/reduce/component.h"

static bcov_components split (const bcov_model *model)
{
  bcov_components parts;
  assert_int_equal (bcov_component_split (model, &parts, NULL), 0);
  return parts;
}

static void end (bcov_mem *mem, bcov_model *model, bcov_components *parts)
{
  bcov_components_free (mem, parts);
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Whether MODEL is connected: shared items link any two options. */
static bool connected (const bcov_model *model)
{
  uint64_t reached = 0, before = ~0ull;
  uint32_t n = bcov_model_options (model), met = 0;
  if (n)
    reached = 1ull << model->touches.data[0].item;
  while (reached != before) {
    before = reached;
    met = 0;
    for (uint32_t o = 0; o < n; o++) {
      uint64_t items = 0;
      for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
        items |= 1ull << model->touches.data[t].item;
      if (items & reached) {
        reached |= items;
        met++;
      }
    }
  }
  return met == n && (model->items.count == 1 || reached == (1ull << model->items.count) - 1);
}

static void check_parts (const bcov_model *model, bcov_components *parts)
{
  uint64_t product = 1, items = 0, options = 0;
  uint32_t seen = 0;
  for (size_t k = 0; k < parts->count; k++) {
    const bcov_model *part = &parts->data[k];
    assert_true (connected (part));
    product *= models_solve (part, NULL);
    items += part->items.count;
    options += bcov_model_options (part);
    for (uint32_t o = 0; o < bcov_model_options (part); o++) {
      assert_int_equal (seen >> part->origin.data[o] & 1, 0);
      seen |= 1u << part->origin.data[o];
    }
  }
  assert_int_equal (items, model->items.count);
  assert_int_equal (options, bcov_model_options (model));
  assert_int_equal (product, models_solve (model, NULL));
}

static void counts_multiply (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), several = 0;
  for (uint64_t k = 0; k < cases (800); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), 9);
    bcov_components parts = split (&model);
    check_parts (&model, &parts);
    several += parts.count > 1;
    end (mem, &model, &parts);
  }
  assert_true (cases_enough (several, 80));
}

/* Parts are in the order of their first items, and keep the order within. */
static void order_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 5, 1, 1);
  model.items.data[3].hi = 7;
  models_add (&model, 0x0a); /* 1 3 */
  models_add (&model, 0x11); /* 0 4 */
  models_add (&model, 0x08);
  models_add (&model, 0x04); /* 2 */
  models_add (&model, 0x01);
  bcov_components parts = split (&model);
  assert_int_equal (parts.count, 3);
  assert_int_equal (parts.data[0].items.count, 2);
  assert_memory_equal (parts.data[0].origin.data, ((uint32_t[]){1, 4}), 8);
  assert_memory_equal (parts.data[1].origin.data, ((uint32_t[]){0, 2}), 8);
  assert_int_equal (parts.data[1].items.data[1].hi, 7);
  assert_int_equal (parts.data[1].touches.data[1].item, 1);
  assert_int_equal (parts.data[2].origin.data[0], 3);
  end (mem, &model, &parts);
}

static void impossible_and_empty_models (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  models_add (&model, 1);
  model.impossible = true;
  bcov_components parts = split (&model);
  assert_int_equal (parts.count, 1);
  assert_true (parts.data[0].impossible);
  end (mem, &model, &parts);
  mem = bcov_mem_new (0);
  model = models_new (mem, 0, 0, 0);
  parts = split (&model);
  assert_int_equal (parts.count, 0);
  end (mem, &model, &parts);
}

/* Four boards in one drawing, joined by the count of a piece or not. */
static void boards_that_fall_apart (void **state)
{
  (void)state;
  static const struct {
    const char *pieces;
    size_t parts;
  } cases[] = {{"I2:any", 4}, {"I2:8", 1}, {"I2:any,I1:0..16", 4}, {"I2:any,I1:0..15", 1}};
  for (size_t k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle =
        ask_brief (mem, "..#..#../..#..#../########/....", cases[k].pieces, NULL, NULL);
    bcov_compiled compiled;
    assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
    bcov_components parts = split (&compiled.model);
    assert_int_equal (parts.count, cases[k].parts);
    bcov_components_free (mem, &parts);
    bcov_compiled_free (&compiled);
    ask_end (mem, puzzle);
  }
}

SUITE (component)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (counts_multiply),
      cmocka_unit_test (order_is_kept),
      cmocka_unit_test (impossible_and_empty_models),
      cmocka_unit_test (boards_that_fall_apart),
  };
  return cmocka_run_group_tests_name ("component", tests, NULL, NULL);
}
