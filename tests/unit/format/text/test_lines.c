/* Lines and words of a text. */

#include "suite.h"

#include "format/text/lines.h"
#include "base/utf8.h"

#include <string.h>

static void lines_lose_their_ends (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    size_t number;
  } expected[] = {{"a", 1}, {"", 2}, {" b", 3}, {"c", 4}};
  const char *text = "a \r\n\t\n b\nc";
  bcov_lines lines = bcov_lines_start (text, strlen (text));
  bcov_line line;
  for (size_t k = 0; k < 4; k++) {
    assert_true (bcov_lines_peek (&lines, &line));
    assert_int_equal (line.number, expected[k].number);
    assert_int_equal (line.length, strlen (expected[k].text));
    assert_memory_equal (line.bytes, expected[k].text, line.length);
    bcov_lines_take (&lines);
  }
  assert_false (bcov_lines_peek (&lines, &line));
}

static void nothing_has_no_lines (void **state)
{
  (void)state;
  bcov_line line;
  bcov_lines lines = bcov_lines_start (NULL, 0);
  assert_false (bcov_lines_peek (&lines, &line));
  assert_int_equal (bcov_lines_skip (&lines), 0);
  lines = bcov_lines_start ("\n", 1);
  assert_true (bcov_lines_peek (&lines, &line));
  assert_int_equal (line.length, 0);
  assert_int_equal (bcov_lines_skip (&lines), 1);
  assert_false (bcov_lines_peek (&lines, &line));
}

static void blank_lines_are_skipped (void **state)
{
  (void)state;
  const char *text = " \n\r\n x\n\n";
  bcov_lines lines = bcov_lines_start (text, strlen (text));
  assert_int_equal (bcov_lines_skip (&lines), 2);
  assert_int_equal (lines.number, 3);
  assert_int_equal (bcov_lines_skip (&lines), 0);
  bcov_lines_take (&lines);
  assert_int_equal (bcov_lines_skip (&lines), 1);
}

static void words_know_their_columns (void **state)
{
  (void)state;
  const char *text = "  ab\tc ";
  bcov_lines lines = bcov_lines_start (text, strlen (text));
  bcov_line line;
  bcov_word word;
  size_t at = 0;
  bcov_lines_peek (&lines, &line);
  assert_true (bcov_lines_word (&line, &at, &word));
  assert_int_equal (word.column, 3);
  assert_int_equal (word.length, 2);
  assert_true (bcov_lines_word (&line, &at, &word));
  assert_int_equal (word.column, 6);
  assert_int_equal (word.bytes[0], 'c');
  assert_false (bcov_lines_word (&line, &at, &word));
  assert_int_equal (bcov_utf8_count ("a\xe2\x86\x96"
                                     "b",
                                     5),
                    3);
}

SUITE (lines)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (lines_lose_their_ends),
      cmocka_unit_test (nothing_has_no_lines),
      cmocka_unit_test (blank_lines_are_skipped),
      cmocka_unit_test (words_know_their_columns),
  };
  return cmocka_run_group_tests_name ("lines", tests, NULL, NULL);
}
