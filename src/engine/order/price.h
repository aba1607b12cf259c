/* Estimates, without a run, the number of states that an order of the items makes. */

#ifndef BCOV_PRICE_H
#define BCOV_PRICE_H

#include "base/mem.h"
#include "model/model.h"

typedef struct {
  const bcov_model *model;
  const bcov_columns *columns; /* of that model */
  double total;                /* bits open */
  double *open;                /* of each item: bits that it contributes now */
  double *bits;                /* of each item: its bits with 1, 2, ... of its options passed,
                                  from columns->start[item] */
  uint32_t *done;              /* of each item: options passed */
  uint32_t *seen;              /* of each option: the round that last passed it */
  uint32_t *met, n_met;        /* items touched in this round */
  uint32_t round;
  bcov_rooms rooms; /* owns the arrays */
} bcov_price;

bcov_status bcov_price_new (const bcov_model *model, const bcov_columns *columns, bcov_price *out,
                            bcov_error *err);
void bcov_price_free (bcov_price *price);

/* Begins a round at the first level. */
void bcov_price_start (bcov_price *price);

/* Passes OPTION, unless this round has passed it already. */
void bcov_price_pass (bcov_price *price, uint32_t option);

/* Returns the bits that are open after the options passed. */
double bcov_price_bits (const bcov_price *price);

/* Returns the logarithm to base 2 of the states of all levels, for COUNT guards in this order.  A
   result above LIMIT may be incomplete. */
double bcov_price_order (bcov_price *price, const uint32_t *order, uint32_t count, double limit);

#endif
