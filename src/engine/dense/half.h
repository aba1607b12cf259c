/* Half a board: forward from one end and backward from the other, joined in the middle.

   Where the order of the items can be reversed, so that options become options again (a board that
   is turned by 180 degrees, row by row), what comes from the far end is the image of what comes
   from the near one.  So only one half is counted: which sets of the cells in the middle the
   options of this half can cover, and in how many ways.  A solution is made of two such sets, one
   of them reversed, and perhaps some options just in the middle, which together cover every cell
   in the middle once.

     status = bcov_half_make (model, order, &half, err);
     if (!status && half.program.levels.count)
       ... the ways to each final key of half.program, joined by half.bridges ...
     bcov_half_free (&half);                                                                    */

#ifndef BCOV_HALF_H
#define BCOV_HALF_H

#include "engine/program/program.h"

/* A choice of options in the middle: it leaves the sum over all subsets S of the bits FREE of
   ways (NEAR | S) x ways (FAR | partners of FREE without S).  Reversed it leaves the same: then it
   counts twice, and the other is not listed. */
typedef struct {
  uint64_t near, far, free;
  uint32_t times;
} bcov_bridge;

typedef struct {
  uint8_t partner[64]; /* of each bit of a key: the bit of the item that it becomes by reversal */
  BCOV_VEC (bcov_bridge) list;
} bcov_bridges;

typedef struct {
  bcov_program program; /* of the first half; what lies in the middle is kept; no levels: none */
  bcov_bridges bridges;
} bcov_half;

/* For MODEL, reduced, along ORDER.  There is none where an item may be touched more than once, may
   stay untouched in the middle (all over the board one or two may, as that of a piece which need
   not be used), or where keys would need more than a word.  Free it even after a failure. */
bcov_status bcov_half_make (const bcov_model *model, const uint32_t *order, bcov_half *out,
                            bcov_error *err);
void bcov_half_free (bcov_half *half);

#endif
