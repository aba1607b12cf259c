/* Coverings in letters. */

#include "suite.h"

#include "readback.h"

static bcov_puzzle *small_puzzle (bcov_mem *mem)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "#.../....");
  make_piece (puzzle, "L3", "X./XX", 0, 9);
  make_piece (puzzle, "I2", "XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

static void groups_are_pieces (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle, "#IIA\nLLAA\n", BCOV_OK, "1:I2 0 1,L3 2 5 6,I2 3 4;", "");
  readback (puzzle, "\n#IIA \r\nLLAA\n\n#II.\nAA..\n\n", BCOV_OK,
            "2:I2 0 1,L3 2 5 6,I2 3 4;5:I2 0 1,I2 3 4;", "");
  readback (puzzle, "#...\n....\n", BCOV_OK, "1:;", "");
  readback (puzzle, "", BCOV_OK, "", "");
  readback (puzzle, " \n\n", BCOV_OK, "", "");
  make_end (mem, NULL, puzzle, NULL);
}

static void what_fill_prints (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle, "2\n#..I\n...I\n", BCOV_OK, "1~I2 2 6;", "");
  readback (puzzle, "0\n#...\n....\n", BCOV_OK, "1~;", "");
  readback (puzzle, "3\n#..I\n...I\n\n#II.\n....\n", BCOV_WRONG, "1!;5:I2 0 1;",
            "in:1: 3 cells are stated, but 2 are covered");
  make_end (mem, NULL, puzzle, NULL);
}

/* Whether a line of digits is a row follows from the number of lines. */
static void digits_as_letters (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  make_piece (puzzle, "1", "X", 0, 9);
  make_piece (puzzle, "2", "XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "22\n\n13\n", BCOV_OK, "1:2 0 1;3:1 0,1 1;", "");
  readback (puzzle, "2\n22\n", BCOV_OK, "1~2 0 1;", "");
  make_end (mem, NULL, puzzle, NULL);
}

static void mistakes_and_what_follows_them (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle, "#III\nLLAA\n\n#II.\n....\n", BCOV_WRONG, "1!;4:I2 0 1;",
            "in:1:2: the connected cells of 'I' here do not form a piece of the puzzle");
  readback (puzzle, "#II\nLLAA\n", BCOV_WRONG, "1!;", "in:1: row 1 has 3 characters instead of 4");
  readback (puzzle, "#II.\nLLAA\n#II.\nLLAA\n\n#II.\n", BCOV_WRONG, "1!;6!;",
            "in:1: this covering has 4 rows instead of 2; an empty line separates coverings\nin:6: "
            "this covering has 1 rows instead of 2; an empty line separates coverings");
  readback (puzzle, "#II#\nALLA\n", BCOV_WRONG, "1!;",
            "in:1:4: '#' stands for no cell, but the board has a cell here");
  readback (puzzle, "AII.\nA\xc3\xa9..\n", BCOV_WRONG, "1!;",
            "in:1:1: the board has no cell here; write # instead of 'A'");
  readback (puzzle, "#I I\n....\n", BCOV_WRONG, "1!;",
            "in:1:3: the board has a cell here; write a letter or . instead of ' '");
  readback (puzzle, "boardcover: no such file\n", BCOV_WRONG, "1!;",
            "in:1: this covering has 1 rows instead of 2; an empty line separates coverings");
  make_end (mem, NULL, puzzle, NULL);
}

static void layers_side_by_side (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_CUBE, BCOV_WRAP_NONE, "../#.|../..");
  bcov_entry entry = {.hi = 9, .turn = true};
  assert_int_equal (make_entry (puzzle, "I2", "XX", entry, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "AB AC\n#B DC\n", BCOV_WRONG, "1!;",
            "in:2:4: the connected cells of 'D' here do not form a piece of the puzzle");
  readback (puzzle, "AB AC\n#B .C\n", BCOV_OK, "1:I2 0 3,I2 1 2,I2 4 6;", "");
  readback (puzzle, "AB.AC\n#B .C\n", BCOV_WRONG, "1!;",
            "in:1:3: layers are separated by a space; write a space instead of '.'");
  make_end (mem, NULL, puzzle, NULL);
}

