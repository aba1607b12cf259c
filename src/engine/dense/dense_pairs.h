/* Pairs of bits that never go together.  Where a piece lies upright over three rows, a cell two
   rows down is covered only when the one above it is: three of four pairs occur, and on a board of
   straight trominoes, twelve wide, three states of a hundred.  The dense table has a place for the
   others too, but passes them by.

     bcov_dense_pairs_start (&pairs, program->bits);
     for (level = 0; ...; level++)
       bcov_dense_pairs_step (&pairs, program, level);                                          */

#ifndef BCOV_DENSE_PAIRS_H
#define BCOV_DENSE_PAIRS_H

#include "engine/program/program.h"

enum { BCOV_DENSE_BITS = 32 }; /* of a key at most */

/* Bit b of never[x][y][a]: in no state is bit a equal to x while bit b is y. */
typedef struct {
  uint32_t bits;
  uint32_t never[2][2][BCOV_DENSE_BITS];
} bcov_dense_pairs;

/* Before the first level: only the state 0 occurs. */
void bcov_dense_pairs_start (bcov_dense_pairs *pairs, uint32_t bits);

/* From before LEVEL to after it.  What is said never to occur does not; the reverse need not hold.
 */
void bcov_dense_pairs_step (bcov_dense_pairs *pairs, const bcov_program *program, uint32_t level);

/* Whether the bits MASK of a state can be VALUE, as far as is known. */
bool bcov_dense_pairs_occur (const bcov_dense_pairs *pairs, uint32_t mask, uint32_t value);

#endif
