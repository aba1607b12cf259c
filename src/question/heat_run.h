/* Heat: in how many coverings each placement is used, kept for whoever shows it. */

#ifndef BCOV_HEAT_RUN_H
#define BCOV_HEAT_RUN_H

#include "question/heat_facts.h"
#include "question/option_shares.h"

struct bcov_heat {
  bcov_mem *mem;    /* held */
  bcov_puzzle view; /* with that memory */
  bcov_option_shares shares;
  bcov_laid *placements;
  uint32_t *cells;
  bcov_covering *shown;  /* the placement that was asked for last */
  bcov_heat_facts facts; /* points to the above */
};

#endif
