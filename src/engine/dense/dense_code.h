/* The code of a block: the effect of its levels on states that differ only in the touched slots.

   With the other slots fixed there are at most 2^TOUCH states, the *entries*.  After all levels of
   the block each entry is a sum of old entries.  The code lists these sums and assigns places in a
   small buffer, so that each chunk of numbers is loaded once, processed in the first-level cache,
   and stored once.  The code for fixed slots of class q uses only entries of class -q.  Entries
   that never occur before the block are 0 in the table and are not loaded. */

#ifndef BCOV_DENSE_CODE_H
#define BCOV_DENSE_CODE_H

#include "base/mem.h"
#include "engine/dense/dense_plan.h"

/* WORDS is a list of runs: ARITY, COUNT, and COUNT times 1 + ARITY places, of which the first
   receives the sum of the others.  ARITY 0: the numbers in that place are reduced.  A run with
   COUNT 0 ends the list. */
typedef struct {
  BCOV_VEC (uint16_t)
  entries;                   /* loaded entries, stored entries, entries that become 0 */
  BCOV_VEC (uint16_t) loads; /* places of the loaded entries in the buffer */
  BCOV_VEC (uint16_t) words;
  BCOV_VEC (uint16_t) stores; /* places of the stored entries; those to be reduced come first */
  size_t reduced;             /* number of stored entries to be reduced */
  size_t zeros;               /* number of entries that become 0 */
  uint32_t places;            /* of the buffer */
} bcov_dense_code;

/* A description of a block: its levels with masks of TOUCH bits.  Blocks with equal words have the
   same code. */
typedef struct {
  uint32_t touch;                 /* number of touched slots */
  uint8_t slot[BCOV_DENSE_TOUCH]; /* the slot of each bit; not part of the words */
  BCOV_VEC (uint32_t) words;
} bcov_dense_text;

/* PAIRS describes the states before the block. */
bcov_status bcov_dense_text_make (const bcov_dense_plan *plan, const bcov_dense_block *block,
                                  const bcov_dense_pairs *pairs, bcov_dense_text *text,
                                  bcov_error *err);

/* Makes the code for fixed slots of class KIND.  The sum of ROOM stored numbers does not overflow.
   CODE is empty before; free it even after a failure. */
bcov_status bcov_dense_code_make (bcov_mem *mem, const bcov_dense_text *text, uint32_t kind,
                                  uint32_t room, bcov_dense_code *code, bcov_error *err);
void bcov_dense_code_free (bcov_mem *mem, bcov_dense_code *code);

#endif
