/* Counting up to symmetry. */

#ifndef BCOV_BY_ORBIT_H
#define BCOV_BY_ORBIT_H

#include "engine/plan/plan.h"
#include "model/symmetry/orbit.h"

/* Counts the solutions of JOB up to the symmetries ORBITS.  PLAN is that of the model. */
bcov_status bcov_by_orbit_count (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                 const bcov_orbits *orbits, bcov_result *result, bcov_error *err);

#endif
