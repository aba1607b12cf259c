/* The quick search: depth first along the levels of a program, eight moves at a time.

   For models whose program is narrow and has nothing but bits: boards and pieces, used any number
   of times or once.  It looks at the first open cell, not at the most constrained one, makes up for
   that by speed, and leaves out states that were found dead before. */

#ifndef BCOV_QUICK_SEARCH_H
#define BCOV_QUICK_SEARCH_H

#include "engine/quick/shape_cache.h"
#include "engine/quick/dead_states.h"
#include "engine/cuts/parity.h"
#include "engine/cuts/pocket.h"
#include "engine/quick/move_table.h"
#include "engine/engine.h"

/* What all threads share, read-only. */
typedef struct {
  const bcov_program *program; /* whoever made the plan keeps it */
  bcov_pockets pockets;
  bcov_move_table move_table;
  uint64_t stock;      /* bits of the key that are no shape (shape_cache.h) */
  uint32_t name_words; /* of a state's name for the table of dead states; 0: there is none */
  uint32_t name_shift; /* where its level goes in the last of them */
} bcov_quick_plan;

/* For MODEL, reduced lightly, along PROGRAM, which must outlive the plan; WITHOUT are BCOV_WITHOUT_
   bits.  *CAN becomes false, and there is no plan, when the program is none for this. */
bcov_status bcov_quick_plan_make (const bcov_model *model, const bcov_program *program,
                                  unsigned without, bcov_quick_plan *out, bool *can,
                                  bcov_error *err);
void bcov_quick_plan_free (bcov_quick_plan *plan);

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

/* With a table of dead states and a shape cache of so many bytes; 0: without. */
bcov_status bcov_quick_search_start (const bcov_quick_plan *plan, size_t dead_bytes,
                                     size_t cache_bytes, bcov_quick_search *out, bcov_error *err);

/* Makes use of PARITY, which must outlive it, from the start on. */
void bcov_quick_search_lean (bcov_quick_search *search, const bcov_parity *parity);
void bcov_quick_search_end (bcov_quick_search *search);

/* What bcov_quick_search_go stopped at. */
typedef enum {
  BCOV_QUICK_OVER,
  BCOV_QUICK_FOUND, /* search->taken is a solution */
  BCOV_QUICK_DEEP,  /* a node at the depth asked for; its choices are not yet looked at */
  BCOV_QUICK_UP,    /* all below the frame search->floor was looked at */
  BCOV_QUICK_PAUSE, /* so many nodes were met */
} bcov_quick_stop;

/* Goes on until something is to be told: after NODES nodes at the latest; at each node with DEEP
   options before it (0: none).  After BCOV_QUICK_DEEP bcov_quick_search_skip leaves that node out.
   With DEEP the tree depends on the plan alone: nothing is left out since it is remembered. */
bcov_quick_stop bcov_quick_search_go (bcov_quick_search *search, uint64_t nodes, uint32_t deep);
void bcov_quick_search_skip (bcov_quick_search *search);

/* About how many nodes the whole takes without a table of dead states, from random dives (Knuth
 * 1975). */
bcov_status bcov_quick_search_estimate (const bcov_quick_plan *plan, bcov_control *control,
                                        double *nodes, bcov_error *err);

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  size_t dead_bytes;         /* of each worker's table of dead states, 0: none ... */
  size_t cache_bytes;        /* ... and of its shape cache */
  uint64_t units;            /* the tree is divided into at least so many, for all workers;
                                0: it is not, and one worker searches it */
} bcov_quick_effort;

/* quick_run.c: what bcov_engine_run does, with a plan of job->model; not for the most cells. */
bcov_status bcov_quick_run (const bcov_job *job, const bcov_quick_plan *plan,
                            const bcov_quick_effort *effort, bcov_result *result, bcov_error *err);

#endif
