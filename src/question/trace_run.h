/* Runs a search that reports each of its steps. */

#ifndef BCOV_TRACE_RUN_H
#define BCOV_TRACE_RUN_H

#include "question/run.h"
#include "puzzle/step_kind.h"

/* The subject of a step. */
typedef enum {
  BCOV_ABOUT_CELL,
  BCOV_ABOUT_PIECE,
  BCOV_ABOUT_ITEM,   /* an item of an exact cover problem, a quota, a side */
  BCOV_ABOUT_REGION, /* a region of free cells */
  BCOV_ABOUT_PROOF   /* a proof that nothing fits */
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

/* Receives a step, which is valid during the call; BCOV_ENOUGH ends the search. */
typedef bcov_status bcov_see_step (void *data, const bcov_step_facts *step);

/* Looks for proofs that there is no covering and reports each as a cut at depth 0.  If there is no
   proof, searches for coverings.  SEE receives at most STEPS steps (0: all).  Unless SEE ends the
   search, the last step is the end, with the number of further steps as far as they can be counted
   quickly.  ANSWER receives the number of coverings found. */
bcov_status bcov_trace_puzzle (const bcov_puzzle *puzzle, const bcov_request *request,
                               uint64_t steps, bcov_see_step *see, void *data, bcov_answer **answer,
                               bcov_error *err);

#endif
