/* An item of which a part f of its options lies behind is about as good as f covered, so it tells
   H(f) bits apart, where H is the entropy; a level has about 2 to the sum of that over all open
   items.  The number of open items alone would be far too much where pieces are large: cells near
   the front are mostly covered, those far ahead are mostly not.  Measured, the guess is within a
   factor of two to four on rectangles with up to a million states, and it is right about which of
   two orders is better.

   Time: touches of the options that are passed. */

#include "engine/order/price.h"

#include <assert.h>
#include <math.h>

static const double MOST_BITS = 900; /* so that a sum of powers of two stays finite */

static uint32_t degree (const bcov_price *p, uint32_t item)
{
  return p->columns->start[item + 1] - p->columns->start[item];
}

/* Of a bit that is set with probability f, in bits, within 0.01. */
static double entropy (double f)
{
  assert (f >= 0 && f <= 1);
  double q = 4 * f * (1 - f);
  return sqrt (q * sqrt (q));
}

/* Items of the same degree share their entropies.  ROW_OF has room for every degree and is all
   zero; it gets 1 + the place of each that occurs.  Returns how many entropies there are. */
static uint32_t place_rows (bcov_price *p, uint32_t *row_of)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->model->items.count; i++) {
    uint32_t *row = &row_of[degree (p, i)];
    if (!*row) {
      *row = count + 1;
      count += degree (p, i) + 1;
    }
    p->row[i] = *row - 1;
  }
  return count;
}

static bcov_status list_entropies (bcov_price *p, bcov_error *err)
{
  bcov_mem *mem = p->model->mem;
  uint32_t most = 0;
  for (uint32_t i = 0; i < p->model->items.count; i++)
    most = degree (p, i) > most ? degree (p, i) : most;
  uint32_t *row_of = bcov_mem_alloc (mem, (size_t)most + 1, sizeof *row_of, err);
  if (!row_of)
    return bcov_mem_status (mem);
  p->entropy = bcov_mem_alloc (mem, place_rows (p, row_of) + (size_t)1, sizeof *p->entropy, err);
  for (uint32_t d = 1; p->entropy && d <= most; d++)
    for (uint32_t k = 0; row_of[d] && k <= d; k++)
      p->entropy[row_of[d] - 1 + k] = entropy (k / (double)d);
  bcov_mem_free (mem, row_of);
  return p->entropy ? BCOV_OK : bcov_mem_status (mem);
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
      !(out->row = bcov_mem_alloc (mem, items, sizeof *out->row, err)) ||
      !(out->seen = bcov_mem_alloc (mem, options, sizeof *out->seen, err)) ||
      list_entropies (out, err)) {
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
  bcov_mem_free (mem, price->row);
  bcov_mem_free (mem, price->entropy);
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
  assert (price->round); /* 0: an option that no round has met */
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
    double bits = price->most[item] * price->entropy[price->row[item] + price->done[item]];
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