/* A piece in two parts consists of all cells with its letter.  Groups that are no pieces are tried
   together.
 */
static void pieces_in_parts (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "......");
  make_piece (puzzle, "D", "X.X", 0, 9);
  make_piece (puzzle, "I1", "X", 0, 9);
  make_piece (puzzle, "E", "XX.XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "DADI..\n", BCOV_OK, "1:D 0 2,I1 1,I1 3;", "");
  readback (puzzle, "EEIEE.\n\nAAIAA.\n", BCOV_OK, "1:E 0 1 3 4,I1 2;3:E 0 1 3 4,I1 2;", "");
  readback (puzzle, "IAI.A.\n", BCOV_OK, "1:I1 0,I1 1,I1 2,I1 4;", "");
  readback (puzzle, "D..D.I\n", BCOV_OK, "1:I1 0,I1 3,I1 5;", "");
  readback (puzzle, "EE.E.I\n", BCOV_WRONG, "1!;",
            "in:1:1: the connected cells of 'E' here do not form a piece of the puzzle");
  make_end (mem, NULL, puzzle, NULL);
}

/* A letter of the family of D: two cells far apart are D although each could be I1. */
static void letters_of_a_family (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "......");
  bcov_entry fixed = {.hi = 9};
  make_piece (puzzle, "I1", "X", 0, 9);
  make_piece (puzzle, "D", "X.X", 0, 9);
  make_piece (puzzle, "P", "XX", 0, 9);
  assert_int_equal (make_entry (puzzle, "Q", "XX", fixed, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "BEBE..\n\nEIEA.A\n", BCOV_OK, "1:D 0 2,D 1 3;3:D 0 2,I1 1,I1 3,I1 5;", "");
  readback (puzzle, "AAPPQQ\n\nFFQQCC\n", BCOV_OK, "1:P 0 1,P 2 3,Q 4 5;3:Q 0 1,Q 2 3,Q 4 5;", "");
  make_end (mem, NULL, puzzle, NULL);
}

/* On nine cells, a piece of four rows can cover the same cells as a piece of three rows. */
static void own_letters_around_a_torus (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_BOTH, ".../.../...");
  make_piece (puzzle, "S", "X./XX/X.", 0, 9);
  make_piece (puzzle, "M", "X./X./XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "S..\nS..\nSS.\n", BCOV_OK, "1:S 0 3 6 7;", "");
  readback (puzzle, "M..\nM..\nMM.\n", BCOV_OK, "1:M 0 3 6 7;", "");
  make_end (mem, NULL, puzzle, NULL);
}

static void equal_tiles_side_by_side (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "../..");
  bcov_entry up = {.hi = 9, .decor = {.points = 1 << BCOV_NORTH}};
  bcov_entry down = {.hi = 9, .decor = {.points = 1 << BCOV_SOUTH}};
  assert_int_equal (make_entry (puzzle, "\xe2\x86\x91", "X", up, NULL), 0);
  assert_int_equal (make_entry (puzzle, "\xe2\x86\x93", "X", down, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "\xe2\x86\x91\xe2\x86\x91\n\xe2\x86\x93\xe2\x86\x91\n", BCOV_OK,
            "1:\xe2\x86\x91 0,\xe2\x86\x91 1,\xe2\x86\x93 2,\xe2\x86\x91 3;", "");
  make_end (mem, NULL, puzzle, NULL);
}

static void letters_that_meet_around_a_torus (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "..../....");
  make_piece (puzzle, "L3", "X./XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "LBBL\n.B.L\n", BCOV_OK, "1:L3 0 3 7,L3 1 2 5;", "");
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (read_letters)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (groups_are_pieces),
      cmocka_unit_test (what_fill_prints),
      cmocka_unit_test (digits_as_letters),
      cmocka_unit_test (mistakes_and_what_follows_them),
      cmocka_unit_test (layers_side_by_side),
      cmocka_unit_test (pieces_in_parts),
      cmocka_unit_test (letters_of_a_family),
      cmocka_unit_test (own_letters_around_a_torus),
      cmocka_unit_test (equal_tiles_side_by_side),
      cmocka_unit_test (letters_that_meet_around_a_torus),
  };
  return cmocka_run_group_tests_name ("read_letters", tests, NULL, NULL);
}
