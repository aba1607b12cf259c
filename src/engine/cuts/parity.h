/* Parity: detects states that are dead because the remaining pieces cannot balance the colours of
   the open cells.

   Cells are dark or light, as on a chessboard: neighbours differ, whatever the lattice.  An option
   that covers as many dark cells as light ones changes nothing; a T of four cells covers two more
   of one colour.  The surplus of dark cells still to be covered must be a sum of surpluses of the
   remaining pieces; otherwise the state leads to no solution. */

#ifndef BCOV_PARITY_H
#define BCOV_PARITY_H

#include "base/control.h"
#include "model/model.h"

#include <assert.h>

enum { BCOV_SUMS = 64 }; /* sums are taken modulo this */

static_assert (BCOV_SUMS == 64, "a word has a bit for each sum");

/* The pieces left, and the surplus of dark cells still to be covered. */
typedef struct {
  uint32_t left, need;
} bcov_lean;

typedef struct {
  bcov_mem *mem;
  uint32_t
      *takes; /* of each option, by its number in the compiled model: subtracted from LEFT, ... */
  uint8_t *adds;  /* ... and from NEED */
  uint64_t *sums; /* for each value of LEFT: the possible sums, a bit each */
  bcov_lean start;
  int sums_around; /* possible sums above the one needed or below it, whichever are fewer */
} bcov_parity;

/* Makes OUT for any MODEL.  out->sums is NULL if parity proves nothing, or if the model has more
   than PIECES pieces. */
bcov_status bcov_parity_make (const bcov_model *model, uint64_t pieces, bcov_control *control,
                              bcov_parity *out, bcov_error *err);
void bcov_parity_free (bcov_parity *parity);

/* Computes the lean after OPTION; returns false if the rest cannot be balanced. */
static inline bool bcov_parity_take (const bcov_parity *parity, uint32_t option, bcov_lean from,
                                     bcov_lean *to)
{
  assert (from.left >= parity->takes[option] && from.need < BCOV_SUMS);
  to->left = from.left - parity->takes[option];
  to->need = (from.need - parity->adds[option]) % BCOV_SUMS;
  return parity->sums[to->left] >> to->need & 1;
}

#endif
