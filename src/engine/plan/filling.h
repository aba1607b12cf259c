/* The plan of `fill`: finds the filling that covers the most cells. */

#ifndef BCOV_FILLING_H
#define BCOV_FILLING_H

#include "engine/plan/prospect.h"

/* Returns whether bcov_filling_run supports JOB on the model of PROSPECT: a solution that is not
   passed to a sink, of a model that is not divided into parts. */
bool bcov_filling_applies (const bcov_prospect *prospect, const bcov_job *job);

/* Finds the best filling of the model of PROSPECT, or the best so far and a bound if the control
   stops the run. */
bcov_status bcov_filling_run (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                              bcov_error *err);

#endif
