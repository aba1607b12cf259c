/* Compares primes with published ones and reconstructs numbers from their residues. */

#include "suite.h"

#include "number/residue.h"

#define FACTORIAL_30 "265252859812191058636308480000000"

/* 2^n - k is prime: the least k of Caldwell's Prime Pages, https://t5k.org/lists/2small/. */
static void primes_are_the_published_ones (void **state)
{
  (void)state;
  const uint64_t one = 1;
  assert_int_equal (bcov_prime (62, 0), (one << 62) - 57);
  assert_int_equal (bcov_prime (62, 1), (one << 62) - 87);
  assert_int_equal (bcov_prime (62, 2), (one << 62) - 117);
  assert_int_equal (bcov_prime (63, 0), (one << 63) - 25);
  assert_int_equal (bcov_prime (61, 0), (one << 61) - 1);
  assert_int_equal (bcov_prime (60, 0), (one << 60) - 93);
  assert_int_equal (bcov_prime (32, 0), 4294967291u);
  assert_int_equal (bcov_prime (32, 1), 4294967279u);
}

static void small_primes_are_all_found (void **state)
{
  (void)state;
  const uint64_t below_32[] = {31, 29, 23, 19, 17, 13, 11, 7, 5, 3, 2};
  for (uint32_t k = 0; k < sizeof below_32 / sizeof *below_32; k++)
    assert_int_equal (bcov_prime (5, k), below_32[k]);
  assert_int_equal (bcov_prime (2, 0), 3);
  assert_int_equal (bcov_prime (2, 1), 2);
}

/* Reconstructs a number from its residues modulo COUNT primes. */
static void there_and_back (const char *decimal, size_t count)
{
  uint64_t primes[8], residues[8];
  bcov_number number, back;
  bcov_number_init (&number, 0);
  bcov_number_init (&back, 99);
  mpz_set_str (number.value, decimal, 10);
  for (size_t k = 0; k < count; k++) {
    primes[k] = bcov_prime (62, (uint32_t)k);
    residues[k] = mpz_fdiv_ui (number.value, primes[k]);
  }
  bcov_residue_join (primes, residues, count, &back);
  assert_true (bcov_number_equals (&back, decimal));
  uint64_t spare = bcov_prime (62, 8), residue = mpz_fdiv_ui (number.value, spare);
  assert_true (bcov_residue_agrees (&back, spare, residue));
  assert_false (bcov_residue_agrees (&back, spare, residue ? residue - 1 : 1));
  bcov_number_clear (&number);
  bcov_number_clear (&back);
}

static void numbers_come_back (void **state)
{
  (void)state;
  there_and_back ("0", 0);
  there_and_back ("0", 3);
  there_and_back ("1", 1);
  there_and_back ("4611686018427387846", 1); /* the first prime minus 1 */
  there_and_back ("4611686018427387847", 2);
  there_and_back (FACTORIAL_30, 2);
  there_and_back (FACTORIAL_30 FACTORIAL_30 FACTORIAL_30, 8);
}

/* Sun Tzu's example: 2 modulo 3, 3 modulo 5 and 2 modulo 7 give 23, in any order. */
static void the_least_number_is_taken (void **state)
{
  (void)state;
  const uint64_t primes[] = {3, 5, 7}, residues[] = {2, 3, 2};
  const uint64_t other_primes[] = {7, 3, 5}, other_residues[] = {2, 2, 3};
  bcov_number number;
  bcov_number_init (&number, 0);
  bcov_residue_join (primes, residues, 3, &number);
  assert_true (bcov_number_equals (&number, "23"));
  bcov_residue_join (other_primes, other_residues, 3, &number);
  assert_true (bcov_number_equals (&number, "23"));
  bcov_number_clear (&number);
}

/* The spare prime detects that two primes are too few for a number that needs three. */
static void too_few_primes_are_found_out (void **state)
{
  (void)state;
  uint64_t primes[3], residues[3];
  bcov_number number, joined;
  bcov_number_init (&number, 0);
  bcov_number_init (&joined, 0);
  mpz_ui_pow_ui (number.value, 7, 50);
  for (uint32_t k = 0; k < 3; k++) {
    primes[k] = bcov_prime (62, k);
    residues[k] = mpz_fdiv_ui (number.value, primes[k]);
  }
  bcov_residue_join (primes, residues, 2, &joined);
  assert_false (bcov_residue_agrees (&joined, primes[2], residues[2]));
  bcov_residue_join (primes, residues, 3, &joined);
  assert_int_equal (mpz_cmp (number.value, joined.value), 0);
  bcov_number_clear (&number);
  bcov_number_clear (&joined);
}

SUITE (residue)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (primes_are_the_published_ones),
      cmocka_unit_test (small_primes_are_all_found),
      cmocka_unit_test (numbers_come_back),
      cmocka_unit_test (the_least_number_is_taken),
      cmocka_unit_test (too_few_primes_are_found_out),
  };
  return cmocka_run_group_tests_name ("residue", tests, NULL, NULL);
}
