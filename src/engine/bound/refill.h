/* Local search for `fill`: good fillings in little time, without proofs.

     bcov_refill *refill;
     bcov_refill_new (model, &refill, err);
     bcov_refill_run (refill, steps, goal, control);
     ... refill->gain, refill->best ...
     bcov_refill_free (refill);                                                                 */

#ifndef BCOV_REFILL_H
#define BCOV_REFILL_H

#include "base/control.h"
#include "base/random.h"
#include "model/model.h"

typedef BCOV_VEC (uint32_t) bcov_refill_list;

typedef struct {
  const bcov_model *model;
  bcov_columns columns;
  bcov_random random;
  uint64_t step;
  uint64_t *used;               /* of each item: touches */
  uint32_t *user;               /* of each item: the last option that touched it */
  uint32_t *at;                 /* of each option: its index in TAKEN, or BCOV_NO_OPTION */
  uint64_t *banned;             /* of each option: the step until which it stays out */
  uint32_t *open_at;            /* of each item: its index in OPEN, or BCOV_NO_ITEM */
  uint32_t *gains;              /* of each option */
  uint64_t *seen, mark;         /* of each option: a mark */
  bcov_refill_list taken, open; /* options taken; cells that are empty */
  bcov_refill_list freed;       /* scratch */
  uint64_t now;                 /* cells covered by TAKEN */
  uint64_t gain;                /* cells covered by the best filling, ... */
  bcov_refill_list best;        /* ... and its options */
} bcov_refill;

/* Starts with an empty filling of MODEL, which is reduced and must outlive it. */
bcov_status bcov_refill_new (const bcov_model *model, bcov_refill **out, bcov_error *err);
void bcov_refill_free (bcov_refill *refill);

/* Takes STEPS more steps, or fewer if a filling covers GOAL cells or CONTROL stops the run.  The
   fillings depend on the model and on the numbers of steps only. */
void bcov_refill_run (bcov_refill *refill, uint64_t steps, uint64_t goal, bcov_control *control);

#endif
