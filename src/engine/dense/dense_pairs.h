/* Pairs of bits with combinations that never occur.  For example, if the only pieces that reach two
   rows down are straight trominoes, a cell two rows down is covered only if the cell above it is.
   Three of the four combinations of these two bits remain, and on a board that is twelve cells wide
   only three per cent of all states.  The dense table has places for the other states but skips
   them.

     bcov_dense_pairs_start (&pairs, program->bits);
     for (level = 0; ...; level++)
       bcov_dense_pairs_step (&pairs, program, level);                                          */

#ifndef BCOV_DENSE_PAIRS_H
#define BCOV_DENSE_PAIRS_H

#include "engine/program/program.h"

enum { BCOV_DENSE_BITS = 32 }; /* of a key, at most */

/* Bit b of never[x][y][a]: no state has bit a equal to x and bit b equal to y. */
typedef struct {
  uint32_t bits;
  uint32_t never[2][2][BCOV_DENSE_BITS];
} bcov_dense_pairs;

/* Describes the states before the first level: only state 0 occurs. */
void bcov_dense_pairs_start (bcov_dense_pairs *pairs, uint32_t bits);

/* Proceeds from before LEVEL to after it.  Combinations marked as never do not occur; unmarked ones
   may or may not occur. */
void bcov_dense_pairs_step (bcov_dense_pairs *pairs, const bcov_program *program, uint32_t level);

/* Returns false if it is known that the bits MASK of a state are never VALUE. */
bool bcov_dense_pairs_occur (const bcov_dense_pairs *pairs, uint32_t mask, uint32_t value);

#endif
