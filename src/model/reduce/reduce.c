/* Reducing a model.  These rules are repeated until none applies:

   - If the remaining options touch an item exactly as often as it needs, they are *forced*, and
     options that exclude a forced one are dropped.
   - An option is dropped if choosing it would leave some item with too few options.  This look
   ahead only saves time, so it ends when its cost reaches a limit.
   - An item that too few options touch makes the model impossible.

   Then items are dropped that no option touches, that allow every choice, or that are touched by
   the same options as another item with the same bounds.  Cells stay, so that every option of a
   board has a touch.

   Time: a few times the touches for forced options; for the look ahead, the sum over all options of
   the touches of all options that conflict with them.

   A refutation only wants a proof that there is no solution, so it begins with something cheaper.
   An option can be dropped if it *strands* a neighbour of its items: an item that needs an option,
   while all of its options exclude this one, like the cell inside a ring.  For each item in need
   the options are examined only up to the first that strands nothing. */

#include "model/reduce/reduce.h"
#include "base/table.h"
#include "base/hash.h"
#include "model/adjacency.h"

#include <assert.h>

enum {
  HASHED = 16,          /* options of an item */
  ADJACENCY_STEPS = 100 /* for each touch; a step takes 1 to 2 ns (timed) */
};

typedef struct {
  uint64_t used;   /* touches by forced options */
  uint64_t supply; /* touches by all remaining options */
  uint64_t loss;   /* in ROUND of the look ahead */
  uint32_t colour; /* of the forced options; 0: none yet */
  uint32_t most;   /* the greatest TIMES among its touches */
  uint32_t round;
  uint32_t held; /* the last round in which the option examined touches it */
  uint8_t local; /* a locality */
  bool queued;
} item_state;

/* Whether all options on an item touch neighbours of it. */
typedef enum { UNKNOWN, LOCAL, NOT_LOCAL } locality;

typedef struct {
  uint32_t mark; /* the last round of the look ahead that counted its loss */
  bool dropped, forced;
} option_state;

typedef struct {
  const bcov_model *model;
  bcov_control *control;
  bcov_columns columns;
  item_state *item;
  option_state *option;
  uint32_t *queue; /* items whose supply has changed */
  size_t queue_count;
  uint32_t round;
  int64_t work;
  uint64_t unpolled; /* work since the last poll */
  bool changed, impossible;
  uint32_t failed; /* if IMPOSSIBLE: an item with too few options, or BCOV_NO_ITEM */
} reducer;

static void fail (reducer *r, uint32_t item)
{
  if (!r->impossible)
    r->failed = item;
  r->impossible = true;
}

/* Takes STEPS off the work that is left; nothing is left once the run is stopped. */
static void work (reducer *r, uint64_t steps)
{
  r->work -= (int64_t)steps;
  if (bcov_control_work (r->control, &r->unpolled, steps, NULL))
    r->work = 0;
}

static void drop (reducer *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  assert (!r->option[option].dropped);
  r->option[option].dropped = true;
  r->changed = true;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = t[k].item;
    assert (r->item[i].supply >= t[k].times);
    r->item[i].supply -= t[k].times;
    if (r->item[i].supply < r->model->items.data[i].lo)
      fail (r, i);
    if (!r->item[i].queued) {
      assert (r->queue_count < r->model->items.count);
      r->item[i].queued = true;
      r->queue[r->queue_count++] = i;
    }
  }
}

/* Touch K of the columns, and its option. */
static const bcov_touch *touch_at (const reducer *r, uint32_t k)
{
  return &r->model->touches.data[r->columns.touch[k]];
}

static uint32_t option_at (const reducer *r, uint32_t k)
{
  return r->columns.owner[r->columns.touch[k]];
}

/* Drops the options on ITEM that its forced options exclude. */
static void drop_excluded (reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1] && !r->impossible; k++) {
    uint32_t o = option_at (r, k);
    if (r->option[o].forced || r->option[o].dropped)
      continue;
    const bcov_touch *t = touch_at (r, k);
    if (bounds.coloured ? t->colour != r->item[item].colour
                        : r->item[item].used + t->times > bounds.hi)
      drop (r, o);
  }
}

/* Records one touch of a forced option.  The other options of the item are examined only if one of
   them may be excluded now, so that a piece with many forced placements takes linear time. */
