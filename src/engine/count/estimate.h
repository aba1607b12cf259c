/* Estimates the number of states of a program before it is run. */

#ifndef BCOV_ESTIMATE_H
#define BCOV_ESTIMATE_H

#include "base/control.h"
#include "engine/cuts/pocket.h"

typedef struct {
  double widest;      /* states of the widest level */
  double total;       /* states of all levels */
  double transitions; /* from states to states of the next level */
  bool exact;
  double *by_level; /* states after each level */
} bcov_estimate;

/* Estimates PROGRAM, made from MODEL; states that are dead by POCKETS (may be NULL) are dropped.
   Small programs are run, which is exact.  Otherwise the estimate takes some milliseconds, or a
   small part of the time of the whole run.  A CLOSE estimate takes a few times longer, up to about
   half a second. */
bcov_status bcov_estimate_make (const bcov_model *model, const bcov_program *program,
                                const bcov_pockets *pockets, bool close, bcov_control *control,
                                bcov_estimate *out, bcov_error *err);

/* The same while PROGRAM runs, in far less time: BY_LEVEL has the states after each of the first
   LEVELS levels, or 0 where they are unknown, and TRANSITIONS led to them. */
bcov_status bcov_estimate_extend (const bcov_model *model, const bcov_program *program,
                                  const double *by_level, uint32_t levels, double transitions,
                                  bcov_estimate *out, bcov_error *err);
void bcov_estimate_free (bcov_mem *mem, bcov_estimate *estimate);

#endif
