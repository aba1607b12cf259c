/* Depth-first search, the most constrained item first. */

#ifndef BCOV_SEARCH_H
#define BCOV_SEARCH_H

#include "engine/cuts/parity.h"
#include "engine/engine.h"

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  size_t bitset_bytes;       /* limit for bitsets; models that need more use sparse sets */
  bool restarts;             /* one solution is enough: attempts in other orders interrupt it */
  uint64_t units;            /* the tree is divided into at least so many; 0: it is not */
  bool team;                 /* all workers search; else one does, ... */
  uint64_t alone;            /* ... and the others join it after so many nodes; 0: never */
  uint64_t team_units;       /* units that they then have at least */
} bcov_search_effort;

/* What bcov_engine_run does.  The model must have been reduced. */
bcov_status bcov_search_run (const bcov_job *job, const bcov_search_effort *effort,
                             bcov_result *result, bcov_error *err);

/* About how many nodes bcov_search_run will take on such a model, from random dives (Knuth 1975).
 */
bcov_status bcov_search_estimate (const bcov_model *model, bcov_control *control, double *nodes,
                                  bcov_error *err);

#endif
