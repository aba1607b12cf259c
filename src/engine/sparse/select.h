/* One move of one level for many states at once, where keys are one word of bits: which states can
   make it, and where it leads. */

#ifndef BCOV_SELECT_H
#define BCOV_SELECT_H

#include "engine/cuts/pocket.h"

/* Keys and addresses of values, side by side. */
typedef struct {
  uint64_t *keys;
  const uint64_t **values;
} bcov_state_batch;

typedef struct {
  uint64_t test;               /* none of these bits may be set ... */
  uint64_t want;               /* ... one of these must be, unless it is 0 ... */
  uint64_t drop;               /* ... then these are cleared, ... */
  uint64_t set;                /* ... these set, ... */
  uint64_t must;               /* ... all of these must be set, ... */
  uint64_t clear;              /* ... and these are cleared */
  const bcov_pockets *pockets; /* then states that are dead are left out; NULL: none */
  uint32_t level;
} bcov_rule;

/* Applies RULE to the first COUNT of FROM; those that pass are written to OUT, which has room for
   eight more than COUNT, as FROM has.  Returns how many. */
uint32_t bcov_select (const bcov_rule *rule, const bcov_state_batch *from, uint32_t count,
                      const bcov_state_batch *out);

#endif
