/* A step of a traced search in terms of the puzzle: the result of trace_run, and the input of
   reports. */

#ifndef BCOV_STEP_FACTS_H
#define BCOV_STEP_FACTS_H

#include "puzzle/covering.h"
#include "puzzle/deed.h"

/* What a step is about. */
typedef enum {
  BCOV_ABOUT_CELL,
  BCOV_ABOUT_PIECE,
  BCOV_ABOUT_ITEM,   /* of an exact cover problem, a quota, a side */
  BCOV_ABOUT_REGION, /* of free cells */
  BCOV_ABOUT_PROOF   /* that nothing fits at all */
} bcov_about;

/* A step; what does not belong to its kind is 0. */
typedef struct {
  const bcov_puzzle *puzzle;
  bcov_deed deed;
  uint64_t number; /* of the step, from 1 */
  uint32_t depth;
  bcov_about about;      /* choose, cut, leave */
  uint32_t index;        /* number of the cell or piece */
  const char *name;      /* of the item; the proof */
  uint32_t ways;         /* choose, cut: placements left; try: of so many */
  uint32_t needed;       /* choose, cut: so many are lacking; 0: it may stay empty */
  uint32_t tried;        /* try: the how manieth */
  bool without;          /* cut: as the placement taken back last is ruled out now */
  const uint32_t *cells; /* cut: the region */
  uint32_t n_cells;
  bool only;                  /* there is no other region */
  const bcov_covering *piece; /* try, back: that placement alone */
  const bcov_covering *lying; /* try: all that lies on the board */
  uint64_t found;             /* covered, ended: coverings so far */
  uint64_t steps;             /* ended: of the search, as far as they were counted */
  bool complete;              /* ended: everything was tried */
  bool proved;                /* ended: a proof said that nothing need be tried */
} bcov_told;

#endif
