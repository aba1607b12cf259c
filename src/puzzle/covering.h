/* A covering: placements of pieces on the board of a puzzle, or chosen options of an exact cover
   problem. */

#ifndef BCOV_COVERING_H
#define BCOV_COVERING_H

#include "puzzle/puzzle.h"

#define BCOV_ANY_FORM UINT32_MAX

/* A placement.  FORM is the index of the form, or BCOV_ANY_FORM if a reader does not know how a
   tile is turned.  In an exact cover problem PIECE is the number of the option, and there are no
   cells. */
typedef struct {
  uint32_t piece, form;
  uint32_t first, count; /* its cells are cells.data[first .. first+count), numbers on the board */
} bcov_laid;

struct bcov_covering {
  const bcov_puzzle *puzzle;
  bcov_mem *mem;
  BCOV_VEC (bcov_laid) laid; /* in the order of their least cells */
  BCOV_VEC (uint32_t) cells;
};

/* Makes an empty covering that holds the memory of PUZZLE.  If PUZZLE is a view, the covering
   refers to the original. */
bcov_status bcov_covering_new (const bcov_puzzle *puzzle, bcov_covering **out, bcov_error *err);
void bcov_covering_clear (bcov_covering *covering);

/* Places PIECE on COUNT cells. */
bcov_status bcov_covering_lay (bcov_covering *covering, uint32_t piece, uint32_t form,
                               const uint32_t *cells, size_t count, bcov_error *err);

/* Sorts the cells of each placement, and the placements by their least cell. */
void bcov_covering_sort (bcov_covering *covering);

#endif
