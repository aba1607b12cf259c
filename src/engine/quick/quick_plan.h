/* What all threads of a quick search share: a program, its moves, and the cuts that it uses. */

#ifndef BCOV_QUICK_PLAN_H
#define BCOV_QUICK_PLAN_H

#include "engine/cuts/pocket.h"
#include "engine/quick/move_table.h"

/* Read-only once made. */
typedef struct {
  const bcov_program *program; /* whoever made the plan keeps it */
  bcov_pockets pockets;
  bcov_move_table move_table;
  uint64_t stock;      /* bits of the key that are no shape (shape_cache.h) */
  uint32_t name_words; /* of a state's name for the table of dead states; 0: there is none */
  uint32_t name_shift; /* where its level goes in the last of them */
} bcov_quick_plan;

/* For MODEL, reduced lightly, along PROGRAM, which must outlive the plan; WITHOUT are BCOV_WITHOUT_
   bits.  *CAN becomes false, and there is no plan, when the program is none for this. */
bcov_status bcov_quick_plan_make (const bcov_model *model, const bcov_program *program,
                                  unsigned without, bcov_quick_plan *out, bool *can,
                                  bcov_error *err);
void bcov_quick_plan_free (bcov_quick_plan *plan);

#endif
