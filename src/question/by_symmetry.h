/* How many solutions have each type of symmetry. */

#ifndef BCOV_BY_SYMMETRY_H
#define BCOV_BY_SYMMETRY_H

#include "engine/plan/plan.h"
#include "model/symmetry/subgroup.h"

/* For each type of SUBGROUPS the number of orbits of solutions of job->model (as compiled) that
   have it, in OF_TYPE (initialised).  RESULT gets their sum as FOUND, and the work; when it is
   incomplete, OF_TYPE means nothing and FOUND is 0.  JOB is the whole, without a sink. */
bcov_status bcov_by_symmetry_count (bcov_engine engine, const bcov_job *job,
                                    const bcov_orbits *orbits, const bcov_subgroups *subgroups,
                                    bcov_number *of_type, bcov_result *result, bcov_error *err);

#endif
