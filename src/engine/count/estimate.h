/* About how many states a program will have, before it is run. */

#ifndef BCOV_ESTIMATE_H
#define BCOV_ESTIMATE_H

#include "base/control.h"
#include "engine/cuts/pocket.h"

typedef struct {
  double widest;      /* states of the level that has the most */
  double total;       /* states of all levels */
  double transitions; /* ways from a state to one of the next level */
  bool exact;
  double *by_level; /* states after each level */
} bcov_estimate;

/* For PROGRAM, made from MODEL, where states dead by POCKETS (may be NULL) are dropped.  Small
   programs are run, which is exact; otherwise it takes some milliseconds, or a small part of the
   time that the run itself will need. */
bcov_status bcov_estimate_make (const bcov_model *model, const bcov_program *program,
                                const bcov_pockets *pockets, bcov_control *control,
                                bcov_estimate *out, bcov_error *err);
void bcov_estimate_free (bcov_mem *mem, bcov_estimate *estimate);

#endif
