/* A smaller model with the same solutions. */

#ifndef BCOV_REDUCE_H
#define BCOV_REDUCE_H

#include "base/control.h"
#include "model/model.h"

/* Drops options that occur in no solution, and items that allow every choice or repeat another
   item. ORIGIN identifies the remaining options.  If it turns out that there is no solution, OUT is
   marked impossible and has no options.  The look ahead takes at most STEPS steps.  CONTROL may be
   NULL. */
bcov_status bcov_reduce (const bcov_model *model, int64_t steps, bcov_control *control,
                         bcov_model *out, bcov_error *err);

/* Reduces without the look ahead, in time linear in the touches. */
static inline bcov_status bcov_reduce_lightly (const bcov_model *model, bcov_control *control,
                                               bcov_model *out, bcov_error *err)
{
  return bcov_reduce (model, 0, control, out, err);
}

#endif
