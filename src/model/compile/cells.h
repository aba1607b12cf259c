/* Which items of an exact cover problem are cells and which are pieces, judged by the options. */

#ifndef BCOV_CELLS_H
#define BCOV_CELLS_H

#include "model/model.h"

/* Sets `gain` of the items of MODEL that are like cells: those without colours that allow one
   touch, except items that are like pieces.  Engines order only cells, and some cuts apply to cells
   only. A wrong guess costs time, but does not change what a solution is. */
bcov_status bcov_cells_mark (bcov_model *model, bcov_error *err);

#endif
