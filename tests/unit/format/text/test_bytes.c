/* Tests of src/format/bytes.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/bytes.h"

static bcov_status check (fixture *f, const char *text, size_t length)
{
  bcov_plain plain;
  bcov_error_reset (f->err);
  return bcov_bytes_check (bcov_span_plain (&plain, "x.yaml", text, length), f->err);
}

static void lets_text_pass (void **state)
{
  fixture *f = *state;
  assert_int_equal (check (f, "", 0), BCOV_OK);
  assert_int_equal (check (f, "a\tb\r\n\n~ \xc2\xa0\xe2\x86\x96\xf0\x9f\x98\x80", 17), BCOV_OK);
  assert_silent (f);
}

static void names_bad_bytes (void **state)
{
  fixture *f = *state;
  assert_int_equal (check (f, "ab\nc\0d", 6), BCOV_INPUT);
  assert_says (f, "x.yaml:2:2: a NUL byte");
  assert_int_equal (check (f, "ab\n\xe2\x86\x96\xff", 7), BCOV_INPUT);
  assert_says (f, "x.yaml:2:2: the byte 0xff is not valid UTF-8");
  assert_int_equal (check (f, "\xe2\x86", 2), BCOV_INPUT); /* truncated */
  assert_says (f, "x.yaml:1:1: the byte 0xe2 is not valid UTF-8");
  assert_int_equal (check (f, "\xc0\x80", 2), BCOV_INPUT); /* overlong */
  assert_says (f, "x.yaml:1:1: the byte 0xc0 is not valid UTF-8");
  assert_int_equal (check (f, "a\x1b[31m", 6), BCOV_INPUT);
  assert_says (f, "x.yaml:1:2: the character U+001B is not allowed in a text");
  assert_int_equal (check (f, "\xe2\x80\xa8", 3), BCOV_INPUT);
  assert_says (f, "U+2028");
  assert_int_equal (bcov_error_count (f->err), 1);
}

static void counts_the_rest (void **state)
{
  fixture *f = *state;
  char many[100];
  memset (many, 0xff, sizeof many);
  assert_int_equal (check (f, many, sizeof many), BCOV_INPUT);
  assert_int_equal (bcov_error_count (f->err), 5);
  assert_says (f, "x.yaml: and 96 more such bytes; is this a text file?");
}

SUITE (bytes)
{
  const struct CMUnitTest tests[] = {
      format_test (lets_text_pass),
      format_test (names_bad_bytes),
      format_test (counts_the_rest),
  };
  return cmocka_run_group_tests_name ("bytes", tests, NULL, NULL);
}
