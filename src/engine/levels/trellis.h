/* Visits every solution of a narrow model without a dead end, one after the other.

   The states that can still be finished, from kept levels of the frontier, are laid out as a graph:
   a solution is a way through it.  Stretches without a choice are jumped over. */

#ifndef BCOV_TRELLIS_H
#define BCOV_TRELLIS_H

#include "engine/engine.h"

/* Counts the solutions of job->model (whole, no sink, no symmetries) by visiting each.  *DONE
   becomes false, and nothing is known, when there are too many states. */
bcov_status bcov_trellis_count (const bcov_job *job, bool *done, bcov_result *result,
                                bcov_error *err);

#endif
