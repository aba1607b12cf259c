/* Products of states in the dense table, against the same sums over plain arrays; and half boards
   counted by the table from the first level to the last. */

#include "suite.h"

#include "dense_boards.h"
#include "engine/dense/dense.h"
#include "engine/dense/dense_join.h"
#include "failing.h"
#include "random_cases.h"

#include <math.h>
#include <stdio.h>

/* ---- the join alone ---- */

/* Random numbers for all states of the table's class, in each of LANES lanes; one lane of them by
   key in WAYS. */
static uint64_t *fill (const bcov_dense_plan *plan, unsigned lanes, unsigned lane,
                       bcov_random *random, bool reals, uint64_t *ways)
{
  size_t numbers = bcov_dense_plan_states (plan) * lanes + 1;
  uint64_t *table = calloc (numbers, sizeof *table);
  assert_non_null (table);
  for (uint64_t key = 0; key < (uint64_t)1 << plan->bits; key++) {
    uint64_t at = bcov_dense_plan_places (plan, key);
    ways[key] = 0;
    if (bcov_dense_class (plan->weight, plan->classes.modulus, at) != plan->home)
      continue;
    for (unsigned n = 0; n < lanes; n++) {
      uint64_t *number = &table[bcov_dense_plan_at (plan, at) * lanes + n];
      *number = bcov_random_next (random) >> (reals ? 54 : 8);
      ways[key] = n == lane ? *number : ways[key];
      if (reals)
        *(double *)number = (double)*number;
    }
  }
  return table;
}

static void check_join (const bcov_half *half, unsigned lanes, bcov_random *random, bool reals)
{
  bcov_dense_plan plan;
  bcov_dense_frame frame = {.lanes = lanes};
  bcov_dense_pairs pairs = {0}; /* nothing is known */
  bcov_dense_join join;
  unsigned lane = models_below (random, lanes);
  uint64_t primes[4], sums[4] = {0}, *ways = boards_states (&half->program);
  double sum = 0;
  for (uint32_t n = 0; n < lanes; n++)
    primes[n] = bcov_prime (56, n);
  assert_int_equal (bcov_dense_plan_make (&half->program, lanes, &plan, NULL), 0);
  frame.table = fill (&plan, lanes, lane, random, reals, ways);
  assert_int_equal (
      bcov_dense_join_start (&join, half->program.mem, &plan, &frame, &pairs, &half->bridges, NULL),
      0);
  for (uint64_t step = join.steps; step-- > 0;)
    if (reals)
      bcov_dense_join_reals (&join, step, &sum);
    else
      bcov_dense_join_wholes (&join, step, primes, sums);
  uint64_t expected = boards_cross_all (&half->bridges, ways, primes[lane]);
  assert_int_equal (reals ? (uint64_t)sum : sums[lane], expected);
  bcov_dense_join_free (&join);
  bcov_dense_plan_free (&plan);
  free (frame.table);
  free (ways);
}

/* Wide enough for outer bits; then random models. */
static void sums_of_products (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t checked = 0;
  for (uint64_t k = 0; k < 4 + cases (396); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program whole;
    bcov_model model = k < 4 ? boards_model (mem, 12, 9 + (int)k, BOARDS_L3, k % 2)
                             : boards_reversible (mem, &random, models_below (&random, 3));
    bcov_half half = boards_halve (&model, &whole);
    bool usable = half.program.levels.count && bcov_dense_fits (&half.program);
    for (unsigned lanes = 1; usable && lanes <= 4; lanes *= 2, checked++)
      check_join (&half, lanes, &random, lanes == 1 && k % 2);
    assert_true (k >= 4 || usable);
    bcov_half_free (&half);
    bcov_program_free (&whole);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (checked, 200));
}

