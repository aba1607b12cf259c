/* Tries one move of a level on many states with one-word keys. */

#ifndef BCOV_SELECT_H
#define BCOV_SELECT_H

#include "engine/cuts/pocket.h"

/* Parallel arrays of keys and addresses of values. */
typedef struct {
  uint64_t *keys;
  const uint64_t **values;
} bcov_state_batch;

typedef struct {
  uint64_t test;               /* none of these bits may be set ... */
  uint64_t want;               /* ... one of these must be (if this is not 0), ... */
  uint64_t drop;               /* ... then these are cleared, ... */
  uint64_t set;                /* ... these set, ... */
  uint64_t must;               /* ... all of these must be set, ... */
  uint64_t clear;              /* ... and these are cleared */
  const bcov_pockets *pockets; /* then dead states are dropped; NULL: no test */
  uint32_t level;
} bcov_rule;

/* Applies RULE to the first COUNT states of FROM, writes those that pass to OUT, and returns their
   number.  FROM and OUT have room for COUNT + 8 states. */
uint32_t bcov_select (const bcov_rule *rule, const bcov_state_batch *from, uint32_t count,
                      const bcov_state_batch *out);

#endif
