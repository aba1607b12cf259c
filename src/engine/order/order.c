/* Makes several orders, estimates the states of each (price.c), and takes the cheapest.

   Each connected part of the model is ordered by itself.  The candidates are the order of the model
   itself (also turned: see turn_order), sweeps from the ends of the part, and growths, forward and
   backward.  Smooth orders come first, and another must be clearly cheaper to replace them, because
   tables do best when items close in the order in which they opened.

   A sweep (after Cuthill and McKee) goes breadth first from a shortest path between two ends of the
   part, along that path and then layer by layer in the same direction.  On a rectangle of cells,
   distances are Manhattan distances, so the ends are the corners, the shortest path between two
   corners of a side is that side, and the sweep goes column by column (or row by row) with every
   column in the same direction.  This is the smoothest possible order.  On other boards, the sweep
   follows the bends of the board.  A growth (after Sloan 1986) also considers which items a step
   would open, so it can follow corners and dead ends of the board.

   Time: some twenty candidates, each in the order of all touches; a growth also takes items times
   the width of the front.  No other candidates are tried if the order of the model is so cheap that
   the count ends at once, or if the model is far too large to count. */

#include "engine/order/order.h"
#include "base/mem.h"
#include "engine/order/price.h"
#include "model/adjacency.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOT_YET UINT32_MAX

enum {
  MOST_ENDS = 6,
  MOST_SPENT = 1 << 22,  /* touches examined for prices */
  LEAST_TRIED = 6,       /* minimum number of candidates, unless the count is cheaper */
  MOST_GROWTH = 1 << 22, /* steps of a growth */
  LARGE_PART = 1 << 14,  /* items beyond which fewer candidates are tried */
  STRIDES = 2,           /* turned orders that are tried */
  AT_A_TIME = 6,         /* sweeps, before growths from ... */
  GROWN = 2              /* ... the best of their starts */
};

static_assert (GROWN <= AT_A_TIME, "growths start where sweeps did");

/* Touches to examine for each state that a price predicts: more if the best order is not smooth,
   because trying candidates saves time on such a board. */
static const double smooth_share = 0.25, rough_share = 1;
static const double slack = 3;        /* bits above the best at which pricing is given up */
static const double margin = 0.05;    /* bits that another order must save, ... */
static const double roughness = 0.75; /* ... and one that is not smooth */

/* The part that a sweep covers: a strip if no layer is longer than the first, and similar to a
   rectangle if all layers have the same length. */
typedef enum { ROUGH, STRIP, EVEN } layers;

/* A connected part of the graph, and scratch for walking it. */
typedef struct {
  const bcov_adjacency *graph;
  const uint32_t *part; /* its items, ascending */
  uint32_t count;
  uint32_t ends[MOST_ENDS], n_ends;      /* items far from each other */
  uint32_t *distance[MOST_ENDS];         /* of each item of the model from each end */
  uint32_t *depth;                       /* of each item: NOT_YET except during a call */
  uint32_t *fresh, *born, *open, *queue; /* room for all items */
} sweep;

/* The arrays belong to ROOMS, whose status tells whether they could be allocated. */
static void sweep_start (const bcov_adjacency *graph, bcov_rooms *rooms, sweep *out)
{
  size_t items = graph->model->items.count + 1;
  *out = (sweep){.graph = graph};
  uint32_t **const arrays[] = {&out->depth, &out->fresh, &out->born, &out->open, &out->queue};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    *arrays[k] = bcov_mem_take_room (rooms, items, sizeof (uint32_t));
  for (size_t k = 0; k < MOST_ENDS; k++)
    out->distance[k] = bcov_mem_take_room (rooms, items, sizeof (uint32_t));
  if (!rooms->status)
    memset (out->depth, 0xff, items * sizeof *out->depth);
}

/* Walks breadth first from the first COUNT items of QUEUE, which get depth 0; returns the number of
   items reached. */
static uint32_t flood (const sweep *w, uint32_t count, uint32_t *queue, uint32_t *depth)
{
  const bcov_lists *beside = &w->graph->beside;
  for (uint32_t k = 0; k < count; k++) {
    assert (depth[queue[k]] == NOT_YET); /* each once, and the last call has cleaned up */
    depth[queue[k]] = 0;
  }
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t k = beside->first[queue[at]]; k < beside->first[queue[at] + 1]; k++) {
      uint32_t next = beside->of.data[k];
      if (depth[next] != NOT_YET)
        continue;
      depth[next] = depth[queue[at]] + 1;
      queue[count++] = next;
    }
  return count;
}

/* Walks the part, which is connected, so that all of it is reached. */
static void flood_part (const sweep *w, uint32_t count, uint32_t *queue, uint32_t *depth)
{
  count = flood (w, count, queue, depth);
  assert (count == w->count);
}

