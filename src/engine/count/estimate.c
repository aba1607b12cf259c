/* Small programs are run without values, which is exact.  For others the same puzzle is counted on
   narrower boards, and what is found there is carried on to the full width.

   On boards that are alike but for their width the states of the widest level grow by the same
   factor with every column, and do so from a few columns on: with each of the twelve pentominoes
   any number of times 61, 392, 2380, 15354, 98236, 634198 for three to eight columns.  Constraints
   on all of the frontier together, such as that the number of covered cells is a multiple of three,
   hold on the narrow board as well, so that nothing need be known of them.

   There are no columns in a model.  Let A and B be two items of the frontier, at its widest, that
   are farthest from each other; then an item lies to the left when it is nearer to A than to B, and
   the difference of its distances is a coordinate along the frontier.  A narrow board has the items
   up to some value of it, and the options that touch no others.  The width of each is measured in
   the bits of price.c, which also serve to carry the figure on from the widest level to all
   others.

   When pieces are to be used a given number of times, wider boards also have more pieces used, and
   the factors fall from width to width; then they go on falling as they do at the end.
   When no narrow board can be filled (its wall leaves cells that nothing covers), cells at the wall
   may stay empty; when that fails as well, the bits of price.c are all that is said.

   The widest level was found within a factor of three of the truth and the sum within five, where
   they are known (see tests/unit/engine/count/test_estimate.c); less surely, within ten or twenty,
   where every piece is used once. */

#include "engine/count/estimate.h"
#include "model/adjacency.h"
#include "engine/order/price.h"
#include "engine/count/probe.h"
#include "engine/program/program_make.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_STEPS = 2 << 20,  /* of the run that may be exact */
  NARROW_STEPS = 8 << 20, /* of all narrow boards together ... */
  PART_OF_RUN = 200,      /* ... or this part of the run */
  MOST_STEPS = 1 << 26,   /* in any case */
  MOST_BOARDS = 40,
  ENOUGH = 3,       /* boards, when the last has so many states as well: */
  LEAST_STATES = 6, /* of a narrow board that tells anything */
};

static const double MOST_LOG = 1000, nearly = 0.9, most_rise = 1.25, enough_log = 8.2,
                    spread_log = 0.5;
static const double first_bits = 2, apart = 0.9; /* width of the first narrow board; between two */

typedef struct {
  double bits;  /* width */
  double log;   /* of the states of its widest level, to the base 2 */
  double moves; /* transitions for each state */
  double steps; /* that it took, */
  double cost;  /* and for each transition */
} sample;

typedef struct {
  const bcov_model *model;
  const bcov_program *program;
  bool pockets; /* are to be used */
  bcov_control *control;
  bcov_error *err;
  bcov_mem *mem;
  bcov_columns columns;
  bcov_price price;
  bcov_adjacency graph;
  double *bits;                     /* open after each level, but for items that are far from all */
  uint32_t cut;                     /* a level in the middle of those at which they are most */
  double *narrow_bits, *narrow_log; /* the same of the last sample, and its states */
  int64_t *along;  /* of each item: its coordinate; NOWHERE: not connected with the frontier */
  uint32_t *order; /* of the items, as in the program */
  uint32_t *queue; /* room for all items */
  uint32_t *distance[2];
  bool counted; /* fields that are far from all: see above */
  sample samples[MOST_BOARDS];
  uint32_t n_samples;
  double front;       /* bits of the frontier at the cut */
  double spent, most; /* steps for narrow boards: taken, and to be taken at most */
} guesser;

#define NOWHERE INT64_MAX

/* ---- bits of all levels ---- */

static void pass_level (bcov_price *price, const bcov_program *program, uint32_t level)
{
  const bcov_level *l = &program->levels.data[level];
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
    bcov_price_pass (price, program->moves.data[m].option);
}

/* The bits after each level; returns the most. */
static double price_levels (bcov_price *price, const bcov_program *program, double *bits)
{
  double most = 0;
  bcov_price_start (price);
  for (uint32_t k = 0; k < program->levels.count; k++) {
    pass_level (price, program, k);
    bits[k] = bcov_price_bits (price);
    most = fmax (most, bits[k]);
  }
  return most;
}

/* Of the levels that are nearly as wide as the widest the one in the middle: there a board is most
   like itself. */
