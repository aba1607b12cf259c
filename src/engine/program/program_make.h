/* From a model and an order of its items to a program. */

#ifndef BCOV_PROGRAM_MAKE_H
#define BCOV_PROGRAM_MAKE_H

#include "engine/program/program.h"

/* The program of MODEL, which must have been reduced (no option may touch an item more often than
   it may be touched), along ORDER (all its items, each once).  KEPT, which may be NULL, says for
   each item whether it is to stand in the final keys (coloured items may not). */
bcov_status bcov_program_make (const bcov_model *model, const uint32_t *order, const bool *kept,
                               bcov_program *out, bcov_error *err);

/* The same along ORDER or, when that is NULL, along a good order that it finds; then about 2^*BITS
   states lie along it (see order.h). */
bcov_status bcov_program_make_along (const bcov_model *model, const uint32_t *order,
                                     const bool *kept, bcov_control *control, double *bits,
                                     bcov_program *out, bcov_error *err);

#endif
