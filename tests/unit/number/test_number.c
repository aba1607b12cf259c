/* Numbers of any size, compared with known large numbers. */

#include "suite.h"

#include "number/number.h"

#include <string.h>

#define TWO_TO_64 "18446744073709551616"
#define TWO_TO_256 "115792089237316195423570985008687907853269984665640564039457584007913129639936"
#define FACTORIAL_100                                                                              \
  "933262154439441526816992388562667004907159682643816214685929638952175999932299156089414639761"  \
  "56518286253697920827223758251185210916864000000000000000000000000"
#define FIBONACCI_300 "222232244629420445529739893461909967206666939096499764990979600"
#define CHOOSE_200_100 "90548514656103281165404177077484163874504589675413336841320"

/* Checks the value by comparison and as decimal text, and frees NUMBER. */
static void expect (bcov_number *number, const char *decimal)
{
  char *text = bcov_number_text (number);
  assert_string_equal (text, decimal);
  assert_true (bcov_number_equals (number, decimal));
  bcov_free (text);
  bcov_number_clear (number);
}

static void words_keep_all_their_bits (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, 0);
  expect (&number, "0");
  bcov_number_init (&number, UINT64_MAX);
  expect (&number, "18446744073709551615");
  bcov_number_init (&number, (uint64_t)1 << 63);
  expect (&number, "9223372036854775808");
}

static void sums_carry (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, UINT64_MAX);
  bcov_number_add (&number, 0);
  bcov_number_add (&number, 1);
  expect (&number, TWO_TO_64);
  bcov_number_init (&number, 1);
  bcov_number_add (&number, UINT64_MAX);
  bcov_number_add (&number, UINT64_MAX);
  expect (&number, "36893488147419103231");
}

/* The ways to cover a 2 x 299 board with dominoes. */
static void fibonacci_adds_up (void **state)
{
  (void)state;
  bcov_number pair[2];
  bcov_number_init (&pair[0], 0);
  bcov_number_init (&pair[1], 1);
  for (int k = 0; k < 300; k++)
    bcov_number_add_number (&pair[k % 2], &pair[1 - k % 2]);
  assert_false (bcov_number_equals (&pair[1], FIBONACCI_300));
  expect (&pair[0], FIBONACCI_300);
  bcov_number_clear (&pair[1]);
}

static void products_grow (void **state)
{
  (void)state;
  bcov_number number, by;
  bcov_number_init (&number, 1);
  for (uint64_t k = 1; k <= 100; k++) {
    bcov_number_init (&by, k);
    bcov_number_multiply (&number, &by);
    bcov_number_clear (&by);
  }
  expect (&number, FACTORIAL_100);
}

/* A number may be added to, and multiplied by, itself. */
static void a_number_meets_itself (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, 1);
  bcov_number_add_number (&number, &number);
  for (int k = 0; k < 8; k++)
    bcov_number_multiply (&number, &number);
  expect (&number, TWO_TO_256);
}

static void nothing_times_much_is_nothing (void **state)
{
  (void)state;
  bcov_number much, nothing;
  bcov_number_init (&much, UINT64_MAX);
  bcov_number_multiply (&much, &much);
  bcov_number_init (&nothing, 0);
  bcov_number_multiply (&much, &nothing);
  bcov_number_clear (&nothing);
  expect (&much, "0");
}

static void division_is_exact_or_refused (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, UINT64_MAX);
  bcov_number_add (&number, 1);
  assert_false (bcov_number_divide (&number, 3));
  assert_false (bcov_number_divide (&number, 0));
  assert_false (bcov_number_divide (&number, UINT64_MAX));
  assert_true (bcov_number_equals (&number, TWO_TO_64));
  assert_true (bcov_number_divide (&number, 1));
  assert_true (bcov_number_equals (&number, TWO_TO_64));
  assert_true (bcov_number_divide (&number, (uint64_t)1 << 63));
  assert_true (bcov_number_equals (&number, "2"));
  assert_false (bcov_number_divide (&number, 4));
  assert_true (bcov_number_divide (&number, 2));
  expect (&number, "1");
}

static void nothing_can_be_divided (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, 0);
  assert_true (bcov_number_divide (&number, 8));
  assert_false (bcov_number_divide (&number, 0));
  expect (&number, "0");
}

/* (101 .. 200) / (1 .. 100), where the result of every step is an integer. */
static void binomials_divide_on_the_way (void **state)
{
  (void)state;
  bcov_number number, by;
  bcov_number_init (&number, 1);
  for (uint64_t k = 1; k <= 100; k++) {
    bcov_number_init (&by, 100 + k);
    bcov_number_multiply (&number, &by);
    bcov_number_clear (&by);
    assert_true (bcov_number_divide (&number, k));
  }
  expect (&number, CHOOSE_200_100);
}

static void texts_are_compared_by_value (void **state)
{
  (void)state;
  bcov_number number;
  bcov_number_init (&number, 1514);
  assert_true (bcov_number_equals (&number, "1514"));
  assert_true (bcov_number_equals (&number, "0001514"));
  assert_false (bcov_number_equals (&number, "1515"));
  assert_false (bcov_number_equals (&number, "15140"));
  assert_false (bcov_number_equals (&number, FACTORIAL_100));
  assert_false (bcov_number_equals (&number, ""));
  assert_false (bcov_number_equals (&number, "1514x"));
  assert_false (bcov_number_equals (&number, "many"));
  bcov_number_clear (&number);
  bcov_number_init (&number, 0);
  assert_true (bcov_number_equals (&number, "0"));
  assert_false (bcov_number_equals (&number, ""));
  assert_false (bcov_number_equals (&number, "none"));
  bcov_number_clear (&number);
}

SUITE (number)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (words_keep_all_their_bits),
      cmocka_unit_test (sums_carry),
      cmocka_unit_test (fibonacci_adds_up),
      cmocka_unit_test (products_grow),
      cmocka_unit_test (a_number_meets_itself),
      cmocka_unit_test (nothing_times_much_is_nothing),
      cmocka_unit_test (division_is_exact_or_refused),
      cmocka_unit_test (nothing_can_be_divided),
      cmocka_unit_test (binomials_divide_on_the_way),
      cmocka_unit_test (texts_are_compared_by_value),
  };
  return cmocka_run_group_tests_name ("number", tests, NULL, NULL);
}
