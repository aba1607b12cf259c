/* Compares tests on eight words with tests on each word, with and without vector instructions. */

#include "suite.h"

#include "random_cases.h"
#include "base/eight.h"
#include "base/random.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>

/* The headers again, without vector instructions. */
#pragma push_macro("__AVX2__")
#undef BCOV_EIGHT_H
#undef BCOV_LANES_H
#undef __AVX2__
#define BCOV_LANES PLAIN_LANES
#define BCOV_ALL_LANES ALL_PLAIN_LANES
#define bcov_lanes plain_lanes
#define bcov_lanes_some plain_some
#define bcov_eight_signs signs_plain
#define bcov_eight_equal equal_plain
#define bcov_eight_apart apart_plain
#include "base/eight.h"
#undef bcov_eight_equal
#undef bcov_eight_apart
#undef bcov_lanes_some
#undef bcov_eight_signs
#pragma pop_macro("__AVX2__")

typedef unsigned test_eight (const uint64_t *eight, uint64_t word);

static void expect_equal (test_eight *equal)
{
  bcov_random random = {cases_seed (0)};
  alignas (64) uint64_t eight[8];
  for (uint64_t n = 0; n < cases (20000); n++) {
    uint64_t word = n % 3 ? bcov_random_next (&random) : n % 2 ? 0 : UINT64_MAX;
    unsigned expected = 0;
    for (unsigned k = 0; k < 8; k++) {
      uint64_t kind = bcov_random_below (&random, 4);
      eight[k] = kind == 0   ? word
                 : kind == 1 ? word ^ (uint64_t)1 << bcov_random_below (&random, 64)
                 : kind == 2 ? ~word
                             : bcov_random_next (&random);
      expected |= (unsigned)(kind == 0) << k;
      if (kind == 3 && eight[k] == word)
        expected |= 1u << k;
    }
    assert_int_equal (equal (eight, word), expected);
  }
}

/* Returns a mask that shares no bit with WORD, at most one bit, or any bits. */
static uint64_t draw_mask (uint64_t word, uint64_t kind, bcov_random *random)
{
  uint64_t mask = bcov_random_next (random) & ~word;
  uint64_t bit = (uint64_t)1 << (kind == 1 ? bcov_random_below (random, 64) : kind == 2 ? 63 : 0);
  return kind == 0 ? mask : kind < 4 ? mask | (bit & word) : bcov_random_next (random);
}

static void expect_apart (test_eight *apart)
{
  bcov_random random = {cases_seed (0)};
  unsigned seen = 0;
  alignas (64) uint64_t eight[8];
  for (uint64_t n = 0; n < cases (20000); n++) {
    uint64_t word = n % 5 ? bcov_random_next (&random) : n % 2 ? 0 : UINT64_MAX;
    unsigned expected = 0;
    for (unsigned k = 0; k < 8; k++) {
      eight[k] = draw_mask (word, bcov_random_below (&random, 5), &random);
      bool common = false;
      for (unsigned b = 0; b < 64; b++)
        common = common || (eight[k] >> b & 1 && word >> b & 1);
      expected |= (unsigned)!common << k;
    }
    assert_int_equal (apart (eight, word), expected);
    seen |= expected ^ 0xff;
  }
  assert_int_equal (seen, 0xff);
}

static unsigned call_equal (const uint64_t *eight, uint64_t word)
{
  return bcov_eight_equal (eight, word);
}

static unsigned call_apart (const uint64_t *eight, uint64_t word)
{
  return bcov_eight_apart (eight, word);
}

static void equal_words_are_found (void **state)
{
  (void)state;
  expect_equal (call_equal);
  expect_equal (equal_plain);
}

static void disjoint_words_are_found (void **state)
{
  (void)state;
  expect_apart (call_apart);
  expect_apart (apart_plain);
}

SUITE (eight)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (equal_words_are_found),
      cmocka_unit_test (disjoint_words_are_found),
  };
  return cmocka_run_group_tests_name ("eight", tests, NULL, NULL);
}
