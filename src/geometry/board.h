/* A board: a grid of positions, some of which are cells.  Cells are numbered in reading order: by
   layer, row, column. */

#ifndef BCOV_BOARD_H
#define BCOV_BOARD_H

#include "geometry/shape.h"

enum {
  BCOV_MOST_CELLS = 1 << 24, /* grid positions of a board, cells or not */
  BCOV_NO_CELL = -1          /* number of a position that is no cell */
};

typedef enum { BCOV_WRAP_NONE, BCOV_WRAP_COLUMNS, BCOV_WRAP_ROWS, BCOV_WRAP_BOTH } bcov_wrap;

/* What stands at a position. */
typedef enum { BCOV_HOLE, BCOV_MUST, BCOV_MAY, BCOV_LETTER } bcov_mark;

typedef struct {
  bcov_lattice lattice;
  bcov_wrap wrap;
  int32_t layers, rows, columns;
  uint8_t *mark;    /* bcov_mark of each position */
  int32_t *number;  /* cell number of each position, or BCOV_NO_CELL */
  uint32_t *letter; /* the character at each position; NULL when the board has no letters */
  bcov_cell *cells; /* the cells by number */
  uint32_t n_cells;
} bcov_board;

/* A board of these measures with every position a cell to cover.  BCOV_INPUT when a measure is 0 or
   the whole is more than BCOV_MOST_CELLS. */
bcov_status bcov_board_make (bcov_mem *mem, bcov_lattice lattice, int64_t layers, int64_t rows,
                             int64_t columns, bcov_board *out, bcov_error *err);

/* To be called after the marks have been changed: numbers the cells anew. */
bcov_status bcov_board_number (bcov_mem *mem, bcov_board *board, bcov_error *err);

void bcov_board_free (bcov_mem *mem, bcov_board *board);

static inline size_t bcov_board_position (const bcov_board *board, bcov_cell cell)
{
  return ((size_t)cell.layer * (size_t)board->rows + (size_t)cell.row) * (size_t)board->columns +
         (size_t)cell.column;
}

/* Writes the coordinates of CELL to OUT: 3 of cubes, else 2.  Returns the place behind them. */
static inline int32_t *bcov_board_put_cell (const bcov_board *board, bcov_cell cell, int32_t *out)
{
  if (board->lattice == BCOV_CUBE)
    *out++ = cell.layer;
  *out++ = cell.row;
  *out++ = cell.column;
  return out;
}

/* The number of the cell at CELL after wrapping, BCOV_NO_CELL off the board or in a hole. */
int32_t bcov_board_at (const bcov_board *board, bcov_cell cell);

/* CELL wrapped onto the board; coordinates that do not wrap are left as they are. */
bcov_cell bcov_board_wrap (const bcov_board *board, bcov_cell cell);

/* The numbers of the cells that touch cell NUMBER along a side (each once); returns how many. */
size_t bcov_board_neighbours (const bcov_board *board, uint32_t number,
                              uint32_t out[BCOV_MOST_NEIGHBOURS]);

/* Connected groups of cells: GROUP_OF[cell] is filled with numbers from 0 in reading order of their
   first cells.  Returns how many through COUNT.  Linear. */
bcov_status bcov_board_groups (bcov_mem *mem, const bcov_board *board, uint32_t *group_of,
                               uint32_t *count, bcov_error *err);

#endif