static uint32_t find_cut (const double *bits, uint32_t levels, double most)
{
  uint32_t wide = 0, cut = 0;
  for (uint32_t k = 0; k < levels; k++)
    wide += bits[k] >= nearly * most;
  for (wide /= 2; wide || bits[cut] < nearly * most; cut++)
    wide -= bits[cut] >= nearly * most;
  assert (cut < levels);
  return cut;
}

/* Leaves the price at a level at which much is open. */
static void price_program (guesser *g)
{
  for (uint32_t i = 0; i < g->model->items.count; i++)
    if (g->graph.role[i] == BCOV_FAR)
      g->price.most[i] = 0;
  double most = price_levels (&g->price, g->program, g->bits);
  g->cut = find_cut (g->bits, (uint32_t)g->program->levels.count, most);
  bcov_price_start (&g->price);
  for (uint32_t k = 0; k <= g->cut; k++)
    pass_level (&g->price, g->program, k);
  bcov_price_bits (&g->price);
}

/* ---- a coordinate along the frontier ---- */

static void measure (const guesser *g, uint32_t from, uint32_t *distance)
{
  const bcov_lists *beside = &g->graph.beside;
  uint32_t count = 1;
  memset (distance, 0xff, g->model->items.count * sizeof *distance);
  g->queue[0] = from;
  distance[from] = 0;
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t k = beside->first[g->queue[at]]; k < beside->first[g->queue[at] + 1]; k++)
      if (distance[beside->of.data[k]] == UINT32_MAX) {
        distance[beside->of.data[k]] = distance[g->queue[at]] + 1;
        g->queue[count++] = beside->of.data[k];
      }
}

/* Whether an item is part of the frontier at its widest and has a place. */
static bool in_front (const guesser *g, uint32_t item)
{
  return g->graph.role[item] != BCOV_FAR && g->price.open[item] > 0;
}

/* The item of the frontier that is farthest by DISTANCE (NULL: any), where items of which more
   options lie behind count for more: so that both ends are about equally far ahead, and walls stand
   upright. */
static uint32_t farthest (const guesser *g, const uint32_t *distance)
{
  uint32_t best = BCOV_NO_ITEM;
  double most = -1;
  for (uint32_t i = 0; i < g->model->items.count; i++) {
    if (!in_front (g, i) || (distance && distance[i] == UINT32_MAX))
      continue;
    double options = g->columns.start[i + 1] - g->columns.start[i];
    double far = g->price.done[i] / options * (distance ? distance[i] : 1);
    if (far > most) {
      most = far;
      best = i;
    }
  }
  return best;
}

/* False when there is nothing to measure along. */
static bool find_along (guesser *g)
{
  uint32_t start = farthest (g, NULL);
  if (start == BCOV_NO_ITEM)
    return false;
  measure (g, start, g->distance[0]);
  uint32_t a = farthest (g, g->distance[0]);
  measure (g, a, g->distance[1]);
  uint32_t b = farthest (g, g->distance[1]);
  measure (g, b, g->distance[0]);
  for (uint32_t i = 0; i < g->model->items.count; i++)
    g->along[i] = g->distance[0][i] == UINT32_MAX
                      ? NOWHERE
                      : (int64_t)g->distance[1][i] - (int64_t)g->distance[0][i];
  return a != b;
}

/* ---- narrow boards ---- */

/* Whether OPTION lies within the items up to WALL, and touches one of them. */
static bool fits (const guesser *g, uint32_t option, int64_t wall)
{
  const bcov_model *model = g->model;
  bool inside = false;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item;
    if (g->graph.role[item] == BCOV_FAR)
      continue;
    if (g->along[item] > wall)
      return false;
    inside = true;
  }
  return inside;
}

/* A narrow board with its program. */
typedef struct {
  bcov_model model;
  bcov_program program;
  bcov_probe probe;
  uint32_t *order;              /* of its items */
  BCOV_VEC (uint32_t) item;     /* the number in the full model of each of its items */
  BCOV_VEC (bcov_touch) option; /* one that is being copied */
  double *bits;                 /* after each level */
} board;

/* The items up to WALL, and those that reach everywhere, which ask for nothing here.  NUMBER: of
   each item of the full model its number on the board. */
