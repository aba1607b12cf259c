/* Plain bounds of `fill`: which numbers of cells the sizes and the counts of the pieces allow. */

#ifndef BCOV_SUMS_H
#define BCOV_SUMS_H

#include "model/model.h"

typedef struct {
  bcov_mem *mem;
  uint64_t *bits; /* bit n: the sizes of the pieces allow n covered cells */
  uint64_t cells; /* that some option touches */
  uint64_t most;  /* the largest number allowed */
} bcov_sums;

/* Finds the numbers for MODEL.  Free OUT with bcov_sums_free, also after a failure. */
bcov_status bcov_sums_make (const bcov_model *model, bcov_sums *out, bcov_error *err);
void bcov_sums_free (bcov_sums *sums);

/* Returns the largest number allowed up to CELLS; 0 is always allowed. */
uint64_t bcov_sums_upto (const bcov_sums *sums, uint64_t cells);

/* Returns the least number allowed above CELLS, or UINT64_MAX. */
uint64_t bcov_sums_above (const bcov_sums *sums, uint64_t cells);

#endif
