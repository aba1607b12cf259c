/* Several orders are made and priced, and the cheapest is taken.

   The price of an order is a guess at the number of states of all levels.  An item of which a part
   f of its options lies behind is about as good as f covered, so it tells H(f) bits apart, where H
   is the entropy; levels have 2 to the sum of that over all open items.  (The number of open items
   alone would be far too much where pieces are large: cells near the front are mostly covered,
   those far ahead are mostly not.)

   Each connected part is put in order by itself.  The candidates are the order of the model itself
   (and turned: see turn_order), sweeps from the ends of the part, and growths (see sweep.c),
   forward and backward.  Smooth orders come first, and another must be clearly cheaper to be taken
   instead, since tables do best when items close in the order in which they opened.  Time: some
   twenty candidates, each in the order of all touches; when the model's own order is so cheap that
   the count is over at once, or the model so large that it is hopeless anyway, there are no others.
 */

#include "engine/order.h"
#include "engine/sweep.h"

#include <math.h>
#include <string.h>

enum {
  MOST_SPENT = 1 << 22,  /* touches looked at for prices */
  LEAST_TRIED = 6,       /* candidates at least, whatever that costs, where the count costs more */
  MOST_GROWTH = 1 << 22, /* steps of a growth */
  LARGE_PART = 1 << 14,  /* items beyond which fewer candidates are tried */
  STRIDES = 2,           /* turned orders that are tried */
  AT_A_TIME = 6,         /* sweeps, before growths from ... */
  GROWN = 2              /* ... so many of their starts, the best */
};

/* touches to look at for each state that a price expects: more where the best order is not smooth,
   for that is a board on which it pays */
static const double smooth_share = 0.25, rough_share = 1;
static const double slack = 3;        /* bits above the best at which pricing is given up */
static const double margin = 0.05;    /* bits that another order must save, */
static const double roughness = 0.75; /* and one that is not smooth */

typedef struct {
  const bcov_closeness *graph;
  bcov_control *control;
  bcov_error *err;
  bcov_sweep sweep;
  double *bits;                 /* of each item: at most so many tell its values apart */
  double *open;                 /* of each item: bits that it has now */
  uint32_t *done;               /* of each item: options that lie behind */
  uint32_t *seen;               /* of each option: the pricing that has met it */
  uint32_t *met;                /* items that were touched */
  uint32_t *changed, n_changed; /* by the level at hand ... */
  bool *touched;                /* ... which is here said of each item */
  uint32_t *trial;              /* the order that is being priced */
  uint32_t strides[STRIDES];    /* 0: none */
  uint32_t round;
  uint64_t work;
} finder;

/* Of a bit that is set with probability f, in bits; within 0.01, and faster than by logarithms. */
static double entropy (double f)
{
  double q = 4 * f * (1 - f);
  return sqrt (q * sqrt (q));
}

static uint32_t degree (const finder *f, uint32_t item)
{
  return f->graph->columns.start[item + 1] - f->graph->columns.start[item];
}

/* Bits for the values of each item. */
static void weigh_items (finder *f)
{
  const bcov_model *model = f->graph->model;
  for (size_t t = 0; t < model->touches.count; t++) {
    uint32_t item = model->touches.data[t].item, colour = model->touches.data[t].colour;
    if (colour > f->bits[item])
      f->bits[item] = colour;
  }
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    uint32_t top = item.hi == BCOV_MANY ? item.lo : item.hi;
    if (top > degree (f, i))
      top = degree (f, i);
    f->bits[i] = log2 (1 + (item.coloured ? f->bits[i] : (double)top));
  }
}

/* ---- price ----------------------------------------------------------------------------------- */

/* Puts OPTION behind; MET counts the items that were touched. */
static void pass_option (finder *f, uint32_t option, uint32_t *met)
{
  const bcov_model *model = f->graph->model;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item;
    if (f->done[item]++ == 0)
      f->met[(*met)++] = item;
    if (!f->touched[item]) {
      f->touched[item] = true;
      f->changed[f->n_changed++] = item;
    }
  }
}

/* Puts the options of GUARD behind that are not yet and returns the bits that this opens, less
   those that it closes. */
