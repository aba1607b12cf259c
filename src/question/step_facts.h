/* A step of a traced search in terms of the puzzle: the result of trace_run, and the input of
   reports. */

#ifndef BCOV_STEP_FACTS_H
#define BCOV_STEP_FACTS_H

#include "puzzle/covering.h"
#include "puzzle/step_kind.h"

/* The subject of a step. */
typedef enum {
  BCOV_ABOUT_CELL,
  BCOV_ABOUT_PIECE,
  BCOV_ABOUT_ITEM,   /* an item of an exact cover problem, a quota, a side */
  BCOV_ABOUT_REGION, /* a region of free cells */
  BCOV_ABOUT_PROOF   /* a proof that there is no covering */
} bcov_step_subject;

/* A step.  The comments name the kinds that use a member; for other kinds it is 0. */
typedef struct {
  const bcov_puzzle *puzzle;
  bcov_step_kind kind;
  uint64_t number; /* of the step, from 1 */
  uint32_t depth;
  bcov_step_subject about; /* choose, cut, leave */
  uint32_t index;          /* number of the cell or piece */
  const char *name;        /* of the item; the proof */
  uint32_t ways;           /* choose, cut: placements left; try: placements of the choice */
  uint32_t needed;         /* choose, cut: placements still needed; 0: it may stay empty */
  uint32_t tried;          /* try: index of the placement in the choice, from 1 */
  bool without;            /* cut: because the placement taken back last is ruled out */
  const uint32_t *cells;   /* cut: the region */
  uint32_t n_cells;
  bool only;                  /* there is no other region */
  const bcov_covering *piece; /* try, back: this placement only */
  const bcov_covering *lying; /* try: all pieces on the board */
  uint64_t found;             /* covered, ended: coverings so far */
  uint64_t steps;             /* ended: steps of the search, as far as they were counted */
  bool complete;              /* ended: everything was tried */
  bool proved;                /* ended: a proof made the search unnecessary */
} bcov_step_facts;

#endif