static void forget (const sweep *w, uint32_t *depth)
{
  for (uint32_t k = 0; k < w->count; k++)
    depth[w->part[k]] = NOT_YET;
}

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Writes everything that can be reached from ITEM to PART in ascending order; returns the number.
 */
static uint32_t reach (sweep *w, uint32_t item, uint32_t *part)
{
  part[0] = item;
  uint32_t count = flood (w, 1, part, w->depth);
  for (uint32_t k = 0; k < count; k++)
    w->depth[part[k]] = NOT_YET;
  qsort (part, count, sizeof *part, ascending);
  return count;
}

static __attribute__ ((unused)) bool is_ascending (const uint32_t *items, uint32_t count)
{
  for (uint32_t k = 1; k < count; k++)
    if (items[k - 1] >= items[k])
      return false;
  return true;
}

/* ---- ends ---- */

static uint32_t neighbours (const sweep *w, uint32_t item)
{
  return w->graph->beside.first[item + 1] - w->graph->beside.first[item];
}

/* Returns the item with the greatest sum of distances from the ends so far; ties go to the item
   with the fewest neighbours, a corner. */
static uint32_t find_end (const sweep *w)
{
  uint32_t best = w->part[0];
  uint64_t best_sum = 0;
  for (uint32_t k = 0; k < w->count; k++) {
    uint32_t item = w->part[k];
    uint64_t sum = 0;
    bool taken = false;
    for (uint32_t e = 0; e < w->n_ends; e++) {
      assert (w->distance[e][item] < w->count);
      sum += w->distance[e][item];
      taken = taken || w->ends[e] == item;
    }
    if (!taken &&
        (sum > best_sum || (sum == best_sum && neighbours (w, item) < neighbours (w, best)))) {
      best = item;
      best_sum = sum;
    }
  }
  return best;
}

static void measure (sweep *w, uint32_t end)
{
  assert (w->n_ends < MOST_ENDS);
  uint32_t *distance = w->distance[w->n_ends];
  for (uint32_t k = 0; k < w->count; k++)
    distance[w->part[k]] = NOT_YET;
  w->queue[0] = end;
  flood_part (w, 1, w->queue, distance);
  w->ends[w->n_ends++] = end;
}

/* Sets the part, and finds at most MOST ends of it. */
static void set_part (sweep *w, const uint32_t *part, uint32_t count, uint32_t most)
{
  assert (count && most <= MOST_ENDS && is_ascending (part, count));
  w->part = part;
  w->count = count;
  w->n_ends = 0;
  measure (w, part[0]); /* only to find the first end */
  uint32_t first = find_end (w);
  w->n_ends = 0;
  measure (w, first);
  while (w->n_ends < most && w->n_ends < count)
    measure (w, find_end (w));
}

/* ---- orders ---- */

/* Writes a shortest path from end A to end B to PATH, along the rim if there is a choice; returns
   its length. */
static uint32_t find_path (const sweep *w, uint32_t a, uint32_t b, uint32_t *path)
{
  assert (a < w->n_ends && b < w->n_ends);
  const bcov_lists *beside = &w->graph->beside;
  const uint32_t *distance = w->distance[b];
  uint32_t count = 0, at = w->ends[a];
  for (path[count++] = at; at != w->ends[b]; path[count++] = at) {
    uint32_t best = NOT_YET;
    for (uint32_t k = beside->first[at]; k < beside->first[at + 1]; k++) {
      uint32_t next = beside->of.data[k];
      if (distance[next] < distance[at] &&
          (best == NOT_YET || neighbours (w, next) < neighbours (w, best)))
        best = next;
    }
    assert (best != NOT_YET && distance[best] + 1 == distance[at]);
    at = best;
  }
  return count;
}

/* Keeps only the guards of the first COUNT items of ORDER. */
static void keep_guards (const sweep *w, uint32_t count, uint32_t *order)
{
  uint32_t guards = 0;
  for (uint32_t k = 0; k < count; k++)
    if (w->graph->role[order[k]] == BCOV_GUARD)
      order[guards++] = order[k];
}

static layers compare_layers (const sweep *w, const uint32_t *order)
{
  uint32_t first = 0, length = 0;
  bool even = true;
  for (uint32_t k = 0; k < w->count && length <= first; k++) {
    assert (!k || w->depth[order[k]] >= w->depth[order[k - 1]]);
    bool same = k && w->depth[order[k]] == w->depth[order[k - 1]];
    even &= same || length == first;
    length = same ? length + 1 : 1;
    first += w->depth[order[k]] == 0;
  }
  return length > first ? ROUGH : even && length == first ? EVEN : STRIP;
}

