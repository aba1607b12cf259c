/* Finds the most cells that pieces can fill if each fills one whole hole. */

#ifndef BCOV_HOLES_H
#define BCOV_HOLES_H

#include "base/control.h"
#include "model/compile/classes.h"

/* Assigns pieces to classes of holes.  FLOW[k] is the number of holes of the class of fit K that
   get its piece; FLOW has an element for each fit.  Sets *CELLS to the greatest number of cells
   filled. */
bcov_status bcov_holes_match (const bcov_classes *classes, uint32_t *flow, uint64_t *cells,
                              bcov_error *err);

#endif
