/* Eight words at once, in each of the three ways in which that is done. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/eight.h"
#include "base/random.h"

#include <stdalign.h>
#include <stdio.h>
#include <time.h>

/* The header again, for processors with less and with more than this program is built for. */
#pragma push_macro("__AVX2__")
#pragma push_macro("__AVX512F__")
#undef BCOV_EIGHT_H
#undef __AVX2__
#undef __AVX512F__
#define bcov_eight_equal equal_plain
#include "base/eight.h"
#undef bcov_eight_equal
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
#include "base/eight.h"
#undef bcov_eight_equal
static __attribute__ ((noinline)) unsigned call_4 (const uint64_t *eight, uint64_t word)
{
  return equal_4 (eight, word);
}
#pragma pop_macro("__AVX512F__")
#pragma GCC target("avx512f")
#undef BCOV_EIGHT_H
#define bcov_eight_equal equal_8
#include "base/eight.h"
#undef bcov_eight_equal
static __attribute__ ((noinline)) unsigned call_8 (const uint64_t *eight, uint64_t word)
{
  return equal_8 (eight, word);
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

typedef unsigned road (const uint64_t *eight, uint64_t word);

static void expect_road (road *equal)
{
  uint64_t seed = (uint64_t)time (NULL);
  bcov_random random = {seed};
  printf ("seed %llu\n", (unsigned long long)seed);
  alignas (64) uint64_t eight[8];
  for (unsigned n = 0; n < 20000; n++) {
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

static void plain (void **state)
{
  (void)state;
  expect_road (call_plain);
}

static void as_built (void **state)
{
  (void)state;
  expect_road (call_built);
}

static void four_at_once (void **state)
{
  (void)state;
#ifdef MORE
  if (__builtin_cpu_supports ("avx2")) {
    expect_road (call_4);
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
    return;
  }
#endif
  skip ();
}

int main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (plain),
      cmocka_unit_test (as_built),
      cmocka_unit_test (four_at_once),
      cmocka_unit_test (eight_at_once),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
