/* Which of the two searches: the quick one (quick_search.h), or the one that takes the most
   constrained item first (search.c). */

#ifndef BCOV_SEEK_H
#define BCOV_SEEK_H

#include "engine/engine.h"

/* Searches job->model, which needs to be reduced only lightly. */
bcov_engine_run bcov_seek_run;

/* About how long that will take, in seconds, and its nodes. */
bcov_status bcov_seek_estimate (const bcov_job *job, double *seconds, double *nodes,
                                bcov_error *err);

#endif
