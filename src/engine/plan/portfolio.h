/* One solution, as fast as possible: several methods take turns until one finds a solution or
   proves that there is none. */

#ifndef BCOV_PORTFOLIO_H
#define BCOV_PORTFOLIO_H

#include "engine/plan/prospect.h"

/* Searches for one solution of the model of PROSPECT and passes it to the sink of JOB.  Sets
   result->found to 0 or 1 and result->winner to the name of the method that found the answer.  The
   solution depends on the model alone, not on the number of workers or the speed of the machine. */
bcov_status bcov_portfolio_run (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                bcov_error *err);

/* The same in two steps: a short turn before the model is reduced further, which returns whether it
   has found the answer, and the rest. */
bool bcov_portfolio_begin (bcov_prospect *prospect, const bcov_job *job, bcov_result *result);
bcov_status bcov_portfolio_go_on (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                  bcov_error *err);

#endif
