/* Primes against published ones, arithmetic against GMP, and numbers put together again. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "number/residue.h"

#include <stdio.h>

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

/* a op b modulo p by GMP. */
static uint64_t by_gmp (void (*operation) (mpz_t, const mpz_t, const mpz_t), uint64_t a, uint64_t b,
                        uint64_t p)
{
  mpz_t x, y;
  mpz_init_set_ui (x, a);
  mpz_init_set_ui (y, b);
  operation (x, x, y);
  uint64_t result = mpz_fdiv_ui (x, p);
  mpz_clear (x);
  mpz_clear (y);
  return result;
}

static void plus (mpz_t sum, const mpz_t a, const mpz_t b)
{
  mpz_add (sum, a, b);
}
static void minus (mpz_t difference, const mpz_t a, const mpz_t b)
{
  mpz_sub (difference, a, b);
}
static void times (mpz_t product, const mpz_t a, const mpz_t b)
{
  mpz_mul (product, a, b);
}

static void compare (uint64_t a, uint64_t b, uint64_t p)
{
  assert_int_equal (bcov_residue_add (a, b, p), by_gmp (plus, a, b, p));
  assert_int_equal (bcov_residue_subtract (a, b, p), by_gmp (minus, a, b, p));
  assert_int_equal (bcov_residue_multiply (a, b, p), by_gmp (times, a, b, p));
  if (a)
    assert_int_equal (bcov_residue_multiply (a, bcov_residue_inverse (a, p), p), 1);
}

static void arithmetic_is_that_of_gmp (void **state)
{
  (void)state;
  bcov_random random = {.state = cases_seed (20240607)};
  for (unsigned bits = 2; bits <= 62; bits += 4) {
    uint64_t p = bcov_prime (bits, 0);
    compare (0, 0, p);
    compare (p - 1, p - 1, p);
    compare (p - 1, 1, p);
    compare (1, p - 1, p);
    for (uint64_t k = 0; k < cases (200); k++)
      compare (bcov_random_below (&random, p), bcov_random_below (&random, p), p);
  }
}

static void powers_follow_fermat (void **state)
{
  (void)state;
  uint64_t p = bcov_prime (62, 3);
  assert_int_equal (bcov_residue_power (3, 0, p), 1);
  assert_int_equal (bcov_residue_power (0, 0, p), 1);
  assert_int_equal (bcov_residue_power (0, 5, p), 0);
  assert_int_equal (bcov_residue_power (3, 20, p), 3486784401u);
  assert_int_equal (bcov_residue_power (12345, p - 1, p), 1);
  assert_int_equal (bcov_residue_power (12345, p, p), 12345);
}

/* Takes the number apart modulo COUNT primes and puts it together again. */
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
  there_and_back ("4611686018427387846", 1); /* the first prime less 1 */
  there_and_back ("4611686018427387847", 2);
  there_and_back (FACTORIAL_30, 2);
  there_and_back (FACTORIAL_30 FACTORIAL_30 FACTORIAL_30, 8);
}

/* Sun Tzu's: 2 modulo 3, 3 modulo 5, 2 modulo 7 is 23; the order does not matter. */
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

/* A number that needed three primes is found out by the spare one. */
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
      cmocka_unit_test (arithmetic_is_that_of_gmp),
      cmocka_unit_test (powers_follow_fermat),
      cmocka_unit_test (numbers_come_back),
      cmocka_unit_test (the_least_number_is_taken),
      cmocka_unit_test (too_few_primes_are_found_out),
  };
  return cmocka_run_group_tests_name ("residue", tests, NULL, NULL);
}
