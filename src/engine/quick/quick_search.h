/* The quick search: depth first along the levels of a program, eight moves at a time.

   It is for models whose program is narrow and consists of bits: boards and pieces, used any number
   of times or once.  It branches on the first open cell instead of the most constrained item.  Its
   tree is therefore larger, but its nodes are far cheaper, and it skips states that are known to be
   dead. */

#ifndef BCOV_QUICK_SEARCH_H
#define BCOV_QUICK_SEARCH_H

#include "base/mem.h"
#include "engine/cuts/parity.h"
#include "engine/cuts/pocket.h"
#include "engine/engine.h"
#include "engine/quick/dead_states.h"
#include "engine/quick/move_table.h"
#include "engine/quick/shape_cache.h"

/* What all threads share: a program, its moves, and the cuts that the search uses.  Read-only once
   made. */
typedef struct {
  const bcov_program *program; /* owned by the caller */
  bcov_pockets pockets;
  bcov_move_table move_table;
  uint64_t stock;      /* bits of the key that are not part of the shape (shape_cache.h) */
  uint32_t name_words; /* of a state's name in the table of dead states; 0: there is no table */
  uint32_t name_shift; /* position of the level in the last of them */
} bcov_quick_plan;

/* Makes a plan for MODEL, reduced lightly, along PROGRAM, which must outlive the plan.  WITHOUT are
   BCOV_WITHOUT_ bits.  Sets *CAN to false, and makes no plan, if the program does not suit the
   quick search. */
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

/* The state of one thread. */
typedef struct {
  const bcov_quick_plan *plan;
  const bcov_parity *parity; /* NULL: none */
  bcov_dead_states dead_states;
  bcov_shape_cache shape_cache;
  uint64_t *keys[BCOV_MOVE_WORDS]; /* stack of choices: the state that each leads to, ... */
  uint32_t *via;                   /* ... its option, or BCOV_NO_MOVE, ... */
  uint32_t *levels, *origin;       /* ... its level, and its entry in the shape cache, or 0 */
  bcov_quick_frame *frames;
  uint32_t *taken;
  bcov_lean *lean; /* before each of those, and after the last */
  uint32_t depth;  /* the last frame; the first is the start */
  uint32_t floor;  /* the frame at which the search returns BCOV_QUICK_UP; 0: none */
  uint32_t n_taken;
  uint64_t nodes, found;
  uint64_t remembered, dead, odd; /* nodes cut by the table of dead states, pockets and parity */
  uint64_t marks;   /* changes when the open nodes must not be recorded as dead any more */
  bcov_rooms rooms; /* owns the arrays */
} bcov_quick_search;

/* Starts a search with a table of dead states and a shape cache of the given bytes; 0: without. */
bcov_status bcov_quick_search_start (const bcov_quick_plan *plan, size_t dead_bytes,
                                     size_t cache_bytes, bcov_quick_search *out, bcov_error *err);

/* Makes a search that has just started use PARITY, which must outlive it. */
void bcov_quick_search_lean (bcov_quick_search *search, const bcov_parity *parity);
void bcov_quick_search_end (bcov_quick_search *search);

/* Why bcov_quick_search_go returned. */
typedef enum {
  BCOV_QUICK_OVER,
  BCOV_QUICK_FOUND, /* search->taken is a solution */
  BCOV_QUICK_DEEP,  /* a node at the given depth; none of its choices has been tried */
  BCOV_QUICK_UP,    /* everything below the frame search->floor is done */
  BCOV_QUICK_PAUSE, /* NODES nodes were visited */
} bcov_quick_stop;

/* Continues until there is something to report, for about NODES nodes at most.  With DEEP, stops at
   each node that has DEEP options taken; bcov_quick_search_skip then skips that node, and the tree
   depends on the plan alone: the table of dead states is not used. */
bcov_quick_stop bcov_quick_search_go (bcov_quick_search *search, uint64_t nodes, uint32_t deep);
void bcov_quick_search_skip (bcov_quick_search *search);

/* Choices that one search gives to another. */
typedef struct {
  uint64_t key[BCOV_MOVE_WORDS];
  uint32_t via, level;
} bcov_quick_choice;

typedef struct {
  double begin, end;     /* for the caller: the share of the tree */
  uint32_t taken, count; /* options taken before; choices */
  bcov_lean lean;
  uint32_t *options; /* taken before; in the same block, like ... */
  bcov_quick_choice choices[];
} bcov_quick_gift;

/* Returns the frame of SEARCH, from FLOOR on, whose untried choices it may give away: the topmost
   one that has some, provided that it is above the last frame.  Returns the last frame if there is
   none. */
uint32_t bcov_quick_search_spare (const bcov_quick_search *search);

/* Returns the untried choices of FRAME in a new block, or NULL if there is no memory for it.  Once
   the caller has found a taker, bcov_quick_search_yield removes them from SEARCH. */
bcov_quick_gift *bcov_quick_search_give (const bcov_quick_search *search, uint32_t frame);
void bcov_quick_search_yield (bcov_quick_search *search, uint32_t frame);

/* Makes SEARCH, which is over, search the choices of GIFT, which comes from a search with the same
   plan. */
void bcov_quick_search_receive (bcov_quick_search *search, const bcov_quick_gift *gift);

/* Estimates the nodes of the whole tree, without a table of dead states, from random descents
   (Knuth 1975). */
bcov_status bcov_quick_search_estimate (const bcov_quick_plan *plan, bcov_control *control,
                                        double *nodes, bcov_error *err);

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  size_t dead_bytes;         /* of the table of dead states, or of each worker's own one if names
                                have two words; 0: none */
  size_t cache_bytes;        /* of each worker's shape cache; 0: none */
  uint64_t units;            /* divide the tree into at least this number; 0: do not divide it */
  uint64_t alone;            /* all workers search after about this number of nodes, or at once
                                if it is 1; 0: only one searches.  A list needs units for that */
  uint64_t warm;             /* the same number as long as the shape cache is used */
} bcov_quick_effort;

/* quick_run.c: runs JOB as bcov_engine_run does, with a plan of job->model; not for BCOV_MOST. */
bcov_status bcov_quick_run (const bcov_job *job, const bcov_quick_plan *plan,
                            const bcov_quick_effort *effort, bcov_result *result, bcov_error *err);

#endif
