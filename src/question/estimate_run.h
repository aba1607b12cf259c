/* How many coverings there are, by random probes. */

#ifndef BCOV_ESTIMATE_RUN_H
#define BCOV_ESTIMATE_RUN_H

#include "engine/probe/draw.h"
#include "question/run.h"

/* Estimates the number of coverings with the effort HOW.  If a short proof shows that there is
   none, the estimate is exact. */
bcov_status bcov_estimate_run (bcov_run *run, const bcov_probing *how, bcov_guess *out,
                               bcov_error *err);

/* Returns the effort of REQUEST: its number of probes, or its time, which is a second by default.
   Returns BCOV_INPUT if the request has options that make no sense for an estimate. */
bcov_status bcov_estimate_effort (const bcov_request *request, bcov_probing *out, bcov_error *err);

#endif
