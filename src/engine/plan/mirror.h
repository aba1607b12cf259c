/* Uses symmetries if all solutions are wanted: see model/symmetry/represent.h. */

#ifndef BCOV_MIRROR_H
#define BCOV_MIRROR_H

#include "engine/engine.h"

/* Returns the symmetries to use for JOB, which may have to be found first; NULL: none. */
static inline const bcov_represent *bcov_mirror_ask (const bcov_job *job)
{
  return !job->represent && job->source ? job->source->find (job->source->data) : job->represent;
}

/* Returns whether REPRESENT, which may be NULL, applies to the options of MODEL. */
bool bcov_mirror_applies (const bcov_represent *represent, const bcov_model *model);

/* A model with the representatives alone. */
typedef struct {
  bcov_model model;
  bcov_represent along; /* those that come first in the order, if there is one */
  const bcov_represent *represent;
} bcov_mirror;

/* Makes OUT from MODEL, reduced or not, to which REPRESENT applies.  ORDER is that of a search, or
   NULL.  Do not move OUT; free it even after a failure. */
bcov_status bcov_mirror_make (const bcov_represent *represent, const bcov_model *model,
                              const uint32_t *order, bcov_mirror *out, bcov_error *err);
void bcov_mirror_free (bcov_mirror *mirror);

/* A search of job->model. */
typedef bcov_status bcov_mirror_search (void *data, const bcov_job *job, bcov_result *result,
                                        bcov_error *err);

/* Runs JOB, whose model is the one that MIRROR was made from, by a SEARCH of the representatives.
   Each solution counts for all that it represents, and the sink gets it and then its images.  Part
   K of N is part K of N of that search, with the images of its solutions. */
bcov_status bcov_mirror_run (const bcov_mirror *mirror, bcov_mirror_search *search, void *data,
                             const bcov_job *job, bcov_result *result, bcov_error *err);

#endif