static bcov_status copy_items (const guesser *g, int64_t wall, uint32_t *number, board *b)
{
  bcov_status status = bcov_model_init (g->mem, &b->model, g->err);
  for (uint32_t i = 0; !status && i < g->model->items.count; i++) {
    bcov_item item = g->model->items.data[i];
    bool far = g->graph.role[i] == BCOV_FAR;
    number[i] = BCOV_NO_ITEM;
    if (!far && g->along[i] > wall)
      continue;
    number[i] = (uint32_t)b->item.count;
    item.lo = far ? 0 : item.lo;
    status = bcov_model_item (&b->model, item, g->err);
    if (!status)
      status = bcov_vec_push (g->mem, &b->item, i, g->err);
  }
  return status;
}

/* OPTION when it lies within the board; otherwise, with SOFT, the cells that it would cover there
   may stay empty. */
static bcov_status copy_option (const guesser *g, uint32_t option, int64_t wall, bool soft,
                                const uint32_t *number, board *b)
{
  const bcov_model *model = g->model;
  bool inside = fits (g, option, wall);
  bcov_status status = BCOV_OK;
  b->option.count = 0;
  for (uint32_t t = model->first.data[option]; !status && t < model->first.data[option + 1]; t++) {
    bcov_touch touch = model->touches.data[t];
    touch.item = number[touch.item];
    if (inside)
      status = bcov_vec_push (g->mem, &b->option, touch, g->err);
    else if (soft && touch.item != BCOV_NO_ITEM)
      b->model.items.data[touch.item].lo = 0;
  }
  if (!status && inside)
    status = bcov_model_option (&b->model, b->option.data, b->option.count, option, g->err);
  return status;
}

static bcov_status narrow (const guesser *g, int64_t wall, bool soft, board *b)
{
  uint32_t *number = g->queue, count = 0;
  bcov_status status = copy_items (g, wall, number, b);
  for (uint32_t o = 0; !status && o < bcov_model_options (g->model); o++)
    status = copy_option (g, o, wall, soft, number, b);
  b->order = status ? NULL : bcov_mem_alloc (g->mem, b->item.count + 1, sizeof *b->order, g->err);
  if (!status && !b->order)
    status = bcov_mem_status (g->mem);
  for (uint32_t k = 0; !status && k < g->model->items.count; k++)
    if (number[g->order[k]] != BCOV_NO_ITEM)
      b->order[count++] = number[g->order[k]];
  assert (status || count == b->item.count);
  return status;
}

/* Counts its states; BOARD->probe has fewer levels than the program when that takes too long. */
static bcov_status count_narrow (const guesser *g, board *b)
{
  bcov_pockets pockets = {0};
  bcov_status status = bcov_program_make (&b->model, b->order, NULL, &b->program, g->err);
  if (!status && g->pockets)
    status = bcov_pockets_make (&b->model, &b->program, &pockets, g->err);
  if (!status)
    status = bcov_probe_run (&b->program, g->pockets ? &pockets : NULL,
                             (uint64_t)(g->most - g->spent), g->control, &b->probe, g->err);
  bcov_pockets_free (&pockets);
  return status;
}

/* Its bits after each level, but for items that reach everywhere. */
static bcov_status price_board (const guesser *g, board *b)
{
  bcov_columns columns = {0};
  bcov_price price = {0};
  b->bits = bcov_mem_alloc (g->mem, b->program.levels.count + 1, sizeof *b->bits, g->err);
  bcov_status status = b->bits ? BCOV_OK : bcov_mem_status (g->mem);
  if (!status)
    status = bcov_model_columns (&b->model, &columns, g->err);
  if (!status)
    status = bcov_price_new (&b->model, &columns, &price, g->err);
  for (uint32_t i = 0; !status && i < b->item.count; i++)
    if (g->graph.role[b->item.data[i]] == BCOV_FAR)
      price.most[i] = 0;
  if (!status)
    price_levels (&price, &b->program, b->bits);
  bcov_price_free (&price);
  bcov_columns_free (g->mem, &columns);
  return status;
}

/* What the board has at each level of the full one: the same as at the last level before that is
   its own, too. */
