/* Counts solutions up to symmetry, and by symmetry type. */

#ifndef BCOV_BY_SYMMETRY_H
#define BCOV_BY_SYMMETRY_H

#include "engine/plan/plan.h"
#include "model/symmetry/subgroup.h"

/* Counts the solutions of JOB up to the symmetries ORBITS.  PLAN is the plan of its model. */
bcov_status bcov_by_symmetry_orbits (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                     const bcov_orbits *orbits, bcov_result *result,
                                     bcov_error *err);

/* Sets OF_TYPE (initialised) to the number of orbits of each type of SUBGROUPS, for the compiled
   model job->model.  RESULT receives their sum as FOUND, and the work.  If it is incomplete,
   OF_TYPE has no meaning and FOUND is 0.  JOB has no parts and no sink. */
bcov_status bcov_by_symmetry_count (bcov_engine engine, const bcov_job *job,
                                    const bcov_orbits *orbits, const bcov_subgroups *subgroups,
                                    bcov_number *of_type, bcov_result *result, bcov_error *err);

#endif