static void use (reducer *r, const bcov_touch *touch)
{
  uint32_t i = touch->item, colour = r->item[i].colour;
  bcov_item bounds = r->model->items.data[i];
  r->item[i].used += touch->times;
  r->item[i].colour = touch->colour;
  if (bounds.coloured ? colour && colour != touch->colour
                      : bounds.hi != BCOV_MANY && r->item[i].used > bounds.hi)
    fail (r, BCOV_NO_ITEM);
  else if (bounds.coloured
               ? !colour
               : bounds.hi != BCOV_MANY && r->item[i].used + r->item[i].most > bounds.hi)
    drop_excluded (r, i);
}

static void force (reducer *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  assert (!r->option[option].dropped);
  if (r->option[option].forced)
    return;
  r->option[option].forced = true;
  for (uint32_t k = 0; k < n && !r->impossible; k++)
    use (r, &t[k]);
}

static void settle_items (reducer *r)
{
  while (r->queue_count && !r->impossible) {
    uint32_t i = r->queue[--r->queue_count];
    assert (r->item[i].queued);
    r->item[i].queued = false;
    if (!r->model->items.data[i].lo || r->item[i].supply != r->model->items.data[i].lo)
      continue;
    for (uint32_t k = r->columns.start[i]; k < r->columns.start[i + 1] && !r->impossible; k++)
      if (!r->option[option_at (r, k)].dropped)
        force (r, option_at (r, k));
  }
}

/* Counts the losses of all items if OPTION is chosen, as far as they are due to its touch CHOSEN.
   Returns true if some item would be left with too little. */
static bool loses_too_much (reducer *r, uint32_t option, const bcov_touch *chosen)
{
  bcov_item bounds = r->model->items.data[chosen->item];
  if (!bounds.coloured && bounds.hi == BCOV_MANY)
    return false;
  r->work -= 2 * (r->columns.start[chosen->item + 1] - r->columns.start[chosen->item]);
  for (uint32_t k = r->columns.start[chosen->item]; k < r->columns.start[chosen->item + 1]; k++) {
    uint32_t o = option_at (r, k), n;
    if (o == option || r->option[o].dropped || r->option[o].mark == r->round)
      continue;
    const bcov_touch *other = touch_at (r, k);
    if (bounds.coloured ? other->colour == chosen->colour
                        : (uint64_t)other->times + chosen->times <= bounds.hi)
      continue;
    r->option[o].mark = r->round;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    r->work -= n;
    for (uint32_t j = 0; j < n; j++) {
      item_state *item = &r->item[t[j].item];
      item->loss = t[j].times + (item->round == r->round ? item->loss : 0);
      item->round = r->round;
      if (item->supply < item->loss + r->model->items.data[t[j].item].lo)
        return true;
    }
  }
  return false;
}

static void look_ahead (reducer *r)
{
  for (uint32_t o = 0; o < bcov_model_options (r->model) && r->work > 0 && !r->impossible; o++) {
    uint32_t n;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    bool hopeless = false;
    if (r->option[o].dropped || r->option[o].forced)
      continue;
    r->round++;
    int64_t left = r->work;
    for (uint32_t k = 0; k < n && !hopeless; k++)
      hopeless = loses_too_much (r, o, &t[k]);
    if (left - r->work > 0 &&
        bcov_control_work (r->control, &r->unpolled, (uint64_t)(left - r->work), NULL))
      r->work = 0;
    if (hopeless) {
      drop (r, o);
      settle_items (r);
    }
  }
}

/* Drops options that alone exceed the upper bound of an item. */
static void drop_excessive (reducer *r)
{
  for (uint32_t o = 0; o < bcov_model_options (r->model); o++) {
    uint32_t n;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    for (uint32_t k = 0; k < n && !r->option[o].dropped; k++)
      if (t[k].times > r->model->items.data[t[k].item].hi)
        drop (r, o);
  }
}

/* ---- neighbours ---- */

