/* Sides and corners: shared by just those cells that meet there, on flat boards and around. */

#include "suite.h"

#include "make.h"
#include "model/compile/places.h"

/* For each direction: the step to the cell that lies there. */
static const int down[8] = {-1, 0, 1, 0, -1, 1, 1, -1}, right[8] = {0, 1, 0, -1, 1, 1, -1, -1};

/* A corner or side as a point of the grid of half steps, wrapped by hand. */
static int point (const bcov_board *board, bcov_cell cell, int d)
{
  int y = 2 * cell.row + 1 + down[d], x = 2 * cell.column + 1 + right[d];
  if (board->wrap == BCOV_WRAP_ROWS || board->wrap == BCOV_WRAP_BOTH)
    y %= 2 * board->rows;
  if (board->wrap == BCOV_WRAP_COLUMNS || board->wrap == BCOV_WRAP_BOTH)
    x %= 2 * board->columns;
  return y * 1000 + x;
}

/* Two numbers are the same exactly when the points are. */
static void check_board (const bcov_board *board)
{
  for (uint32_t a = 0; a < board->n_cells; a++)
    for (int d = 0; d < 8; d++) {
      uint64_t place = bcov_places_at (board, board->cells[a], d);
      assert_true (place < bcov_places_count (board));
      for (uint32_t b = 0; b < board->n_cells; b++)
        for (int e = 0; e < 8; e++)
          assert_int_equal (place == bcov_places_at (board, board->cells[b], e),
                            point (board, board->cells[a], d) == point (board, board->cells[b], e));
    }
}

static void numbers_are_those_of_points (void **state)
{
  (void)state;
  static const char *const boards[] = {
      "......./......./.......", ".", "./.", "..", "../..", ".../...", "..#./.#../...."};
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++)
    for (int wrap = 0; wrap < 4; wrap++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, (bcov_wrap)wrap, boards[k]);
      check_board (&puzzle->board);
      make_end (mem, NULL, puzzle, NULL);
    }
}

/* How many different sides and corners the board has. */
static void count_places (const bcov_board *board, size_t *sides, size_t *corners)
{
  uint8_t *seen = calloc (bcov_places_count (board), 1);
  *sides = *corners = 0;
  for (uint32_t c = 0; c < board->n_cells; c++)
    for (int d = 0; d < 8; d++) {
      uint64_t place = bcov_places_at (board, board->cells[c], d);
      *(d < 4 ? sides : corners) += !seen[place];
      seen[place] = 1;
    }
  free (seen);
}

/* Three rows and five columns: Euler's numbers of the rectangle, the cylinders and the torus. */
static void known_numbers_of_sides_and_corners (void **state)
{
  (void)state;
  static const size_t known[4][2] = {
      {3 * 6 + 4 * 5, 24}, {15 + 4 * 5, 20}, {3 * 6 + 15, 18}, {30, 15}};
  for (int wrap = 0; wrap < 4; wrap++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, (bcov_wrap)wrap, "...../...../.....");
    size_t sides, corners;
    count_places (&puzzle->board, &sides, &corners);
    assert_int_equal (sides, known[wrap][0]);
    assert_int_equal (corners, known[wrap][1]);
    make_end (mem, NULL, puzzle, NULL);
  }
}

static void beyond_a_side_lies_the_neighbour (void **state)
{
  (void)state;
  for (int wrap = 0; wrap < 4; wrap++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, (bcov_wrap)wrap, "..#./.#../....");
    const bcov_board *board = &puzzle->board;
    for (uint32_t a = 0; a < board->n_cells; a++)
      for (int d = 0; d < 4; d++) {
        int32_t b = bcov_places_beyond (board, board->cells[a], d);
        bcov_cell at = board->cells[a];
        at.row += down[d];
        at.column += right[d];
        assert_int_equal (b, bcov_board_at (board, at));
        if (b != BCOV_NO_CELL)
          assert_int_equal (bcov_places_at (board, board->cells[b], (d + 2) % 4),
                            bcov_places_at (board, board->cells[a], d));
      }
    make_end (mem, NULL, puzzle, NULL);
  }
}

SUITE (places)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (numbers_are_those_of_points),
      cmocka_unit_test (known_numbers_of_sides_and_corners),
      cmocka_unit_test (beyond_a_side_lies_the_neighbour),
  };
  return cmocka_run_group_tests_name ("places", tests, NULL, NULL);
}
