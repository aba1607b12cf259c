/* What is told about puzzles whose parts do not go together. */

#include "suite.h"

#include "make.h"
#include "puzzle/puzzle_finish.h"

static const bcov_entry once = {.lo = 1, .hi = 1, .turn = true, .place = {"test.yaml", 4, 5}};

/* Finishes PUZZLE, compares what is told, and frees it. */
static void expect (bcov_mem *mem, bcov_puzzle *puzzle, const char *told)
{
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_puzzle_finish (puzzle, NULL, NULL, err);
  assert_string_equal (bcov_error_text (err), told);
  assert_int_equal (status, *told ? BCOV_INPUT : BCOV_OK);
  make_end (mem, err, puzzle, NULL);
}

static void board_and_pieces_must_be_there (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect (mem, make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ""),
          "test.yaml: the board is missing; add board:\ntest.yaml: there are no pieces; add "
          "pieces: or table:");
}

static void a_table_of_holes_may_be_empty (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  puzzle->fill_holes = true;
  expect (mem, puzzle, "");
}

static void only_squares_wrap (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_HEX, BCOV_WRAP_BOTH, "..");
  make_piece (puzzle, "a", "X", 1, 1);
  expect (
      mem, puzzle,
      "test.yaml: only boards of the square lattice can be joined; remove wrap: or lattice: hex");
}

static void only_tiles_carry_something (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_entry sides = once, points = once, tags = once;
  sides.decor.sides[2] = 1;
  points.decor.points = 1;
  tags.tags = 1;
  assert_int_equal (make_entry (puzzle, "a", "XX", sides, NULL), 0);
  assert_int_equal (make_entry (puzzle, "b", "XX", points, NULL), 0);
  assert_int_equal (make_entry (puzzle, "c", "XXX", tags, NULL), 0);
  assert_int_equal (make_entry (puzzle, "d", "X", tags, NULL), 0);
  expect (mem, puzzle,
          "test.yaml:4:5: piece 'a' has sides: but also 2 cells; only a piece of one cell can have "
          "this key\ntest.yaml:4:5: piece 'b' has points: but also 2 cells; only a piece of one "
          "cell can have this key\ntest.yaml:4:5: piece 'c' has tags: but also 3 cells; only a "
          "piece of one cell can have this key");
}

static void only_square_tiles_carry_something (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_TRIANGLE, BCOV_WRAP_NONE, "..");
  bcov_entry points = once;
  points.decor.points = 1;
  assert_int_equal (make_entry (puzzle, "a", "X", points, NULL), 0);
  expect (mem, puzzle,
          "test.yaml:4:5: piece 'a' has points:, which only tiles on the square lattice can have");
}

SUITE (puzzle_finish)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (board_and_pieces_must_be_there),
      cmocka_unit_test (a_table_of_holes_may_be_empty),
      cmocka_unit_test (only_squares_wrap),
      cmocka_unit_test (only_tiles_carry_something),
      cmocka_unit_test (only_square_tiles_carry_something),
  };
  return cmocka_run_group_tests_name ("puzzle_finish", tests, NULL, NULL);
}
