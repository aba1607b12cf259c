/* Recurrences of well-known sequences, of sequences with huge coefficients, and of terms without a
   recurrence. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "number/recurrence.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

typedef struct {
  bcov_mem *mem;
  bcov_number terms[MOST];
  size_t count;
} fixture;

static int start (void **state)
{
  fixture *f = calloc (1, sizeof *f);
  f->mem = bcov_mem_new (0);
  for (size_t k = 0; k < MOST; k++)
    bcov_number_init (&f->terms[k], 0);
  *state = f;
  return 0;
}

static int end (void **state)
{
  fixture *f = *state;
  for (size_t k = 0; k < MOST; k++)
    bcov_number_clear (&f->terms[k]);
  int left = bcov_mem_used (f->mem) != 0;
  bcov_mem_delete (f->mem);
  free (f);
  return left;
}

/* Fills COUNT terms: the first GIVEN ones are FIRST, the others follow from the recurrence with
   these coefficients (decimal). */
static void run_on (fixture *f, size_t given, const int64_t *first, size_t order,
                    const char *const *coefficients, size_t count)
{
  mpz_t c;
  mpz_init (c);
  f->count = count;
  for (size_t n = 0; n < count; n++) {
    mpz_set_si (f->terms[n].value, n < given ? first[n] : 0);
    for (size_t k = 1; n >= given && k <= order; k++) {
      mpz_set_str (c, coefficients[k - 1], 10);
      mpz_addmul (f->terms[n].value, c, f->terms[n - k].value);
    }
  }
  mpz_clear (c);
}

static void give (fixture *f, const int64_t *terms, size_t count)
{
  run_on (f, count, terms, 0, NULL, count);
}

/* Finds the recurrence and compares its texts. */
static void expect (fixture *f, size_t from, const char *signature, const char *fraction)
{
  bcov_recurrence r;
  bcov_text text = {0};
  assert_int_equal (bcov_recurrence_find (f->mem, f->terms, f->count, NULL, &r, NULL), BCOV_OK);
  assert_true (r.found);
  assert_int_equal (r.terms, f->count);
  assert_int_equal (r.spare, f->count - 2 * r.start);
  bcov_recurrence_signature (&r, &text);
  assert_string_equal (text.data, signature);
  bcov_text_drop (&text);
  bcov_recurrence_fraction (&r, from, &text);
  assert_string_equal (text.data, fraction);
  bcov_text_drop (&text);
  bcov_recurrence_free (&r);
}

static void expect_none (fixture *f, size_t largest)
{
  bcov_recurrence r;
  assert_int_equal (bcov_recurrence_find (f->mem, f->terms, f->count, NULL, &r, NULL), BCOV_OK);
  assert_false (r.found);
  assert_int_equal (r.order, largest);
  assert_int_equal (r.terms, f->count);
  bcov_recurrence_free (&r);
}

static void fibonacci_is_found (void **state)
{
  const int64_t terms[] = {1, 2, 3, 5, 8, 13, 21, 34};
  give (*state, terms, 8);
  expect (*state, 1, "1,1", "x*(1 + x)/(1 - x - x^2)");
  expect (*state, 0, "1,1", "(1 + x)/(1 - x - x^2)");
  give (*state, terms, 7); /* three spare terms are too few */
  expect_none (*state, 1);
}

/* Dominoes on 4 x n boards, https://oeis.org/A005178. */
static void dominoes_on_four_rows (void **state)
{
  const int64_t terms[] = {1, 1, 5, 11, 36, 95, 281, 781, 2245, 6336, 18061, 51205};
  give (*state, terms, 12);
  expect (*state, 0, "1,5,1,-1", "(1 - x^2)/(1 - x - 5*x^2 - x^3 + x^4)");
}

/* Dominoes on 3 x n boards, https://oeis.org/A001835: every other term is 0, so eight spare terms
   are necessary. */
static void zeros_between_say_nothing (void **state)
{
  const int64_t terms[] = {1, 0, 3, 0, 11, 0, 41, 0, 153, 0, 571, 0, 2131, 0, 7953, 0};
  give (*state, terms, 16);
  expect (*state, 0, "0,4,0,-1", "(1 - x^2)/(1 - 4*x^2 + x^4)");
  give (*state, terms, 15);
  expect_none (*state, 3);
}

static void first_terms_may_stand_apart (void **state)
{
  const int64_t first[] = {7, -1, 0, 0, 5, 1, 1};
  const char *const c[] = {"1", "1"};
  run_on (*state, 7, first, 2, c, 40);
  expect (*state, 3, "1,1", "x^3*(7 - 8*x - 6*x^2 + x^3 + 5*x^4 - 4*x^5 - 5*x^6)/(1 - x - x^2)");
}

static void leading_zeros_become_a_power (void **state)
{
  const int64_t terms[] = {0, 0, 3, 6, 12, 24, 48, 96, 192, 384, 768};
  give (*state, terms, 11);
  expect (*state, 5, "2", "3*x^7/(1 - 2*x)");
}

