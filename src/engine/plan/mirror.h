/* Making use of symmetries where all solutions are wanted: see model/symmetry/represent.h. */

#ifndef BCOV_MIRROR_H
#define BCOV_MIRROR_H

#include "engine/engine.h"

/* Whether REPRESENT, which may be NULL, bears on the options of MODEL. */
bool bcov_mirror_applies (const bcov_represent *represent, const bcov_model *model);

/* A model with the representatives alone. */
typedef struct {
  bcov_model model;
  bcov_represent along; /* those that lie first in the order, if one was given */
  const bcov_represent *represent;
} bcov_mirror;

/* Of MODEL, reduced or not, to which REPRESENT applies; ORDER is that of a search, or NULL.  OUT
   stays where it is; free it even after a failure. */
bcov_status bcov_mirror_make (const bcov_represent *represent, const bcov_model *model,
                              const uint32_t *order, bcov_mirror *out, bcov_error *err);
void bcov_mirror_free (bcov_mirror *mirror);

/* What does the work: a search of job->model. */
typedef bcov_status bcov_mirror_search (void *data, const bcov_job *job, bcov_result *result,
                                        bcov_error *err);

/* Does JOB, which is about the model that MIRROR was made of, by a SEARCH of the representatives:
   each solution counts for as many as it stands for, and the sink gets it and then its images.
   Part K of N is part K of N of that search, with the images of what it finds. */
bcov_status bcov_mirror_run (const bcov_mirror *mirror, bcov_mirror_search *search, void *data,
                             const bcov_job *job, bcov_result *result, bcov_error *err);

#endif
