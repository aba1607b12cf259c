/* In how many coverings each option of the compiled model is used: from kept levels of the
   frontier, or by going through all coverings. */

#ifndef BCOV_OPTION_SHARES_H
#define BCOV_OPTION_SHARES_H

#include "question/solution_source.h"

typedef struct {
  bcov_mem *mem;
  uint32_t count;    /* options */
  bcov_number *uses; /* of each */
  bcov_number total; /* coverings */
} bcov_option_shares;

/* All 0.  End it even after a failure. */
bcov_status bcov_option_shares_start (const bcov_run *run, bcov_option_shares *shares,
                                      bcov_error *err);
void bcov_option_shares_end (bcov_option_shares *shares);

/* Counts, where the coverings come from as bcov_solution_source_open says with ORDERED.
   BCOV_STOPPED, with what was met so far in SHARES, when the run was stopped. */
bcov_status bcov_option_shares_count (bcov_run *run, bool ordered, bcov_option_shares *shares,
                                      bcov_error *err);

#endif
