/* All connected shapes of some number of cells: polyominoes, polyhexes, polyiamonds, polycubes. */

#ifndef BCOV_POLYFORM_H
#define BCOV_POLYFORM_H

#include "geometry/shape.h"

/* Every polyform of CELLS cells (at least 1) on LATTICE, one of those that TURN and FLIP make the
   same (see bcov_shape_forms): both true gives the free ones, TURN alone the one-sided ones,
   neither the fixed ones.  Each is in its canonical form; they are sorted.  Holes may occur. */
bcov_status bcov_polyform_list (bcov_mem *mem, bcov_lattice lattice, uint32_t cells, bool turn,
                                bool flip, bcov_shapes *out, bcov_error *err);

#endif
