/* The table of dead states: what was put is found until seven others of its bucket may have taken
   its place, what was not put is never found, and the table keeps to its size. */

#include "suite.h"

#include "random_cases.h"
#include "engine/quick/dead_states.h"
#include "base/random.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 3000 };

static bool has (const bcov_dead_states *dead_states, const uint64_t *name)
{
  uint32_t words = dead_states->words;
  return bcov_dead_states_has (dead_states, bcov_dead_states_bucket (dead_states, name, words),
                               name, words);
}

static bcov_dead_states start (bcov_mem *mem, uint32_t words, size_t bytes)
{
  bcov_dead_states dead_states;
  assert_int_equal (bcov_dead_states_new (mem, words, bytes, &dead_states, NULL), BCOV_OK);
  assert_int_equal ((uintptr_t)dead_states.names % 64, 0);
  assert_int_equal (dead_states.mask & (dead_states.mask + 1), 0);
  return dead_states;
}

static void end (bcov_mem *mem, bcov_dead_states *dead_states)
{
  bcov_dead_states_free (dead_states);
  bcov_dead_states_free (dead_states);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Names close to each other, as keys are: few bits set, a level on top; never all zero. */
static void draw (bcov_random *random, uint32_t words, uint64_t *name)
{
  for (uint32_t w = 0; w < words; w++)
    name[w] = bcov_random_next (random) & bcov_random_next (random) & 0xfff;
  name[words - 1] |= (1 + bcov_random_below (random, 30)) << 58;
}

/* The other road: every name that was ever put, in the order in which it was. */
typedef struct {
  uint64_t names[ROUNDS][2];
  size_t count;
} list;

static bool was_put (const list *all, const uint64_t *name, uint32_t words)
{
  for (size_t k = 0; k < all->count; k++)
    if (!memcmp (all->names[k], name, words * sizeof *name))
      return true;
  return false;
}

static void expect_honest (uint32_t words, size_t bytes, uint64_t seed)
{
  list all;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_dead_states dead_states = start (mem, words, bytes);
  uint64_t found = 0, strange = 0;
  bcov_random random = {seed};
  all.count = 0;
  for (int n = 0; n < ROUNDS; n++) {
    uint64_t name[2] = {0};
    draw (&random, words, name);
    if (has (&dead_states, name)) {
      assert_true (was_put (&all, name, words));
      found++;
    } else
      strange++;
    bcov_dead_states_put (&dead_states, name, words);
    memcpy (all.names[all.count++], name, sizeof name);
    assert_true (has (&dead_states, name));
  }
  assert_true (strange > 100);
  if (words == 1 && bytes > 1000) /* a small table may have forgotten every one that comes again */
    assert_true (found > 0);
  end (mem, &dead_states);
}

static void never_what_was_not_put (void **state)
{
  (void)state;
  for (uint64_t k = 0, seed = cases_seed (0); k < cases (1); k++)
    for (uint32_t words = 1; words <= 2; words++) {
      expect_honest (words, 1, seed + k);
      expect_honest (words, 1000, seed + k);
      expect_honest (words, 1 << 20, seed + k);
    }
}

/* With two words both must agree, in the same place of the bucket. */
static void both_words_of_one_name (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_dead_states dead_states = start (mem, 2, 1); /* one bucket */
  uint64_t a[] = {1, 2}, b[] = {3, 4}, mixed[] = {1, 4}, other[] = {3, 2}, turned[] = {2, 1};
  assert_int_equal (dead_states.mask, 0);
  bcov_dead_states_put (&dead_states, a, 2);
  bcov_dead_states_put (&dead_states, b, 2);
  assert_true (has (&dead_states, a) && has (&dead_states, b));
  assert_false (has (&dead_states, mixed) || has (&dead_states, other) ||
                has (&dead_states, turned));
  end (mem, &dead_states);
}

/* One bucket: the last eight names stay, the one before is gone. */
static void eight_in_a_bucket (void **state)
{
  (void)state;
  for (uint32_t words = 1; words <= 2; words++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_dead_states dead_states = start (mem, words, 0);
    for (uint64_t n = 1; n < 100; n++) {
      uint64_t name[] = {n, n};
      bcov_dead_states_put (&dead_states, name, words);
      for (uint64_t m = 1; m < 110; m++) {
        uint64_t asked[] = {m, m};
        assert_int_equal (has (&dead_states, asked), m <= n && m + 8 > n);
      }
    }
    end (mem, &dead_states);
  }
}

/* A table that is large enough forgets hardly anything: names are spread over all buckets. */
static void names_are_spread (void **state)
{
  (void)state;
  for (uint32_t words = 1; words <= 2; words++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_dead_states dead_states = start (mem, words, (size_t)words << 19); /* 65536 places */
    uint64_t kept = 0;
    assert_int_equal ((dead_states.mask + 1) * 8, 65536);
    for (int pass = 0; pass < 2; pass++)
      for (uint64_t n = 0; n < 4096; n++) { /* few keys on many levels, as on a board */
        uint64_t name[2] = {n % 64 << 3, 0};
        name[words - 1] |= (n / 64 + 1) << 57;
        if (!pass)
          bcov_dead_states_put (&dead_states, name, words);
        else
          kept += has (&dead_states, name);
      }
    assert_true (kept > 4000);
    end (mem, &dead_states);
  }
}

/* As large as the bytes allow, but for one bucket and what brings it to a cache line. */
static void the_size_is_kept_to (void **state)
{
  (void)state;
  for (uint32_t words = 1; words <= 2; words++)
    for (size_t bytes = 0; bytes < 5000; bytes += 17) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_dead_states dead_states = start (mem, words, bytes);
      size_t size = (dead_states.mask + 1) * 64 * words;
      assert_true (size <= bytes || dead_states.mask == 0);
      assert_true (2 * size > bytes);
      assert_true (bcov_mem_used (mem) >= size);
      end (mem, &dead_states);
    }
}

/* What one thread puts another finds, and the table is freed once. */
static void tables_are_shared (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_dead_states dead_states = start (mem, 1, 1 << 16);
  bcov_dead_states first = bcov_dead_states_share (&dead_states, 0),
                   second = bcov_dead_states_share (&dead_states, 1);
  for (uint64_t name = 1; name <= 100; name++) {
    bcov_dead_states_put (name % 2 ? &first : &second, &name, 1);
    assert_true (has (&first, &name) && has (&second, &name) && has (&dead_states, &name));
  }
  bcov_dead_states_free (&first);
  bcov_dead_states_free (&second);
  end (mem, &dead_states);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_dead_states dead_states;
  bcov_mem_fail_at (mem, 1);
  assert_int_equal (bcov_dead_states_new (mem, 1, 1 << 16, &dead_states, err), BCOV_FAULT);
  assert_int_equal (bcov_error_status (err), BCOV_FAULT);
  bcov_mem_fail_at (mem, 0);
  bcov_error_free (err);
  end (mem, &dead_states);
}

SUITE (dead_states)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (never_what_was_not_put), cmocka_unit_test (both_words_of_one_name),
      cmocka_unit_test (eight_in_a_bucket),      cmocka_unit_test (names_are_spread),
      cmocka_unit_test (the_size_is_kept_to),    cmocka_unit_test (memory_may_fail),
      cmocka_unit_test (tables_are_shared),
  };
  return cmocka_run_group_tests_name ("dead_states", tests, NULL, NULL);
}
