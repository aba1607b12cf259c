/* Draws the pages of the shape cache (shape_cache.h) for the quick search. */

#ifndef BCOV_SHAPE_MOVES_H
#define BCOV_SHAPE_MOVES_H

#include "engine/quick/quick_state.h"

/* The page of SHAPE before LEVEL, which has none yet, with the stack from AT on for scratch; 0 when
   the shape cache was given up for lack of use.  Where all other pages had to go, the stack and
   *ORIGIN, which is a way, forget their ways. */
uint32_t bcov_shape_moves_find (bcov_quick_search *search, uint32_t level, uint64_t shape,
                                uint32_t at, uint32_t *origin);

#endif
