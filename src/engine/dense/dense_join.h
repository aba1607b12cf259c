/* The end of half a board in the dense table: the sum over all bridges (half.h) of the products of
   two states.

     status = bcov_dense_join_start (&join, mem, &plan, &frame, &pairs, bridges, err);
     for (step = 0; step < join.steps; step++)             ... in any order, by several threads ...
       bcov_dense_join_wholes (&join, step, primes, sums);
     bcov_dense_join_free (&join);                                                              */

#ifndef BCOV_DENSE_JOIN_H
#define BCOV_DENSE_JOIN_H

#include "engine/dense/dense_chunk.h"
#include "engine/dense/half.h"

/* Bits of two states that go together. */
typedef struct {
  uint32_t near, far;
} bcov_dense_couple;

enum {
  BCOV_DENSE_GROUPS = BCOV_DENSE_MODULUS * BCOV_DENSE_MODULUS,
  BCOV_DENSE_INNER = 10, /* so many bits at most are listed */
};

/* A bridge, by place.  All combinations of some of its free bits, the *inner* ones, are listed, by
   the classes of both parts; each step takes one combination of the others with the list. */
typedef struct {
  bcov_dense_couple fixed;
  bcov_dense_couple decided; /* by a step, before the inner bits */
  uint32_t times, outers;
  bcov_dense_couple outer[BCOV_DENSE_BITS]; /* a bit in the near key, or another in the far one */
  bcov_dense_couple *inner;
  uint32_t start[BCOV_DENSE_GROUPS + 1]; /* of each group of them */
  uint64_t first_step;
} bcov_dense_span;

/* Bytes that a bridge takes at most. */
enum {
  BCOV_DENSE_SPAN = 2 * sizeof (bcov_dense_span) + (sizeof (bcov_dense_couple) << BCOV_DENSE_INNER)
};

typedef struct {
  bcov_mem *mem;
  const bcov_dense_plan *plan;
  const bcov_dense_frame *frame;
  bcov_dense_pairs pairs;
  BCOV_VEC (bcov_dense_span) spans;
  uint64_t steps;
} bcov_dense_join;

/* PLAN and FRAME, whose table is not read yet, must outlive JOIN.  PAIRS, by place, is what is
   known of final states.  Free it even after a failure. */
bcov_status bcov_dense_join_start (bcov_dense_join *join, bcov_mem *mem,
                                   const bcov_dense_plan *plan, const bcov_dense_frame *frame,
                                   const bcov_dense_pairs *pairs, const bcov_bridges *bridges,
                                   bcov_error *err);
void bcov_dense_join_free (bcov_dense_join *join);

/* Adds the products of STEP to SUMS, one for each lane: modulo primes, or as doubles. */
void bcov_dense_join_wholes (const bcov_dense_join *join, uint64_t step, const uint64_t *primes,
                             uint64_t *sums);
void bcov_dense_join_reals (const bcov_dense_join *join, uint64_t step, double *sum);

#endif
