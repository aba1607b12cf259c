/* How numbers are kept: what is chosen for which bound, and the way back. */

#include "suite.h"

#include "engine/remainders.h"
#include "number/residue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect_choice (double bound, uint32_t tried, uint32_t words, bool primes)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_remainders f;
  assert_int_equal (bcov_remainders_choose (mem, bound, tried, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, words);
  assert_true (!f.primes == !primes);
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Short numbers in words, and more of them where too few were tried. */
static void choices (void **state)
{
  (void)state;
  expect_choice (0, 0, 1, false);
  expect_choice (64, 0, 1, false);
  expect_choice (64, 1, 2, false);
  expect_choice (130, 0, 2, false);
  expect_choice (130, 2, 4, true); /* three for 130 bits, one to spare */
  expect_choice (1000, 0, 18, true);
}

/* All primes but the spare one together are larger than any number that there can be. */
static void primes_are_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (unsigned bits = 40; bits <= 62; bits += 11)
    for (double bound = 0; bound < 3000; bound += 61) {
      bcov_remainders f;
      double sum = 0;
      assert_int_equal (bcov_remainders_primes (mem, bound, bits, &f, NULL), BCOV_OK);
      for (uint32_t k = 0; k + 1 < f.words; k++) {
        assert_true (f.primes[k] >> bits == 0 && f.primes[k] > f.primes[k + 1]);
        sum += log2 ((double)f.primes[k]);
      }
      assert_true (sum >= bound);
      assert_true (sum < bound + bits + 1);
      bcov_remainders_free (mem, &f);
    }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void too_long (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_remainders f;
  assert_int_equal (bcov_remainders_primes (mem, 1e9, 62, &f, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "301029996 digits"));
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_remainders_primes (mem, INFINITY, 62, &f, err), BCOV_STOPPED);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void words_are_joined (void **state)
{
  (void)state;
  bcov_remainders f = {.words = 2};
  bcov_number n;
  bcov_number_init (&n, 0);
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){7, 3}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "55340232221128654855")); /* 3 x 2^64 + 7 */
  f.words = 1;
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){UINT64_MAX}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "18446744073709551615"));
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){0}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "0"));
  bcov_number_clear (&n);
}

/* The remainders of 2^200 + 1 give it back; with one of them wrong, whichever it is, that shows. */
static void remainders_are_joined (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_remainders f;
  bcov_number n;
  mpz_t wanted;
  uint64_t words[8];
  bcov_number_init (&n, 0);
  mpz_init (wanted);
  mpz_ui_pow_ui (wanted, 2, 200);
  mpz_add_ui (wanted, wanted, 1);
  assert_int_equal (bcov_remainders_primes (mem, 201, 56, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, 5);
  for (uint32_t k = 0; k < f.words; k++)
    words[k] = mpz_fdiv_ui (wanted, f.primes[k]);
  assert_int_equal (bcov_remainders_join (&f, words, &n, err), BCOV_OK);
  assert_int_equal (mpz_cmp (n.value, wanted), 0);
  for (uint32_t k = 0; k < f.words; k++) {
    words[k] ^= 4;
    assert_int_equal (bcov_remainders_join (&f, words, &n, err), BCOV_FAULT);
    assert_non_null (strstr (bcov_error_text (err), "spare prime"));
    words[k] ^= 4;
  }
  bcov_remainders_free (mem, &f);
  bcov_number_clear (&n);
  mpz_clear (wanted);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Numbers up to 2^168 need three primes of 56 bits.  One that two can tell agrees with the third,
   so that it needs no fourth; one that two cannot tell does not, and then the fourth decides. */
static void the_last_prime_may_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_remainders f;
  bcov_number n;
  mpz_t wanted, two;
  uint64_t words[4];
  bcov_number_init (&n, 0);
  mpz_init (wanted);
  mpz_init_set_ui (two, 1);
  assert_int_equal (bcov_remainders_primes (mem, 167, 56, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, 4);
  bcov_remainders three = {.words = 3, .primes = f.primes};
  for (uint32_t k = 0; k < 2; k++)
    mpz_mul_ui (two, two, f.primes[k]);
  for (int k = -3; k < 4; k++) { /* on both sides of the product of two */
    if (k < 0)
      mpz_sub_ui (wanted, two, (unsigned long)-k);
    else
      mpz_add_ui (wanted, two, (unsigned long)k);
    for (uint32_t w = 0; w < f.words; w++)
      words[w] = mpz_fdiv_ui (wanted, f.primes[w]);
    assert_int_equal (bcov_remainders_agree (&three, words, &n), k < 0);
    assert_int_equal (mpz_cmp (n.value, wanted) == 0, k < 0);
    assert_true (bcov_remainders_agree (&f, words, &n));
    assert_int_equal (mpz_cmp (n.value, wanted), 0);
    for (uint32_t w = 0; w < 3; w++) { /* a remainder that went wrong does not agree */
      uint64_t right = words[w];
      words[w] = right ? right - 1 : 1;
      assert_false (bcov_remainders_agree (&f, words, &n));
      if (k < 0)
        assert_false (bcov_remainders_agree (&three, words, &n));
      words[w] = right;
    }
  }
  bcov_remainders zero = {.words = 2, .primes = f.primes};
  assert_true (bcov_remainders_agree (&zero, (uint64_t[]){0, 0}, &n));
  assert_true (bcov_number_equals (&n, "0"));
  assert_false (bcov_remainders_agree (&zero, (uint64_t[]){0, 1}, &n));
  mpz_clears (wanted, two, NULL);
  bcov_number_clear (&n);
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void memory_ends (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0), *tight = bcov_mem_new (100);
  bcov_remainders f;
  bcov_mem_fail_at (mem, 1);
  assert_int_equal (bcov_remainders_choose (mem, 500, 0, &f, NULL), BCOV_FAULT);
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_remainders_choose (tight, 5000, 0, &f, NULL), BCOV_STOPPED);
  bcov_remainders_free (tight, &f);
  assert_int_equal (bcov_mem_used (mem) + bcov_mem_used (tight), 0);
  bcov_mem_delete (mem);
  bcov_mem_delete (tight);
}

SUITE (remainders)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (choices),
      cmocka_unit_test (primes_are_enough),
      cmocka_unit_test (too_long),
      cmocka_unit_test (words_are_joined),
      cmocka_unit_test (remainders_are_joined),
      cmocka_unit_test (the_last_prime_may_agree),
      cmocka_unit_test (memory_ends),
  };
  return cmocka_run_group_tests_name ("remainders", tests, NULL, NULL);
}
