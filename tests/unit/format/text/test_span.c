/* Tests of src/format/span.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/span.h"

static void assert_at (bcov_span span, size_t offset, size_t line, size_t column)
{
  bcov_place place = bcov_span_place (span, offset);
  assert_string_equal (place.file, "-b");
  assert_int_equal (place.line, line);
  assert_int_equal (place.column, column);
}

static void finds_places (void **state)
{
  (void)state;
  static const char text[] = "ab\ncd\r\nef\rg\xe2\x86\x96h";
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "-b", text, sizeof text - 1);
  assert_at (span, 0, 1, 1);
  assert_at (span, 1, 1, 2);
  assert_at (span, 3, 2, 1);
  assert_at (span, 7, 3, 1);
  assert_at (span, 10, 4, 1);
  assert_at (span, 14, 4, 3);
  assert_at (span, 4, 2, 2); /* back again */
  assert_at (span, 99, 4, 4);
}

static void cuts_parts (void **state)
{
  (void)state;
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "-b", " \tL3 , T4\n", 10);
  bcov_span part = bcov_span_trim (bcov_span_part (span, 0, 5));
  assert_true (bcov_span_is (part, "L3"));
  assert_false (bcov_span_is (part, "L"));
  assert_at (part, 0, 1, 3);
  part = bcov_span_trim (bcov_span_part (span, 6, 4));
  assert_true (bcov_span_is (part, "T4"));
  assert_at (part, 1, 1, 9);
  assert_int_equal (bcov_span_trim (bcov_span_part (span, 0, 2)).length, 0);
}

SUITE (span)
{
  const struct CMUnitTest tests[] = {
      format_test (finds_places),
      format_test (cuts_parts),
  };
  return cmocka_run_group_tests_name ("span", tests, NULL, NULL);
}
