/* Makes a program from a model and an order of its items. */

#ifndef BCOV_PROGRAM_MAKE_H
#define BCOV_PROGRAM_MAKE_H

#include "engine/program/program.h"

/* Makes the program of MODEL along ORDER, which contains each item once.  The model must be
   reduced: no option may touch an item more often than the item allows.  KEPT, which may be NULL,
   marks the items whose values the final keys contain; coloured items may not be marked. */
bcov_status bcov_program_make (const bcov_model *model, const uint32_t *order, const bool *kept,
                               bcov_program *out, bcov_error *err);

/* As above, but finds a good order if ORDER is NULL and sets *BITS as bcov_order_find does. */
bcov_status bcov_program_make_along (const bcov_model *model, const uint32_t *order,
                                     const bool *kept, bcov_control *control, double *bits,
                                     bcov_program *out, bcov_error *err);

#endif
