/* Boards: measures, numbering, wrapping, neighbours and groups. */

#include "suite.h"

#include "geometry/board.h"

#include <string.h>

/* A board from a drawing with rows ended by '/'; '#' is a hole, '?' may stay empty. */
static bcov_board draw (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap, const char *drawing)
{
  int64_t columns = (int64_t)strcspn (drawing, "/"), rows = 1;
  for (const char *p = drawing; *p; p++)
    rows += *p == '/';
  bcov_board board;
  assert_int_equal (bcov_board_make (mem, lattice, 1, rows, columns, &board, NULL), BCOV_OK);
  size_t at = 0;
  for (const char *p = drawing; *p; p++)
    if (*p != '/')
      board.mark[at++] = *p == '#' ? BCOV_HOLE : *p == '?' ? BCOV_MAY : BCOV_MUST;
  board.wrap = wrap;
  assert_int_equal (bcov_board_number (mem, &board, NULL), BCOV_OK);
  return board;
}

static void a_new_board_is_full (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board;
  assert_int_equal (bcov_board_make (mem, BCOV_CUBE, 2, 3, 4, &board, NULL), BCOV_OK);
  assert_int_equal (board.n_cells, 24);
  for (uint32_t k = 0; k < 24; k++) {
    assert_int_equal (board.mark[k], BCOV_MUST);
    assert_int_equal (bcov_board_at (&board, board.cells[k]), k);
    assert_int_equal (bcov_board_position (&board, board.cells[k]), k);
  }
  assert_int_equal (bcov_cell_compare (board.cells[17], (bcov_cell){1, 1, 1}), 0);
  bcov_board_free (mem, &board);
  bcov_board_free (mem, &board);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_refused (bcov_lattice lattice, int64_t layers, int64_t rows, int64_t columns,
                           const char *message)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_board board;
  assert_int_equal (bcov_board_make (mem, lattice, layers, rows, columns, &board, err), BCOV_INPUT);
  assert_string_equal (bcov_error_text (err), message);
  assert_int_equal (bcov_mem_peak (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static void bad_measures_are_refused (void **state)
{
  (void)state;
  check_refused (BCOV_SQUARE, 1, 1000000, 1000000,
                 "the board is 1000000 x 1000000; at most 16777216 cells are allowed");
  check_refused (BCOV_HEX, 1, 1, 16777217,
                 "the board is 1 x 16777217; at most 16777216 cells are allowed");
  check_refused (BCOV_CUBE, 257, 256, 256,
                 "the board is 257 x 256 x 256; at most 16777216 cells are allowed");
  check_refused (BCOV_CUBE, INT64_MAX, 2, 2,
                 "the board is 9223372036854775807 x 2 x 2; at most 16777216 cells are allowed");
  check_refused (BCOV_CUBE, 1, INT64_MAX, INT64_MAX,
                 "the board is 1 x 9223372036854775807 x 9223372036854775807; at most 16777216 "
                 "cells are allowed");
  check_refused (BCOV_SQUARE, 1, 0, 5, "the board is 0 x 5; each number must be at least 1");
  check_refused (BCOV_CUBE, 1, 5, -1, "the board is 1 x 5 x -1; each number must be at least 1");
  check_refused (BCOV_SQUARE, 2, 5, 5, "the board is 2 x 5 x 5; only the cube lattice has layers");
}

static void the_largest_board_is_made (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board;
  uint32_t count = 0;
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 1 << 12, 1 << 12, &board, NULL), BCOV_OK);
  assert_int_equal (board.n_cells, BCOV_MOST_CELLS);
  bcov_board_free (mem, &board);
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 1 << 10, 1 << 10, &board, NULL), BCOV_OK);
  uint32_t *group_of = bcov_mem_alloc (mem, board.n_cells, sizeof *group_of, NULL);
  assert_non_null (group_of);
  assert_int_equal (bcov_board_groups (mem, &board, group_of, &count, NULL), BCOV_OK);
  assert_int_equal (count, 1);
  bcov_mem_free (mem, group_of);
  bcov_board_free (mem, &board);
  bcov_mem_delete (mem);
}

