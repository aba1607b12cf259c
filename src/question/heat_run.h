/* Counts the coverings that use each option or placement. */

#ifndef BCOV_HEAT_RUN_H
#define BCOV_HEAT_RUN_H

#include "number/number.h"
#include "question/solution_source.h"

/* The number of coverings that use each placement, for reports. */
typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_number *total;    /* coverings */
  const bcov_laid *placements; /* sorted by piece; the options of an exact cover problem */
  const uint32_t *cells;       /* of the placements, sorted within each */
  const bcov_number *uses;     /* of each placement: coverings that contain it */
  uint32_t count;              /* placements */
} bcov_heat_facts;

typedef struct {
  bcov_mem *mem;
  uint32_t count;    /* options of the compiled model */
  bcov_number *uses; /* of each option: coverings that use it */
  bcov_number total; /* coverings */
} bcov_option_shares;

/* Starts with zeros.  End the shares after a failure too. */
bcov_status bcov_option_shares_start (const bcov_run *run, bcov_option_shares *shares,
                                      bcov_error *err);
void bcov_option_shares_end (bcov_option_shares *shares);

/* A bcov_sink that adds a covering to the shares DATA. */
bool bcov_option_shares_add (void *data, const uint32_t *options, size_t count);

/* Counts; bcov_solution_source_open explains ORDERED.  If the run was stopped, returns BCOV_STOPPED
   with the coverings found so far. */
bcov_status bcov_option_shares_count (bcov_run *run, bool ordered, bcov_option_shares *shares,
                                      bcov_error *err);

struct bcov_heat {
  bcov_mem *mem;    /* held */
  bcov_puzzle view; /* with this memory */
  bcov_option_shares shares;
  bcov_laid *placements;
  uint32_t *cells;
  bcov_covering *shown;  /* the placement that was requested last */
  bcov_heat_facts facts; /* points to the above */
};

#endif