static double pass_guard (finder *f, uint32_t guard, uint32_t *met)
{
  const bcov_columns *c = &f->graph->columns;
  double more = 0;
  for (uint32_t k = c->start[guard]; k < c->start[guard + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    if (f->seen[o] == f->round)
      continue;
    f->seen[o] = f->round;
    pass_option (f, o, met);
  }
  for (; f->n_changed; f->touched[f->changed[f->n_changed]] = false) {
    uint32_t item = f->changed[--f->n_changed];
    double bits = f->bits[item] * entropy (f->done[item] / (double)degree (f, item));
    more += bits - f->open[item];
    f->open[item] = bits;
  }
  return more;
}

/* Two to the sum of the bits, summed over all levels of COUNT guards, as a logarithm; anything
   above LIMIT may be cut short. */
static double price (finder *f, const uint32_t *order, uint32_t count, double limit)
{
  double open = 0, sum = 1, widest = 0, most = limit < 900 ? exp2 (limit) : INFINITY;
  uint32_t met = 0;
  f->round++;
  for (uint32_t p = 0; p < count && sum <= most; p++) {
    open += pass_guard (f, order[p], &met);
    widest = fmax (widest, open);
    sum += exp2 (fmin (open, 900));
  }
  for (uint32_t k = 0; k < met; k++) {
    f->done[f->met[k]] = 0;
    f->open[f->met[k]] = 0;
  }
  return fmax (log2 (sum), widest);
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* The best order of a part so far. */
typedef struct {
  uint32_t *order, count;
  double price;     /* with the handicap that it had */
  double share;     /* touches to look at for each state that the price expects */
  uint64_t touches; /* of the options of the part: what pricing an order costs */
  uint64_t spent;   /* so far */
} best;

/* Whether another candidate could pay: not when the count would be over before. */
static bool worth_trying (const best *b)
{
  double most = fmax (MOST_SPENT, LEAST_TRIED * (double)b->touches);
  return (double)(b->spent + b->touches) <= fmin (most, exp2 (fmin (b->price, 900)) * b->share);
}

/* Prices the trial, and takes it when it is better; returns the price. */
static double consider (finder *f, best *b, double handicap)
{
  if (!worth_trying (b))
    return INFINITY;
  b->spent += b->touches;
  double p = handicap + price (f, f->trial, b->count, b->price + slack);
  if (p <= b->price - margin) {
    b->price = p;
    b->share = handicap > 0 ? rough_share : smooth_share;
    memcpy (b->order, f->trial, b->count * sizeof *b->order);
  }
  return p;
}

/* The trial and the same backward; returns the lower price. */
static double consider_both (finder *f, best *b, double handicap)
{
  double p = consider (f, b, handicap);
  for (uint32_t i = 0, j = b->count - 1; i < j; i++, j--) {
    uint32_t item = f->trial[i];
    f->trial[i] = f->trial[j];
    f->trial[j] = item;
  }
  return fmin (p, consider (f, b, handicap));
}

/* Where sweeps and growths start: from a way between two ends. */
typedef struct {
  uint32_t a, b;
  double price;
} start;

/* All pairs of ends; those of a rectangle's sides come first. */
static uint32_t list_starts (const bcov_sweep *sweep, start *starts)
{
  uint32_t count = 0;
  for (uint32_t apart = 2; apart < 2 + sweep->n_ends; apart++)
    for (uint32_t a = 0; a < sweep->n_ends; a++) {
      uint32_t b = a + apart % sweep->n_ends;
      if (b < sweep->n_ends)
        starts[count++] = (start){a, b, INFINITY};
    }
  return count;
}

/* Sweeps from all starts and sorts them, the best first. */
static bcov_status try_sweeps (finder *f, best *b, start *starts, uint32_t count)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < count && worth_trying (b); k++) {
    start s = starts[k];
    uint32_t at = k;
    bool smooth = bcov_sweep_layers (&f->sweep, s.a, s.b, f->trial);
    s.price = consider_both (f, b, smooth ? 0 : roughness);
    for (; at && starts[at - 1].price > s.price; at--)
      starts[at] = starts[at - 1];
    starts[at] = s;
    status = bcov_control_work (f->control, &f->work, 2 * b->touches, f->err);
  }
  return status;
}

