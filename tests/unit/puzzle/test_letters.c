/* The letters of pieces, and the meaning of letters on a board. */

#include "suite.h"

#include "make.h"
#include "puzzle/letters.h"

#include <stdio.h>

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
} fixture;

static fixture start (const char *board)
{
  bcov_mem *mem = bcov_mem_new (0);
  return (fixture){mem, bcov_error_new (), make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, board)};
}

static void end (fixture *f)
{
  make_end (f->mem, f->err, f->puzzle, NULL);
}

/* Adds a row of LENGTH cells, so that all pieces differ. */
static void add_row (fixture *f, const char *name, size_t length)
{
  char row[MAKE_CELLS] = {0};
  memset (row, 'X', length);
  make_piece (f->puzzle, name, row, 1, 1);
}

/* Adds a piece for each name (the list ends with NULL), assigns the letters, and returns them as a
   text. */
static void expect_letters (const char *const *names, const char *letters)
{
  fixture f = start ("...");
  bcov_text text = {0};
  for (size_t k = 0; names[k]; k++)
    add_row (&f, names[k], k + 1);
  assert_int_equal (bcov_letters_give (f.puzzle, f.err), 0);
  for (size_t k = 0; k < f.puzzle->pieces.count; k++)
    bcov_text_rune (&text, f.puzzle->pieces.data[k].letter);
  assert_string_equal (text.data, letters);
  bcov_text_drop (&text);
  end (&f);
}

static void first_characters_are_letters (void **state)
{
  (void)state;
  expect_letters ((const char *const[]){"F5", "I5", "L5", "N5", NULL}, "FILN");
  expect_letters ((const char *const[]){"↖", "élan", "木", "1x1", NULL}, "↖é木1");
}

static void those_who_want_the_same_take_others (void **state)
{
  (void)state;
  expect_letters ((const char *const[]){"L4", "A", "L5", "B5", "L6", NULL}, "CADBE");
  expect_letters ((const char *const[]){"I1", "I2", NULL}, "AB");
  expect_letters ((const char *const[]){"B1", "A1", "A2", "B2", NULL}, "ABCD");
}

static void some_characters_are_no_letters (void **state)
{
  (void)state;
  expect_letters ((const char *const[]){".", "#1", "?", " x", "\u200bz", "\u00a0", "\u3000", NULL},
                  "ABCDEFG");
  assert_false (bcov_letters_fit (0));
  assert_false (bcov_letters_fit (0x85));
  assert_false (bcov_letters_fit (0x301));
  assert_false (bcov_letters_fit (0x202e));
  assert_true (bcov_letters_fit ('~'));
}

static void letters_go_on_behind_the_digits (void **state)
{
  (void)state;
  fixture f = start ("...");
  for (size_t k = 0; k < 70; k++) {
    char name[16];
    snprintf (name, sizeof name, "h.%zu", k);
    add_row (&f, name, k + 1);
  }
  assert_int_equal (bcov_letters_give (f.puzzle, f.err), 0);
  const bcov_piece *pieces = f.puzzle->pieces.data;
  assert_int_equal (pieces[0].letter, 'A');
  assert_int_equal (pieces[25].letter, 'Z');
  assert_int_equal (pieces[26].letter, 'a');
  assert_int_equal (pieces[52].letter, '0');
  assert_int_equal (pieces[61].letter, '9');
  assert_int_equal (pieces[62].letter, 0x100);
  assert_int_equal (pieces[69].letter, 0x107);
  end (&f);
}

static void letters_end_somewhere (void **state)
{
  (void)state;
  size_t count = 0;
  while (bcov_letters_get (count) != 0xfffd) {
    assert_true (bcov_letters_fit (bcov_letters_get (count)));
    assert_int_equal (bcov_utf8_width (bcov_letters_get (count)), 1);
    count++;
  }
  assert_true (count > 140000);
}

/* ---- letters on the board ---- */

static bcov_place place_of (const void *data, bcov_cell cell)
{
  return (bcov_place){data, (size_t)cell.row + 10, (size_t)cell.column + 3};
}

/* Finishes the puzzle and checks its messages. */
static void expect_told (fixture *f, const char *told)
{
  bcov_status status = bcov_puzzle_finish (f->puzzle, place_of, "b.yaml", f->err);
  assert_string_equal (bcov_error_text (f->err), told);
  assert_int_equal (status, *told ? BCOV_INPUT : BCOV_OK);
}

