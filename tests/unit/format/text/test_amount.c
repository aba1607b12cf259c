/* Tests of src/format/amount.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/amount.h"
#include "base/text.h"

static void check (fixture *f, const char *text, uint32_t lo, uint32_t hi)
{
  bcov_amount amount;
  bcov_text back = {0};
  assert_int_equal (bcov_amount_read (text, strlen (text), NULL, &amount, f->err), BCOV_OK);
  assert_int_equal (amount.lo, lo);
  assert_int_equal (amount.hi, hi);
  bcov_amount_write (amount, &back);
  bcov_amount again;
  assert_int_equal (bcov_amount_read (back.data, back.length, NULL, &again, f->err), BCOV_OK);
  assert_int_equal (again.lo, lo);
  assert_int_equal (again.hi, hi);
  bcov_text_drop (&back);
}

static void reads_amounts (void **state)
{
  fixture *f = *state;
  check (f, "0", 0, 0);
  check (f, "7", 7, 7);
  check (f, "007", 7, 7);
  check (f, "1..3", 1, 3);
  check (f, "3..3", 3, 3);
  check (f, "2..", 2, BCOV_MANY);
  check (f, "0..", 0, BCOV_MANY);
  check (f, "any", 0, BCOV_MANY);
  check (f, "1000000000", 1000000000, 1000000000);
  assert_silent (f);
}

static void writes_shortest (void **state)
{
  (void)state;
  static const struct {
    bcov_amount amount;
    const char *text;
  } cases[] = {{{0, BCOV_MANY}, "any"}, {{2, BCOV_MANY}, "2.."}, {{1, 3}, "1..3"}, {{4, 4}, "4"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_text text = {0};
    bcov_amount_write (cases[k].amount, &text);
    assert_string_equal (text.data, cases[k].text);
    bcov_text_drop (&text);
  }
}

static void refuse (fixture *f, const char *text, const char *message)
{
  bcov_amount amount;
  bcov_place place = {"box.yaml", 7, 3};
  bcov_error_reset (f->err);
  assert_int_equal (bcov_amount_read (text, strlen (text), &place, &amount, f->err), BCOV_INPUT);
  assert_string_equal (bcov_error_text (f->err), message);
}

static void refuses_others (void **state)
{
  fixture *f = *state;
  refuse (f, "", "box.yaml:7:3: a count is missing; write N, N..M, N.. or any");
  refuse (f, "5..2",
          "box.yaml:7:3: the bounds of the range '5..2' are in the wrong order; write 2..5");
  refuse (f, "..4", "box.yaml:7:3: the range '..4' has no lower bound; write a 0 before it");
  refuse (f, "..", "box.yaml:7:3: '..' is not a count; write N, N..M, N.. or any");
  refuse (f, "-1", "box.yaml:7:3: '-1' is not a count; write N, N..M, N.. or any");
  refuse (f, "1.5", "box.yaml:7:3: '1.5' is not a count; write N, N..M, N.. or any");
  refuse (f, "1...3", "box.yaml:7:3: '1...3' is not a count; write N, N..M, N.. or any");
  refuse (f, "1..2..3", "box.yaml:7:3: '1..2..3' is not a count; write N, N..M, N.. or any");
  refuse (f, "Any", "box.yaml:7:3: 'Any' is not a count; write N, N..M, N.. or any");
  refuse (f, "1000000001",
          "box.yaml:7:3: the count '1000000001' is too large; at most 1000000000, "
          "or any for no bound");
  refuse (f, "1..99999999999999999999999",
          "box.yaml:7:3: the count '99999999999999999999999' is too large; at most 1000000000, or "
          "any for no bound");
}

SUITE (amount)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_amounts),
      format_test (writes_shortest),
      format_test (refuses_others),
  };
  return cmocka_run_group_tests_name ("amount", tests, NULL, NULL);
}