static bcov_status try_growths (finder *f, best *b, const start *s)
{
  static const uint8_t weights[][2] = {{2, 1}, {1, 0}, {4, 1}, {1, 1}};
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < sizeof weights / sizeof *weights && worth_trying (b); k++) {
    uint64_t steps = MOST_GROWTH;
    if (bcov_sweep_grow (&f->sweep, s->a, s->b, weights[k][0], weights[k][1], &steps, f->trial))
      consider_both (f, b, roughness);
    b->spent += steps;
    status = bcov_control_work (f->control, &f->work, 2 * b->touches + steps, f->err);
  }
  return status;
}

/* Some sweeps at a time, then growths from the best of their starts. */
static bcov_status try_starts (finder *f, best *b)
{
  start starts[BCOV_MOST_ENDS * (BCOV_MOST_ENDS + 1) / 2];
  uint32_t count = list_starts (&f->sweep, starts);
  bcov_status status = BCOV_OK;
  for (uint32_t from = 0; !status && from < count; from += AT_A_TIME) {
    uint32_t some = count - from < AT_A_TIME ? count - from : AT_A_TIME;
    status = try_sweeps (f, b, &starts[from], some);
    for (uint32_t k = 0; !status && k < some && k < GROWN; k++)
      status = try_growths (f, b, &starts[from + k]);
  }
  return status;
}

/* The two commonest differences between the numbers of neighbours, other than 1: on a full board
   the length of a row, in three dimensions also the size of a layer.  COUNT is all zero. */
static void find_strides (finder *f, uint32_t *count)
{
  const bcov_lists *beside = &f->graph->beside;
  uint32_t items = (uint32_t)f->graph->model->items.count;
  for (uint32_t i = 0; i < items; i++)
    for (uint32_t k = beside->first[i]; k < beside->first[i + 1]; k++)
      if (beside->of.data[k] > i + 1)
        count[beside->of.data[k] - i]++;
  for (uint32_t k = 0; k < STRIDES; k++) {
    for (uint32_t d = 2; d < items; d++)
      if (count[d] > count[f->strides[k]])
        f->strides[k] = d;
    count[f->strides[k]] = 0;
  }
}

/* The part in the order of what is left of the items' numbers when divided by STRIDE: column by
   column where the model goes row by row, even where some cells are missing. */
static void turn_order (finder *f, const uint32_t *part, uint32_t items, uint32_t stride)
{
  uint32_t *place = f->changed, at = 0;
  memset (place, 0, stride * sizeof *place);
  for (uint32_t k = 0; k < items; k++)
    place[part[k] % stride] += f->graph->role[part[k]] == BCOV_GUARD;
  for (uint32_t d = 0; d < stride; d++) {
    at += place[d];
    place[d] = at - place[d];
  }
  for (uint32_t k = 0; k < items; k++)
    if (f->graph->role[part[k]] == BCOV_GUARD)
      f->trial[place[part[k] % stride]++] = part[k];
}

static void try_strides (finder *f, best *b, const uint32_t *part, uint32_t items)
{
  for (uint32_t k = 0; k < STRIDES && worth_trying (b); k++)
    if (f->strides[k]) {
      turn_order (f, part, items, f->strides[k]);
      consider_both (f, b, 0);
    }
}

static uint64_t count_touches (const bcov_closeness *graph, const best *b)
{
  uint64_t touches = 0;
  for (uint32_t k = 0; k < b->count; k++)
    touches += graph->columns.start[b->order[k] + 1] - graph->columns.start[b->order[k]];
  return touches;
}

/* Puts the guards of a part, given in the order of the model, in a better order. */
static bcov_status order_part (finder *f, const uint32_t *part, uint32_t items, best *b)
{
  b->touches = count_touches (f->graph, b);
  b->price = price (f, b->order, b->count, INFINITY);
  b->share = smooth_share;
  if (!worth_trying (b))
    return BCOV_OK;
  try_strides (f, b, part, items);
  if (!worth_trying (b))
    return BCOV_OK;
  bcov_sweep_set (&f->sweep, part, items, items > LARGE_PART ? 4 : BCOV_MOST_ENDS);
  return try_starts (f, b);
}

/* ---- all parts ------------------------------------------------------------------------------- */

