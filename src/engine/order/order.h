/* Finds an order of the items in which few are open at once, for the frontier engine. */

#ifndef BCOV_ORDER_H
#define BCOV_ORDER_H

#include "base/control.h"
#include "model/model.h"

/* Fills ORDER with the numbers of all items of MODEL, each once.  Sets *BITS to the logarithm to
   base 2 of the estimated states (price.h), or to 0 if unknown. */
bcov_status bcov_order_find (const bcov_model *model, bcov_control *control, uint32_t *order,
                             double *bits, bcov_error *err);

#endif
