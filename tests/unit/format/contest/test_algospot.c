/* BOARDCOVER of algospot.com: the puzzle that each case becomes.  Mistakes: test_contest.c. */

#include "suite.h"

#include "format/format.h"

#include <string.h>

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

/* The board of 16,777,216 positions that may just be, and none of them a cell. */
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

SUITE (algospot)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sample_of_the_contest),
      cmocka_unit_test (marks_are_those_drawn),
      cmocka_unit_test (the_largest_board),
  };
  return cmocka_run_group_tests_name ("algospot", tests, NULL, NULL);
}