static void holes_have_no_number (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board = draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".#./?.#");
  const int32_t expected[] = {0, BCOV_NO_CELL, 1, 2, 3, BCOV_NO_CELL};
  assert_memory_equal (board.number, expected, sizeof expected);
  assert_int_equal (board.n_cells, 4);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, 0, 1}), BCOV_NO_CELL);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, 0, 3}), BCOV_NO_CELL);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, -1, 0}), BCOV_NO_CELL);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){1, 0, 0}), BCOV_NO_CELL);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, INT32_MAX, INT32_MIN}), BCOV_NO_CELL);
  memset (board.mark, BCOV_HOLE, 6);
  assert_int_equal (bcov_board_number (mem, &board, NULL), BCOV_OK);
  assert_int_equal (board.n_cells, 0);
  memset (board.mark, BCOV_LETTER, 6);
  assert_int_equal (bcov_board_number (mem, &board, NULL), BCOV_OK);
  assert_int_equal (board.n_cells, 6);
  bcov_board_free (mem, &board);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void only_what_wraps_is_wrapped (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board = draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "...../...../.....");
  const bcov_cell far = {0, -4, 12};
  static const bcov_cell expected[] = {
      [BCOV_WRAP_NONE] = {0, -4, 12},
      [BCOV_WRAP_COLUMNS] = {0, -4, 2},
      [BCOV_WRAP_ROWS] = {0, 2, 12},
      [BCOV_WRAP_BOTH] = {0, 2, 2},
  };
  for (unsigned wrap = BCOV_WRAP_NONE; wrap <= BCOV_WRAP_BOTH; wrap++) {
    board.wrap = (bcov_wrap)wrap;
    assert_int_equal (bcov_cell_compare (bcov_board_wrap (&board, far), expected[wrap]), 0);
  }
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, -1, -1}), 14);
  assert_int_equal (bcov_board_at (&board, (bcov_cell){0, -3, -5}), 0);
  board.lattice = BCOV_HEX;
  assert_int_equal (bcov_cell_compare (bcov_board_wrap (&board, far), far), 0);
  bcov_board_free (mem, &board);
  bcov_mem_delete (mem);
}

static void check_neighbours (const bcov_board *board, uint32_t number, size_t count,
                              const uint32_t *expected)
{
  uint32_t near[BCOV_MOST_NEIGHBOURS];
  assert_int_equal (bcov_board_neighbours (board, number, near), count);
  if (count)
    assert_memory_equal (near, expected, count * sizeof *near);
}

static void neighbours_come_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board = draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../.#./...");
  check_neighbours (&board, 0, 2, (const uint32_t[]){1, 3});
  check_neighbours (&board, 1, 2, (const uint32_t[]){2, 0});
  board.wrap = BCOV_WRAP_BOTH;
  check_neighbours (&board, 0, 4, (const uint32_t[]){5, 1, 3, 2});
  bcov_board_free (mem, &board);
  board = draw (mem, BCOV_SQUARE, BCOV_WRAP_BOTH, "..");
  check_neighbours (&board, 0, 1, (const uint32_t[]){1});
  bcov_board_free (mem, &board);
  board = draw (mem, BCOV_SQUARE, BCOV_WRAP_BOTH, ".");
  check_neighbours (&board, 0, 0, NULL);
  bcov_board_free (mem, &board);
  board = draw (mem, BCOV_TRIANGLE, BCOV_WRAP_NONE, ".../...");
  check_neighbours (&board, 1, 2, (const uint32_t[]){2, 0});
  check_neighbours (&board, 3, 2, (const uint32_t[]){0, 4});
  bcov_board_free (mem, &board);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_groups (bcov_lattice lattice, bcov_wrap wrap, const char *drawing, uint32_t count,
                          const uint32_t *expected)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_board board = draw (mem, lattice, wrap, drawing);
  uint32_t group_of[32], found = 99;
  assert_int_equal (bcov_board_groups (mem, &board, group_of, &found, NULL), BCOV_OK);
  assert_int_equal (found, count);
  if (count)
    assert_memory_equal (group_of, expected, board.n_cells * sizeof *expected);
  bcov_board_free (mem, &board);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void groups_are_numbered_in_reading_order (void **state)
{
  (void)state;
  check_groups (BCOV_SQUARE, BCOV_WRAP_NONE, ".#.#/.#../#.##", 3,
                (const uint32_t[]){0, 1, 0, 1, 1, 2});
  check_groups (BCOV_SQUARE, BCOV_WRAP_ROWS, ".#.#/.#../#.##", 3,
                (const uint32_t[]){0, 1, 0, 1, 1, 2});
  check_groups (BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".#.#/.#../#.##", 2,
                (const uint32_t[]){0, 0, 0, 0, 0, 1});
  check_groups (BCOV_HEX, BCOV_WRAP_NONE, ".#.#/.#../#.##", 2,
                (const uint32_t[]){0, 1, 0, 1, 1, 1});
  check_groups (BCOV_TRIANGLE, BCOV_WRAP_NONE, ".#.#/.#../#.##", 3,
                (const uint32_t[]){0, 1, 0, 1, 1, 2});
  check_groups (BCOV_SQUARE, BCOV_WRAP_BOTH, "###", 0, NULL);
}

SUITE (board)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_new_board_is_full),
      cmocka_unit_test (bad_measures_are_refused),
      cmocka_unit_test (the_largest_board_is_made),
      cmocka_unit_test (holes_have_no_number),
      cmocka_unit_test (only_what_wraps_is_wrapped),
      cmocka_unit_test (neighbours_come_once),
      cmocka_unit_test (groups_are_numbered_in_reading_order),
  };
  return cmocka_run_group_tests_name ("board", tests, NULL, NULL);
}