static void spread (guesser *g, const board *b)
{
  uint32_t at = 0;
  double log = 0, bits = 0;
  for (uint32_t k = 0; k < g->program->levels.count; k++) {
    uint32_t item = g->program->levels.data[k].item;
    for (; at < b->probe.levels && b->item.data[b->program.levels.data[at].item] == item; at++) {
      log = log2 (fmax (1, b->probe.states[at]));
      bits = b->bits[at];
    }
    g->narrow_log[k] = log;
    g->narrow_bits[k] = bits;
  }
}

/* Whether a board tells anything: it was not too wide, and was filled to the middle. */
static bool is_telling (const board *b)
{
  return b->probe.levels == b->program.levels.count && b->probe.widest >= LEAST_STATES &&
         b->probe.states[b->probe.levels / 2] > 0;
}

static void add_sample (guesser *g, const board *b, double bits)
{
  assert (g->n_samples < MOST_BOARDS && b->probe.total >= b->probe.widest);
  spread (g, b);
  sample s = {.bits = bits,
              .log = log2 (b->probe.widest),
              .moves = b->probe.moves / b->probe.total,
              .steps = (double)b->probe.steps,
              .cost = (double)b->probe.steps / b->probe.moves};
  g->samples[g->n_samples++] = s;
}

/* The sample of the board up to WALL, which has so many BITS of the frontier, when it can be had
   with the steps left. */
static bcov_status take_sample (guesser *g, int64_t wall, double bits, bool soft)
{
  board b = {0};
  bcov_status status = narrow (g, wall, soft, &b);
  if (!status)
    status = count_narrow (g, &b);
  if (!status)
    status = price_board (g, &b);
  if (!status && is_telling (&b))
    add_sample (g, &b, bits);
  g->spent = fmin (g->spent + (double)b.probe.steps, g->most);
  bcov_mem_free (g->mem, b.bits);
  bcov_mem_free (g->mem, b.order);
  bcov_vec_free (g->mem, &b.item);
  bcov_vec_free (g->mem, &b.option);
  bcov_probe_free (g->mem, &b.probe);
  bcov_program_free (&b.program);
  bcov_model_free (&b.model);
  return status;
}

/* ---- from narrow boards to the full width ---- */

/* The last sample that is at most half as wide as sample LAST, or the first. */
static uint32_t half_of (const guesser *g, uint32_t last)
{
  uint32_t k = 0;
  while (k + 1 < last && g->samples[k + 1].bits <= g->samples[last].bits / 2)
    k++;
  return k;
}

static double slope (const sample *a, const sample *b)
{
  assert (b->bits > a->bits); /* boards are wider and wider */
  return (b->log - a->log) / (b->bits - a->bits);
}

/* How the logarithm of the states grows with the bits beyond the last sample: by RISE for each at
   first, and by FALL less for each further. */
typedef struct {
  double rise, fall;
} curve;

static curve find_curve (const guesser *g)
{
  assert (g->n_samples >= 2);
  uint32_t last = g->n_samples - 1, half = half_of (g, last), middle = (last + half + 1) / 2;
  const sample *end = &g->samples[last];
  curve c = {fmin (slope (&g->samples[half], end), most_rise), 0};
  if (!g->counted || middle == last || middle == half)
    return c;
  double late = slope (&g->samples[middle], end);
  double early = slope (&g->samples[half], &g->samples[middle]);
  c.fall = fmax (0, (early - late) / ((end->bits - g->samples[half].bits) / 2));
  c.rise = late - c.fall * (end->bits - g->samples[middle].bits) / 2;
  c.rise = fmax (c.rise, 0);
  return c;
}

/* What FAR more bits add: halfway between a rise that falls by the same amount with each bit, as
   long as there is one, and a rise that falls by the same factor. */
static double add_bits (curve c, double far)
{
  if (c.fall <= 0 || c.rise <= 0)
    return c.rise * far;
  double short_of = fmin (far, c.rise / c.fall);
  double straight = c.rise * short_of - c.fall * short_of * short_of / 2;
  double rate = c.fall / c.rise, bent = -c.rise * expm1 (-rate * far) / rate;
  return (straight + bent) / 2;
}

/* The states of LEVEL: those of the last narrow board there, and as much more as the bits that the
   board lacks there, in proportion to those that it lacks at the cut. */