/* Whether no solution contains both options. */
static bool exclude_each_other (reducer *r, uint32_t a, uint32_t b)
{
  uint32_t m, n, j = 0, k = 0;
  const bcov_touch *s = bcov_model_touches (r->model, a, &m);
  const bcov_touch *t = bcov_model_touches (r->model, b, &n);
  bool excluded = false;
  while (j < m && k < n && !excluded) {
    bcov_item bounds = r->model->items.data[s[j].item];
    if (s[j].item == t[k].item)
      excluded = bounds.coloured ? s[j].colour != t[k].colour
                                 : (uint64_t)s[j].times + t[k].times > bounds.hi;
    bool step_j = s[j].item <= t[k].item, step_k = t[k].item <= s[j].item;
    j += step_j;
    k += step_k;
  }
  work (r, j + k);
  return excluded;
}

static bool touches_any (const reducer *r, uint32_t option, const uint32_t *items, uint32_t count)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t j = 0; j < count; j++)
      if (t[k].item == items[j])
        return true;
  return false;
}

/* Determines this once; options that are dropped later do not change it. */
static bool is_local (reducer *r, uint32_t item, const uint32_t *beside, uint32_t count)
{
  if (r->item[item].local == UNKNOWN) {
    r->item[item].local = LOCAL;
    for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1]; k++)
      if (!r->option[option_at (r, k)].dropped && !touches_any (r, option_at (r, k), beside, count))
        r->item[item].local = NOT_LOCAL;
    work (r, (uint64_t)(r->columns.start[item + 1] - r->columns.start[item]) * count);
  }
  return r->item[item].local == LOCAL;
}

/* Whether the option examined takes all neighbours of ITEM, so that it excludes all options on it.
   This finds most stranded items, without a look at their options. */
static bool is_enclosed (reducer *r, const bcov_adjacency *graph, uint32_t item)
{
  uint32_t first = graph->beside.first[item], end = graph->beside.first[item + 1];
  for (uint32_t j = first; j < end; j++) {
    uint32_t i = graph->beside.of.data[j];
    bcov_item bounds = r->model->items.data[i];
    if (r->item[i].held != r->round || bounds.coloured || bounds.hi > 1)
      return false;
  }
  return first < end && is_local (r, item, &graph->beside.of.data[first], end - first);
}

/* Whether OPTION excludes all remaining options on ITEM, which it does not touch. */
static bool strands (reducer *r, uint32_t option, uint32_t item)
{
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1]; k++) {
    uint32_t o = option_at (r, k);
    if (!r->option[o].dropped && !exclude_each_other (r, option, o))
      return false;
  }
  return true;
}

/* Whether OPTION strands a neighbour of one of its items. */
static bool strands_any (reducer *r, const bcov_adjacency *graph, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  r->round++;
  for (uint32_t k = 0; k < n; k++)
    r->item[t[k].item].round = r->item[t[k].item].held = r->round;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t j = graph->beside.first[t[k].item]; j < graph->beside.first[t[k].item + 1]; j++) {
      uint32_t i = graph->beside.of.data[j];
      if (r->item[i].round == r->round || !r->model->items.data[i].lo)
        continue;
      r->item[i].round = r->round;
      if (is_enclosed (r, graph, i) || strands (r, option, i))
        return true;
    }
  return false;
}

/* Drops the first options on ITEM that strand a neighbour.  If that, or the options forced by it,
   shows that there is no solution, then ITEM is the reason. */
static void find_survivor (reducer *r, const bcov_adjacency *graph, uint32_t item)
{
  for (uint32_t k = r->columns.start[item];
       k < r->columns.start[item + 1] && r->work > 0 && !r->impossible; k++) {
    uint32_t o = option_at (r, k);
    if (r->option[o].dropped)
      continue;
    if (r->option[o].forced || !strands_any (r, graph, o))
      return;
    drop (r, o);
    settle_items (r);
  }
  if (r->impossible)
    r->failed = item;
}

/* Begins with the last items, because those of pieces come after those of cells. */
static void look_near (reducer *r, const bcov_adjacency *graph)
{
  do {
    r->changed = false;
    for (uint32_t i = (uint32_t)r->model->items.count; i-- > 0 && r->work > 0 && !r->impossible;)
      if (r->model->items.data[i].lo)
        find_survivor (r, graph, i);
  } while (r->changed && r->work > 0 && !r->impossible);
}

/* ---- options ---- */

static void queue_items (reducer *r)
{
  for (uint32_t i = 0; i < r->model->items.count; i++) {
    r->queue[r->queue_count++] = i;
    r->item[i].queued = true;
    if (r->item[i].supply < r->model->items.data[i].lo ||
        r->model->items.data[i].lo > r->model->items.data[i].hi)
      fail (r, i);
  }
  if (!r->impossible)
    drop_excessive (r);
}