/* Sweeps from a shortest path between the ends A and B (or from one, A = B); ORDER gets the guards
   of the part. */
static layers sweep_layers (sweep *w, uint32_t a, uint32_t b, uint32_t *order)
{
  flood_part (w, find_path (w, a, b, order), order, w->depth);
  layers found = compare_layers (w, order);
  forget (w, w->depth);
  keep_guards (w, w->count, order);
  return found;
}

/* A growth.  For each item, OPEN: whether it was touched; FRESH: how many items that share an
   option with it are not open yet; BORN: when it became a candidate.  The candidates are QUEUE[0 ..
   count), in no order. */
typedef struct {
  sweep *w;
  uint32_t width, depth;
  uint32_t count, time;
} growth;

static void make_candidate (growth *g, uint32_t item)
{
  sweep *w = g->w;
  if (w->graph->role[item] != BCOV_GUARD || w->born[item] != NOT_YET)
    return;
  w->born[item] = g->time++;
  w->queue[g->count++] = item;
}

static void open_item (growth *g, uint32_t item)
{
  sweep *w = g->w;
  const bcov_lists *near = &w->graph->near;
  if (w->open[item])
    return;
  w->open[item] = 1;
  make_candidate (g, item);
  for (uint32_t k = near->first[item]; k < near->first[item + 1]; k++) {
    assert (w->fresh[near->of.data[k]]);
    w->fresh[near->of.data[k]]--;
    if (w->graph->role[item] == BCOV_LINK)
      make_candidate (g, near->of.data[k]);
  }
}

/* Removes and returns the best candidate. */
static uint32_t choose (growth *g)
{
  const sweep *w = g->w;
  uint32_t best = 0;
  uint64_t least = UINT64_MAX;
  for (uint32_t k = 0; k < g->count; k++) {
    uint32_t item = w->queue[k];
    uint64_t score = (uint64_t)g->width * w->fresh[item] + (uint64_t)g->depth * w->depth[item];
    if (score < least || (score == least && w->born[item] < w->born[w->queue[best]])) {
      least = score;
      best = k;
    }
  }
  uint32_t item = w->queue[best];
  w->queue[best] = w->queue[--g->count];
  return item;
}

static void start_growth (growth *g, uint32_t a, uint32_t b, uint32_t *order)
{
  sweep *w = g->w;
  const uint32_t *first = w->graph->near.first;
  uint32_t at = 0;
  flood_part (w, find_path (w, a, b, order), order, w->depth);
  for (uint32_t k = 0; k < w->count; k++) {
    uint32_t item = w->part[k];
    w->fresh[item] = first[item + 1] - first[item];
    w->born[item] = NOT_YET;
    w->open[item] = 0;
  }
  while (w->graph->role[order[at]] != BCOV_GUARD)
    at++;
  assert (at < w->count);
  make_candidate (g, order[at]);
}

/* Grows from the same start.  The next item is the one whose options open the fewest others, where
   each of these weighs WIDTH and each layer further from the start DEPTH.  Returns false if it
   would take more than *STEPS, which becomes the number of steps taken. */
static bool grow (sweep *w, uint32_t a, uint32_t b, uint32_t width, uint32_t depth, uint64_t *steps,
                  uint32_t *order)
{
  const bcov_lists *near = &w->graph->near;
  growth g = {.w = w, .width = width, .depth = depth};
  uint32_t done = 0;
  uint64_t most = *steps;
  start_growth (&g, a, b, order);
  for (*steps = 0; g.count && *steps <= most; *steps += g.count) {
    assert (done < w->count);
    uint32_t item = order[done++] = choose (&g);
    open_item (&g, item);
    for (uint32_t k = near->first[item]; k < near->first[item + 1]; k++)
      open_item (&g, near->of.data[k]);
  }
  forget (w, w->depth);
  return !g.count;
}

typedef struct {
  const bcov_adjacency *graph;
  bcov_control *control;
  bcov_error *err;
  sweep sweep;
  bcov_price price;
  uint32_t *trial;           /* the order to be priced */
  uint32_t *scratch;         /* room for all items */
  uint32_t strides[STRIDES]; /* 0: none */
  uint64_t work;
  double states; /* predicted for the parts so far */
} finder;

/* ---- candidates ---- */

/* The best order of a part so far. */
typedef struct {
  uint32_t *order, count;
  double price;     /* with its handicap */
  double share;     /* touches to examine for each state that the price predicts */
  uint64_t touches; /* of the options of the part: the cost of pricing an order */
  uint64_t spent;   /* so far */
} best;

/* Returns whether trying another candidate could save time: not if the count would end first. */
static bool worth_trying (const best *b)
{
  double most = fmax (MOST_SPENT, LEAST_TRIED * (double)b->touches);
  return (double)(b->spent + b->touches) <= fmin (most, exp2 (fmin (b->price, 900)) * b->share);
}

