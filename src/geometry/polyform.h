/* All connected shapes of some number of cells: polyominoes, polyhexes, polyiamonds, polycubes. */

#ifndef BCOV_POLYFORM_H
#define BCOV_POLYFORM_H

#include "geometry/shape.h"

/* Lists all polyforms of CELLS cells (at least 1) on LATTICE: the free ones if TURN and FLIP are
   true, the one-sided ones if only TURN is, the fixed ones if neither is.  They are in canonical
   form and sorted, and may have holes. */
bcov_status bcov_polyform_list (bcov_mem *mem, bcov_lattice lattice, uint32_t cells, bool turn,
                                bool flip, bcov_shapes *out, bcov_error *err);

#endif
