/* Estimates against the truth: exact where the program is small, else within a factor of three of
   numbers of states that runs have had. */

#include "suite.h"

#include "models.h"
#include "random_cases.h"
#include "unrolled.h"
#include "engine/count/estimate.h"
#include "engine/order/order.h"
#include "model/reduce/reduce.h"
#include "engine/program/program_make.h"

static void find_order (const bcov_model *model, uint32_t *order)
{
  double bits;
  assert_int_equal (bcov_order_find (model, NULL, order, &bits, NULL), 0);
}

static void make (unrolled *u, const char *board, const char *pieces)
{
  unrolled_make (u, board, pieces, find_order);
}

static bcov_estimate estimate (const unrolled *m, const bcov_pockets *pockets)
{
  bcov_estimate e;
  assert_int_equal (bcov_estimate_make (&m->compiled.model, &m->program, pockets, NULL, &e, NULL),
                    0);
  return e;
}

static void small_is_exact (void **state)
{
  (void)state;
  unrolled m;
  double sum = 0;
  make (&m, "18x10", "L3:any");
  bcov_estimate e = estimate (&m, NULL);
  assert_true (e.exact);
  assert_int_equal (e.widest, 598);
  for (size_t k = 0; k < m.program.levels.count; k++)
    sum += e.by_level[k];
  assert_int_equal (e.total, sum);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

static bool about (double guess, double truth, double factor)
{
  return guess <= truth * factor && guess >= truth / factor;
}

/* States of the widest level and of all, as complete runs have had them. */
static const struct {
  const char *board, *pieces;
  double widest, total, factor;
} runs[] = {
    {"18x18", "L3:any", 152918, 36e6, 3},           {"12x12", "trominoes:any", 196830, 19.8e6, 3},
    {"8x10", "pentominoes:any", 634198, 25.5e6, 3}, {"20x20", "I2:any", 184756, 61e6, 3},
    {"12x5", "pentominoes", 137915, 2.2e6, 3},      {"10x10", "pentominoes:any", 26.6e6, 1.1e9, 3},
};

static void large_is_close (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    unrolled m;
    make (&m, runs[k].board, runs[k].pieces);
    bcov_estimate e = estimate (&m, NULL);
    print_message ("%s %s: widest %.0f (%.0f), all %.0f (%.0f)\n", runs[k].board, runs[k].pieces,
                   e.widest, runs[k].widest, e.total, runs[k].total);
    assert_false (e.exact);
    assert_true (about (e.widest, runs[k].widest, runs[k].factor));
    assert_true (about (e.total, runs[k].total, runs[k].factor));
    assert_true (e.transitions > e.total);
    bcov_estimate_free (m.mem, &e);
    unrolled_end (&m);
  }
}

/* With dead states dropped there are fewer. */
static void with_pockets (void **state)
{
  (void)state;
  unrolled m;
  bcov_pockets pockets;
  make (&m, "8x10", "pentominoes:any");
  assert_int_equal (bcov_pockets_make (&m.compiled.model, &m.program, &pockets, NULL), 0);
  bcov_estimate all = estimate (&m, NULL), less = estimate (&m, &pockets);
  assert_true (less.total < all.total);
  bcov_estimate_free (m.mem, &all);
  bcov_estimate_free (m.mem, &less);
  bcov_pockets_free (&pockets);
  unrolled_end (&m);
}

/* Any model at all: small ones are always exact, and the last level is the answer's. */
static void random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model drawn = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), model;
    uint32_t order[MODELS_ITEMS];
    double bits;
    bcov_program program;
    bcov_estimate e;
    assert_int_equal (bcov_reduce (&drawn, MODELS_STEPS, NULL, &model, NULL), 0);
    assert_int_equal (bcov_order_find (&model, NULL, order, &bits, NULL), 0);
    assert_int_equal (bcov_program_make (&model, order, NULL, &program, NULL), 0);
    assert_int_equal (bcov_estimate_make (&model, &program, NULL, NULL, &e, NULL), 0);
    assert_true (e.exact);
    if (program.levels.count && !model.impossible)
      assert_int_equal (e.by_level[program.levels.count - 1], models_solve (&drawn, NULL) > 0);
    bcov_estimate_free (mem, &e);
    bcov_program_free (&program);
    bcov_model_free (&model);
    bcov_model_free (&drawn);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Hopeless: many words, and only the first levels can be run; still an answer. */
static void hopeless (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "40x40", "X5:any,I5:any");
  bcov_estimate e = estimate (&m, NULL);
  print_message ("40x40 X5 I5: %g\n", e.widest);
  assert_true (e.widest > 1e6);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

static void no_memory (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "16x13", "L3:any");
  size_t used = bcov_mem_used (m.mem), step = 1;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n += step, step += n > 60) {
    bcov_estimate e;
    bcov_mem_fail_at (m.mem, n);
    status = bcov_estimate_make (&m.compiled.model, &m.program, NULL, NULL, &e, NULL);
    bcov_mem_fail_at (m.mem, 0);
    bcov_estimate_free (m.mem, &e);
    assert_int_equal (bcov_mem_used (m.mem), used);
  }
  unrolled_end (&m);
}

static void stops (void **state)
{
  (void)state;
  unrolled m;
  bcov_estimate e;
  bcov_control control;
  volatile int stop = 1;
  bcov_watch watch = {.stop = &stop};
  make (&m, "20x20", "trominoes:any");
  bcov_control_start (&control, &watch);
  size_t used = bcov_mem_used (m.mem);
  assert_int_equal (bcov_estimate_make (&m.compiled.model, &m.program, NULL, &control, &e, NULL),
                    BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (m.mem), used);
  unrolled_end (&m);
}

SUITE (estimate)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (small_is_exact), cmocka_unit_test (large_is_close),
      cmocka_unit_test (with_pockets),   cmocka_unit_test (random_models),
      cmocka_unit_test (hopeless),       cmocka_unit_test (no_memory),
      cmocka_unit_test (stops),
  };
  return cmocka_run_group_tests_name ("estimate", tests, NULL, NULL);
}
