/* An order of the items in which few are open at once: the road of the frontier engine. */

#ifndef BCOV_ORDER_H
#define BCOV_ORDER_H

#include "base/control.h"
#include "model/model.h"

/* Fills ORDER with the numbers of all items of MODEL, each once.  About 2^*BITS states lie along it
   (see price.h); 0 when nothing is known of that. */
bcov_status bcov_order_find (const bcov_model *model, bcov_control *control, uint32_t *order,
                             double *bits, bcov_error *err);

#endif
