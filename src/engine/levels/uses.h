/* How many solutions use each option. */

#ifndef BCOV_USES_H
#define BCOV_USES_H

#include "engine/levels/kept.h"

typedef struct {
  bcov_mem *mem;
  uint32_t options, limbs;
  mp_limb_t *counts; /* of each option of the model of the program */
  mpz_t total;       /* solutions */
} bcov_uses;

/* KEPT must hold numbers of completions.  BCOV_STOPPED without a message when its control says
   so. */
bcov_status bcov_uses_count (bcov_kept *kept, bcov_uses *out, bcov_error *err);
void bcov_uses_free (bcov_uses *uses);

/* The number of solutions with OPTION. */
void bcov_uses_of (const bcov_uses *uses, uint32_t option, mpz_t count);

#endif
