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

/* A proof that a model has no solution. */
typedef struct {
  bool found;
  uint32_t item; /* too few options are left for it; BCOV_NO_ITEM: there is no such item */
  bool all;      /* more steps would not help */
} bcov_refutation;

/* Looks for a proof that MODEL has no solution, by repeated removal of impossible options, in about
   STEPS steps and time linear in the touches.  CONTROL, which may be NULL, may end the search for
   proofs early; this is not an error. */
bcov_status bcov_reduce_refute (const bcov_model *model, int64_t steps, bcov_control *control,
                                bcov_refutation *out, bcov_error *err);

#endif
