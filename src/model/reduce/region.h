/* Regions of free cells that the pieces left cannot fill.

   While pieces are laid, the free cells fall apart into regions that touch along no side.  Every
   piece must lie within one of them, so each must have a size that some choice of the pieces left
   adds up to. */

#ifndef BCOV_REGION_H
#define BCOV_REGION_H

#include "puzzle/puzzle.h"

typedef struct {
  const bcov_puzzle *puzzle;
  bool apply; /* false: nothing can be told of this puzzle, and no room is held */
  uint8_t *seen;
  uint32_t *cells;  /* the free cells, region by region */
  uint32_t *starts; /* of each region in CELLS, and one more */
  uint32_t count;   /* regions */
  uint32_t *left;   /* of each size: pieces left that have it */
  uint32_t *used;   /* scratch of the sums, see region.c */
  uint8_t *sum;     /* sizes that can be made */
  uint32_t widest;  /* cells of the largest region */
} bcov_regions;

/* Nothing is told of exact cover problems, of puzzles with a piece in several parts, and of boards
   of more than 4096 cells.  On failure nothing needs to be ended. */
bcov_status bcov_regions_start (const bcov_puzzle *puzzle, bcov_regions *out, bcov_error *err);
void bcov_regions_end (bcov_regions *regions);

/* A region that cannot be filled; its cells are sorted and hold until the next call. */
typedef struct {
  const uint32_t *cells;
  uint32_t count;
  bool only; /* there is no other region */
} bcov_odd_region;

/* Looks for such a region, the smallest and of several the first, where the cells with COVERED are
   covered and LEFT[p] pieces of kind p (BCOV_MANY: any number) may still be laid. */
bool bcov_regions_odd (bcov_regions *regions, const uint8_t *covered, const uint32_t *left,
                       bcov_odd_region *out);

#endif
