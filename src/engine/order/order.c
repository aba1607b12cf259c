/* Several orders are made and priced (see price.c), and the cheapest is taken.

   Each connected part is put in order by itself.  The candidates are the order of the model itself
   (and turned: see turn_order), sweeps from the ends of the part, and growths (see sweep.c),
   forward and backward.  Smooth orders come first, and another must be clearly cheaper to be taken
   instead, since tables do best when items close in the order in which they opened.  Time: some
   twenty candidates, each in the order of all touches; when the model's own order is so cheap that
   the count is over at once, or the model so large that it is hopeless anyway, there are no others.
 */

#include "engine/order/order.h"
#include "engine/order/price.h"
#include "engine/order/sweep.h"

#include <assert.h>
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

static_assert (GROWN <= AT_A_TIME, "growths start where sweeps did");

/* Touches to look at for each state that a price expects: more where the best order is not smooth,
   for that is a board on which it pays */
static const double smooth_share = 0.25, rough_share = 1;
static const double slack = 3;        /* bits above the best at which pricing is given up */
static const double margin = 0.05;    /* bits that another order must save, */
static const double roughness = 0.75; /* and one that is not smooth */

typedef struct {
  const bcov_adjacency *graph;
  bcov_control *control;
  bcov_error *err;
  bcov_sweep sweep;
  bcov_price price;
  uint32_t *trial;           /* the order that is being priced */
  uint32_t *scratch;         /* room for all items */
  uint32_t strides[STRIDES]; /* 0: none */
  uint64_t work;
  double states; /* that the prices of the parts expect */
} finder;

/* ---- candidates ---- */

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

/* Whether X and Y are the same items in two orders, as far as their sums and squares tell. */
static __attribute__ ((unused)) bool same_items (const uint32_t *x, const uint32_t *y,
                                                 uint32_t count)
{
  uint64_t sum = 0, squares = 0;
  for (uint32_t k = 0; k < count; k++) {
    sum += (uint64_t)x[k] - y[k];
    squares += (uint64_t)x[k] * x[k] - (uint64_t)y[k] * y[k];
  }
  return !sum && !squares;
}

/* Prices the trial, and takes it when it is better; returns the price. */
static double consider (finder *f, best *b, double handicap)
{
  if (!worth_trying (b))
    return INFINITY;
  assert (same_items (f->trial, b->order, b->count));
  b->spent += b->touches;
  double p = handicap + bcov_price_order (&f->price, f->trial, b->count, b->price + slack);
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
  bcov_layers layers;
} start;

