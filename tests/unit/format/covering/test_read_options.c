/* Coverings of an exact cover problem as lines of items. */

#include "suite.h"

#include "readback.h"

static void lines_of_items (void **state)
{
  (void)state;
  const char *text = "alpha beta gamma | x y\nalpha x:1\nbeta x:1\ngamma\nbeta gamma y\ngamma\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, NULL), BCOV_OK);
  readback (puzzle, "alpha x:1\nbeta x:1\ngamma\n\nx:1 alpha\n y  gamma beta\r\n", BCOV_OK,
            "1:0,1,2;5:0,3;", "");
  readback (puzzle, "gamma\ngamma\n", BCOV_OK, "1:2,4;", "");
  readback (puzzle, "gamma\ngamma\ngamma\n", BCOV_WRONG, "1!;",
            "in:3: 'gamma' stands in this covering twice");
  readback (puzzle, "alhpa x:1\n\ngamma\n", BCOV_WRONG, "1!;3:2;",
            "in:1:1: unknown item 'alhpa'; did you mean 'alpha'?");
  readback (puzzle, "alpha x:2\n\nalpha alpha\n\nalpha\n", BCOV_WRONG, "1!;3!;5!;",
            "in:1:7: 'x:2' has a colour that is none of the problem's\n"
            "in:3:7: the item of 'alpha' stands twice in this option\n"
            "in:5: 'alpha' is no option of the problem; a line holds all items of one");
  readback (puzzle, "", BCOV_OK, "", "");
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (read_options)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (lines_of_items),
  };
  return cmocka_run_group_tests_name ("read_options", tests, NULL, NULL);
}
