/* Counts for all sizes of a growing board in one pass.

   Items are in layers, and an option touches items of a few adjacent layers.  After the level of
   the last item of layer n, the empty state of the frontier has exactly the solutions of the first
   n layers: all their items are settled, and nothing beyond is touched. */

#ifndef BCOV_BY_SIZE_H
#define BCOV_BY_SIZE_H

#include "base/control.h"
#include "model/model.h"
#include "number/number.h"

/* Sets *FIT if the method applies for all n from 1 to LAST: no item has a colour or may be touched
   more than once, and an item that must be touched, or can be touched from an earlier layer, can
   also be touched by an option that begins in its own layer, so that it is still open when the
   layers before it are done.  LAYER has the layer (from 0) of each item.  Items of layers from LAST
   on matter only if options of the first LAST layers touch them. */
bcov_status bcov_by_size_fit (const bcov_model *model, const uint32_t *layer, uint32_t last,
                              bool *fit, bcov_error *err);

/* Sets VALUES (initialised) to the numbers of solutions of the first n layers, for n from FROM to
   TO: only items and options inside these layers count.  The first *KNOWN values are right: all,
   unless the control ended the run. */
bcov_status bcov_by_size_count (const bcov_model *model, const uint32_t *layer, uint32_t from,
                                uint32_t to, size_t workers, bcov_control *control,
                                bcov_number *values, size_t *known, bcov_error *err);

#endif
