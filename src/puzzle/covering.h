/* A covering: pieces lying on the board of a puzzle (of an exact cover problem: chosen options). */

#ifndef BCOV_COVERING_H
#define BCOV_COVERING_H

#include "puzzle/puzzle.h"

#define BCOV_ANY_FORM UINT32_MAX

/* One piece lying on the board.  FORM is the number among the piece's forms, or BCOV_ANY_FORM when
   a reader was not told how a decorated tile lies.  Of an exact cover problem PIECE is the number
   of the option and there are no cells. */
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

/* Holds the memory of PUZZLE, which may be a view; puzzle is then the original. */
bcov_status bcov_covering_new (const bcov_puzzle *puzzle, bcov_covering **out, bcov_error *err);
void bcov_covering_clear (bcov_covering *covering);

/* Lays PIECE on COUNT cells. */
bcov_status bcov_covering_lay (bcov_covering *covering, uint32_t piece, uint32_t form,
                               const uint32_t *cells, size_t count, bcov_error *err);

/* Puts the pieces in order: by their least cell, and the cells of each ascending. */
void bcov_covering_sort (bcov_covering *covering);

#endif
