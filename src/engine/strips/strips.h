/* A beam search for one covering of a large board, strip by strip.  It finds coverings of boards in
   which few placements fit, such as Y pentominoes on 40 x 60, where a search in rows is lost in the
   first row. */

#ifndef BCOV_STRIPS_H
#define BCOV_STRIPS_H

#include "engine/engine.h"

typedef struct bcov_strips bcov_strips;

typedef enum { BCOV_STRIPS_OPEN, BCOV_STRIPS_FOUND, BCOV_STRIPS_NONE } bcov_strips_outcome;

/* Prepares the search of MODEL, which must be reduced and outlive it.  Sets *OUT to NULL if MODEL
   does not suit it: an item is coloured, or counted, or no rows are found that are long enough. */
bcov_status bcov_strips_open (const bcov_model *model, bcov_control *control, bcov_strips **out,
                              bcov_error *err);
void bcov_strips_close (bcov_strips *strips); /* may be NULL */

/* Continues for about WORK moves, or until the turn or the run is stopped.  Sets *OUTCOME. */
bcov_status bcov_strips_step (bcov_strips *strips, uint64_t work, const bcov_turn *turn,
                              bcov_control *control, bcov_strips_outcome *outcome);

/* Returns the options of the solution, by their numbers in the compiled model. */
const uint32_t *bcov_strips_solution (const bcov_strips *strips, size_t *count);

/* Returns the number of states so far. */
uint64_t bcov_strips_nodes (const bcov_strips *strips);

#endif
