/* The quick search: depth first along the levels of a program, eight moves at a time.

   For models whose program is narrow and has nothing but bits: boards and pieces, used any number
   of times or once.  It looks at the first open cell, not at the most constrained one, makes up for
   that by speed, and leaves out states that were found dead before. */

#ifndef BCOV_HUNT_H
#define BCOV_HUNT_H

#include "engine/quick/atlas.h"
#include "engine/quick/memo.h"
#include "engine/cuts/pocket.h"
#include "engine/quick/rungs.h"
#include "engine/engine.h"

/* What all threads share, read-only. */
typedef struct {
  bcov_program program;
  bcov_pockets pockets;
  bcov_rungs rungs;
  uint64_t stock;      /* bits of the key that are no shape (atlas.h) */
  uint32_t name_words; /* of a state's name for the memo; 0: there is none */
  uint32_t name_shift; /* where its level goes in the last of them */
} bcov_hunt_plan;

/* For job->model; *CAN becomes false, and there is no plan, when it is none for this. */
bcov_status bcov_hunt_plan_make (const bcov_job *job, bcov_hunt_plan *out, bool *can,
                                 bcov_error *err);
void bcov_hunt_plan_free (bcov_hunt_plan *plan);

/* The choices at one level that are still to be tried. */
typedef struct {
  uint32_t next, end;             /* in the stack */
  uint32_t first, taken;          /* where they began; options taken before */
  uint64_t name[BCOV_RUNG_WORDS]; /* of the state that they are choices of */
  uint64_t marks, nodes;          /* before it */
} bcov_hunt_frame;

typedef struct {
  const bcov_hunt_plan *plan;
  const bcov_parity *parity; /* NULL: none */
  bcov_memo memo;
  bcov_atlas atlas;
  uint64_t *keys[BCOV_RUNG_WORDS]; /* of the choices of all frames: where they lead, and ... */
  uint32_t *via;                   /* ... by which option; BCOV_NO_MOVE: by none */
  uint32_t *levels, *origin;       /* where they lead; the way in the atlas, 0 for none */
  bcov_hunt_frame *frames;
  uint32_t *taken;
  bcov_lean *lean; /* before each of those, and after the last */
  uint32_t depth;  /* the last frame; the first is only for the start */
  uint32_t floor;  /* 0: none */
  uint32_t n_taken;
  uint64_t nodes, found;
  uint64_t remembered, dead, odd; /* nodes left out by the memo, by pockets and by parity */
  uint64_t marks; /* goes up when the nodes that are open may not be called dead any more */
} bcov_hunt;

/* With a memo and an atlas of so many bytes; 0: without. */
bcov_status bcov_hunt_start (const bcov_hunt_plan *plan, size_t memo_bytes, size_t atlas_bytes,
                             bcov_hunt *out, bcov_error *err);

/* Makes use of PARITY, which must outlive it, from the start on. */
void bcov_hunt_lean (bcov_hunt *hunt, const bcov_parity *parity);
void bcov_hunt_end (bcov_hunt *hunt);

/* What bcov_hunt_go stopped at. */
typedef enum {
  BCOV_HUNT_OVER,
  BCOV_HUNT_FOUND, /* hunt->taken is a solution */
  BCOV_HUNT_DEEP,  /* a node at the depth asked for; its choices are not yet looked at */
  BCOV_HUNT_UP,    /* all below the frame hunt->floor was looked at */
  BCOV_HUNT_PAUSE, /* so many nodes were met */
} bcov_hunt_stop;

/* Goes on until something is to be told: after NODES nodes at the latest; at each node with DEEP
   options before it (0: none).  After BCOV_HUNT_DEEP bcov_hunt_skip leaves that node out.  With
   DEEP the tree depends on the plan alone: nothing is left out since it is remembered. */
bcov_hunt_stop bcov_hunt_go (bcov_hunt *hunt, uint64_t nodes, uint32_t deep);
void bcov_hunt_skip (bcov_hunt *hunt);

/* About how many nodes the whole takes without a memo, from random dives (Knuth 1975). */
bcov_status bcov_hunt_estimate (const bcov_hunt_plan *plan, bcov_control *control, double *nodes,
                                bcov_error *err);

/* hunt_run.c: what bcov_engine_run does, with a plan of job->model whose tree has about NODES
   nodes; not for the most cells.  A job with a sink may have several workers. */
bcov_status bcov_hunt_run (const bcov_job *job, const bcov_hunt_plan *plan, double nodes,
                           bcov_result *result, bcov_error *err);

#endif
