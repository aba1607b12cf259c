/* Counts with the engine that is fastest.

     bcov_disproof_start (&prospect, true, &disproof);
     status = bcov_contest_run (&prospect, &job, &disproof, &result, err);  */

#ifndef BCOV_CONTEST_H
#define BCOV_CONTEST_H

#include "engine/plan/disproof.h"

/* Counts the solutions of the model of PROSPECT.  DISPROOF looks for proofs meanwhile. */
bcov_status bcov_contest_run (bcov_prospect *prospect, const bcov_job *job, bcov_disproof *disproof,
                              bcov_result *result, bcov_error *err);

/* Returns whether the solutions for JOB are counted as matchings, which takes *SECONDS. */
bool bcov_contest_is_matched (bcov_prospect *prospect, const bcov_job *job, double *seconds);

/* Returns whether the frontier is expected to do that, by the first forecasts; that of the frontier
   must be made. */
bool bcov_contest_foresee (bcov_prospect *prospect, const bcov_represent *represent);

#endif
