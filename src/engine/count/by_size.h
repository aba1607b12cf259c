/* Counts of boards that grow, all in one pass.

   Items stand in layers, and an option touches items of a few adjacent ones.  After the level of
   the last item of layer n the frontier's empty state has just the solutions of the first n layers:
   all their items are settled, and nothing beyond is touched. */

#ifndef BCOV_BY_SIZE_H
#define BCOV_BY_SIZE_H

#include "base/control.h"
#include "model/model.h"
#include "number/number.h"

/* Whether this can be read off for all n from 1 to LAST: every item is to be touched at most once
   and plain, and whatever is touched from an earlier layer, or must be, can be touched from its own
   layer on as well, so that it is still open when the layers before it are done.  LAYER has the
   layer (from 0) of each item.  Items of layers from LAST on matter only as far as options of the
   first LAST layers touch them. */
bcov_status bcov_by_size_fit (const bcov_model *model, const uint32_t *layer, uint32_t last,
                              bool *fit, bcov_error *err);

/* The number of solutions of the first n layers, for n from FROM to TO, in VALUES (initialised):
   options that lie in these layers alone, items that lie there.  The first *KNOWN are right, all
   unless the control ended the run. */
bcov_status bcov_by_size_count (const bcov_model *model, const uint32_t *layer, uint32_t from,
                                uint32_t to, size_t workers, bcov_control *control,
                                bcov_number *values, size_t *known, bcov_error *err);

#endif
