/* Why a puzzle has no covering, where a short argument proves it. */

#ifndef BCOV_OBSTACLE_H
#define BCOV_OBSTACLE_H

#include "model/compile/compile.h"

/* Looks for proofs that the compiled puzzle has no covering: a cell that no piece reaches, a piece
   with too few places, a quota that cannot be met, the area, a colouring.  WHY gets a line for each
   (no more than one colouring).  FOUND tells whether there was any; none is no proof of the
   contrary.  Quick: a colouring is only tried while its table is small.  CONTROL, if not
   NULL, may end it: no more is looked for then, and the caller sees the stop by itself. */
bcov_status bcov_obstacle_find (const bcov_compiled *compiled, bcov_control *control,
                                bcov_text *why, bool *found, bcov_error *err);

#endif
