/* Makes coverings for tests from drawings.

   '/' ends a row and '|' a layer; '#' is a hole and '.' an empty cell.  Any other character is the
   name of a piece, which is placed as drawn.  Pieces of equal shape become one piece of the puzzle.
 */

#ifndef SKETCH_H
#define SKETCH_H

#include "puzzle/covering.h"
#include "puzzle/puzzle_finish.h"

#include <stdlib.h>
#include <string.h>

enum { SKETCH_CELLS = 512 };

/* The cells of LETTER in DRAWING; if LETTER is 0, only its size. */
static inline size_t sketch_cells (const char *drawing, char letter, bcov_cell *cells,
                                   bcov_cell *measures)
{
  bcov_cell at = {0};
  size_t count = 0;
  for (const char *p = drawing; *p; p++) {
    if (*p == '/' || *p == '|') {
      at = *p == '/' ? (bcov_cell){at.layer, at.row + 1, 0} : (bcov_cell){at.layer + 1, 0, 0};
      continue;
    }
    if (*p == letter && count < SKETCH_CELLS)
      cells[count++] = at;
    measures->layer = at.layer >= measures->layer ? at.layer + 1 : measures->layer;
    measures->row = at.row >= measures->row ? at.row + 1 : measures->row;
    measures->column = at.column >= measures->column ? at.column + 1 : measures->column;
    at.column++;
  }
  return count;
}

static inline void sketch_board (bcov_puzzle *puzzle, bcov_lattice lattice, bcov_wrap wrap,
                                 const char *drawing)
{
  bcov_cell cells[SKETCH_CELLS], size = {0};
  size_t holes = sketch_cells (drawing, '#', cells, &size);
  bcov_board *board = &puzzle->board;
  assert_int_equal (
      bcov_board_make (puzzle->mem, lattice, size.layer, size.row, size.column, board, NULL), 0);
  board->wrap = wrap;
  for (size_t k = 0; k < holes; k++)
    board->mark[bcov_board_position (board, cells[k])] = BCOV_HOLE;
  assert_int_equal (bcov_board_number (puzzle->mem, board, NULL), 0);
}

/* Makes a piece from the cells of LETTER. */
static inline void sketch_piece (bcov_puzzle *puzzle, const char *drawing, char letter)
{
  bcov_cell cells[SKETCH_CELLS], size = {0};
  size_t count = sketch_cells (drawing, letter, cells, &size);
  bcov_shape shape = {0};
  assert_int_equal (
      bcov_shape_make (puzzle->mem, puzzle->board.lattice, cells, count, &shape, NULL), 0);
  bcov_entry entry = {.name = &letter,
                      .name_length = 1,
                      .shape = &shape,
                      .lo = 1,
                      .hi = 1,
                      .turn = true,
                      .flip = true};
  assert_int_equal (bcov_puzzle_add (puzzle, &entry, NULL), 0);
  bcov_shape_free (puzzle->mem, &shape);
}

static inline void sketch_lay (bcov_covering *covering, const char *drawing, char letter)
{
  bcov_cell cells[SKETCH_CELLS], size = {0};
  uint32_t numbers[SKETCH_CELLS];
  size_t count = sketch_cells (drawing, letter, cells, &size);
  for (size_t k = 0; k < count; k++)
    numbers[k] = (uint32_t)bcov_board_at (&covering->puzzle->board, cells[k]);
  int32_t piece = bcov_puzzle_piece (covering->puzzle, &letter, 1);
  assert_true (piece >= 0);
  assert_int_equal (bcov_covering_lay (covering, (uint32_t)piece, 0, numbers, count, NULL), 0);
}

/* Calls SEE for each letter of DRAWING, in the order of first occurrence. */
#define SKETCH_LETTERS(drawing, letter)                                                            \
  for (const char *sketch_at = drawing; *sketch_at; sketch_at++)                                   \
    for (char letter = *sketch_at;                                                                 \
         letter && !strchr ("#./|", letter) && strchr (drawing, letter) == sketch_at; letter = 0)

/* The covering in DRAWING; sketch_free frees it. */
static inline bcov_covering *sketch (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap,
                                     const char *drawing)
{
  bcov_puzzle *puzzle = NULL;
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_puzzle_new (mem, "sketch", &puzzle, NULL), 0);
  sketch_board (puzzle, lattice, wrap, drawing);
  SKETCH_LETTERS (drawing, letter)
  sketch_piece (puzzle, drawing, letter);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  SKETCH_LETTERS (drawing, letter)
  sketch_lay (covering, drawing, letter);
  bcov_covering_sort (covering);
  return covering;
}

static inline void sketch_free (bcov_covering *covering)
{
  bcov_puzzle *puzzle = (bcov_puzzle *)covering->puzzle;
  bcov_covering_free (covering);
  bcov_puzzle_free (puzzle);
}

#endif
