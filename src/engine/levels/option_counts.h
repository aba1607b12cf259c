/* How many solutions use each option. */

#ifndef BCOV_OPTION_COUNTS_H
#define BCOV_OPTION_COUNTS_H

#include "engine/levels/state_graph.h"

typedef struct {
  bcov_mem *mem;
  uint32_t options, limbs;
  mp_limb_t *counts; /* of each option of the model of the program */
  mpz_t total;       /* solutions */
} bcov_option_counts;

/* GRAPH must hold numbers of completions.  BCOV_STOPPED without a message when its control says
   so. */
bcov_status bcov_option_counts_count (bcov_state_graph *graph, bcov_option_counts *out,
                                      bcov_error *err);
void bcov_option_counts_free (bcov_option_counts *uses);

/* The number of solutions with OPTION. */
void bcov_option_counts_of (const bcov_option_counts *uses, uint32_t option, mpz_t count);

#endif
