/* The price of an order: dominoes in a row cost nothing, narrow boards less than wide ones, and it
   does not matter in which way it was asked for. */

#include "suite.h"

#include "ask.h"
#include "models.h"
#include "engine/order/price.h"
#include "model/compile/compile.h"

#include <math.h>

/* Items 0 .. 9 in a row, an option for every two side by side. */
static bcov_model row (bcov_mem *mem)
{
  bcov_model model = models_new (mem, 10, 1, 1);
  for (uint32_t i = 0; i < 9; i++)
    models_add (&model, 3u << i);
  return model;
}

static void end (bcov_mem *mem, bcov_model *model, bcov_columns *columns, bcov_price *price)
{
  bcov_price_free (price);
  bcov_columns_free (mem, columns);
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* One item is open, half of its options behind: one bit at each of eight levels, none after the
   last two. */
static void along_a_row (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = row (mem);
  bcov_columns columns;
  bcov_price price;
  uint32_t order[10];
  for (uint32_t i = 0; i < 10; i++)
    order[i] = i;
  assert_int_equal (bcov_model_columns (&model, &columns, NULL), 0);
  assert_int_equal (bcov_price_new (&model, &columns, &price, NULL), 0);
  double all = bcov_price_order (&price, order, 10, INFINITY);
  assert_true (fabs (exp2 (all) - (1 + 8 * 2 + 2 * 1)) < 1e-6);
  assert_true (fabs (bcov_price_order (&price, order, 10, INFINITY) - all) < 1e-12);
  bcov_price_start (&price);
  bcov_price_pass (&price, 3);
  assert_true (fabs (bcov_price_bits (&price) - 2) < 1e-9);
  bcov_price_pass (&price, 3);
  assert_true (fabs (bcov_price_bits (&price) - 2) < 1e-9);
  bcov_price_pass (&price, 4);
  assert_true (fabs (bcov_price_bits (&price) - 2) < 1e-9);
  assert_true (price.open[4] < 1e-9);
  end (mem, &model, &columns, &price);
}

/* Every other item first: all are open at once. */
static void a_bad_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = row (mem);
  bcov_columns columns;
  bcov_price price;
  uint32_t order[10], bad[10];
  for (uint32_t i = 0; i < 10; i++) {
    order[i] = i;
    bad[i] = i < 5 ? 4 * i % 10 : (4 * i + 1) % 10;
  }
  assert_int_equal (bcov_model_columns (&model, &columns, NULL), 0);
  assert_int_equal (bcov_price_new (&model, &columns, &price, NULL), 0);
  double good = bcov_price_order (&price, order, 10, INFINITY);
  assert_true (bcov_price_order (&price, bad, 10, INFINITY) > good + 0.5);
  assert_true (bcov_price_order (&price, bad, 10, good) > good);
  end (mem, &model, &columns, &price);
}

static void no_memory (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = row (mem);
  bcov_columns columns;
  bcov_price price;
  bcov_status status;
  size_t n = 0;
  assert_int_equal (bcov_model_columns (&model, &columns, NULL), 0);
  size_t used = bcov_mem_used (mem);
  do {
    bcov_mem_fail_at (mem, ++n);
    status = bcov_price_new (&model, &columns, &price, NULL);
    bcov_mem_fail_at (mem, 0);
    if (status)
      assert_int_equal (bcov_mem_used (mem), used);
  } while (status);
  assert_int_equal (n, 9);
  end (mem, &model, &columns, &price);
}

SUITE (price)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (along_a_row),
      cmocka_unit_test (a_bad_order),
      cmocka_unit_test (no_memory),
  };
  return cmocka_run_group_tests_name ("price", tests, NULL, NULL);
}
