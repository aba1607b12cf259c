/* The same model with its items and options in another order. */

#ifndef BCOV_SHUFFLE_H
#define BCOV_SHUFFLE_H

#include "model/model.h"

/* OUT has the solutions of MODEL, by the same origins; SEED alone decides the order.  Free it with
   bcov_model_free. */
bcov_status bcov_model_shuffle (const bcov_model *model, uint64_t seed, bcov_model *out,
                                bcov_error *err);

#endif
