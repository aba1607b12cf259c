/* Half a board, to be joined with its image in the middle.

   If reversing the order of the items maps options to options (for a board in rows, a rotation by
   180 degrees), the second half of the board is the image of the first.  So only one half is
   counted: the sets of middle cells that the options of this half can cover, and the number of ways
   for each.  A solution consists of two such sets, one of them reversed, and perhaps some options
   in the middle, which together cover every middle cell once.

     status = bcov_half_make (model, order, &half, err);
     if (!status && half.program.levels.count)
       ... the ways to each final key of half.program, joined by half.bridges ...
     bcov_half_free (&half);                                                                    */

#ifndef BCOV_HALF_H
#define BCOV_HALF_H

#include "engine/program/program.h"

/* A set of middle options.  Its solutions are the sum over all subsets S of the bits FREE of
   ways (NEAR | S) x ways (FAR | partners of FREE without S).  The reversed set has equally many: if
   it is a different one, it is not listed and TIMES is 2. */
typedef struct {
  uint64_t near, far, free;
  uint32_t times;
} bcov_bridge;

typedef struct {
  uint8_t partner[64]; /* for each bit of a key, the bit of its item's image */
  BCOV_VEC (bcov_bridge) list;
} bcov_bridges;

typedef struct {
  bcov_program program; /* of the first half; it keeps the middle items; no levels: no half */
  bcov_bridges bridges;
} bcov_half;

/* Halves MODEL, which must have been reduced, along ORDER.  There is no half if an item may be
   touched more than once, if an item in the middle may stay untouched, or if keys need more than a
   word. Free OUT even after a failure. */
bcov_status bcov_half_make (const bcov_model *model, const uint32_t *order, bcov_half *out,
                            bcov_error *err);
void bcov_half_free (bcov_half *half);

#endif
