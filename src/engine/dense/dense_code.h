/* The code of a block: what its levels do to the states that differ in the touched slots alone.

   With the other slots fixed, at most 2^TOUCH states remain, the *entries*.  Through all levels of
   the block each new entry is a sum of old ones; the code lists those sums, in an order and with
   places in a small buffer such that each chunk of numbers is loaded once, worked on in the
   first-level cache, and stored once.  The code for fixed slots of class q works on the entries of
   class -q alone.  Entries that never occur before the block are 0 in the table and not loaded. */

#ifndef BCOV_DENSE_CODE_H
#define BCOV_DENSE_CODE_H

#include "engine/dense/dense_plan.h"

/* WORDS is a list of runs, each ARITY, COUNT and then COUNT times 1 + ARITY places: the first gets
   the sum of the others.  ARITY 0: the numbers in that place are reduced.  A run of no operations
   ends the list. */
typedef struct {
  BCOV_VEC (uint16_t)
  entries;                   /* those that are loaded, those that are stored, those that become 0 */
  BCOV_VEC (uint16_t) loads; /* places in the buffer that loaded entries go to */
  BCOV_VEC (uint16_t) words;
  BCOV_VEC (uint16_t) stores; /* places that stored entries come from; first those to be reduced, */
  size_t reduced;             /* so many */
  size_t zeros;               /* how many entries become 0 */
  uint32_t places;            /* of the buffer */
} bcov_dense_code;

/* A block by itself: its levels with masks of TOUCH bits.  Blocks with equal words have the same
   code. */
typedef struct {
  uint32_t touch;                 /* slots that it touches */
  uint8_t slot[BCOV_DENSE_TOUCH]; /* of each bit: the slot; not part of the words */
  BCOV_VEC (uint32_t) words;
} bcov_dense_text;

/* PAIRS is what is known before the block. */
bcov_status bcov_dense_text_make (const bcov_dense_plan *plan, const bcov_dense_block *block,
                                  const bcov_dense_pairs *pairs, bcov_dense_text *text,
                                  bcov_error *err);

/* The code for fixed slots of class KIND.  ROOM: so many numbers, as they are stored, may be added
   without overflow.  CODE was empty; free it even after a failure. */
bcov_status bcov_dense_code_make (bcov_mem *mem, const bcov_dense_text *text, uint32_t kind,
                                  uint32_t room, bcov_dense_code *code, bcov_error *err);
void bcov_dense_code_free (bcov_mem *mem, bcov_dense_code *code);

#endif
