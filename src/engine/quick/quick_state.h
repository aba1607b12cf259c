/* The state of a quick search: what one thread has before it, and what it remembers. */

#ifndef BCOV_QUICK_STATE_H
#define BCOV_QUICK_STATE_H

#include "engine/cuts/parity.h"
#include "engine/quick/dead_states.h"
#include "engine/quick/quick_plan.h"
#include "engine/quick/shape_cache.h"

/* The choices at one level that are still to be tried. */
typedef struct {
  uint32_t next, end;             /* in the stack */
  uint32_t first, taken;          /* where they began; options taken before */
  uint64_t name[BCOV_MOVE_WORDS]; /* of the state that they are choices of */
  uint64_t marks, nodes;          /* before it */
} bcov_quick_frame;

typedef struct {
  const bcov_quick_plan *plan;
  const bcov_parity *parity; /* NULL: none */
  bcov_dead_states dead_states;
  bcov_shape_cache shape_cache;
  uint64_t *keys[BCOV_MOVE_WORDS]; /* of the choices of all frames: where they lead, and ... */
  uint32_t *via;                   /* ... by which option; BCOV_NO_MOVE: by none */
  uint32_t *levels, *origin;       /* where they lead; the way in the shape cache, 0 for none */
  bcov_quick_frame *frames;
  uint32_t *taken;
  bcov_lean *lean; /* before each of those, and after the last */
  uint32_t depth;  /* the last frame; the first is only for the start */
  uint32_t floor;  /* 0: none */
  uint32_t n_taken;
  uint64_t nodes, found;
  uint64_t remembered, dead,
      odd;        /* nodes left out by the table of dead states, by pockets and by parity */
  uint64_t marks; /* goes up when the nodes that are open may not be called dead any more */
} bcov_quick_search;

#endif
