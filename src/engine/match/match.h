/* The most cells that pieces can fill when each fills one whole hole. */

#ifndef BCOV_MATCH_H
#define BCOV_MATCH_H

#include "base/control.h"
#include "model/compile/classes.h"

/* Sends pieces to classes of holes: FLOW[k] (as many as there are fits) is how many holes of the
   class of fit K get its piece.  CELLS is the number of cells filled, the most there can be. */
bcov_status bcov_match_run (const bcov_classes *classes, uint32_t *flow, uint64_t *cells,
                            bcov_error *err);

#endif
