/* Local search for one solution: builds a covering greedily and, where a cell can no longer be
   covered, removes the pieces in the way.  It solves large boards with many coverings, and loose
   packings, in little time, but it can never prove that there is no solution. */

#ifndef BCOV_REPAIR_H
#define BCOV_REPAIR_H

#include "base/control.h"
#include "engine/engine.h"

typedef struct bcov_repair bcov_repair;

/* Prepares the search of MODEL, which must outlive it.  Sets *OUT to NULL if MODEL does not suit
   it: an item is coloured or may not be touched, or an option touches an item twice or no item with
   upper bound 1. */
bcov_status bcov_repair_open (const bcov_model *model, bcov_repair **out, bcov_error *err);
void bcov_repair_close (bcov_repair *repair); /* may be NULL */

/* Continues for about WORK steps, or until the turn or the run is stopped.  Returns whether a
   solution has been found.  What it finds depends on the model and the work only. */
bool bcov_repair_step (bcov_repair *repair, uint64_t work, const bcov_turn *turn,
                       bcov_control *control);

/* Returns the options taken, by their numbers in the compiled model; after bcov_repair_step has
   returned true they are a solution. */
const uint32_t *bcov_repair_taken (bcov_repair *repair, size_t *count);

/* Returns how many options have been taken so far, including those removed again. */
uint64_t bcov_repair_nodes (const bcov_repair *repair);

#endif