/* Infinitely many ways to a state that goes with none. */
static void infinity (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_dense_plan plan;
  bcov_dense_pairs pairs = {0};
  bcov_dense_join join;
  bcov_model model = boards_model (mem, 6, 6, BOARDS_L3, false);
  bcov_half half = boards_halve (&model, &whole);
  assert_int_equal (bcov_dense_plan_make (&half.program, 1, &plan, NULL), 0);
  size_t states = bcov_dense_plan_states (&plan);
  double *table = calloc (states, sizeof *table), sum = 0;
  bcov_dense_frame frame = {.lanes = 1, .table = (uint64_t *)table};
  assert_int_equal (bcov_dense_join_start (&join, mem, &plan, &frame, &pairs, &half.bridges, NULL),
                    0);
  table[0] = INFINITY;
  for (uint64_t step = 0; step < join.steps; step++)
    bcov_dense_join_reals (&join, step, &sum);
  assert_true (sum == 0);
  bcov_dense_join_free (&join);
  bcov_dense_plan_free (&plan);
  free (table);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

/* ---- with the table ---- */

static void check_table (const bcov_half *half, const bcov_program *whole, bcov_random *random)
{
  bcov_control control;
  unsigned bits = 40 + models_below (random, 17), lanes = 1u << models_below (random, 3);
  size_t workers = 1 + models_below (random, 3);
  uint64_t primes[4], residues[4];
  double bound;
  for (uint32_t n = 0; n < lanes; n++)
    primes[n] = bcov_prime (bits, n);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_count (&half->program, &half->bridges, primes, lanes, workers,
                                      &control, residues, NULL),
                    0);
  for (uint32_t n = 0; n < lanes; n++)
    assert_int_equal (residues[n], boards_count (whole, primes[n]));
  bcov_control_start (&control, NULL);
  assert_int_equal (
      bcov_dense_bound (&half->program, &half->bridges, workers, &control, &bound, NULL), 0);
  double exact = (double)boards_count (whole, bcov_prime (61, 0));
  if (exact < 1e15) /* else it is a remainder, perhaps */
    assert_true (bound >= log2 (exact) && (exact == 0 || bound < log2 (exact) + 0.01));
}

static void half_boards (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t checked = 0;
  const char *const *const pieces[] = {BOARDS_L3, BOARDS_I2, BOARDS_TROMINOES, BOARDS_I3_O4};
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program whole;
    int height = 2 + (int)models_below (&random, 5), width = 2 + (int)models_below (&random, 3);
    bcov_model model = k % 2 ? boards_model (mem, height, width, pieces[k / 2 % 4], k / 8 % 2)
                             : boards_reversible (mem, &random, models_below (&random, 3));
    bcov_half half = boards_halve (&model, &whole);
    if (half.program.levels.count && bcov_dense_fits (&half.program) && whole.bits <= 12) {
      check_table (&half, &whole, &random);
      checked++;
    }
    bcov_half_free (&half);
    bcov_program_free (&whole);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (checked, 100));
}

/* What was said to be needed is enough. */
static void memory_is_known (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_model model = boards_model (mem, 17, 17, BOARDS_L3, true);
  bcov_half half = boards_halve (&model, &whole);
  size_t before = bcov_mem_used (mem);
  bcov_dense_needs needs, all;
  bcov_control control;
  uint64_t primes[4], residues[4];
  for (uint32_t n = 0; n < 4; n++)
    primes[n] = bcov_prime (56, n);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_foresee (&whole, NULL, 4, 2, &all, NULL), 0);
  assert_int_equal (bcov_dense_foresee (&half.program, &half.bridges, 4, 2, &needs, NULL), 0);
  assert_int_equal (
      bcov_dense_count (&half.program, &half.bridges, primes, 4, 2, &control, residues, NULL), 0);
  assert_true (bcov_mem_peak (mem) <= before + needs.bytes);
  assert_true (needs.work < 0.6 * all.work);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

static void every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  uint64_t prime = bcov_prime (56, 0), residue = 0;
  bcov_model model = boards_model (mem, 9, 4, BOARDS_L3, false);
  bcov_half half = boards_halve (&model, &whole);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_control control;
    bcov_control_start (&control, NULL);
    f.status =
        bcov_dense_count (&half.program, &half.bridges, &prime, 1, 2, &control, &residue, NULL);
  }
  assert_true (f.failed > 20);
  assert_int_equal (residue, 88);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

SUITE (dense_join)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sums_of_products),
      cmocka_unit_test (infinity),
      cmocka_unit_test (half_boards),
      cmocka_unit_test (memory_is_known),
      cmocka_unit_test (every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("dense_join", tests, NULL, NULL);
}
