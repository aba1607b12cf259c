/* Compares each implementation of bcov_select with a test of one state at a time. */

#include "suite.h"

#include "random_cases.h"
#include "engine/sparse/select.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t implementation (const bcov_rule *rule, const bcov_state_batch *from,
                                 uint32_t count, const bcov_state_batch *out);

/* The source again, without vector instructions and with AVX2. */
implementation select_plain, select_four;

#pragma push_macro("__AVX2__")
#undef __AVX2__
#define bcov_select select_plain
#include "engine/sparse/select.c"
#undef bcov_select
#pragma pop_macro("__AVX2__")

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE 1
#pragma GCC push_options
#pragma GCC target("avx2")
#define bcov_select select_four
#define drop_dead drop_dead_four
#include "engine/sparse/select.c"
#undef bcov_select
#undef drop_dead
#pragma GCC pop_options
#endif

enum { MOST = 530, SPARE = 8, ROUNDS = 4000 };

/* Applies RULE to one key, in the order in which bcov_rule lists its steps. */
static bool passes (const bcov_rule *rule, uint64_t *key)
{
  if (*key & rule->test)
    return false;
  if (rule->want && !(*key & rule->want))
    return false;
  *key &= ~rule->drop;
  *key |= rule->set;
  if ((*key & rule->must) != rule->must)
    return false;
  *key &= ~rule->clear;
  return !rule->pockets || !bcov_pockets_dead (rule->pockets, rule->level, *key);
}

static uint64_t few (bcov_random *random, unsigned bits)
{
  uint64_t mask = 0;
  while (bits--)
    if (bcov_random_below (random, 2))
      mask |= (uint64_t)1 << bcov_random_below (random, 64);
  return mask;
}

static bcov_rule draw_rule (bcov_random *random, const bcov_pockets *pockets)
{
  return (bcov_rule){.test = few (random, 3),
                     .want = few (random, 4),
                     .drop = few (random, 2),
                     .set = few (random, 4),
                     .must = few (random, 3),
                     .clear = few (random, 4),
                     .pockets = bcov_random_below (random, 2) ? pockets : NULL,
                     .level = (uint32_t)bcov_random_below (random, 2)};
}

static void expect_rule (implementation *selects, const bcov_rule *rule, const uint64_t *keys,
                         uint32_t count)
{
  static const uint64_t values[MOST];
  /* on the heap and no larger than necessary, so that the sanitizer sees an overrun */
  bcov_state_batch from = {calloc (count + SPARE, 8), calloc (count + SPARE, sizeof (uint64_t *))};
  bcov_state_batch out = {calloc (count + SPARE, 8), calloc (count + SPARE, sizeof (uint64_t *))};
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k++) {
    from.keys[k] = keys[k];
    from.values[k] = &values[k];
  }
  uint32_t passed = selects (rule, &from, count, &out);
  for (uint32_t k = 0; k < count; k++) {
    uint64_t key = keys[k];
    assert_int_equal (from.keys[k], key);
    if (!passes (rule, &key))
      continue;
    assert_true (kept < passed);
    assert_int_equal (out.keys[kept], key);
    assert_ptr_equal (out.values[kept], &values[k]);
    kept++;
  }
  assert_int_equal (passed, kept);
  free (from.keys);
  free (from.values);
  free (out.keys);
  free (out.values);
}

/* Two levels: 64 cells in a row, and 32 cells in two rows of 16; open ends at one cell each. */
static void expect_same (implementation *selects)
{
  bcov_shifted_links lines[] = {{1, UINT64_MAX >> 1}, {1, 0x7fff7fff}, {16, 0xffff}};
  bcov_open_cells waters[] = {{UINT64_MAX, 1, 0, 1}, {0xffffffff, 0x80000000, 1, 2}};
  bcov_pockets pockets = {.sizes = 0x5555555555555550 | 1}; /* 4, 6, 8 ... cells */
  pockets.levels.data = waters;
  pockets.lines.data = lines;
  pockets.levels.count = 2;
  pockets.lines.count = 3;
  uint64_t passed = 0;
  bcov_random random = {cases_seed (0)};
  for (uint64_t n = 0; n < cases (ROUNDS); n++) {
    uint64_t keys[MOST];
    bcov_rule rule = draw_rule (&random, &pockets);
    uint32_t count = (uint32_t)bcov_random_below (&random, n % 10 ? 40 : MOST);
    for (uint32_t k = 0; k < count; k++) { /* half of them leave few cells open */
      keys[k] = bcov_random_below (&random, 2) ? bcov_random_next (&random) : ~few (&random, 9);
      uint64_t key = keys[k];
      passed += passes (&rule, &key);
    }
    expect_rule (selects, &rule, keys, count);
  }
  assert_true (cases_enough (passed, ROUNDS));
}

static void as_built (void **state)
{
  (void)state;
  expect_same (bcov_select);
}

static void plain (void **state)
{
  (void)state;
  expect_same (select_plain);
}

static void four (void **state)
{
  (void)state;
#ifdef WIDE
  if (__builtin_cpu_supports ("avx2")) {
    expect_same (select_four);
    return;
  }
#endif
  skip ();
}

/* Places a domino; bit 0 is the guard. */
static void a_move_by_hand (void **state)
{
  (void)state;
  uint64_t keys[4 + SPARE] = {0, 1, 2, 4}, next[4 + SPARE];
  const uint64_t *values[4 + SPARE] = {&keys[0], &keys[1], &keys[2], &keys[3]}, *others[4 + SPARE];
  bcov_state_batch from = {keys, values}, out = {next, others};
  bcov_rule move = {.test = 2, .drop = 1, .set = 2, .must = 2};
  assert_int_equal (bcov_select (&move, &from, 4, &out), 3);
  assert_int_equal (next[0], 2);
  assert_int_equal (next[1], 2);
  assert_int_equal (next[2], 6);
  assert_ptr_equal (others[2], &keys[3]);
  bcov_rule pass = {.want = 1, .drop = 1};
  assert_int_equal (bcov_select (&pass, &from, 4, &out), 1);
  assert_int_equal (next[0], 0);
  assert_int_equal (bcov_select (&move, &from, 0, &out), 0);
}

SUITE (select)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_move_by_hand),
      cmocka_unit_test (as_built),
      cmocka_unit_test (plain),
      cmocka_unit_test (four),
  };
  return cmocka_run_group_tests_name ("select", tests, NULL, NULL);
}
