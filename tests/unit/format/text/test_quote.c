/* Bytes of the input in messages. */

#include "suite.h"

#include "format/text/quote.h"

#include <string.h>

static void bytes_are_shown_and_not_obeyed (void **state)
{
  (void)state;
  assert_string_equal (bcov_quote_make ("", 0).text, "nothing");
  assert_string_equal (bcov_quote_make ("abc", 3).text, "'abc'");
  assert_string_equal (bcov_quote_make ("\xe2\x86\x96", 3).text, "'\xe2\x86\x96'");
  assert_string_equal (bcov_quote_make ("a\0\033[31m", 7).text, "'a\\x00\\x1b[31m'");
  assert_string_equal (bcov_quote_make ("\xe2\x86", 2).text, "'\\xe2\\x86'");
  assert_string_equal (bcov_quote_make ("\x7f\xc2\x9b", 3).text, "'\\x7f\\xc2\\x9b'");
}

static void long_text_is_cut_between_characters (void **state)
{
  (void)state;
  char bytes[300];
  for (size_t k = 0; k < 100; k++)
    memcpy (bytes + 3 * k, "\xe2\x86\x96", 3);
  bcov_quote quote = bcov_quote_make (bytes, sizeof bytes);
  size_t length = strlen (quote.text);
  assert_true (length < sizeof quote.text);
  assert_int_equal ((length - 5) % 3, 0);
  assert_string_equal (quote.text + length - 4, "...'");
  memset (bytes, 1, sizeof bytes);
  quote = bcov_quote_make (bytes, sizeof bytes);
  assert_true (strlen (quote.text) < sizeof quote.text);
}

SUITE (quote)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (bytes_are_shown_and_not_obeyed),
      cmocka_unit_test (long_text_is_cut_between_characters),
  };
  return cmocka_run_group_tests_name ("quote", tests, NULL, NULL);
}
