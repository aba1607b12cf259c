/* Making use of symmetries where all solutions are wanted: see model/represent.h. */

#ifndef BCOV_MIRROR_H
#define BCOV_MIRROR_H

#include "engine/engine.h"

/* What SEARCH does with JOB, at a fraction of the work: it is run with the representatives alone,
   each solution counts for as many as it stands for, and the sink gets it and then its images.
   Part K of N is part K of N of that search, with the images of what it finds.  job->model may be
   reduced or not; without job->represent, or where the model has no option on its item, it is just
   SEARCH. */
bcov_status bcov_mirror_run (bcov_engine_run *search, const bcov_job *job, bcov_result *result,
                             bcov_error *err);

/* Whether job->represent bears on the options of job->model. */
bool bcov_mirror_applies (const bcov_job *job);

/* If so: a model with as many solutions as job->model but fewer states, for the frontier; reduced
   lightly. */
bcov_status bcov_mirror_gather (const bcov_job *job, bcov_model *out, bcov_error *err);

#endif
