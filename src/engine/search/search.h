/* Depth-first search, the most constrained item first. */

#ifndef BCOV_SEARCH_H
#define BCOV_SEARCH_H

#include "engine/cuts/parity.h"
#include "engine/engine.h"

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  size_t bitset_bytes;       /* limit for bitsets; models that need more use sparse sets */
  bool restarts;  /* one solution is enough: interrupt the search for attempts in other orders */
  uint64_t units; /* divide the tree into at least this number; 0: do not divide it */
  bool team;      /* all workers search; otherwise one does, ... */
  uint64_t alone; /* ... and all of them after this number of nodes; 0: never */
  uint64_t team_units; /* least number of units for them */
  uint64_t nodes;      /* end after about this number, with an incomplete result; 0: never */
  uint64_t above;      /* `fill`: only fillings with more cells count ... */
  uint64_t enough;     /* ... and one with this number ends the search; 0: none does */
} bcov_search_effort;

/* Runs JOB as bcov_engine_run does.  The model must be reduced. */
bcov_status bcov_search_run (const bcov_job *job, const bcov_search_effort *effort,
                             bcov_result *result, bcov_error *err);

/* Estimates the nodes of bcov_search_run from random descents (Knuth 1975). */
bcov_status bcov_search_estimate (const bcov_model *model, bcov_control *control, double *nodes,
                                  bcov_error *err);

#endif
