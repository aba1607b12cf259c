/* The number of coverings that use each placement: the result of heat_run, the input of reports. */

#ifndef BCOV_HEAT_FACTS_H
#define BCOV_HEAT_FACTS_H

#include "number/number.h"
#include "puzzle/covering.h"

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_number *total;    /* coverings */
  const bcov_laid *placements; /* sorted by piece; the options of an exact cover problem */
  const uint32_t *cells;       /* of the placements, sorted within each */
  const bcov_number *uses;     /* of each placement: coverings that contain it */
  uint32_t count;              /* placements */
} bcov_heat_facts;

#endif
