/* Names with numbers, and advice on names that are nearly right. */

#include "suite.h"

#include "format/text/dictionary.h"

#include <stdio.h>
#include <string.h>

static void names_are_found (void **state)
{
  (void)state;
  char *names[] = {"a", "ab", "", "\xc3\xa9"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_table table = {0};
  assert_int_equal (bcov_dictionary_find (&table, names, "a", 1), BCOV_TABLE_NONE);
  for (uint32_t k = 0; k < 4; k++)
    assert_int_equal (bcov_dictionary_enter (mem, &table, names, k, NULL), BCOV_OK);
  for (uint32_t k = 0; k < 4; k++)
    assert_int_equal (bcov_dictionary_find (&table, names, names[k], strlen (names[k])), k);
  assert_int_equal (bcov_dictionary_find (&table, names, "abc", 2), 1);
  assert_int_equal (bcov_dictionary_find (&table, names, "abc", 3), BCOV_TABLE_NONE);
  bcov_table_free (mem, &table);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void advice_names_the_nearest (void **state)
{
  (void)state;
  char *names[] = {"hook", "square", "line"};
  assert_string_equal (bcov_dictionary_advice (names, 3, "sqare", 5).text,
                       "; did you mean 'square'?");
  assert_string_equal (bcov_dictionary_advice (names, 3, "zzzz", 4).text, "");
  assert_string_equal (bcov_dictionary_advice (names, 0, "hook", 4).text, "");
  char longest[200];
  memset (longest, 'x', sizeof longest);
  assert_string_equal (bcov_dictionary_advice (names, 3, longest, sizeof longest).text, "");
}

SUITE (dictionary)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (names_are_found),
      cmocka_unit_test (advice_names_the_nearest),
  };
  return cmocka_run_group_tests_name ("dictionary", tests, NULL, NULL);
}
