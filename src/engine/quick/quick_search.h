/* The quick search: depth first along the levels of a program, eight moves at a time.

   For models whose program is narrow and has nothing but bits: boards and pieces, used any number
   of times or once.  It looks at the first open cell, not at the most constrained one, makes up for
   that by speed, and leaves out states that were found dead before. */

#ifndef BCOV_QUICK_SEARCH_H
#define BCOV_QUICK_SEARCH_H

#include "engine/engine.h"
#include "engine/quick/quick_state.h"

/* With a table of dead states and a shape cache of so many bytes; 0: without. */
bcov_status bcov_quick_search_start (const bcov_quick_plan *plan, size_t dead_bytes,
                                     size_t cache_bytes, bcov_quick_search *out, bcov_error *err);

/* Makes use of PARITY, which must outlive it, from the start on. */
void bcov_quick_search_lean (bcov_quick_search *search, const bcov_parity *parity);
void bcov_quick_search_end (bcov_quick_search *search);

/* What bcov_quick_search_go stopped at. */
typedef enum {
  BCOV_QUICK_OVER,
  BCOV_QUICK_FOUND, /* search->taken is a solution */
  BCOV_QUICK_DEEP,  /* a node at the depth asked for; its choices are not yet looked at */
  BCOV_QUICK_UP,    /* all below the frame search->floor was looked at */
  BCOV_QUICK_PAUSE, /* so many nodes were met */
} bcov_quick_stop;

/* Goes on until something is to be told: after NODES nodes at the latest; at each node with DEEP
   options before it (0: none).  After BCOV_QUICK_DEEP bcov_quick_search_skip leaves that node out.
   With DEEP the tree depends on the plan alone: nothing is left out since it is remembered. */
bcov_quick_stop bcov_quick_search_go (bcov_quick_search *search, uint64_t nodes, uint32_t deep);
void bcov_quick_search_skip (bcov_quick_search *search);

/* About how many nodes the whole takes without a table of dead states, from random dives (Knuth
 * 1975). */
bcov_status bcov_quick_search_estimate (const bcov_quick_plan *plan, bcov_control *control,
                                        double *nodes, bcov_error *err);

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  size_t dead_bytes;         /* of each worker's table of dead states, 0: none ... */
  size_t cache_bytes;        /* ... and of its shape cache */
  uint64_t units;            /* the tree is divided into at least so many, for all workers;
                                0: it is not, and one worker searches it */
} bcov_quick_effort;

/* quick_run.c: what bcov_engine_run does, with a plan of job->model; not for the most cells. */
bcov_status bcov_quick_run (const bcov_job *job, const bcov_quick_plan *plan,
                            const bcov_quick_effort *effort, bcov_result *result, bcov_error *err);

#endif
