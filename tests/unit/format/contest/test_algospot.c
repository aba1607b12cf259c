/* The contests of algospot.com: the puzzles of their cases, and every kind of mistake in the
   input. */

#include "suite.h"

#include "format/contest/algospot.h"
#include "base/random.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- BOARDCOVER ---- */

static const char sample[] = "3\n"
                             "3 7\n#.....#\n#.....#\n##...##\n"
                             "3 7\n#.....#\n#.....#\n##..###\n"
                             "8 10\n##########\n#........#\n#........#\n#........#\n"
                             "#........#\n#........#\n#........#\n##########\n";

/* DATA counts the cases seen. */
static bcov_status see_sample (const bcov_puzzle *puzzle, size_t number, void *data,
                               bcov_error *err)
{
  static const uint32_t cells[3] = {13, 12, 48};
  static const int32_t rows[3] = {3, 3, 8}, columns[3] = {7, 7, 10};
  const bcov_piece *piece = puzzle->pieces.data;
  (void)err;
  assert_int_equal (number, ++*(size_t *)data);
  assert_int_equal (puzzle->board.lattice, BCOV_SQUARE);
  assert_int_equal (puzzle->board.rows, rows[number - 1]);
  assert_int_equal (puzzle->board.columns, columns[number - 1]);
  assert_int_equal (puzzle->board.n_cells, cells[number - 1]);
  assert_int_equal (puzzle->pieces.count, 1);
  assert_string_equal (piece->name, "L3");
  assert_int_equal (piece->letter, 'L');
  assert_int_equal (piece->size, 3);
  assert_int_equal (piece->n_forms, 4);
  assert_int_equal (piece->lo, 0);
  assert_int_equal (piece->hi, BCOV_MANY);
  assert_false (puzzle->fill_holes);
  return BCOV_OK;
}

