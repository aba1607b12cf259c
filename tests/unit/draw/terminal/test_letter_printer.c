/* The letter printer: the same drawings as bcov_terminal_draw, one after another. */

#include "suite.h"

#include "make.h"
#include "draw/terminal/terminal.h"
#include "sketch.h"

#include <string.h>

static bcov_covering *start (bcov_puzzle *puzzle)
{
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  return covering;
}

/* Checks that a new printer, used twice, and bcov_terminal_draw give WANTED for COVERING. */
static void expect_drawing (const bcov_covering *covering, const char *wanted)
{
  bcov_letter_printer printer;
  bcov_text drawn = {0}, other = {0};
  assert_int_equal (bcov_letter_printer_make (covering->puzzle, &printer, NULL), BCOV_OK);
  assert_int_equal (bcov_letter_printer_draw (&printer, covering, &drawn, NULL), BCOV_OK);
  assert_string_equal (drawn.data, wanted);
  assert_int_equal (bcov_letter_printer_draw (&printer, covering, &drawn, NULL), BCOV_OK);
  assert_int_equal (drawn.length, 2 * strlen (wanted));
  assert_string_equal (drawn.data + strlen (wanted), wanted);
  assert_int_equal (bcov_terminal_draw (covering, BCOV_LETTERS, false, &other, NULL), BCOV_OK);
  assert_string_equal (other.data, wanted);
  bcov_text_drop (&drawn);
  bcov_text_drop (&other);
  bcov_letter_printer_free (&printer);
}

static void holes_and_gaps_stay (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "#..#/..../?#..");
  make_piece (puzzle, "I", "XX", 0, 9);
  bcov_covering *covering = start (puzzle);
  expect_drawing (covering, "#..#\n....\n.#..\n");
  make_lay (covering, "I", 0, "#XX#/..../?#..");
  make_lay (covering, "I", 0, "#..#/XX../?#..");
  make_lay (covering, "I", 0, "#..#/..../?#XX");
  expect_drawing (covering, "#II#\nAA..\n.#II\n");
  make_end (mem, NULL, puzzle, covering);
}

/* An arrow takes three bytes. */
static void long_letters_are_drawn_too (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "...");
  make_piece (puzzle, "↖", "X", 0, 9);
  make_piece (puzzle, "I", "XX", 0, 9);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "↖", 0, "X..");
  make_lay (covering, "I", 0, ".XX");
  expect_drawing (covering, "↖II\n");
  make_end (mem, NULL, puzzle, covering);
}

SUITE (letter_printer)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (holes_and_gaps_stay),
      cmocka_unit_test (long_letters_are_drawn_too),
  };
  return cmocka_run_group_tests_name ("letter_printer", tests, NULL, NULL);
}