static double carry_on (const guesser *g, double more, uint32_t level)
{
  double log = g->bits[level];
  if (g->n_samples >= 2) {
    double top = g->samples[g->n_samples - 1].log + more;
    double lacks = g->bits[g->cut] - g->narrow_bits[g->cut];
    log = g->narrow_log[level] + more * (g->bits[level] - g->narrow_bits[level]) / lacks;
    log = fmin (log, top + spread_log);
  }
  return exp2 (fmin (fmax (0, log), MOST_LOG));
}

/* Takes the levels that are KNOWN, guesses the others, and sums up. */
static void sum_up (const guesser *g, const bcov_probe *known, bcov_estimate *out)
{
  double more = g->n_samples < 2
                    ? 0
                    : add_bits (find_curve (g), g->front - g->samples[g->n_samples - 1].bits);
  double moves = g->n_samples ? g->samples[g->n_samples - 1].moves : 2;
  out->total = out->transitions = out->widest = 0;
  for (uint32_t k = 0; k < g->program->levels.count; k++) {
    bool is_known = k < known->levels;
    out->by_level[k] = is_known ? known->states[k] : carry_on (g, more, k);
    out->transitions += is_known ? known->transitions[k] : moves * out->by_level[k];
    out->total += out->by_level[k];
    out->widest = fmax (out->widest, out->by_level[k]);
  }
  assert (known->levels <= g->program->levels.count && out->widest <= out->total);
}

/* ---- all narrow boards ---- */

typedef struct {
  int64_t along;
  double bits;
} place;

static int by_along (const void *a, const void *b)
{
  int64_t x = ((const place *)a)->along, y = ((const place *)b)->along;
  return (x > y) - (x < y);
}

/* Whether a board of so many BITS is wanted, and can be counted with the steps that are left. */
static bool affordable (guesser *g, const bcov_probe *known, bcov_estimate *out, double bits)
{
  if (g->n_samples < 2)
    return g->spent < g->most;
  const sample *last = &g->samples[g->n_samples - 1];
  sum_up (g, known, out);
  double part = fmin (MOST_STEPS, out->transitions * last->cost / PART_OF_RUN);
  if (g->n_samples >= (uint32_t)ENOUGH + g->counted && last->log >= enough_log)
    g->most = part;
  else if (!g->counted || g->n_samples > 2)
    g->most = fmax (g->most, part);
  double steps = last->steps * exp2 (slope (last - 1, last) * (bits - last->bits));
  return g->spent + steps <= g->most;
}

/* Wider and wider boards, from the first items along the frontier on. */
static bcov_status widen (guesser *g, const place *places, uint32_t count, bool soft,
                          const bcov_probe *known, bcov_estimate *out)
{
  bcov_status status = BCOV_OK;
  double bits = 0, before = first_bits - apart;
  for (uint32_t k = 0; !status && k + 1 < count; k++) {
    bits += places[k].bits;
    if (places[k].along == places[k + 1].along || bits < before + apart)
      continue;
    if (g->n_samples == MOST_BOARDS || !affordable (g, known, out, bits))
      break;
    before = bits;
    status = take_sample (g, places[k].along, bits, soft);
  }
  return status;
}

static bcov_status take_samples (guesser *g, const bcov_probe *known, bcov_estimate *out)
{
  uint32_t count = 0;
  place *places = bcov_mem_alloc (g->mem, g->model->items.count + 1, sizeof *places, g->err);
  bcov_status status = places ? BCOV_OK : bcov_mem_status (g->mem);
  for (uint32_t i = 0; !status && i < g->model->items.count; i++)
    if (in_front (g, i) && g->along[i] != NOWHERE) {
      places[count++] = (place){g->along[i], g->price.open[i]};
      g->front += g->price.open[i];
    }
  if (count)
    qsort (places, count, sizeof *places, by_along);
  for (int soft = 0; !status && soft < 2 && g->n_samples < 2; soft++) {
    g->n_samples = 0;
    g->spent = 0;
    status = widen (g, places, count, soft, known, out);
  }
  bcov_mem_free (g->mem, places);
  return status;
}

/* ---- all together ---- */

/* Items in the order of the levels, the others behind. */
static void list_order (guesser *g)
{
  uint32_t count = 0;
  uint32_t *taken = g->queue;
  memset (taken, 0, g->model->items.count * sizeof *taken);
  for (uint32_t k = 0; k < g->program->levels.count; k++) {
    uint32_t item = g->program->levels.data[k].item;
    if (item != BCOV_NO_ITEM && !taken[item]++)
      g->order[count++] = item;
  }
  for (uint32_t i = 0; i < g->model->items.count; i++)
    if (!taken[i])
      g->order[count++] = i;
  assert (count == g->model->items.count);
}

