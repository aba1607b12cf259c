/* An item with a fraction f of its options passed is covered with probability about f, so it
   contributes H(f) bits, where H is the entropy; a level has about 2 to the sum of that over all
   open items.  The number of open items alone would be far too high if pieces are large: cells near
   the front are mostly covered, those far ahead mostly not.  In measurements, the estimate was
   within a factor of two to four on rectangles with up to a million states, and it shows which of
   two orders is better.

   Time: touches of the options that are passed. */

#include "engine/order/price.h"

#include <assert.h>
#include <math.h>

static const double MOST_BITS = 900; /* keeps sums of powers of two finite */

static uint32_t degree (const bcov_price *p, uint32_t item)
{
  return p->columns->start[item + 1] - p->columns->start[item];
}

/* Returns the entropy of a bit that is set with probability F, within 0.01. */
static double entropy (double f)
{
  assert (f >= 0 && f <= 1);
  double q = 4 * f * (1 - f);
  return sqrt (q * sqrt (q));
}

/* Returns the bits that distinguish all values of ITEM. */
static double most_bits (const bcov_price *p, uint32_t item)
{
  const bcov_columns *c = p->columns;
  bcov_item it = p->model->items.data[item];
  uint32_t top = it.hi == BCOV_MANY ? it.lo : it.hi, colour = 0;
  for (uint32_t k = c->start[item]; it.coloured && k < c->start[item + 1]; k++)
    if (p->model->touches.data[c->touch[k]].colour > colour)
      colour = p->model->touches.data[c->touch[k]].colour;
  if (top > degree (p, item))
    top = degree (p, item);
  return log2 (1 + (double)(it.coloured ? colour : top));
}

/* Tabulates the bits: many orders of one model are priced, and roots take long. */
static void list_bits (bcov_price *p)
{
  for (uint32_t i = 0; i < p->model->items.count; i++) {
    double most = most_bits (p, i);
    for (uint32_t d = 1; d <= degree (p, i); d++)
      p->bits[p->columns->start[i] + d - 1] = most * entropy (d / (double)degree (p, i));
  }
}

bcov_status bcov_price_new (const bcov_model *model, const bcov_columns *columns, bcov_price *out,
                            bcov_error *err)
{
  size_t items = model->items.count + 1, options = (size_t)bcov_model_options (model) + 1;
  *out = (bcov_price){.model = model, .columns = columns, .rooms = {.mem = model->mem, .err = err}};
  out->open = bcov_mem_take_room (&out->rooms, items, sizeof *out->open);
  out->bits = bcov_mem_take_room (&out->rooms, model->touches.count + 1, sizeof *out->bits);
  out->done = bcov_mem_take_room (&out->rooms, items, sizeof *out->done);
  out->met = bcov_mem_take_room (&out->rooms, items, sizeof *out->met);
  out->seen = bcov_mem_take_room (&out->rooms, options, sizeof *out->seen);
  if (!out->rooms.status)
    list_bits (out);
  return out->rooms.status;
}

void bcov_price_free (bcov_price *price)
{
  bcov_mem_free_rooms (&price->rooms);
  *price = (bcov_price){0};
}

void bcov_price_start (bcov_price *price)
{
  for (; price->n_met; price->n_met--) {
    price->done[price->met[price->n_met - 1]] = 0;
    price->open[price->met[price->n_met - 1]] = 0;
  }
  price->total = 0;
  price->round++;
  assert (price->round); /* 0: an option that no round has passed */
}

void bcov_price_pass (bcov_price *price, uint32_t option)
{
  const bcov_model *model = price->model;
  if (price->seen[option] == price->round)
    return;
  price->seen[option] = price->round;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item;
    if (price->done[item]++ == 0)
      price->met[price->n_met++] = item;
    assert (price->done[item] <= degree (price, item));
    double bits = price->bits[price->columns->start[item] + price->done[item] - 1];
    price->total += bits - price->open[item];
    price->open[item] = bits;
  }
}

double bcov_price_bits (const bcov_price *price)
{
  assert (price->total > -0.5 && price->n_met <= price->model->items.count);
  return price->total;
}

double bcov_price_order (bcov_price *price, const uint32_t *order, uint32_t count, double limit)
{
  const bcov_columns *c = price->columns;
  double sum = 1, widest = 0, most = limit < MOST_BITS ? exp2 (limit) : INFINITY;
  bcov_price_start (price);
  for (uint32_t p = 0; p < count && sum <= most; p++) {
    for (uint32_t k = c->start[order[p]]; k < c->start[order[p] + 1]; k++)
      bcov_price_pass (price, c->owner[c->touch[k]]);
    double open = bcov_price_bits (price);
    widest = fmax (widest, open);
    sum += exp2 (fmin (open, MOST_BITS));
  }
  return fmax (log2 (sum), widest);
}
