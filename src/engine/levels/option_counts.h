/* The number of solutions that use each option. */

#ifndef BCOV_OPTION_COUNTS_H
#define BCOV_OPTION_COUNTS_H

#include "engine/levels/state_graph.h"
#include "number/number.h"

typedef struct {
  bcov_mem *mem;
  uint32_t options;
  bcov_number *counts; /* of each option of the program's model */
  bcov_number total;   /* solutions */
} bcov_option_counts;

/* GRAPH must hold numbers of completions.  Returns BCOV_STOPPED without a message if its control
   stops the run.  After a failure there is nothing to free. */
bcov_status bcov_option_counts_count (bcov_state_graph *graph, bcov_option_counts *out,
                                      bcov_error *err);
void bcov_option_counts_free (bcov_option_counts *counts);

#endif
