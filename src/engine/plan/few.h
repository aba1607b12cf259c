/* The number of solutions of a model, up to a small limit, by the methods of `solve`. */

#ifndef BCOV_FEW_H
#define BCOV_FEW_H

#include "engine/plan/prospect.h"

/* Counts the solutions of the model of PROSPECT, at most LIMIT, which is at least 1.  RESULT is
   complete if there are no others.  Sets *CAN to false, with RESULT incomplete and below LIMIT, if
   the model does not suit this: then options can be added to some solution.  The sink of JOB is not
   used. */
bcov_status bcov_few_count (bcov_prospect *prospect, const bcov_job *job, uint64_t limit, bool *can,
                            bcov_result *result, bcov_error *err);

#endif
