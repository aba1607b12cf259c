/* A puzzle whose board grows: the same pieces and rules on the first rows (columns, layers) of its
   board, or on more of them, the last one repeated. */

#ifndef BCOV_GROW_H
#define BCOV_GROW_H

#include "puzzle/puzzle.h"

typedef enum { BCOV_GROW_ROWS, BCOV_GROW_COLUMNS, BCOV_GROW_LAYERS, BCOV_GROW_AXES } bcov_axis;

/* The axis called "rows", "columns" or "layers"; BCOV_GROW_AXES when NAME is none. */
bcov_axis bcov_grow_axis (const char *name);

/* PUZZLE on a board with SIZE rows (columns, layers), and behind them BEYOND more, whose cells may
   stay empty.  OUT has a board of its own and borrows all else from PUZZLE, which must outlive it;
   it is for counting: stated answers are those of PUZZLE.  BCOV_INPUT when there is no such board.
   Free it with bcov_grow_free, not as a puzzle. */
bcov_status bcov_grow_make (const bcov_puzzle *puzzle, bcov_axis axis, uint32_t size,
                            uint32_t beyond, bcov_puzzle *out, bcov_error *err);
void bcov_grow_free (bcov_puzzle *grown);

/* The coordinate of CELL that grows. */
int32_t bcov_grow_coordinate (bcov_axis axis, bcov_cell cell);

/* How many rows (columns, layers) the largest form of any piece takes; 0 without pieces. */
uint32_t bcov_grow_extent (const bcov_puzzle *puzzle, bcov_axis axis);

#endif
