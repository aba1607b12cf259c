/* What algospot.c and algospot2.c share: a number of cases, and for each a line of measures and one
   or two grids of # and . in rows. */

#ifndef BCOV_CONTEST_H
#define BCOV_CONTEST_H

#include "format/format.h"

enum { BCOV_MOST_GRIDS = 2, BCOV_MOST_CASES = 1000000 };

extern const char *const bcov_contest_file; /* what messages call the input */

/* A grid that has been checked: ROWS rows of COLUMNS characters each. */
typedef struct {
  size_t rows, columns;
  const char *text, *end; /* the row to be read next; the end of the whole input */
  size_t line;            /* the line of its first row */
} bcov_grid;

/* The next row of GRID: columns characters # or . */
const char *bcov_grid_row (bcov_grid *grid);

/* One contest. */
typedef struct {
  size_t n_grids;
  const char *measures; /* what the first line of a case holds */
  const char *measure[2 * BCOV_MOST_GRIDS];
  const char *row[BCOV_MOST_GRIDS]; /* what a row of each grid is called */
  bool needs_cell[BCOV_MOST_GRIDS]; /* a grid without any # is an error */
  /* Puts board and pieces of one case into PUZZLE, which is new. */
  bcov_status (*make) (bcov_puzzle *puzzle, bcov_grid *grids, bcov_error *err);
} bcov_contest;

/* Checks all of TEXT, then hands over case by case. */
bcov_status bcov_contest_read (bcov_mem *mem, const bcov_contest *contest, const char *text,
                               size_t length, bcov_see_case *see, void *data, bcov_error *err);

/* The board of a case: . is a cell to cover, # is none. */
bcov_status bcov_contest_board (bcov_puzzle *puzzle, bcov_grid *grid, bcov_error *err);

#endif
