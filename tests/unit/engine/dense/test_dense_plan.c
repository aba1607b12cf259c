/* Plans of the dense table: classes, blocks and places. */

#include "suite.h"

#include "dense_boards.h"
#include "random_cases.h"
#include "engine/dense/dense_plan.h"

#include <stdio.h>

/* Blocks follow each other through all levels but those ahead; before each only states of one class
   occur, and only open slots are set. */
static void check_blocks (const bcov_dense_plan *plan)
{
  const bcov_program *p = plan->program;
  uint64_t *now = boards_states (p), *then = boards_states (p), prime = bcov_prime (56, 0);
  uint32_t level = 0, m = plan->classes.modulus;
  for (; level < plan->ahead; level++) {
    boards_step (p, level, prime, now, then);
    uint64_t *swap = now;
    now = then;
    then = swap;
  }
  for (size_t k = 0; k < plan->blocks.count; k++) {
    const bcov_dense_block *b = &plan->blocks.data[k];
    uint64_t touched = 0;
    assert_int_equal (b->first, level);
    for (uint64_t key = 0; key < (uint64_t)1 << p->bits; key++)
      if (now[key]) {
        assert_int_equal (bcov_dense_class (plan->classes.weight, m, key), plan->home);
        assert_int_equal (key & ~b->before, 0);
      }
    for (; level < b->first + b->levels; level++) {
      touched |= bcov_dense_touched (p, level);
      boards_step (p, level, prime, now, then);
      uint64_t *swap = now;
      now = then;
      then = swap;
    }
    assert_int_equal (touched, b->slots);
    assert_true (__builtin_popcountll (touched) <= BCOV_DENSE_TOUCH);
  }
  assert_int_equal (level, p->levels.count);
  free (now);
  free (then);
}

/* Every slot has a place of its own, and so has every state of the class. */
static void check_places (const bcov_dense_plan *plan)
{
  uint64_t all = ((uint64_t)1 << plan->bits) - 1, states = bcov_dense_plan_states (plan);
  bool *taken = calloc (states, sizeof *taken);
  assert_non_null (taken);
  assert_int_equal (bcov_dense_plan_places (plan, all), all);
  for (uint64_t key = 0; key <= all; key++) {
    uint64_t at = bcov_dense_plan_at (plan, key);
    if (bcov_dense_class (plan->weight, plan->classes.modulus, key) != plan->home)
      continue;
    assert_true (at < states);
    assert_false (taken[at]);
    taken[at] = true;
  }
  free (taken);
}

/* What is said of slots holds for their places. */
static void check_pairs (const bcov_dense_plan *plan, bcov_random *random)
{
  bcov_dense_pairs pairs = {.bits = plan->bits}, placed;
  for (uint32_t k = 0; k < 4 * plan->bits; k++)
    pairs.never[k & 1][k >> 1 & 1][k >> 2] = models_below (random, 1u << plan->bits);
  bcov_dense_plan_pairs (plan, &pairs, &placed);
  for (uint32_t k = 0; k < 4 * plan->bits; k++)
    for (uint32_t b = 0; b < plan->bits; b++)
      assert_int_equal (placed.never[k & 1][k >> 1 & 1][plan->place[k >> 2]] >> plan->place[b] & 1,
                        pairs.never[k & 1][k >> 1 & 1][k >> 2] >> b & 1);
}

static void random_plans (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = boards_draw (mem, &random);
    bcov_dense_plan plan;
    if (p.bits <= 10) {
      assert_int_equal (bcov_dense_plan_make (&p, 1u << models_below (&random, 3), &plan, NULL), 0);
      check_blocks (&plan);
      check_places (&plan);
      check_pairs (&plan, &random);
      bcov_dense_plan_free (&plan);
    }
    bcov_program_free (&p);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Half boards end in one class, from which their blocks begin as well. */
static void half_plans (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t ahead = 0;
  for (uint64_t k = 0; k < 12 + cases (88); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program whole;
    bcov_dense_plan plan;
    bcov_model model = k < 12 ? boards_model (mem, 6 + (int)k / 3, 9 + (int)k % 3, BOARDS_L3, false)
                              : boards_reversible (mem, &random, models_below (&random, 3));
    bcov_half half = boards_halve (&model, &whole);
    if (half.program.levels.count && half.program.bits <= 12) {
      assert_int_equal (bcov_dense_plan_make (&half.program, 4, &plan, NULL), 0);
      check_blocks (&plan);
      check_places (&plan);
      ahead += plan.ahead > 0;
      bcov_dense_plan_free (&plan);
    }
    bcov_half_free (&half);
    bcov_program_free (&whole);
    bcov_mem_delete (mem);
  }
  assert_true (ahead > 3); /* of the boards, always */
}

static void expect_modulus (bcov_program p, uint32_t modulus, uint64_t states)
{
  bcov_dense_plan plan;
  bcov_mem *mem = p.mem;
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  assert_int_equal (plan.classes.modulus, modulus);
  assert_int_equal (bcov_dense_plan_states (&plan), states);
  check_blocks (&plan);
  check_places (&plan);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Pieces of one size give classes, and a monomino that may be used once does no harm: its bit then
   weighs two.  Rows of 32 states have 11 of a class, or 16, and room for whole chunks of 4. */
static void boards_have_classes (void **state)
{
  (void)state;
  expect_modulus (boards_program (bcov_mem_new (0), 12, 12, BOARDS_L3, false), 3, 256 * 12);
  expect_modulus (boards_program (bcov_mem_new (0), 11, 11, BOARDS_L3, true), 3, 256 * 12);
  expect_modulus (boards_program (bcov_mem_new (0), 12, 12, BOARDS_I2, false), 2, 128 * 16);
  expect_modulus (boards_program (bcov_mem_new (0), 6, 6, BOARDS_I3_O4, false), 1, 128 * 32);
}

static void every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 9, 6, BOARDS_L3, false);
  size_t before = bcov_mem_used (mem), n = 0;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_dense_plan plan;
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_dense_plan_make (&p, 4, &plan, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_dense_plan_free (&plan);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 2);
  bcov_mem_fail_at (mem, 0);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

SUITE (dense_plan)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_plans),
      cmocka_unit_test (half_plans),
      cmocka_unit_test (boards_have_classes),
      cmocka_unit_test (every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("dense_plan", tests, NULL, NULL);
}
