/* A search that always covers the first open cell, in the order of the items, and tries large
   options first.  Its steps are cheaper than those of the search by the most constrained item: it
   tests only the options that begin at that cell, and nothing is updated.  It is best for large
   pieces, for which the first open cell is nearly as constrained as any other. */

#ifndef BCOV_CORNER_H
#define BCOV_CORNER_H

#include "base/control.h"
#include "engine/engine.h"

typedef struct bcov_corner bcov_corner;

/* Prepares the search of MODEL, which must outlive it.  Sets *OUT to NULL if MODEL does not suit
   it: it has no options, an item is coloured, an option touches no item that needs exactly one
   touch, or the items of most options are far apart. */
bcov_status bcov_corner_open (const bcov_model *model, bcov_corner **out, bcov_error *err);
void bcov_corner_close (bcov_corner *corner); /* may be NULL */

/* Continues for about TESTS tests of options, or until the turn or the run is stopped.  Sets *OVER
   if a solution has been found or there is none. */
void bcov_corner_step (bcov_corner *corner, uint64_t tests, const bcov_turn *turn,
                       bcov_control *control, bool *over);

/* Returns the options of the solution, by their numbers in the compiled model, or NULL if there is
   none so far.  Valid until the next step. */
const uint32_t *bcov_corner_solution (const bcov_corner *corner, size_t *count);

/* Returns the number of options taken so far. */
uint64_t bcov_corner_nodes (const bcov_corner *corner);

#endif
