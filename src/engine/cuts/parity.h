/* Parity: states that are dead since the pieces left cannot make up what the open cells lack.

   Cells are dark or light, as on a chessboard: neighbours differ, whatever the lattice.  An option
   that covers as many dark cells as light ones changes nothing; a T of four cells covers two more
   of one than of the other.  What the cells still to be covered have more of the dark must be a sum
   of what the pieces left can cover more of; else nothing below will come to an end. */

#ifndef BCOV_PARITY_H
#define BCOV_PARITY_H

#include "base/control.h"
#include "model/model.h"

#include <assert.h>

enum { BCOV_SUMS = 64 }; /* sums are told apart modulo this */

static_assert (BCOV_SUMS == 64, "a word has a bit for each sum");

/* How things stand: which pieces are left, and how many dark cells too many are. */
typedef struct {
  uint32_t left, need;
} bcov_lean;

typedef struct {
  bcov_mem *mem;
  uint32_t *takes; /* of each option, by its number in the compiled model: off LEFT ... */
  uint8_t *adds;   /* ... and off NEED */
  uint64_t *sums;  /* of each value of LEFT: what can be made, a bit each */
  bcov_lean start;
  int sums_around; /* of the sums that can be made: those above what is needed, or those below,
                      whichever are fewer */
} bcov_parity;

/* Of MODEL, which may be any; PARITY->sums is NULL when there is nothing to be told, or when the
   model has more than PIECES pieces. */
bcov_status bcov_parity_make (const bcov_model *model, uint64_t pieces, bcov_control *control,
                              bcov_parity *out, bcov_error *err);
void bcov_parity_free (bcov_parity *parity);

/* How things stand after OPTION; false when the rest cannot be done. */
static inline bool bcov_parity_take (const bcov_parity *parity, uint32_t option, bcov_lean from,
                                     bcov_lean *to)
{
  assert (from.left >= parity->takes[option] && from.need < BCOV_SUMS);
  to->left = from.left - parity->takes[option];
  to->need = (from.need - parity->adds[option]) % BCOV_SUMS;
  return parity->sums[to->left] >> to->need & 1;
}

#endif
