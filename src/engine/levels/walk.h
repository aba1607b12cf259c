/* Solutions, read from a state graph.

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
  uint64_t *keys;    /* of the states before each level and after the last */
  uint32_t *choices; /* at each level */
  uint32_t *options; /* of the solution, as numbers in the compiled model */
  size_t count;
  mpz_t total, rest, number; /* REST and NUMBER are scratch */
} bcov_walk;

/* GRAPH must outlive the walk. */
bcov_status bcov_walk_start (const bcov_state_graph *graph, bcov_walk *out, bcov_error *err);
void bcov_walk_end (bcov_walk *walk);

/* Goes to solution RANK, from 0 to total - 1. */
bcov_status bcov_walk_to (bcov_walk *walk, const mpz_t rank, bcov_error *err);

/* Goes to the next solution; *MORE is false after the last one. */
bcov_status bcov_walk_next (bcov_walk *walk, bool *more, bcov_error *err);

/* Goes to a random solution, all equally likely; there must be one. */
bcov_status bcov_walk_random (bcov_walk *walk, bcov_random *random, bcov_error *err);

/* Goes to the first solution of the greatest gain.  The graph must have been made for that, and
   there must be a solution. */
bcov_status bcov_walk_best (bcov_walk *walk, bcov_error *err);

/* Sets RANK (from 0) for the solution with these options (numbers in the compiled model, in any
   order); *IS is false if they are not a solution. */
bcov_status bcov_walk_rank (bcov_walk *walk, const uint32_t *options, size_t count, mpz_t rank,
                            bool *is, bcov_error *err);

#endif
