/* A board: a grid of positions, some of which are cells.  Cells are numbered in reading order: by
   layer, row, column. */

#ifndef BCOV_BOARD_H
#define BCOV_BOARD_H

#include "geometry/shape.h"

enum {
  BCOV_MOST_CELLS = 1 << 24, /* grid positions of a board, cells or not */
  BCOV_NO_CELL = -1          /* number of a position that is not a cell */
};

typedef enum { BCOV_WRAP_NONE, BCOV_WRAP_COLUMNS, BCOV_WRAP_ROWS, BCOV_WRAP_BOTH } bcov_wrap;

/* The contents of a position. */
typedef enum { BCOV_HOLE, BCOV_MUST, BCOV_MAY, BCOV_LETTER } bcov_mark;

typedef struct {
  bcov_lattice lattice;
  bcov_wrap wrap;
  int32_t layers, rows, columns;
  uint8_t *mark;    /* bcov_mark of each position */
  int32_t *number;  /* cell number of each position, or BCOV_NO_CELL */
  uint32_t *letter; /* the character at each position; NULL if the board has no letters */
  bcov_cell *cells; /* by number */
  uint32_t n_cells;
} bcov_board;

/* Makes a board of this size with every position a cell to cover.  Returns BCOV_INPUT if a number
   is 0 or there are more than BCOV_MOST_CELLS positions. */
bcov_status bcov_board_make (bcov_mem *mem, bcov_lattice lattice, int64_t layers, int64_t rows,
                             int64_t columns, bcov_board *out, bcov_error *err);

/* Numbers the cells again, after a change of the marks. */
bcov_status bcov_board_number (bcov_mem *mem, bcov_board *board, bcov_error *err);

void bcov_board_free (bcov_mem *mem, bcov_board *board);

static inline size_t bcov_board_positions (const bcov_board *board)
{
  return (size_t)board->layers * (size_t)board->rows * (size_t)board->columns;
}

static inline size_t bcov_board_position (const bcov_board *board, bcov_cell cell)
{
  return ((size_t)cell.layer * (size_t)board->rows + (size_t)cell.row) * (size_t)board->columns +
         (size_t)cell.column;
}

/* Writes the coordinates of CELL, 3 for cubes and otherwise 2, to OUT.  Returns the end of OUT. */
static inline int32_t *bcov_board_put_cell (const bcov_board *board, bcov_cell cell, int32_t *out)
{
  if (board->lattice == BCOV_CUBE)
    *out++ = cell.layer;
  *out++ = cell.row;
  *out++ = cell.column;
  return out;
}

/* Returns the number of the cell at CELL after wrapping, BCOV_NO_CELL off the board or in a hole.
 */
int32_t bcov_board_at (const bcov_board *board, bcov_cell cell);

/* Returns whether CELL is a position of the grid; joined sides do not matter. */
static inline bool bcov_board_is_on_grid (const bcov_board *board, bcov_cell cell)
{
  return cell.layer >= 0 && cell.layer < board->layers && cell.row >= 0 && cell.row < board->rows &&
         cell.column >= 0 && cell.column < board->columns;
}

/* Wraps CELL onto the board; coordinates that do not wrap are unchanged. */
bcov_cell bcov_board_wrap (const bcov_board *board, bcov_cell cell);

/* Lists the cells that touch cell NUMBER along a side, each once; returns their number. */
size_t bcov_board_neighbours (const bcov_board *board, uint32_t number,
                              uint32_t out[BCOV_MOST_NEIGHBOURS]);

/* Sets SIDES to the number of the side of cell A on which cell B is, and to that of B on which A
   is. Sides are numbered clockwise, from 1.  Returns false if there is no such side, and for cubes,
   whose sides have no cyclic order.  If there are two, as on narrow boards that wrap, the answer is
   the first one of A. */
bool bcov_board_sides (const bcov_board *board, uint32_t a, uint32_t b, uint32_t sides[2]);

/* Finds the connected groups of cells: GROUP_OF[cell] is the number of its group, from 0 in reading
   order of the first cells.  COUNT is the number of groups.  Linear time. */
bcov_status bcov_board_groups (bcov_mem *mem, const bcov_board *board, uint32_t *group_of,
                               uint32_t *count, bcov_error *err);

/* Returns whether SHAPE can be moved, wrapping included, so that it covers exactly the given cells,
   which are as many as SHAPE has.  STAMPS has a number for each cell of the board; start with
   zeros and NOW = 0.  Time: usually linear, at most quadratic in the cells of SHAPE. */
bool bcov_board_lies (const bcov_board *board, const bcov_shape *shape, const uint32_t *cells,
                      uint64_t *stamps, uint64_t *now);

#endif
