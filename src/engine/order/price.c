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

static void weigh_items (bcov_price *p)
{
  const bcov_model *model = p->model;
  for (size_t t = 0; t < model->touches.count; t++) {
    uint32_t item = model->touches.data[t].item, colour = model->touches.data[t].colour;
    if (colour > p->most[item])
      p->most[item] = colour;
  }
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    uint32_t top = item.hi == BCOV_MANY ? item.lo : item.hi;
    if (top > degree (p, i))
      top = degree (p, i);
    p->most[i] = log2 (1 + (item.coloured ? p->most[i] : (double)top));
  }
}

bcov_status bcov_price_new (const bcov_model *model, const bcov_columns *columns, bcov_price *out,
                            bcov_error *err)
{
  bcov_mem *mem = model->mem;
  size_t items = model->items.count + 1, options = (size_t)bcov_model_options (model) + 1;
  *out = (bcov_price){.model = model, .columns = columns};
  if (!(out->open = bcov_mem_alloc (mem, items, sizeof *out->open, err)) ||
      !(out->most = bcov_mem_alloc (mem, items, sizeof *out->most, err)) ||
      !(out->done = bcov_mem_alloc (mem, items, sizeof *out->done, err)) ||
      !(out->met = bcov_mem_alloc (mem, items, sizeof *out->met, err)) ||
      !(out->seen = bcov_mem_alloc (mem, options, sizeof *out->seen, err))) {
    bcov_price_free (out);
    return bcov_mem_status (mem);
  }
  weigh_items (out);
  return BCOV_OK;
}

void bcov_price_free (bcov_price *price)
{
  if (!price->model)
    return;
  bcov_mem *mem = price->model->mem;
  bcov_mem_free (mem, price->open);
  bcov_mem_free (mem, price->most);
  bcov_mem_free (mem, price->done);
  bcov_mem_free (mem, price->met);
  bcov_mem_free (mem, price->seen);
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
    double passed = price->done[item] / (double)degree (price, item);
    double bits = price->most[item] * entropy (passed);
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
