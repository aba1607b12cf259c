/* Random numbers: the published sequence of splitmix64, and unbiased draws. */

#include "suite.h"

#include "base/random.h"

#include <stdbool.h>

/* From Sebastiano Vigna's splitmix64.c with the seeds 0 and 1234567. */
static void the_sequence_is_the_published_one (void **state)
{
  (void)state;
  static const uint64_t zero[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu,
                                  0xf88bb8a8724c81ecu};
  static const uint64_t other[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                   4593380528125082431u, 16408922859458223821u};
  bcov_random a = {0}, b = {1234567};
  for (size_t k = 0; k < 4; k++)
    assert_true (bcov_random_next (&a) == zero[k]);
  for (size_t k = 0; k < 5; k++)
    assert_true (bcov_random_next (&b) == other[k]);
}

static void equal_seeds_give_equal_draws (void **state)
{
  (void)state;
  bcov_random a = {99}, b = {99}, c = {100};
  bool differ = false;
  for (uint64_t k = 1; k < 1000; k++) {
    uint64_t drawn = bcov_random_below (&a, k);
    assert_true (bcov_random_below (&b, k) == drawn);
    differ = differ || bcov_random_below (&c, k) != drawn;
  }
  assert_true (differ);
}

static void draws_are_below_the_bound (void **state)
{
  (void)state;
  static const uint64_t bounds[] = {1,
                                    2,
                                    3,
                                    5,
                                    6,
                                    7,
                                    10,
                                    256,
                                    1000003,
                                    UINT32_MAX,
                                    (uint64_t)1 << 32,
                                    (uint64_t)1 << 63,
                                    ((uint64_t)1 << 63) + 1,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
  bcov_random random = {7};
  for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
    for (int draw = 0; draw < 1000; draw++)
      assert_true (bcov_random_below (&random, bounds[k]) < bounds[k]);
}

/* Chi squared of 60000 draws: for all bounds here, a value above 60 has a probability below
   1/10000. */
static void small_bounds_have_no_favourites (void **state)
{
  (void)state;
  enum { DRAWS = 60000, MOST = 25 };
  bcov_random random = {31337};
  for (uint64_t bound = 2; bound <= MOST; bound++) {
    int count[MOST] = {0};
    double expected = (double)DRAWS / (double)bound, chi = 0;
    for (int k = 0; k < DRAWS; k++)
      count[bcov_random_below (&random, bound)]++;
    for (uint64_t k = 0; k < bound; k++)
      chi += (count[k] - expected) * (count[k] - expected) / expected;
    assert_true (chi < 60);
  }
}

/* With a bound of three quarters of 2^64, a plain remainder would be in the lowest third half of
   the time. */
static void large_bounds_have_none_either (void **state)
{
  (void)state;
  enum { DRAWS = 30000 };
  const uint64_t third = (uint64_t)1 << 62;
  bcov_random random = {5};
  int count[3] = {0};
  for (int k = 0; k < DRAWS; k++)
    count[bcov_random_below (&random, 3 * third) / third]++;
  for (int k = 0; k < 3; k++)
    assert_in_range (count[k], DRAWS / 3 - 500, DRAWS / 3 + 500);
}

/* No number is rejected if the bound divides 2^64. */
static void powers_of_two_cost_one_draw (void **state)
{
  (void)state;
  bcov_random a = {11}, b = {11};
  for (int k = 0; k < 64; k++) {
    uint64_t bound = (uint64_t)1 << k;
    assert_true (bcov_random_below (&a, bound) == bcov_random_next (&b) % bound);
    assert_true (a.state == b.state);
  }
}

/* This seed draws 0 first, which is rejected for a bound of 3, but not for 16. */
static void just_enough_is_drawn_again (void **state)
{
  (void)state;
  const bcov_random seed = {-0x9e3779b97f4a7c15u};
  bcov_random random = seed, once = seed, twice = seed;
  assert_int_equal (bcov_random_next (&once), 0);
  uint64_t second = (bcov_random_next (&twice), bcov_random_next (&twice));
  assert_int_equal (bcov_random_below (&random, 16), 0);
  assert_true (random.state == once.state);
  random = seed;
  assert_int_equal (bcov_random_below (&random, 3), second % 3);
  assert_true (random.state == twice.state);
}

SUITE (random)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sequence_is_the_published_one),
      cmocka_unit_test (equal_seeds_give_equal_draws),
      cmocka_unit_test (draws_are_below_the_bound),
      cmocka_unit_test (small_bounds_have_no_favourites),
      cmocka_unit_test (large_bounds_have_none_either),
      cmocka_unit_test (powers_of_two_cost_one_draw),
      cmocka_unit_test (just_enough_is_drawn_again),
  };
  return cmocka_run_group_tests_name ("random", tests, NULL, NULL);
}