static void the_sample_of_the_contest (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  size_t seen = 0;
  assert_int_equal (bcov_algospot_read (mem, sample, sizeof sample - 1, see_sample, &seen, NULL),
                    BCOV_OK);
  assert_int_equal (seen, 3);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static bcov_status see_marks (const bcov_puzzle *puzzle, size_t number, void *data, bcov_error *err)
{
  static const uint8_t marks[6] = {BCOV_HOLE, BCOV_MUST, BCOV_MUST,
                                   BCOV_MUST, BCOV_HOLE, BCOV_HOLE};
  (void)number;
  (void)data;
  (void)err;
  assert_memory_equal (puzzle->board.mark, marks, sizeof marks);
  assert_int_equal (puzzle->board.number[3], 2);
  return BCOV_OK;
}

static void marks_are_those_drawn (void **state)
{
  (void)state;
  const char *text = "1\n2 3\n#.. \r\n.##\n";
  bcov_mem *mem = bcov_mem_new (0);
  assert_int_equal (bcov_algospot_read (mem, text, strlen (text), see_marks, NULL, NULL), BCOV_OK);
  bcov_mem_delete (mem);
}

/* A board of the maximum of 16,777,216 positions, none of which is a cell. */
static bcov_status see_none (const bcov_puzzle *puzzle, size_t number, void *data, bcov_error *err)
{
  (void)number;
  (void)err;
  *(uint32_t *)data = puzzle->board.n_cells;
  return puzzle->board.rows == 4096 ? BCOV_OK : BCOV_FAULT;
}

static void the_largest_board (void **state)
{
  (void)state;
  bcov_text text = {0};
  char row[4097];
  uint32_t cells = 1;
  bcov_mem *mem = bcov_mem_new (0);
  memset (row, '#', 4096);
  row[4096] = '\n';
  bcov_text_put (&text, "1\n4096 4096\n");
  for (int k = 0; k < 4096; k++)
    bcov_text_add (&text, row, sizeof row);
  assert_int_equal (bcov_algospot_read (mem, text.data, text.length, see_none, &cells, NULL),
                    BCOV_OK);
  assert_int_equal (cells, 0);
  bcov_text_drop (&text);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- BOARDCOVER2 ---- */

/* The expected puzzle of a case. */
typedef struct {
  uint32_t cells, size, forms;
} expected;

typedef struct {
  const expected *cases;
  size_t seen;
} expectation;

static bcov_status see (const bcov_puzzle *puzzle, size_t number, void *data, bcov_error *err)
{
  expectation *e = data;
  const bcov_piece *piece = puzzle->pieces.data;
  (void)err;
  assert_int_equal (number, ++e->seen);
  assert_int_equal (puzzle->pieces.count, 1);
  assert_int_equal (puzzle->board.n_cells, e->cases[number - 1].cells);
  assert_int_equal (piece->size, e->cases[number - 1].size);
  assert_int_equal (piece->n_forms, e->cases[number - 1].forms);
  assert_int_equal (piece->lo, 0);
  assert_int_equal (piece->hi, BCOV_MANY);
  assert_true (piece->turn);
  assert_false (piece->flip);
  return BCOV_OK;
}

static void read_cases (const char *text, const expected *cases, size_t count)
{
  bcov_mem *mem = bcov_mem_new (0);
  expectation e = {cases, 0};
  assert_int_equal (bcov_algospot2_read (mem, text, strlen (text), see, &e, NULL), BCOV_OK);
  assert_int_equal (e.seen, count);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void algospot2_the_sample_of_the_contest (void **state)
{
  (void)state;
  static const expected cases[] = {{15, 4, 4}, {50, 5, 4}};
  read_cases ("2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n"
              "5 10 3 3\n..........\n..........\n..........\n..........\n..........\n"
              ".#.\n###\n..#\n",
              cases, 2);
}

/* Empty rows and columns around a block are ignored.  A block may be larger than the board, have
   several parts, or be symmetric. */
static void blocks_of_all_kinds (void **state)
{
  (void)state;
  static const expected cases[] = {{1, 1, 1}, {0, 9, 1}, {2, 2, 2}, {1, 4, 2}};
  read_cases ("4\n1 1 3 3\n.\n...\n.#.\n...\n"
              "1 1 3 3\n#\n###\n###\n###\n"
              "2 1 1 3\n.\n.\n#.#\n"
              "1 1 3 2 \n.\n#.\n##\n.#\n",
              cases, 4);
}

/* ---- mistakes ---- */

typedef struct {
  size_t cases;
  size_t stop_at;
  uint32_t cells[8];
} seen;

static bcov_status contest_see (const bcov_puzzle *puzzle, size_t number, void *data,
                                bcov_error *err)
{
  seen *s = data;
  (void)err;
  assert_int_equal (number, s->cases + 1);
  if (s->cases < 8)
    s->cells[s->cases] = puzzle->board.n_cells;
  s->cases++;
  return number == s->stop_at ? BCOV_STOPPED : BCOV_OK;
}

/* Reads TEXT; the messages are in ERR. */
static bcov_status read_text (const char *text, size_t length, bool second, seen *s,
                              bcov_error *err)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error_reset (err);
  bcov_status status =
      (second ? bcov_algospot2_read : bcov_algospot_read) (mem, text, length, contest_see, s, err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return status;
}

/* Checks that TEXT is refused with exactly these messages, one per line, and that no case is passed
   on. */
static void refuse (const char *text, bool second, const char *messages)
{
  bcov_error *err = bcov_error_new ();
  seen s = {0};
  bcov_status status = read_text (text, strlen (text), second, &s, err);
  assert_string_equal (bcov_error_text (err), messages);
  assert_int_equal (status, BCOV_INPUT);
  assert_int_equal (s.cases, 0);
  bcov_error_free (err);
}

static void accept (const char *text, bool second, size_t cases)
{
  bcov_error *err = bcov_error_new ();
  seen s = {0};
  bcov_status status = read_text (text, strlen (text), second, &s, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (status, BCOV_OK);
  assert_int_equal (s.cases, cases);
  bcov_error_free (err);
}

static void blanks_and_returns_at_the_end_are_fine (void **state)
{
  (void)state;
  accept ("2 \r\n1  3\t\r\n.#. \r\n2 1\n#  \n.\r\n\r\n  \n", false, 2);
  accept ("1\n1 1\n.", false, 1);
  accept ("0\n", false, 0);
  accept ("1\n1 1 2 2\n.\n#.\n.#", true, 1);
}

static void cells_are_where_the_dots_are (void **state)
{
  (void)state;
  const char *text = "2\n2 3\n#.#\n..#\n1 2\n##\n";
  bcov_error *err = bcov_error_new ();
  seen s = {0};
  assert_int_equal (read_text (text, strlen (text), false, &s, err), BCOV_OK);
  assert_int_equal (s.cells[0], 3);
  assert_int_equal (s.cells[1], 0);
  s = (seen){.stop_at = 1};
  assert_int_equal (read_text (text, strlen (text), false, &s, err), BCOV_STOPPED);
  assert_int_equal (s.cases, 1);
  bcov_error_free (err);
}

static void number_of_cases (void **state)
{
  (void)state;
  refuse ("", false,
          "standard input: the input is empty; its first line must be the number of cases");
  refuse (" \n\r\n", false,
          "standard input: the input is empty; its first line must be the number of cases");
  refuse ("x\n1 1\n.\n", false,
          "standard input:1:1: the number of cases is 'x'; give a whole number in decimal digits");
  refuse ("-1\n", false,
          "standard input:1:1: the number of cases is negative: '-1'; give 0 or more");
  refuse ("1000001\n", false,
          "standard input:1:1: the number of cases is '1000001'; give 1000000 or less");
  refuse ("99999999999999999999999\n", false,
          "standard input:1:1: the number of cases is '99999999999999999999999'; give 1000000 or "
          "less");
  refuse ("\n1\n1 1\n.\n", false,
          "standard input:1: the line is blank; the first line must be the number of cases");
  refuse (" 1\n1 1\n.\n", false, "standard input:1:1: the line starts with a space; remove it");
  refuse ("1 1\n.\n", false,
          "standard input:1: the first line must contain only the number of cases, not '1 1'");
  refuse ("2\n1 1\n.\n\n", false,
          "standard input:1: the first line gives the number of cases as 2, but the input ends "
          "before case 2; add the missing cases or lower the number");
  refuse ("1\n1 1\n.\n\n1 1\n.\n", false,
          "standard input:5: unexpected '1 1' after the last case; remove it, or correct the "
          "number of cases (1) on line 1");
}

static void measures (void **state)
{
  (void)state;
  refuse ("1\n2\n..\n..\n", false,
          "standard input:2: case 1 must start with the height and the width, 2 numbers on one "
          "line, not with '2'");
  refuse ("1\n2 2 2\n..\n..\n", false,
          "standard input:2: case 1 must start with the height and the width, 2 numbers on one "
          "line, not with '2 2 2'");
  refuse ("1\n0 -2\n", false, "standard input:2:1: the height of case 1 is '0'; give 1 or more");
  refuse ("1\n2 -2\n", false,
          "standard input:2:3: the width of case 1 is negative: '-2'; give 1 or more");
  refuse ("1\n1 1x\n", false,
          "standard input:2:3: the width of case 1 is '1x'; give a whole number in decimal digits");
  refuse ("1\n4097 4096\n", false,
          "standard input:2: case 1 has 4097 rows of 4096 characters; at most 16777216 "
          "cells are allowed");
  refuse ("1\n1 16777217\n", false,
          "standard input:2:3: the width of case 1 is '16777217'; give 16777216 or less");
  refuse ("1\n16777216 18446744073709551616\n", false,
          "standard input:2:10: the width of case 1 is '18446744073709551616'; give 16777216 or "
          "less");
  refuse ("1\n1 1 1\n", true,
          "standard input:2: case 1 must start with the height and the width of the board and "
          "those of the block, 4 numbers on one line, not with '1 1 1'");
  refuse ("1\n1 1 0 1\n", true,
          "standard input:2:5: the height of the block of case 1 is '0'; give 1 or more");
  refuse ("1\n1 1 5000 5000\n", true,
          "standard input:2: case 1 has 5000 block rows of 5000 characters; at most "
          "16777216 cells are allowed");
}

static void rows (void **state)
{
  (void)state;
  refuse (
      "1\n2 3\n...\n..\n", false,
      "standard input:4: row 2 of case 1 has 2 characters instead of 3; line 2 states its width");
  refuse ("1\n1 3\n.o.\n", false,
          "standard input:3:2: row 1 of case 1 contains 'o'; only # and . are allowed");
  refuse ("1\n1 3\n.é.\n", false,
          "standard input:3:2: row 1 of case 1 contains 'é'; only # and . are allowed");
  refuse ("1\n1 3\n .#\n", false,
          "standard input:3:1: row 1 of case 1 contains ' '; only # and . are allowed");
  refuse ("1\n3 1\n.\n\n.\n", false,
          "standard input:4: row 2 of case 1 is blank; draw it with # and .");
  refuse ("1\n3 1\n.\n.\n\n", false,
          "standard input:2: the input ends before row 3 of case 1, which should have 3 rows; add "
          "the missing lines");
  refuse ("1\n1 1 1 2\n.\n..\n", true,
          "standard input:4: the block of case 1 has no cell; draw at least one #");
  refuse ("1\n1 1 1 2\n.\n#\n", true,
          "standard input:4: block row 1 of case 1 has 1 characters instead of 2; line 2 states "
          "its width");
}

static void only_the_first_mistake_is_reported (void **state)
{
  (void)state;
  refuse (
      "2\n3 1\n.\n.\n1 1\n.\n", false,
      "standard input:5: row 3 of case 1 is missing, found '1 1' instead; line 2 states 3 rows");
  refuse ("2\n1 1\n.\n.\n.\n1 1\n.\n", false,
          "standard input:4: found '.' instead of the height and the width of case 2; the previous "
          "case has more rows than it states");
  refuse ("3\n1 1\n.\n1 x\n.\n1 1\n:\n", false,
          "standard input:4:3: the width of case 2 is 'x'; give a whole number in decimal digits");
  refuse (
      "2\n1 1\n.\n\n1 1\n.\n", false,
      "standard input:4: the line is blank; it must contain the height and the width of case 2");
}

static void zero_bytes_are_reported (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  seen s = {0};
  assert_int_equal (read_text ("1\n1 2\n.\0\n", 9, false, &s, err), BCOV_INPUT);
  assert_string_equal (
      bcov_error_text (err),
      "standard input:3:2: row 1 of case 1 contains '\\x00'; only # and . are allowed");
  assert_int_equal (read_text ("1\0\n1 1\n.\n", 9, false, &s, err), BCOV_INPUT);
  assert_int_equal (read_text ("1\n1 \0\n.\n", 8, false, &s, err), BCOV_INPUT);
  assert_int_equal (s.cases, 0);
  bcov_error_free (err);
}

/* The input states sixteen million cells but contains none.  Nothing may be allocated for them. */
static void announced_cells_cost_nothing (void **state)
{
  (void)state;
  const char *text = "1\n4096 4096\n.\n";
  bcov_mem *mem = bcov_mem_new (0);
  seen s = {0};
  assert_int_equal (bcov_algospot_read (mem, text, strlen (text), contest_see, &s, NULL),
                    BCOV_INPUT);
  assert_int_equal (bcov_mem_peak (mem), 0);
  bcov_mem_delete (mem);
}

/* Random bytes are read or refused without a crash, and no case of invalid input is passed on. */
static void random_bytes (void **state)
{
  (void)state;
  static const char letters[] = "0123456789 \n\n\n#.#.#.-x\r\t\0";
  bcov_random random = {(uint64_t)time (NULL)};
  print_message ("seed %llu\n", (unsigned long long)random.state);
  bcov_error *err = bcov_error_new ();
  for (int round = 0; round < 3000; round++) {
    char text[80] = "1\n2 2\n..\n#.\n";
    size_t length = 12 + bcov_random_below (&random, 60);
    size_t from = bcov_random_below (&random, 14);
    for (size_t k = from; k < length; k++)
      text[k] = letters[bcov_random_below (&random, sizeof letters)];
    seen s = {0};
    bcov_status status = read_text (text, length, round & 1, &s, err);
    assert_true (status == BCOV_OK || status == BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, *bcov_error_text (err) == 0);
    if (status)
      assert_int_equal (s.cases, 0);
  }
  bcov_error_free (err);
}

SUITE (algospot)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sample_of_the_contest),
      cmocka_unit_test (marks_are_those_drawn),
      cmocka_unit_test (the_largest_board),
      cmocka_unit_test (algospot2_the_sample_of_the_contest),
      cmocka_unit_test (blocks_of_all_kinds),
      cmocka_unit_test (blanks_and_returns_at_the_end_are_fine),
      cmocka_unit_test (cells_are_where_the_dots_are),
      cmocka_unit_test (number_of_cases),
      cmocka_unit_test (measures),
      cmocka_unit_test (rows),
      cmocka_unit_test (only_the_first_mistake_is_reported),
      cmocka_unit_test (zero_bytes_are_reported),
      cmocka_unit_test (announced_cells_cost_nothing),
      cmocka_unit_test (random_bytes),
  };
  return cmocka_run_group_tests_name ("algospot", tests, NULL, NULL);
}