/* Returns whether X and Y have the same items, judged by sums and sums of squares. */
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

/* Prices the trial order, keeps it if it is better, and returns the price. */
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

/* Considers the trial order forward and backward; returns the lower price. */
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

/* The start of sweeps and growths: a path between two ends. */
typedef struct {
  uint32_t a, b;
  double price;
  layers layers;
} start;

/* Lists all pairs of ends; the sides of a rectangle come first. */
static uint32_t list_starts (const sweep *w, start *starts)
{
  uint32_t count = 0;
  for (uint32_t apart = 2; apart < 2 + w->n_ends; apart++)
    for (uint32_t a = 0; a < w->n_ends; a++) {
      uint32_t b = a + apart % w->n_ends;
      if (b < w->n_ends)
        starts[count++] = (start){a, b, INFINITY, ROUGH};
    }
  return count;
}

/* Sweeps from all starts and sorts these, the best first. */
static bcov_status try_sweeps (finder *f, best *b, start *starts, uint32_t count)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < count && worth_trying (b); k++) {
    start s = starts[k];
    uint32_t at = k;
    s.layers = sweep_layers (&f->sweep, s.a, s.b, f->trial);
    s.price = consider_both (f, b, s.layers == ROUGH ? roughness : 0);
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
    if (grow (&f->sweep, s->a, s->b, weights[k][0], weights[k][1], &steps, f->trial))
      consider_both (f, b, roughness);
    b->spent += steps;
    status = bcov_control_work (f->control, &f->work, 2 * b->touches + steps, f->err);
  }
  return status;
}

/* Returns whether the sweep from S is as cheap as the best order and goes through a rectangle of
   cells alone: then there is no better order. */
static bool is_rectangle (const finder *f, const best *b, const start *s)
{
  return s->layers == EVEN && s->price <= b->price + margin && f->sweep.count == b->count;
}

/* Tries some sweeps at a time, then growths from the best of their starts.  If these are no better
   than the previous orders, the others rarely are. */
static bcov_status try_starts (finder *f, best *b)
{
  double before = INFINITY;
  start starts[MOST_ENDS * (MOST_ENDS + 1) / 2];
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

/* Finds the two commonest differences between the numbers of neighbours, other than 1: on a full
   board the length of a row, in three dimensions also the size of a layer.  COUNT is all zero. */
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

/* Orders the part by the items' numbers modulo STRIDE: column by column if the model goes row by
   row, even if some cells are missing. */
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

/* Improves the order of the guards of a part, given in the order of the model. */
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
  set_part (&f->sweep, part, items, items > LARGE_PART ? 4 : MOST_ENDS);
  return try_starts (f, b);
}

/* ---- all parts ---- */

/* Writes the orders of all parts to ORDER, one after the other, and the number of guards to *COUNT.
   PART and TAKEN have room for all items. */
static bcov_status order_parts (finder *f, uint32_t *part, uint8_t *taken, uint32_t *order,
                                uint32_t *count)
{
  const uint8_t *role = f->graph->role;
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; !status && i < f->graph->model->items.count; i++) {
    if (role[i] != BCOV_GUARD || taken[i])
      continue;
    uint32_t items = reach (&f->sweep, i, part);
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

/* Appends the items that are not guards, in the order of the model. */
static void append_rest (const bcov_adjacency *graph, uint32_t *order, uint32_t count)
{
  for (uint32_t i = 0; i < graph->model->items.count; i++)
    if (graph->role[i] != BCOV_GUARD)
      order[count++] = i;
  assert (count == graph->model->items.count);
}

static bcov_status order_graph (finder *f, uint32_t *order)
{
  const bcov_model *model = f->graph->model;
  size_t items = model->items.count + 1;
  bcov_rooms rooms = {.mem = model->mem, .err = f->err};
  uint32_t *part = bcov_mem_take_room (&rooms, items, sizeof *part), count = 0;
  uint8_t *taken = bcov_mem_take_room (&rooms, items, 1);
  f->trial = bcov_mem_take_room (&rooms, items, sizeof *f->trial);
  f->scratch = bcov_mem_take_room (&rooms, items, sizeof *f->scratch);
  sweep_start (f->graph, &rooms, &f->sweep);
  bcov_status status = rooms.status;
  if (!status)
    status = bcov_price_new (model, &f->graph->columns, &f->price, f->err);
  if (!status) {
    find_strides (f, f->scratch);
    status = order_parts (f, part, taken, order, &count);
  }
  if (!status)
    append_rest (f->graph, order, count);
  bcov_price_free (&f->price);
  bcov_mem_free_rooms (&rooms);
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
