/* Proofs that a model has no solution, while an engine counts or lists its solutions.

     bcov_disproof disproof;
     if (!bcov_disproof_start (&prospect, true, &disproof))
       status = ... run an engine with the control of the prospect ...
     status = bcov_disproof_end (&disproof, status, &result);  */

#ifndef BCOV_DISPROOF_H
#define BCOV_DISPROOF_H

#include "engine/plan/prospect.h"

typedef struct {
  const bcov_prospect *of;
  bool reduces; /* the reduction may still prove something, ... */
  bool solves;  /* ... and so may the methods of `solve` */
  bool none;    /* there is no solution */
  bool refuted; /* by reduction */
  const char *winner;
  uint64_t found; /* by the control at the start */
  bcov_aside aside;
} bcov_disproof;

/* Begins to look for proofs whenever the control of PROSPECT, which must outlive OUT, is polled,
   for a small share of the time: by reduction and, with SOLVES, by the methods of `solve`.  A proof
   ends the run.  Returns whether there is a proof already. */
bool bcov_disproof_start (const bcov_prospect *prospect, bool solves, bcov_disproof *out);

/* Looks for a proof at once, for a share of FORESEEN seconds; returns whether there is one. */
bool bcov_disproof_try (bcov_disproof *disproof, double foreseen);

/* Ends it.  STATUS is that of the run; returns BCOV_OK, with RESULT complete, if there is a
   proof. */
bcov_status bcov_disproof_end (bcov_disproof *disproof, bcov_status status, bcov_result *result);

/* bcov_portfolio_run, with such proofs by reduction. */
bcov_status bcov_disproof_solve (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                 bcov_error *err);

#endif
