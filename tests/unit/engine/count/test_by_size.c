/* Layers read off one pass, against each model of so many layers counted by itself; and the models
   for which that would be wrong. */

#include "suite.h"

#include "engine/search/brute.h"
#include "engine/count/by_size.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 3, LAYERS = 6, ITEMS = WIDTH * LAYERS };

/* Items in layers of WIDTH, the first OPTIONAL of each layer optional. */
static void add_items (bcov_model *model, uint32_t layers, uint32_t optional, uint32_t from)
{
  for (uint32_t i = 0; i < layers * WIDTH; i++)
    assert_int_equal (
        bcov_model_item (
            model, (bcov_item){.lo = i % WIDTH >= optional && i / WIDTH < from, .hi = 1}, NULL),
        0);
}

static void add_option (bcov_model *model, uint32_t a, uint32_t b)
{
  bcov_touch touches[2] = {{.item = a, .times = 1}, {.item = b, .times = 1}};
  assert_int_equal (
      bcov_model_option (model, touches, b > a ? 2 : 1, bcov_model_options (model), NULL), 0);
}

/* Dominoes on WIDTH x LAYERS, and single cells in column SINGLE (none: WIDTH); those that stick out
   of the first LAST layers are left out. */
static void add_dominoes (bcov_model *model, uint32_t last, uint32_t single)
{
  for (uint32_t i = 0; i < last * WIDTH; i++) {
    if (i % WIDTH + 1 < WIDTH)
      add_option (model, i, i + 1);
    if (i + WIDTH < last * WIDTH)
      add_option (model, i, i + WIDTH);
    if (i % WIDTH == single)
      add_option (model, i, i);
  }
}

static void find_layers (uint32_t *layer, size_t items)
{
  for (uint32_t i = 0; i < items; i++)
    layer[i] = i / WIDTH;
}

static uint64_t count_alone (bcov_mem *mem, uint32_t layers, uint32_t optional, uint32_t single)
{
  bcov_model model;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_result result;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  add_items (&model, layers, optional, layers);
  add_dominoes (&model, layers, single);
  bcov_control_start (&control, &watch);
  bcov_result_init (mem, &result);
  bcov_job job = {.model = &model, .share = {1, 1}, .workers = 1, .control = &control};
  assert_int_equal (bcov_brute_run (&job, &result, NULL), 0);
  uint64_t count = mpz_get_ui (result.found.value);
  bcov_result_free (&result);
  bcov_model_free (&model);
  return count;
}

static void one_pass_has_all_sizes (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t optional = 0; optional < 3; optional++)
    for (uint32_t single = 0; single <= WIDTH; single++) {
      bcov_model model;
      bcov_control control;
      bcov_watch watch = {0};
      uint32_t layer[ITEMS + 2 * WIDTH];
      bcov_number values[LAYERS];
      bool fit;
      size_t known;
      bcov_control_start (&control, &watch);
      assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
      add_items (&model, LAYERS + 2, optional, LAYERS);
      add_dominoes (&model, LAYERS + 2, single);
      find_layers (layer, ITEMS + 2 * WIDTH);
      assert_int_equal (bcov_by_size_fit (&model, layer, LAYERS, &fit, NULL), 0);
      assert_true (fit);
      for (uint32_t n = 0; n < LAYERS; n++)
        bcov_number_init (&values[n], 99);
      assert_int_equal (
          bcov_by_size_count (&model, layer, 1, LAYERS, 1, &control, values, &known, NULL), 0);
      assert_int_equal (known, LAYERS);
      for (uint32_t n = 0; n < LAYERS; n++) {
        assert_int_equal (mpz_get_ui (values[n].value), count_alone (mem, n + 1, optional, single));
        bcov_number_clear (&values[n]);
      }
      bcov_model_free (&model);
    }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A layer without anything has the number of the one before; with nothing before it, 1. */
static void empty_layers_change_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model;
  bcov_control control;
  bcov_watch watch = {0};
  uint32_t layer[ITEMS];
  const uint64_t wanted[] = {1, 1, 2, 2, 4};
  bcov_number values[5];
  size_t known;
  bool fit;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  add_items (&model, 2, 3, 2);
  for (uint32_t i = 0; i < 2 * WIDTH; i++)
    layer[i] = i < WIDTH ? 2 : 4; /* layers 0, 1 and 3 are empty */
  add_option (&model, 0, 0);
  add_option (&model, WIDTH, WIDTH);
  assert_int_equal (bcov_by_size_fit (&model, layer, 5, &fit, NULL), 0);
  assert_true (fit);
  for (int n = 0; n < 5; n++)
    bcov_number_init (&values[n], 0);
  assert_int_equal (bcov_by_size_count (&model, layer, 1, 5, 1, &control, values, &known, NULL), 0);
  assert_int_equal (known, 5);
  for (int n = 0; n < 5; n++) {
    assert_int_equal (mpz_get_ui (values[n].value), wanted[n]);
    bcov_number_clear (&values[n]);
  }
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* What may not be read off one pass. */
static void unfit_models_are_told (void **state)
{
  (void)state;
  for (int what = 0; what < 6; what++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model;
    uint32_t layer[ITEMS + 1] = {0};
    bool fit = what != 0;
    assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
    add_items (&model, LAYERS, 0, LAYERS - 1);
    find_layers (layer, ITEMS);
    add_dominoes (&model, LAYERS, 0);
    if (what == 1) /* a counter */
      bcov_model_item (&model, (bcov_item){.hi = 2}, NULL);
    else if (what == 2) /* a colour */
      bcov_model_item (&model, (bcov_item){.hi = BCOV_MANY, .coloured = true}, NULL);
    else if (what == 3) /* must be touched, and nothing does */
      bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL);
    else if (what == 4) { /* can only be touched from before */
      bcov_model_item (&model, (bcov_item){.hi = 1}, NULL);
      layer[ITEMS] = 2;
      add_option (&model, 0, ITEMS);
    } else if (what == 5) /* an option that touches nothing belongs to no size */
      bcov_model_option (&model, NULL, 0, bcov_model_options (&model), NULL);
    assert_int_equal (bcov_by_size_fit (&model, layer, LAYERS - 1, &fit, NULL), 0);
    assert_int_equal (fit, what == 0);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_model model;
  bcov_control control;
  bcov_watch watch = {0};
  uint32_t layer[ITEMS];
  bcov_number values[2];
  size_t n = 0;
  bcov_status status = BCOV_FAULT;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  add_items (&model, LAYERS, 0, 3);
  add_dominoes (&model, LAYERS, WIDTH);
  find_layers (layer, ITEMS);
  bcov_number_init (&values[0], 0);
  bcov_number_init (&values[1], 0);
  size_t used = bcov_mem_used (mem);
  while (status) {
    bool fit;
    size_t known;
    bcov_mem_fail_at (mem, ++n);
    status = bcov_by_size_fit (&model, layer, 3, &fit, err);
    if (!status)
      status = bcov_by_size_count (&model, layer, 2, 3, 1, &control, values, &known, err);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  assert_true (n > 8);
  assert_int_equal (mpz_get_ui (values[0].value), 3);
  assert_int_equal (mpz_get_ui (values[1].value), 0);
  bcov_number_clear (&values[0]);
  bcov_number_clear (&values[1]);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  bcov_error_free (err);
}

SUITE (by_size)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (one_pass_has_all_sizes),
      cmocka_unit_test (empty_layers_change_nothing),
      cmocka_unit_test (unfit_models_are_told),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("by_size", tests, NULL, NULL);
}
