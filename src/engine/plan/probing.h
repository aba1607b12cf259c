/* Estimates of the number of solutions of one model: which methods are used, and how much of each.
 */

#ifndef BCOV_PROBING_H
#define BCOV_PROBING_H

#include "engine/plan/engines.h"
#include "engine/probe/draw.h"

/* The effort of an estimate. */
typedef struct {
  bcov_engine engine; /* BCOV_AUTO, BCOV_SEARCH (dives only) or BCOV_FRONTIER (beams only) */
  uint64_t work;      /* partial solutions to examine, about; 0: as many as SECONDS allow */
  double seconds;     /* of wall time; used if WORK is 0 */
  uint64_t seed;
} bcov_probing;

/* Estimates the number of solutions of the model of PROSPECT.  If the frontier is likely to finish
   within the effort, it counts instead. */
bcov_status bcov_probing_run (bcov_prospect *prospect, const bcov_probing *how, bcov_guess *out,
                              bcov_error *err);

#endif
