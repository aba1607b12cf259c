/* A puzzle whose board grows: the same pieces and rules on the first rows (columns, layers) of its
   board, or on more of them, with the last one repeated. */

#ifndef BCOV_GROW_H
#define BCOV_GROW_H

#include "puzzle/puzzle.h"

typedef enum { BCOV_GROW_ROWS, BCOV_GROW_COLUMNS, BCOV_GROW_LAYERS, BCOV_GROW_AXES } bcov_axis;

/* Returns the axis called "rows", "columns" or "layers", or BCOV_GROW_AXES. */
bcov_axis bcov_grow_axis (const char *name);

/* Makes PUZZLE on a board with SIZE rows (columns, layers), followed by BEYOND more whose cells may
   stay empty.  OUT has its own board and borrows everything else from PUZZLE, which must outlive
   it; its stated answers are those of PUZZLE.  Returns BCOV_INPUT if there is no such board.  Free
   it with bcov_grow_free. */
bcov_status bcov_grow_make (const bcov_puzzle *puzzle, bcov_axis axis, uint32_t size,
                            uint32_t beyond, bcov_puzzle *out, bcov_error *err);
void bcov_grow_free (bcov_puzzle *grown);

/* Returns the coordinate of CELL along AXIS. */
int32_t bcov_grow_coordinate (bcov_axis axis, bcov_cell cell);

/* Returns the largest extent of a form along AXIS; 0 without pieces. */
uint32_t bcov_grow_extent (const bcov_puzzle *puzzle, bcov_axis axis);

#endif
