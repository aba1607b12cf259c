/* Eight words at once, in each of the three ways in which that is done. */

#include "suite.h"

#include "random_cases.h"
#include "base/eight.h"
#include "base/random.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>

/* The header again, for processors with less and with more than this program is built for. */
#pragma push_macro("__AVX2__")
#pragma push_macro("__AVX512F__")
#undef BCOV_EIGHT_H
#undef __AVX2__
#undef __AVX512F__
#define bcov_eight_equal equal_plain
#define bcov_eight_apart apart_plain
#include "base/eight.h"
#undef bcov_eight_equal
#undef bcov_eight_apart
#pragma pop_macro("__AVX2__")
#pragma pop_macro("__AVX512F__")

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MORE 1
#pragma GCC push_options
#pragma GCC target("avx2")
#pragma push_macro("__AVX512F__")
#undef __AVX512F__
#undef BCOV_EIGHT_H
#define bcov_eight_equal equal_4
#define bcov_eight_apart apart_4
#include "base/eight.h"
#undef bcov_eight_equal
#undef bcov_eight_apart
static __attribute__ ((noinline)) unsigned call_4 (const uint64_t *eight, uint64_t word)
{
  return equal_4 (eight, word);
}
static __attribute__ ((noinline)) unsigned call_apart_4 (const uint64_t *eight, uint64_t word)
{
  return apart_4 (eight, word);
}
#pragma pop_macro("__AVX512F__")
#pragma GCC target("avx512f")
#undef BCOV_EIGHT_H
#define bcov_eight_equal equal_8
#define bcov_eight_apart apart_8
#include "base/eight.h"
#undef bcov_eight_equal
#undef bcov_eight_apart
static __attribute__ ((noinline)) unsigned call_8 (const uint64_t *eight, uint64_t word)
{
  return equal_8 (eight, word);
}
static __attribute__ ((noinline)) unsigned call_apart_8 (const uint64_t *eight, uint64_t word)
{
  return apart_8 (eight, word);
}
#pragma GCC pop_options
#endif

static unsigned call_plain (const uint64_t *eight, uint64_t word)
{
  return equal_plain (eight, word);
}

static unsigned call_built (const uint64_t *eight, uint64_t word)
{
  return bcov_eight_equal (eight, word);
}

static unsigned call_apart_plain (const uint64_t *eight, uint64_t word)
{
  return apart_plain (eight, word);
}

static unsigned call_apart_built (const uint64_t *eight, uint64_t word)
{
  return bcov_eight_apart (eight, word);
}

typedef unsigned road (const uint64_t *eight, uint64_t word);

static void expect_road (road *equal)
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

/* A mask without a common bit, with just one (of the lowest and the highest too), or any. */
static uint64_t draw_mask (uint64_t word, uint64_t kind, bcov_random *random)
{
  uint64_t mask = bcov_random_next (random) & ~word;
  uint64_t bit = (uint64_t)1 << (kind == 1 ? bcov_random_below (random, 64) : kind == 2 ? 63 : 0);
  return kind == 0 ? mask : kind < 4 ? mask | (bit & word) : bcov_random_next (random);
}

static void expect_apart (road *apart)
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

static void plain (void **state)
{
  (void)state;
  expect_road (call_plain);
  expect_apart (call_apart_plain);
}

static void as_built (void **state)
{
  (void)state;
  expect_road (call_built);
  expect_apart (call_apart_built);
}

static void four_at_once (void **state)
{
  (void)state;
#ifdef MORE
  if (__builtin_cpu_supports ("avx2")) {
    expect_road (call_4);
    expect_apart (call_apart_4);
    return;
  }
#endif
  skip ();
}

static void eight_at_once (void **state)
{
  (void)state;
#ifdef MORE
  if (__builtin_cpu_supports ("avx512f")) {
    expect_road (call_8);
    expect_apart (call_apart_8);
    return;
  }
#endif
  skip ();
}

SUITE (eight)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (plain),
      cmocka_unit_test (as_built),
      cmocka_unit_test (four_at_once),
      cmocka_unit_test (eight_at_once),
  };
  return cmocka_run_group_tests_name ("eight", tests, NULL, NULL);
}