static void reduce_options (reducer *r)
{
  queue_items (r);
  do {
    r->changed = false;
    settle_items (r);
    if (!r->impossible)
      look_ahead (r);
  } while (r->changed && !r->impossible && r->work > 0);
  settle_items (r);
}

/* ---- items ---- */

/* Whether every choice of remaining options keeps the bounds of ITEM. */
static bool allows_everything (const reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  uint32_t colour = 0;
  if (!bounds.coloured)
    return !bounds.lo && r->item[item].supply <= bounds.hi;
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1]; k++) {
    if (r->option[option_at (r, k)].dropped)
      continue;
    uint32_t other = touch_at (r, k)->colour;
    if (colour && colour != other)
      return false;
    colour = other;
  }
  return true;
}

/* The supply and the first few options tell nearly all items apart, and the others differ soon. */
static uint64_t hash_item (const reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  uint64_t hash = bcov_hash_mix (bounds.lo, bounds.hi * 4ull + bounds.coloured * 2u + bounds.gain);
  hash = bcov_hash_mix (hash, r->item[item].supply);
  uint32_t end = r->columns.start[item + 1], hashed = 0;
  for (uint32_t k = r->columns.start[item]; k < end && hashed < HASHED; k++)
    if (!r->option[option_at (r, k)].dropped) {
      const bcov_touch *t = touch_at (r, k);
      hash = bcov_hash_mix (bcov_hash_mix (hash, option_at (r, k)),
                            (uint64_t)t->colour << 32 | t->times);
      hashed++;
    }
  return bcov_hash_end (hash);
}

static uint32_t next_left (const reducer *r, uint32_t item, uint32_t k)
{
  while (k < r->columns.start[item + 1] && r->option[option_at (r, k)].dropped)
    k++;
  return k;
}

typedef struct {
  const reducer *r;
  uint32_t item;
} wanted_item;

/* Whether items have the same bounds and the same touches by remaining options. */
static bool same_item (const void *data, uint32_t b)
{
  const reducer *r = ((const wanted_item *)data)->r;
  uint32_t a = ((const wanted_item *)data)->item;
  bcov_item x = r->model->items.data[a], y = r->model->items.data[b];
  if (x.lo != y.lo || x.hi != y.hi || x.coloured != y.coloured || x.gain != y.gain)
    return false;
  uint32_t j = next_left (r, a, r->columns.start[a]), k = next_left (r, b, r->columns.start[b]);
  for (; j < r->columns.start[a + 1] && k < r->columns.start[b + 1];
       j = next_left (r, a, j + 1), k = next_left (r, b, k + 1)) {
    const bcov_touch *t = touch_at (r, j), *u = touch_at (r, k);
    if (option_at (r, j) != option_at (r, k) || t->colour != u->colour || t->times != u->times)
      return false;
  }
  return j == r->columns.start[a + 1] && k == r->columns.start[b + 1];
}

/* Whether `fill` is asked for: then nothing has a lower bound. */
static bool is_for_fill (const bcov_model *model)
{
  for (size_t i = 0; i < model->items.count; i++)
    if (model->items.data[i].lo)
      return false;
  return true;
}

/* Adds the items that stay to OUT; NUMBER becomes their number there, or BCOV_NO_ITEM.  Cells are
   never merged for `fill`, because each of them counts. */
static void keep_items (const reducer *r, uint32_t *number, bcov_model *out, bcov_error *err)
{
  const bcov_model *model = r->model;
  bcov_table table = {0};
  bool board = model->items.count && model->items.data[0].gain, fill = is_for_fill (model);
  for (uint32_t i = 0; !out->status && i < model->items.count; i++) {
    bool cell = model->items.data[i].gain;
    number[i] = BCOV_NO_ITEM;
    if (!r->item[i].supply || (board && !cell && allows_everything (r, i)))
      continue;
    if (!cell || !fill) {
      wanted_item wanted = {r, i};
      uint64_t hash = hash_item (r, i);
      if (bcov_table_find (&table, hash, same_item, &wanted) != BCOV_TABLE_NONE)
        continue;
      out->status = bcov_table_add (model->mem, &table, hash, i, err);
    }
    number[i] = (uint32_t)out->items.count;
    bcov_model_item (out, model->items.data[i], err);
  }
  bcov_table_free (model->mem, &table);
}