/* Coefficients of many words, of both signs. */
static void large_coefficients_are_lifted (void **state)
{
  const int64_t first[] = {1, -2, 3};
  const char *const c[] = {"1000000000000000000000000000057", "0",
                           "-99999999999999999999999999999999999999999"};
  run_on (*state, 3, first, 3, c, 20);
  bcov_recurrence r;
  fixture *f = *state;
  bcov_text text = {0};
  assert_int_equal (bcov_recurrence_find (f->mem, f->terms, f->count, NULL, &r, NULL), BCOV_OK);
  assert_true (r.found);
  assert_int_equal (r.spare, 14);
  bcov_recurrence_signature (&r, &text);
  assert_string_equal (text.data, "1000000000000000000000000000057,0,"
                                  "-99999999999999999999999999999999999999999");
  bcov_text_drop (&text);
  bcov_recurrence_free (&r);
}

/* A last term that is off by 1, or by the prime modulo which the recurrence is found, is noticed.
 */
static void one_wrong_term_is_noticed (void **state)
{
  fixture *f = *state;
  const int64_t first[] = {1, 1};
  const char *const c[] = {"1", "1"};
  run_on (f, 2, first, 2, c, 30);
  bcov_number_add (&f->terms[29], 1);
  expect_none (f, 13);
  run_on (f, 2, first, 2, c, 30);
  mpz_t much;
  mpz_init (much);
  mpz_ui_pow_ui (much, 2, 1279);
  mpz_sub_ui (much, much, 1);
  mpz_add (f->terms[29].value, f->terms[29].value, much);
  mpz_clear (much);
  expect_none (f, 13);
}

static void terms_without_rule_have_none (void **state)
{
  fixture *f = *state;
  bcov_random random = {.state = cases_seed (4711)};
  f->count = MOST;
  for (size_t k = 0; k < MOST; k++)
    mpz_set_ui (f->terms[k].value, bcov_random_next (&random));
  expect_none (f, 30);
}

static void little_is_claimed_of_little (void **state)
{
  const int64_t zeros[20] = {0}, one[20] = {0, 0, 0, 12}, two[20] = {0, 0, 7, 3};
  const int64_t same[] = {1, 1, 1, 1, 1, 1};
  give (*state, zeros, 0);
  expect_none (*state, 0);
  give (*state, zeros, 20);
  expect_none (*state, 0);
  give (*state, one, 20);
  expect_none (*state, 0);
  give (*state, two, 20); /* ends in zeros: perhaps a polynomial */
  expect_none (*state, 8);
  give (*state, same, 5);
  expect_none (*state, 0);
  give (*state, same, 6);
  expect (*state, 0, "1", "1/(1 - x)");
}

/* Random recurrences are found for any first terms. */
static void random_recurrences_come_back (void **state)
{
  fixture *f = *state;
  bcov_random random = {.state = cases_seed (99)};
  for (uint64_t round = 0; round < cases (50); round++) {
    char room[8][32];
    const char *c[8];
    int64_t first[8];
    size_t order = 1 + bcov_random_below (&random, 8);
    for (size_t k = 0; k < order; k++) {
      int64_t value = (int64_t)bcov_random_below (&random, 2001) - 1000;
      snprintf (room[k], sizeof room[k], "%lld", (long long)(value ? value : 1));
      c[k] = room[k];
      first[k] = (int64_t)bcov_random_below (&random, 1000000);
    }
    run_on (f, order, first, order, c, 2 * order + BCOV_RECURRENCE_SPARE);
    bcov_recurrence r;
    assert_int_equal (bcov_recurrence_find (f->mem, f->terms, f->count, NULL, &r, NULL), BCOV_OK);
    assert_true (r.found);
    assert_int_equal (r.order, order);
    assert_int_equal (r.start, order);
    for (size_t k = 0; k < order; k++)
      assert_int_equal (mpz_get_si (r.coefficients[k].value), atoll (c[k]));
    bcov_recurrence_free (&r);
  }
}

static void it_can_be_stopped (void **state)
{
  fixture *f = *state;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_recurrence r;
  bcov_error *err = bcov_error_new ();
  enum { MANY = 20000 };
  bcov_number *terms = calloc (MANY, sizeof *terms);
  for (uint64_t k = 0; k < MANY; k++)
    bcov_number_init (&terms[k], k * k * k % 1009 + k % 7);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_recurrence_find (f->mem, terms, MANY, &control, &r, err), BCOV_STOPPED);
  assert_false (r.found);
  bcov_recurrence_free (&r);
  for (size_t k = 0; k < MANY; k++)
    bcov_number_clear (&terms[k]);
  free (terms);
  bcov_error_free (err);
}

SUITE (recurrence)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (fibonacci_is_found, start, end),
      cmocka_unit_test_setup_teardown (dominoes_on_four_rows, start, end),
      cmocka_unit_test_setup_teardown (zeros_between_say_nothing, start, end),
      cmocka_unit_test_setup_teardown (first_terms_may_stand_apart, start, end),
      cmocka_unit_test_setup_teardown (leading_zeros_become_a_power, start, end),
      cmocka_unit_test_setup_teardown (large_coefficients_are_lifted, start, end),
      cmocka_unit_test_setup_teardown (one_wrong_term_is_noticed, start, end),
      cmocka_unit_test_setup_teardown (terms_without_rule_have_none, start, end),
      cmocka_unit_test_setup_teardown (little_is_claimed_of_little, start, end),
      cmocka_unit_test_setup_teardown (random_recurrences_come_back, start, end),
      cmocka_unit_test_setup_teardown (it_can_be_stopped, start, end),
  };
  return cmocka_run_group_tests_name ("recurrence", tests, NULL, NULL);
}