/* All pairs of ends; those of a rectangle's sides come first. */
static uint32_t list_starts (const bcov_sweep *sweep, start *starts)
{
  uint32_t count = 0;
  for (uint32_t apart = 2; apart < 2 + sweep->n_ends; apart++)
    for (uint32_t a = 0; a < sweep->n_ends; a++) {
      uint32_t b = a + apart % sweep->n_ends;
      if (b < sweep->n_ends)
        starts[count++] = (start){a, b, INFINITY, BCOV_ROUGH};
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
    s.layers = bcov_sweep_layers (&f->sweep, s.a, s.b, f->trial);
    s.price = consider_both (f, b, s.layers == BCOV_ROUGH ? roughness : 0);
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

/* Whether the sweep from S, no dearer than the best order, goes through a rectangle of nothing but
   cells: there is no better one. */
static bool is_rectangle (const finder *f, const best *b, const start *s)
{
  return s->layers == BCOV_EVEN && s->price <= b->price + margin && f->sweep.count == b->count;
}

/* Some sweeps at a time, then growths from the best of their starts.  Where these are no better
   than what there was before, the others rarely are. */
static bcov_status try_starts (finder *f, best *b)
{
  double before = INFINITY;
  start starts[BCOV_MOST_ENDS * (BCOV_MOST_ENDS + 1) / 2];
  uint32_t count = list_starts (&f->sweep, starts);
  assert (count == f->sweep.n_ends * (f->sweep.n_ends + 1) / 2);
  bcov_status status = BCOV_OK;
  for (uint32_t from = 0; !status && from < count && b->price < before; from += AT_A_TIME) {
    before = b->price;
    uint32_t some = count - from < AT_A_TIME ? count - from : AT_A_TIME;
    status = try_sweeps (f, b, &starts[from], some);
    if (is_rectangle (f, b, &starts[from]))
      break;
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
    assert (f->strides[k] != 1);
    count[f->strides[k]] = 0;
  }
}

/* The part in the order of what is left of the items' numbers when divided by STRIDE: column by
   column where the model goes row by row, even where some cells are missing. */
static void turn_order (finder *f, const uint32_t *part, uint32_t items, uint32_t stride)
{
  uint32_t *place = f->scratch, at = 0;
  assert (stride > 1 && stride < f->graph->model->items.count);
  memset (place, 0, stride * sizeof *place);
  for (uint32_t k = 0; k < items; k++)
    place[part[k] % stride] += f->graph->role[part[k]] == BCOV_GUARD;
  for (uint32_t d = 0; d < stride; d++) {
    at += place[d];
    place[d] = at - place[d];
  }
  assert (at <= items);
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

static uint64_t count_touches (const bcov_adjacency *graph, const best *b)
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
  b->price = bcov_price_order (&f->price, b->order, b->count, INFINITY);
  b->share = smooth_share;
  if (!worth_trying (b))
    return BCOV_OK;
  try_strides (f, b, part, items);
  if (!worth_trying (b))
    return BCOV_OK;
  bcov_sweep_set (&f->sweep, part, items, items > LARGE_PART ? 4 : BCOV_MOST_ENDS);
  return try_starts (f, b);
}

/* ---- all parts ---- */

static bcov_status take_room (finder *f)
{
  const bcov_model *model = f->graph->model;
  size_t items = model->items.count + 1;
  f->trial = bcov_mem_alloc (model->mem, items, sizeof *f->trial, f->err);
  f->scratch = bcov_mem_alloc (model->mem, items, sizeof *f->scratch, f->err);
  bcov_status status = f->trial && f->scratch ? BCOV_OK : bcov_mem_status (model->mem);
  if (!status)
    status = bcov_price_new (model, &f->graph->columns, &f->price, f->err);
  if (!status)
    status = bcov_sweep_new (f->graph, &f->sweep, f->err);
  return status;
}

static void free_room (finder *f)
{
  bcov_mem *mem = f->graph->model->mem;
  bcov_mem_free (mem, f->trial);
  bcov_mem_free (mem, f->scratch);
  bcov_price_free (&f->price);
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
    assert (b.count && *count <= f->graph->model->items.count);
    status = order_part (f, part, items, &b);
    f->states += exp2 (fmin (b.price, 900));
  }
  return status;
}

/* Items that are no guards behind the guards, as they come. */
static void append_rest (const bcov_adjacency *graph, uint32_t *order, uint32_t count)
{
  for (uint32_t i = 0; i < graph->model->items.count; i++)
    if (graph->role[i] != BCOV_GUARD)
      order[count++] = i;
  assert (count == graph->model->items.count);
}

static bcov_status order_graph (finder *f, uint32_t *order)
{
  bcov_mem *mem = f->graph->model->mem;
  size_t items = f->graph->model->items.count + 1;
  uint32_t *part = bcov_mem_alloc (mem, items, sizeof *part, f->err), count = 0;
  uint8_t *taken = bcov_mem_alloc (mem, items, 1, f->err);
  bcov_status status = part && taken ? take_room (f) : bcov_mem_status (mem);
  if (!status) {
    find_strides (f, f->scratch);
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
                             double *bits, bcov_error *err)
{
  bcov_adjacency graph;
  bool worth;
  bcov_status status = bcov_adjacency_make (model, control, &graph, &worth, err);
  if (status)
    return status;
  finder f = {.graph = &graph, .control = control, .err = err};
  if (worth)
    status = order_graph (&f, order);
  else
    for (uint32_t i = 0; i < model->items.count; i++)
      order[i] = i;
  *bits = f.states > 1 ? log2 (f.states) : 0;
  assert (*bits >= 0 && isfinite (*bits));
  bcov_adjacency_free (&graph);
  return status;
}
