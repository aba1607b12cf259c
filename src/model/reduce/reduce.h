/* A smaller model with the same solutions. */

#ifndef BCOV_REDUCE_H
#define BCOV_REDUCE_H

#include "base/control.h"
#include "model/model.h"

/* Drops options that occur in no solution and items that forbid nothing or that repeat another.
   Solutions keep their numbers through ORIGIN.  When it becomes clear that there is no solution,
   OUT is marked impossible and has no options.  The look ahead takes at most STEPS steps.  CONTROL,
   if not NULL, may stop it. */
bcov_status bcov_reduce (const bcov_model *model, int64_t steps, bcov_control *control,
                         bcov_model *out, bcov_error *err);

/* The same without the look ahead, in a few times the touches. */
bcov_status bcov_reduce_lightly (const bcov_model *model, bcov_control *control, bcov_model *out,
                                 bcov_error *err);

#endif
