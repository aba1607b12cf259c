/* Models: adding items and options, the model by columns, gains. */

#include "suite.h"

#include "models.h"
#include "random_cases.h"

#include <stdio.h>

static void a_fresh_model_has_no_option (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model;
  bcov_columns columns;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  assert_int_equal (bcov_model_options (&model), 0);
  assert_int_equal (model.first.count, 1);
  assert_false (model.impossible);
  assert_int_equal (bcov_model_columns (&model, &columns, NULL), 0);
  assert_int_equal (columns.start[0], 0);
  bcov_columns_free (mem, &columns);
  bcov_model_free (&model);
  bcov_model_free (&(bcov_model){0});
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The example of the paper "Dancing Links": six options on seven items. */
static bcov_model knuths_example (bcov_mem *mem)
{
  static const char *const rows[] = {"..X.XX.", "X..X..X", ".XX..X.",
                                     "X..X...", ".X....X", "...XX.X"};
  bcov_model model = models_new (mem, 7, 1, 1);
  for (size_t k = 0; k < 6; k++) {
    uint32_t items = 0;
    for (uint32_t i = 0; i < 7; i++)
      items |= rows[k][i] == 'X' ? 1u << i : 0;
    models_add (&model, items);
  }
  return model;
}

static void columns_are_the_rows_turned (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = knuths_example (mem);
  bcov_columns columns;
  static const uint32_t starts[] = {0, 2, 4, 6, 9, 11, 13, 16};
  static const uint32_t owners[] = {1, 3, 2, 4, 0, 2, 1, 3, 5, 0, 5, 0, 2, 1, 4, 5};
  assert_int_equal (bcov_model_columns (&model, &columns, NULL), 0);
  assert_memory_equal (columns.start, starts, sizeof starts);
  for (size_t k = 0; k < 16; k++)
    assert_int_equal (columns.owner[columns.touch[k]], owners[k]);
  bcov_columns_free (mem, &columns);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Every touch stands in the column of its item, once, and the owners ascend. */
static void check_columns (const bcov_model *model)
{
  bcov_columns columns;
  uint8_t *met = calloc (model->touches.count + 1, 1);
  assert_int_equal (bcov_model_columns (model, &columns, NULL), 0);
  for (uint32_t i = 0; i < model->items.count; i++)
    for (uint32_t k = columns.start[i]; k < columns.start[i + 1]; k++) {
      uint32_t t = columns.touch[k], o = columns.owner[t];
      assert_int_equal (model->touches.data[t].item, i);
      assert_true (model->first.data[o] <= t && t < model->first.data[o + 1]);
      assert_true (k == columns.start[i] || columns.owner[columns.touch[k - 1]] < o);
      assert_int_equal (met[t]++, 0);
    }
  assert_int_equal (columns.start[model->items.count], model->touches.count);
  free (met);
  bcov_columns_free (model->mem, &columns);
}

static void columns_of_random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    check_columns (&model);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void options_keep_their_touches_and_origin (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 3, 0, 5);
  bcov_touch first[] = {{0, 0, 2}, {2, 7, 1}}, second[] = {{1, 0, 1}};
  model.items.data[2] = (bcov_item){.hi = BCOV_MANY, .coloured = true};
  assert_int_equal (bcov_model_option (&model, first, 2, 41, NULL), 0);
  assert_int_equal (bcov_model_option (&model, NULL, 0, 42, NULL), 0);
  assert_int_equal (bcov_model_option (&model, second, 1, 7, NULL), 0);
  assert_int_equal (bcov_model_options (&model), 3);
  assert_memory_equal (model.first.data, ((uint32_t[]){0, 2, 2, 3}), 4 * sizeof (uint32_t));
  assert_memory_equal (model.origin.data, ((uint32_t[]){41, 42, 7}), 3 * sizeof (uint32_t));
  assert_memory_equal (model.touches.data, first, sizeof first);
  assert_memory_equal (model.touches.data + 2, second, sizeof second);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

static void gain_counts_cells_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < 5; i++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = 9, .gain = i % 2 == 0}, NULL), 0);
  models_add (&model, 0x1f);
  models_add (&model, 0x0a);
  models_add (&model, 0x11);
  assert_int_equal (bcov_model_gain (&model, 0), 3);
  assert_int_equal (bcov_model_gain (&model, 1), 0);
  assert_int_equal (bcov_model_gain (&model, 2), 2);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

/* The counts are pretended: real models of that size do not fit into a test. */
static void too_much_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_model model = models_new (mem, 2, 0, 1);
  bcov_touch touches[] = {{0, 0, 1}, {1, 0, 1}};
  model.touches.count = UINT32_MAX - 2;
  assert_int_equal (bcov_model_option (&model, touches, 2, 0, err), BCOV_STOPPED);
  assert_string_not_equal (bcov_error_text (err), "");
  model.touches.count = 0;
  model.origin.count = BCOV_MOST_OPTIONS;
  assert_int_equal (bcov_model_option (&model, touches, 2, 0, err), BCOV_STOPPED);
  model.origin.count = 0;
  assert_int_equal (bcov_model_option (&model, touches, 2, 0, err), BCOV_OK);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static bcov_status build (bcov_mem *mem, bcov_error *err)
{
  bcov_model model;
  bcov_columns columns = {0};
  bcov_touch touch = {0, 0, 1};
  bcov_status status = bcov_model_init (mem, &model, err);
  for (int k = 0; !status && k < 20; k++)
    status = bcov_model_item (&model, (bcov_item){.hi = 1}, err);
  for (uint32_t k = 0; !status && k < 20; k++) {
    touch.item = k;
    status = bcov_model_option (&model, &touch, 1, k, err);
  }
  if (!status)
    status = bcov_model_columns (&model, &columns, err);
  bcov_columns_free (mem, &columns);
  bcov_model_free (&model);
  return status;
}

static void building_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_status status = BCOV_FAULT;
  size_t n = 1;
  for (; status; n++) {
    bcov_error_reset (err);
    bcov_mem_fail_at (mem, n);
    status = build (mem, err);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_error_status (err), status);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), 0);
  }
  assert_true (n > 7);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

SUITE (model)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_fresh_model_has_no_option),
      cmocka_unit_test (columns_are_the_rows_turned),
      cmocka_unit_test (columns_of_random_models),
      cmocka_unit_test (options_keep_their_touches_and_origin),
      cmocka_unit_test (gain_counts_cells_alone),
      cmocka_unit_test (too_much_is_refused),
      cmocka_unit_test (building_survives_failures),
  };
  return cmocka_run_group_tests_name ("model", tests, NULL, NULL);
}
