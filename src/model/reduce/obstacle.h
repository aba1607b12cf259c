/* Short proofs that a puzzle has no covering. */

#ifndef BCOV_OBSTACLE_H
#define BCOV_OBSTACLE_H

#include "model/compile/compile.h"

/* Looks for proofs that the compiled puzzle has no covering: a cell that no piece reaches, a piece
   with too few placements, a quota that cannot be met, the area, a colouring.  WHY receives a line
   for each proof (for colourings, only the first one), and FOUND whether there are any.  No proof
   does not mean that there is a covering.  The time is limited.  CONTROL, which may be NULL, may
   end the search for proofs early; this is not an error. */
bcov_status bcov_obstacle_find (const bcov_compiled *compiled, bcov_control *control,
                                bcov_text *why, bool *found, bcov_error *err);

/* Sets MOST to a number of cells that no filling of the compiled puzzle exceeds, by areas and
   colourings.  The time is limited as above. */
bcov_status bcov_obstacle_most (const bcov_compiled *compiled, bcov_control *control,
                                uint64_t *most, bcov_error *err);

/* Adds to WHY that a reduction (bcov_reduce_refute) left too few placements for ITEM, which may be
   BCOV_NO_ITEM. */
void bcov_obstacle_tell_reduced (const bcov_compiled *compiled, uint32_t item, bcov_text *why);

/* Adds to WHY that no pieces of two cells cover OUTERS items, which fall into INNERS + 1 odd parts
   without the INNERS others (see bcov_barrier in engine/match/matching.h). */
void bcov_obstacle_tell_pairs (const bcov_compiled *compiled, const uint32_t *outer,
                               uint32_t outers, const uint32_t *inner, uint32_t inners,
                               bcov_text *why);

#endif
