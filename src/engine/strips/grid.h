/* The rows and columns of a board, as far as they can be seen in a model, which contains no
   lattice: items are in reading order, and neighbours are known. */

#ifndef BCOV_GRID_H
#define BCOV_GRID_H

#include "base/control.h"
#include "model/model.h"

typedef struct {
  bcov_mem *mem;
  uint32_t rows;
  uint32_t *row;   /* of each item; BCOV_NO_ITEM: it lies in no row, like the number of a piece */
  int32_t *column; /* of each item in a row */
} bcov_grid;

/* Finds the rows of MODEL; sets LINES->rows to 0 if it has none. */
bcov_status bcov_grid_find (const bcov_model *model, bcov_control *control, bcov_grid *grid,
                            bcov_error *err);
void bcov_grid_free (bcov_grid *grid);

#endif