static bcov_status write_reduced (const reducer *r, bcov_model *out, bcov_error *err)
{
  const bcov_model *model = r->model;
  uint64_t work = 0;
  bcov_model_init (model->mem, out, err);
  out->impossible = r->impossible;
  if (r->impossible)
    return bcov_model_done (out);
  uint32_t *number = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *number, err);
  if (number)
    keep_items (r, number, out, err);
  else
    out->status = bcov_mem_status (model->mem);
  for (uint32_t o = 0; !out->status && o < bcov_model_options (model); o++) {
    if (r->option[o].dropped || bcov_model_copy_option (out, model, o, number, err))
      continue;
    uint32_t touches = model->first.data[o + 1] - model->first.data[o];
    out->status = bcov_control_work (r->control, &work, 8 * touches, err);
  }
  bcov_mem_free (model->mem, number);
  return bcov_model_done (out);
}

static bcov_status start_reducer (reducer *r, bcov_error *err)
{
  const bcov_model *model = r->model;
  bcov_mem *mem = model->mem;
  size_t items = model->items.count + 1, options = bcov_model_options (model) + 1;
  if (bcov_model_columns (model, &r->columns, err) ||
      !(r->item = bcov_mem_alloc (mem, items, sizeof *r->item, err)) ||
      !(r->option = bcov_mem_alloc (mem, options, sizeof *r->option, err)) ||
      !(r->queue = bcov_mem_alloc (mem, items, sizeof *r->queue, err)))
    return bcov_mem_status (mem);
  for (size_t t = 0; t < model->touches.count; t++) {
    bcov_touch touch = model->touches.data[t];
    item_state *item = &r->item[touch.item];
    item->supply += touch.times;
    item->most = touch.times > item->most ? touch.times : item->most;
  }
  return BCOV_OK;
}

static void end_reducer (reducer *r)
{
  bcov_mem *mem = r->model->mem;
  bcov_columns_free (mem, &r->columns);
  bcov_mem_free (mem, r->item);
  bcov_mem_free (mem, r->option);
  bcov_mem_free (mem, r->queue);
}

bcov_status bcov_reduce (const bcov_model *model, int64_t steps, bcov_control *control,
                         bcov_model *out, bcov_error *err)
{
  reducer r = {.model = model, .control = control, .work = steps, .impossible = model->impossible};
  *out = (bcov_model){.mem = model->mem};
  assert (bcov_model_is_valid (model));
  bcov_status status = start_reducer (&r, err);
  if (!status) {
    reduce_options (&r);
    status = write_reduced (&r, out, err);
  }
  end_reducer (&r);
  return status;
}

/* Looks at neighbours, if there are steps enough to find them. */
static bcov_status try_neighbours (reducer *r, bcov_error *err)
{
  bcov_adjacency graph;
  bool worth;
  uint64_t steps = ADJACENCY_STEPS * (uint64_t)r->model->touches.count;
  if (r->impossible || r->work < (int64_t)steps)
    return BCOV_OK;
  r->work -= (int64_t)steps;
  bcov_status status = bcov_adjacency_make (r->model, r->control, &graph, &worth, err);
  if (status)
    return status;
  if (worth)
    look_near (r, &graph);
  bcov_adjacency_free (&graph);
  return BCOV_OK;
}

bcov_status bcov_reduce_refute (const bcov_model *model, int64_t steps, bcov_control *control,
                                bcov_refutation *out, bcov_error *err)
{
  reducer r = {.model = model, .control = control, .work = steps, .failed = BCOV_NO_ITEM};
  r.impossible = model->impossible;
  assert (bcov_model_is_valid (model));
  bcov_status status = start_reducer (&r, err);
  if (!status) {
    queue_items (&r);
    settle_items (&r);
    status = try_neighbours (&r, err);
  }
  if (!status && !r.impossible && r.work > 0)
    reduce_options (&r);
  *out = (bcov_refutation){!status && r.impossible, r.failed, r.impossible || r.work > 0};
  end_reducer (&r);
  return status == BCOV_STOPPED ? BCOV_OK : status;
}
