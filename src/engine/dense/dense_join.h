/* The join of half a board with its image: the sum over all bridges (half.h) of products of two
   states.

     status = bcov_dense_join_start (&join, mem, &plan, &frame, &pairs, bridges, err);
     for (step = 0; step < join.steps; step++)             (in any order, by several threads)
       bcov_dense_join_wholes (&join, step, primes, sums);
     bcov_dense_join_free (&join);                                                              */

#ifndef BCOV_DENSE_JOIN_H
#define BCOV_DENSE_JOIN_H

#include "engine/dense/dense_chunk.h"
#include "engine/dense/half.h"

/* Bits of the two states of a product. */
typedef struct {
  uint32_t near, far;
} bcov_dense_couple;

enum {
  BCOV_DENSE_GROUPS = BCOV_DENSE_MODULUS * BCOV_DENSE_MODULUS,
  BCOV_DENSE_INNER = 10, /* bits listed at most */
};

/* A bridge in terms of places.  All combinations of some of its free bits, the *inner* ones, are
   listed, grouped by the classes of both parts.  Each step takes one combination of the other free
   bits, the *outer* ones, with the list. */
typedef struct {
  bcov_dense_couple fixed;
  bcov_dense_couple decided; /* bits that a step fixes */
  uint32_t times, outers;
  bcov_dense_couple outer[BCOV_DENSE_BITS]; /* a bit of the near key or one of the far key */
  bcov_dense_couple *inner;
  uint32_t start[BCOV_DENSE_GROUPS + 1]; /* of each group of inner ones */
  uint64_t first_step;
} bcov_dense_span;

/* Bytes per bridge, at most. */
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

/* PLAN and FRAME must outlive JOIN; the table is not read yet.  PAIRS (by place) describes the
   final states.  Free JOIN even after a failure. */
bcov_status bcov_dense_join_start (bcov_dense_join *join, bcov_mem *mem,
                                   const bcov_dense_plan *plan, const bcov_dense_frame *frame,
                                   const bcov_dense_pairs *pairs, const bcov_bridges *bridges,
                                   bcov_error *err);
void bcov_dense_join_free (bcov_dense_join *join);

/* Adds the products of STEP to SUMS: for each lane modulo its prime, or as doubles. */
void bcov_dense_join_wholes (const bcov_dense_join *join, uint64_t step, const uint64_t *primes,
                             uint64_t *sums);
void bcov_dense_join_reals (const bcov_dense_join *join, uint64_t step, double *sum);

#endif