static void letters_mean_pieces (void **state)
{
  (void)state;
  fixture f = start ("LA./.#I/K木?");
  add_row (&f, "I3", 3);
  add_row (&f, "A", 4);
  add_row (&f, "L1", 5);
  add_row (&f, "L2", 6);
  add_row (&f, "L", 7);
  add_row (&f, "木", 8);
  add_row (&f, "K", 7);
  expect_told (&f, "");
  const int32_t wanted[8] = {4, 1, -1, -1, 0, 4, 5, -1};
  assert_memory_equal (f.puzzle->cell_piece, wanted, sizeof wanted);
  end (&f);
}

/* A letter on the board may be the letter of a piece or its name; a name has priority. */
static void given_letters_mean_pieces (void **state)
{
  (void)state;
  fixture f = start ("AB/C.");
  add_row (&f, "L1", 1);
  add_row (&f, "L2", 2);
  add_row (&f, "L3", 3);
  expect_told (&f, "");
  const int32_t wanted[4] = {0, 1, 2, -1};
  assert_memory_equal (f.puzzle->cell_piece, wanted, sizeof wanted);
  end (&f);
}

/* "A5" has the letter A, but the board's A is the piece called "A", whose letter is B. */
static void names_go_before_letters (void **state)
{
  (void)state;
  fixture f = start ("AB.");
  add_row (&f, "A5", 1);
  add_row (&f, "A", 2);
  expect_told (&f, "");
  assert_int_equal (f.puzzle->pieces.data[0].letter, 'A');
  const int32_t wanted[3] = {1, 1, -1};
  assert_memory_equal (f.puzzle->cell_piece, wanted, sizeof wanted);
  end (&f);
}

static void boards_without_letters_need_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_mem_free (mem, puzzle->board.letter);
  puzzle->board.letter = NULL;
  make_piece (puzzle, "a", "X", 2, 2);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_null (puzzle->cell_piece);
  make_end (mem, NULL, puzzle, NULL);
}

static void unknown_letters_are_told_once (void **state)
{
  (void)state;
  fixture f = start ("l.Q/Q.l");
  add_row (&f, "L1", 1);
  add_row (&f, "T", 2);
  expect_told (&f, "b.yaml:10:3: no piece has the name or the letter 'l'; did you mean "
                   "'L'?\nb.yaml:10:5: no piece has the name or the letter 'Q'; the letters are "
                   "'L' for L1, 'T' for T; write '.' for a cell that any piece may cover");
  end (&f);
}

static void ambiguous_letters_are_told (void **state)
{
  (void)state;
  fixture f = start ("L..");
  add_row (&f, "L1", 1);
  add_row (&f, "L2", 2);
  expect_told (
      &f, "b.yaml:10:3: the letter 'L' on the board is ambiguous; write 'A' for L1, 'B' for L2, "
          "or give the pieces names that start with different letters");
  end (&f);
  f = start ("a..");
  add_row (&f, "a", 1);
  add_row (&f, "a", 2);
  expect_told (
      &f, "b.yaml:10:3: the letter 'a' on the board is ambiguous; write 'A' for a, 'B' for a.2, "
          "or give the pieces names that start with different letters");
  end (&f);
}

/* If there are many unknown letters, the last message is their number. */
static void few_of_many_are_told (void **state)
{
  (void)state;
  fixture f = start ("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  add_row (&f, "1", 1);
  assert_int_equal (bcov_puzzle_finish (f.puzzle, NULL, NULL, f.err), BCOV_INPUT);
  assert_int_equal (bcov_error_count (f.err), 21);
  assert_non_null (strstr (bcov_error_text (f.err), "and 6 more letters on the board"));
  end (&f);
}

SUITE (letters)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (first_characters_are_letters),
      cmocka_unit_test (those_who_want_the_same_take_others),
      cmocka_unit_test (some_characters_are_no_letters),
      cmocka_unit_test (letters_go_on_behind_the_digits),
      cmocka_unit_test (letters_end_somewhere),
      cmocka_unit_test (letters_mean_pieces),
      cmocka_unit_test (given_letters_mean_pieces),
      cmocka_unit_test (names_go_before_letters),
      cmocka_unit_test (boards_without_letters_need_nothing),
      cmocka_unit_test (unknown_letters_are_told_once),
      cmocka_unit_test (ambiguous_letters_are_told),
      cmocka_unit_test (few_of_many_are_told),
  };
  return cmocka_run_group_tests_name ("letters", tests, NULL, NULL);
}
