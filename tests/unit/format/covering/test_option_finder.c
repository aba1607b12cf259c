/* Which option of an exact cover problem has given items. */

#include "suite.h"

#include "format/puzzle/dlx_read.h"
#include "format/covering/option_finder.h"

#include <string.h>

/* Looks for the option with the words of LINE. */
static bcov_option_state find (bcov_option_finder *options, const char *line, uint32_t *out)
{
  bcov_option_state state = BCOV_OPTION_WELL;
  bcov_option_finder_begin (options);
  while (*line && state == BCOV_OPTION_WELL) {
    size_t length = strcspn (line, " ");
    state = bcov_option_finder_add (options, line, length);
    line += length + (line[length] == ' ');
  }
  return state == BCOV_OPTION_WELL ? bcov_option_finder_find (options, out) : state;
}

static void options_are_found (void **state)
{
  (void)state;
  const char *text = "a b c | x\na b x:1\nb a x:2\na b x\nc\na b x:1\na b\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_option_finder options;
  uint32_t option = 99;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_option_finder_start (mem, puzzle->exact, &options, NULL), BCOV_OK);
  for (int round = 0; round < 2; round++) {
    assert_int_equal (find (&options, "x:1 b a", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 0);
    assert_int_equal (find (&options, "a b x:1", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 4);
    assert_int_equal (find (&options, "a b x:1", &option), BCOV_OPTION_USED);
    assert_int_equal (find (&options, "a x:2 b", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 1);
    assert_int_equal (find (&options, "a x b", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 2);
    assert_int_equal (find (&options, "c", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 3);
    assert_int_equal (find (&options, "b a", &option), BCOV_OPTION_WELL);
    assert_int_equal (option, 5);
    assert_int_equal (find (&options, "a", &option), BCOV_OPTION_NONE);
    assert_int_equal (find (&options, "", &option), BCOV_OPTION_NONE);
    assert_int_equal (find (&options, "a b:1 x:1", &option), BCOV_OPTION_NONE);
    assert_int_equal (find (&options, "a a", &option), BCOV_OPTION_ITEM_TWICE);
    assert_int_equal (find (&options, "x:1 x:2", &option), BCOV_OPTION_ITEM_TWICE);
    assert_int_equal (find (&options, "d", &option), BCOV_OPTION_UNKNOWN_ITEM);
    assert_int_equal (find (&options, "x:3", &option), BCOV_OPTION_UNKNOWN_COLOUR);
    assert_int_equal (find (&options, "x:", &option), BCOV_OPTION_UNKNOWN_COLOUR);
    bcov_option_finder_restart (&options);
  }
  bcov_option_finder_end (mem, &options);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (option_finder)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (options_are_found),
  };
  return cmocka_run_group_tests_name ("option_finder", tests, NULL, NULL);
}
