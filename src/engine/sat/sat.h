/* Solutions by a SAT solver: good at finding one solution, or at proving that there is none.

     bcov_sat *sat;
     status = bcov_sat_new (model, BCOV_SAT_FINDING, &control, &sat, err);
     status = bcov_sat_solve (sat, 10000, &control, &outcome, err);      again while BCOV_SAT_OPEN
     if (outcome == BCOV_SAT_FOUND)
       ... bcov_sat_chosen (sat, &count) ...
     bcov_sat_free (sat);

   The same calls give the same outcomes: conflicts, not seconds, limit a call, so that several
   engines can take turns and still answer the same everywhere.  A bcov_sat belongs to one thread at
   a time. */

#ifndef BCOV_SAT_H
#define BCOV_SAT_H

#include "engine/engine.h"

typedef struct bcov_sat bcov_sat;

typedef enum {
  BCOV_SAT_OPEN,  /* the conflicts are used up, or the control stopped the call */
  BCOV_SAT_FOUND, /* a solution */
  BCOV_SAT_NONE   /* there is no solution, or none besides those excluded */
} bcov_sat_outcome;

/* Whether this build has a SAT solver.  Otherwise bcov_sat_new and bcov_sat_run return BCOV_INPUT.
 */
bool bcov_sat_exists (void);

/* Adds the message that there is no SAT solver; returns BCOV_INPUT. */
bcov_status bcov_sat_missing (bcov_error *err);

/* What the solver is set to do well; it can always do both. */
typedef enum {
  BCOV_SAT_FINDING, /* find a solution */
  BCOV_SAT_PROVING  /* prove that there is none, or no other */
} bcov_sat_aim;

/* Converts MODEL, which must outlive *OUT, to clauses. */
bcov_status bcov_sat_new (const bcov_model *model, bcov_sat_aim aim, bcov_control *control,
                          bcov_sat **out, bcov_error *err);
void bcov_sat_free (bcov_sat *sat);

/* Solves, or continues after BCOV_SAT_OPEN, for at most CONFLICTS conflicts (0: any number).  If
   the control stops the call, returns BCOV_OK; the control knows the reason.  Returns BCOV_STOPPED
   if the memory limit is reached; the solver can be continued even then. */
bcov_status bcov_sat_solve (bcov_sat *sat, uint64_t conflicts, bcov_control *control,
                            bcov_sat_outcome *out, bcov_error *err);

/* The options of the solution found last, by their numbers in the compiled model, in the order of
   the model.  They are valid until the next call. */
const uint32_t *bcov_sat_chosen (const bcov_sat *sat, size_t *count);

/* Excludes the solution found last, so that the next call looks for another one. */
bcov_status bcov_sat_exclude (bcov_sat *sat, bcov_error *err);

/* The number of conflicts so far. */
uint64_t bcov_sat_conflicts (const bcov_sat *sat);

/* Finds one solution after the other until there are no more.  The order is that in which the
   solver finds them. */
bcov_engine_run bcov_sat_run;

#endif
