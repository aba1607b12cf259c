/* How `sample` draws: by random matchings, or otherwise from kept levels or a list. */

#ifndef BCOV_SAMPLING_H
#define BCOV_SAMPLING_H

#include "engine/match/sampler.h"
#include "engine/plan/plan.h"

/* Opens OUT if the coverings of PLAN are to be drawn by random matchings: always if ENGINE is
   BCOV_MATCH and it is possible, however long that may take, and for BCOV_AUTO if the states are
   too many to keep.  Otherwise *VERDICT gives the reason, which may be BCOV_SAMPLER_SMALL.  All
   this depends on the puzzle and ENGINE alone. */
bcov_status bcov_plan_sampler (bcov_plan *plan, bcov_engine engine, bcov_sampler *out,
                               bcov_sampler_verdict *verdict, bcov_error *err);

#endif
