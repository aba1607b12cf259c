/* A guess, without a run, at the number of states that an order of the items makes. */

#ifndef BCOV_PRICE_H
#define BCOV_PRICE_H

#include "model/model.h"

typedef struct {
  const bcov_model *model;
  const bcov_columns *columns; /* of that model */
  double total;                /* bits open */
  double *open;                /* of each item: bits that it has now */
  double *most;                /* of each item: bits that would tell all its values apart */
  uint32_t *done;              /* of each item: options that lie behind */
  uint32_t *row;               /* of each item: where its entropies begin, ... */
  double *entropy;             /* ... by the number of options that lie behind */
  uint32_t *seen;              /* of each option: the round that has met it */
  uint32_t *met, n_met;        /* items that were touched */
  uint32_t round;
} bcov_price;

bcov_status bcov_price_new (const bcov_model *model, const bcov_columns *columns, bcov_price *out,
                            bcov_error *err);
void bcov_price_free (bcov_price *price);

/* Begins at the first level. */
void bcov_price_start (bcov_price *price);

/* Puts OPTION behind, if it is not yet. */
void bcov_price_pass (bcov_price *price, uint32_t option);

/* How many bits are open after all that. */
double bcov_price_bits (const bcov_price *price);

/* Of COUNT guards in this order: the states of all levels, as a logarithm to the base 2.  Anything
   above LIMIT may be cut short. */
double bcov_price_order (bcov_price *price, const uint32_t *order, uint32_t count, double limit);

#endif
