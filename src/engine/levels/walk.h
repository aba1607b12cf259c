/* Ways through kept levels: each is a solution, and none ends in nothing.

     bcov_walk walk;
     bcov_status status = bcov_walk_start (&graph, &walk, err);
     if (!status)
       status = bcov_walk_to (&walk, rank, err);
     ... walk.options, walk.count ...
     bcov_walk_end (&walk);                                                                   */

#ifndef BCOV_WALK_H
#define BCOV_WALK_H

#include "base/random.h"
#include "engine/levels/state_graph.h"

typedef struct {
  const bcov_state_graph *graph;
  uint64_t *keys;    /* of the state before each level, and behind the last */
  uint32_t *choices; /* at each level */
  uint32_t *options; /* of the solution, by their numbers in the compiled model */
  size_t count;
  mp_limb_t *rest, *number; /* scratch */
  mpz_t total, drawn;
} bcov_walk;

/* GRAPH must outlive the walk. */
bcov_status bcov_walk_start (const bcov_state_graph *graph, bcov_walk *out, bcov_error *err);
void bcov_walk_end (bcov_walk *walk);

/* Goes to solution RANK, from 0 to the total - 1. */
bcov_status bcov_walk_to (bcov_walk *walk, const mpz_t rank, bcov_error *err);

/* Goes from a solution to the next; *MORE is false after the last. */
bcov_status bcov_walk_next (bcov_walk *walk, bool *more, bcov_error *err);

/* Goes to a solution drawn at random, each as likely as any other; there must be one. */
bcov_status bcov_walk_random (bcov_walk *walk, bcov_random *random, bcov_error *err);

/* Goes to the first solution of the greatest gain; the levels must have been kept for that, and
   there must be a solution. */
bcov_status bcov_walk_best (bcov_walk *walk, bcov_error *err);

/* The number, from 0, of the solution with these options (numbers in the compiled model, in any
   order); *IS is false when they are none. */
bcov_status bcov_walk_rank (bcov_walk *walk, const uint32_t *options, size_t count, mpz_t rank,
                            bool *is, bcov_error *err);

#endif
