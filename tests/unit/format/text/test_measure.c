/* Tests of src/format/measure.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/measure.h"

static bcov_status read_size (fixture *f, const char *text, bcov_measure *out)
{
  bcov_plain plain;
  bcov_error_reset (f->err);
  return bcov_measure_read (bcov_span_plain (&plain, "-b", text, strlen (text)), "the board", out,
                            f->err);
}

static void tells_sizes_from_others (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    size_t numbers;
    bool near;
  } cases[] = {{"6x8", 2, true},
               {"3x4x5", 3, true},
               {"6", 0, false},
               {"6x", 0, false},
               {"x8", 0, false},
               {"6x8x9x2", 0, true},
               {"6X8", 2, true},
               {"3X4x5", 3, true},
               {"6X", 0, false},
               {"XX8", 0, false},
               {"6 x 8", 0, true},
               {"6*8", 0, true},
               {"6\xc3\x97"
                "8",
                0, true},
               {"", 0, false},
               {"6x8 ", 0, true},
               {" 6x8", 0, false},
               {"6y8", 0, false},
               {"6x8/", 0, false},
               {"-6x8", 0, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    size_t length = strlen (cases[k].text);
    assert_int_equal (bcov_measure_numbers (cases[k].text, length), cases[k].numbers);
    assert_int_equal (bcov_measure_is_near (cases[k].text, length), cases[k].near);
  }
}

static void reads_sizes (void **state)
{
  fixture *f = *state;
  bcov_measure size;
  assert_int_equal (read_size (f, "6x8", &size), BCOV_OK);
  assert_true (size.layers == 1 && size.rows == 6 && size.columns == 8 && size.numbers == 2);
  assert_int_equal (read_size (f, "3x04x5", &size), BCOV_OK);
  assert_true (size.layers == 3 && size.rows == 4 && size.columns == 5 && size.numbers == 3);
  assert_int_equal (read_size (f, "4096x4096", &size), BCOV_OK);
  assert_int_equal (read_size (f, "16777216x1", &size), BCOV_OK);
}

static void refuses_sizes (void **state)
{
  fixture *f = *state;
  bcov_measure size;
  assert_int_equal (read_size (f, "0x5", &size), BCOV_INPUT);
  assert_says (f, "-b:1:1: the board '0x5' has a 0; each number must be at least 1");
  assert_int_equal (read_size (f, "5x99999999999999999999999x0", &size), BCOV_INPUT);
  assert_says (f, "has a 0");
  assert_int_equal (read_size (f, "1000000x1000000", &size), BCOV_INPUT);
  assert_says (f, "the board '1000000x1000000' is too large; at most 16777216 cells are allowed");
  assert_int_equal (read_size (f, "4096x4097", &size), BCOV_INPUT);
  assert_int_equal (read_size (f, "3000x3000x3000", &size), BCOV_INPUT);
  assert_int_equal (read_size (f, "18446744073709551617x1", &size), BCOV_INPUT);
}

SUITE (measure)
{
  const struct CMUnitTest tests[] = {
      format_test (tells_sizes_from_others),
      format_test (reads_sizes),
      format_test (refuses_sizes),
  };
  return cmocka_run_group_tests_name ("measure", tests, NULL, NULL);
}