static bcov_status take_room (guesser *g)
{
  size_t items = g->model->items.count + 1, levels = g->program->levels.count + 1;
  bcov_status status = bcov_model_columns (g->model, &g->columns, g->err);
  if (!status)
    status = bcov_price_new (g->model, &g->columns, &g->price, g->err);
  if (!status && (!(g->bits = bcov_mem_alloc (g->mem, levels, sizeof (double), g->err)) ||
                  !(g->narrow_bits = bcov_mem_alloc (g->mem, levels, sizeof (double), g->err)) ||
                  !(g->narrow_log = bcov_mem_alloc (g->mem, levels, sizeof (double), g->err)) ||
                  !(g->along = bcov_mem_alloc (g->mem, items, sizeof *g->along, g->err)) ||
                  !(g->order = bcov_mem_alloc (g->mem, items, sizeof (uint32_t), g->err)) ||
                  !(g->queue = bcov_mem_alloc (g->mem, items, sizeof (uint32_t), g->err)) ||
                  !(g->distance[0] = bcov_mem_alloc (g->mem, items, sizeof (uint32_t), g->err)) ||
                  !(g->distance[1] = bcov_mem_alloc (g->mem, items, sizeof (uint32_t), g->err))))
    status = bcov_mem_status (g->mem);
  return status;
}

static void free_room (guesser *g)
{
  bcov_columns_free (g->mem, &g->columns);
  bcov_price_free (&g->price);
  bcov_adjacency_free (&g->graph);
  bcov_mem_free (g->mem, g->bits);
  bcov_mem_free (g->mem, g->narrow_bits);
  bcov_mem_free (g->mem, g->narrow_log);
  bcov_mem_free (g->mem, g->along);
  bcov_mem_free (g->mem, g->order);
  bcov_mem_free (g->mem, g->queue);
  bcov_mem_free (g->mem, g->distance[0]);
  bcov_mem_free (g->mem, g->distance[1]);
}

static bool has_counted (const guesser *g)
{
  for (size_t k = 0; k < g->program->fields.count; k++)
    if (g->graph.role[g->program->fields.data[k].item] == BCOV_FAR)
      return true;
  return false;
}

/* The levels after those that are KNOWN. */
static bcov_status guess (guesser *g, const bcov_probe *known, bcov_estimate *out)
{
  bool worth = false;
  bcov_status status = take_room (g);
  if (!status) {
    list_order (g);
    status = bcov_adjacency_make (g->model, g->control, &g->graph, &worth, g->err);
  }
  if (!status)
    price_program (g);
  if (!status && worth && find_along (g)) {
    g->counted = has_counted (g);
    status = take_samples (g, known, out);
  }
  if (!status)
    sum_up (g, known, out);
  free_room (g);
  return status;
}

bcov_status bcov_estimate_make (const bcov_model *model, const bcov_program *program,
                                const bcov_pockets *pockets, bcov_control *control,
                                bcov_estimate *out, bcov_error *err)
{
  bcov_probe known = {0};
  guesser g = {.model = model,
               .program = program,
               .pockets = pockets != NULL,
               .control = control,
               .err = err,
               .mem = program->mem,
               .most = NARROW_STEPS};
  *out = (bcov_estimate){0};
  out->by_level = bcov_mem_alloc (g.mem, program->levels.count + 1, sizeof *out->by_level, err);
  bcov_status status = out->by_level ? BCOV_OK : bcov_mem_status (g.mem);
  if (!status)
    status = bcov_probe_run (program, pockets, FIRST_STEPS, control, &known, err);
  out->exact = !status && known.levels == program->levels.count;
  if (!status && out->exact)
    sum_up (&g, &known, out);
  else if (!status)
    status = guess (&g, &known, out);
  bcov_probe_free (g.mem, &known);
  if (status)
    bcov_estimate_free (g.mem, out);
  return status;
}

void bcov_estimate_free (bcov_mem *mem, bcov_estimate *estimate)
{
  bcov_mem_free (mem, estimate->by_level);
  *estimate = (bcov_estimate){0};
}