static bcov_status take_room (finder *f)
{
  const bcov_model *model = f->graph->model;
  bcov_mem *mem = model->mem;
  size_t items = model->items.count + 1, options = (size_t)bcov_model_options (model) + 1;
  if (!(f->bits = bcov_mem_alloc (mem, items, sizeof *f->bits, f->err)) ||
      !(f->open = bcov_mem_alloc (mem, items, sizeof *f->open, f->err)) ||
      !(f->done = bcov_mem_alloc (mem, items, sizeof *f->done, f->err)) ||
      !(f->met = bcov_mem_alloc (mem, items, sizeof *f->met, f->err)) ||
      !(f->changed = bcov_mem_alloc (mem, items, sizeof *f->changed, f->err)) ||
      !(f->touched = bcov_mem_alloc (mem, items, sizeof *f->touched, f->err)) ||
      !(f->trial = bcov_mem_alloc (mem, items, sizeof *f->trial, f->err)) ||
      !(f->seen = bcov_mem_alloc (mem, options, sizeof *f->seen, f->err)))
    return bcov_mem_status (mem);
  return bcov_sweep_new (f->graph, &f->sweep, f->err);
}

static void free_room (finder *f)
{
  bcov_mem *mem = f->graph->model->mem;
  bcov_mem_free (mem, f->bits);
  bcov_mem_free (mem, f->open);
  bcov_mem_free (mem, f->done);
  bcov_mem_free (mem, f->met);
  bcov_mem_free (mem, f->changed);
  bcov_mem_free (mem, f->touched);
  bcov_mem_free (mem, f->trial);
  bcov_mem_free (mem, f->seen);
  bcov_sweep_free (&f->sweep);
}

/* Parts one after another into ORDER; PART and TAKEN have room for all items.  Returns how many
   guards there are through COUNT. */
static bcov_status order_parts (finder *f, uint32_t *part, uint8_t *taken, uint32_t *order,
                                uint32_t *count)
{
  const uint8_t *role = f->graph->role;
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; !status && i < f->graph->model->items.count; i++) {
    if (role[i] != BCOV_GUARD || taken[i])
      continue;
    uint32_t items = bcov_sweep_reach (&f->sweep, i, part);
    best b = {.order = &order[*count]};
    for (uint32_t k = 0; k < items; k++) {
      taken[part[k]] = 1;
      if (role[part[k]] == BCOV_GUARD)
        b.order[b.count++] = part[k];
    }
    *count += b.count;
    status = order_part (f, part, items, &b);
  }
  return status;
}

/* Items that are no guards behind the guards, as they come. */
static void append_rest (const bcov_closeness *graph, uint32_t *order, uint32_t count)
{
  for (uint32_t i = 0; i < graph->model->items.count; i++)
    if (graph->role[i] != BCOV_GUARD)
      order[count++] = i;
}

static bcov_status order_graph (finder *f, uint32_t *order)
{
  bcov_mem *mem = f->graph->model->mem;
  size_t items = f->graph->model->items.count + 1;
  uint32_t *part = bcov_mem_alloc (mem, items, sizeof *part, f->err), count = 0;
  uint8_t *taken = bcov_mem_alloc (mem, items, 1, f->err);
  bcov_status status = part && taken ? take_room (f) : bcov_mem_status (mem);
  if (!status) {
    weigh_items (f);
    find_strides (f, f->met);
    memset (f->met, 0, items * sizeof *f->met);
    status = order_parts (f, part, taken, order, &count);
  }
  if (!status)
    append_rest (f->graph, order, count);
  free_room (f);
  bcov_mem_free (mem, part);
  bcov_mem_free (mem, taken);
  return status;
}

bcov_status bcov_order_find (const bcov_model *model, bcov_control *control, uint32_t *order,
                             bcov_error *err)
{
  bcov_closeness graph;
  bool worth;
  bcov_status status = bcov_closeness_make (model, control, &graph, &worth, err);
  if (status)
    return status;
  finder f = {.graph = &graph, .control = control, .err = err};
  if (worth)
    status = order_graph (&f, order);
  else
    for (uint32_t i = 0; i < model->items.count; i++)
      order[i] = i;
  bcov_closeness_free (&graph);
  return status;
}
