/* Pairs that never occur: nothing that occurs is excluded, and what should be is. */

#include "suite.h"

#include "dense_boards.h"
#include "random_cases.h"
#include "engine/dense/dense_pairs.h"

#include <stdio.h>

/* Whether STATE has two bits that never go together. */
static bool excluded (const bcov_dense_pairs *pairs, uint64_t state)
{
  for (uint32_t a = 0; a < pairs->bits; a++)
    for (uint32_t b = 0; b < pairs->bits; b++)
      if (pairs->never[state >> a & 1][state >> b & 1][a] >> b & 1)
        return true;
  return false;
}

/* Steps through the program of all states that can be reached; returns how many states were
   excluded over all levels. */
static uint64_t compare (bcov_program *p)
{
  bcov_dense_pairs pairs;
  uint64_t *now = boards_states (p), *then = boards_states (p), prime = bcov_prime (56, 0), sum = 0;
  bcov_dense_pairs_start (&pairs, p->bits);
  for (uint32_t level = 0; level <= p->levels.count; level++) {
    for (uint64_t state = 0; state < (uint64_t)1 << p->bits; state++) {
      bool never = excluded (&pairs, state);
      assert_false (never && now[state]);
      assert_int_equal (bcov_dense_pairs_occur (&pairs, (1u << p->bits) - 1, (uint32_t)state),
                        !never);
      sum += never;
    }
    if (level == p->levels.count)
      break;
    boards_step (p, level, prime, now, then);
    bcov_dense_pairs_step (&pairs, p, level);
    uint64_t *swap = now;
    now = then;
    then = swap;
  }
  free (now);
  free (then);
  return sum;
}

static void nothing_that_occurs (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = boards_draw (mem, &random);
    if (p.bits <= 10)
      compare (&p);
    bcov_program_free (&p);
    bcov_mem_delete (mem);
  }
}

/* At the start there is one state; with upright trominoes a cell two rows down is covered only when
   the one above it is: 3^6 of 4^6 states are left before the third row. */
static void upright_pieces (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 6, 6, BOARDS_TROMINOES, false);
  bcov_dense_pairs pairs;
  uint64_t left = 0;
  bcov_dense_pairs_start (&pairs, p.bits);
  assert_false (excluded (&pairs, 0));
  for (uint32_t b = 0; b < p.bits; b++)
    assert_true (excluded (&pairs, (uint64_t)1 << b));
  for (uint32_t level = 0; level < 12; level++)
    bcov_dense_pairs_step (&pairs, &p, level);
  for (uint64_t key = 0; key < (uint64_t)1 << p.bits; key++)
    left += !excluded (&pairs, key);
  assert_int_equal (left, 729);
  assert_true (compare (&p) > 0);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

/* A level that nothing passes: no state is left. */
static void hopeless (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  models_add (&model, 1);
  bcov_program p = boards_unroll (&model);
  bcov_dense_pairs pairs;
  bcov_dense_pairs_start (&pairs, 2);
  for (uint32_t level = 0; level < p.levels.count; level++)
    bcov_dense_pairs_step (&pairs, &p, level);
  for (uint64_t key = 0; key < 4; key++)
    assert_true (excluded (&pairs, key));
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

SUITE (dense_pairs)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (nothing_that_occurs),
      cmocka_unit_test (upright_pieces),
      cmocka_unit_test (hopeless),
  };
  return cmocka_run_group_tests_name ("dense_pairs", tests, NULL, NULL);
}
