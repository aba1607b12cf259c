/* Reducing a model.  Rules, repeated until none applies:

   - an item that must be touched, and whose remaining options together touch it no more than it
   needs, *forces* them: whatever cannot stand beside a forced option goes;
   - an option goes if choosing it would leave some item without enough options (a look one step
   ahead; given up when its cost passes a limit, as it only saves time);
   - an item that too few options touch makes the model impossible.

   Then items are thrown out that no option touches, that forbid nothing, or that are touched by
   just the same options as another with the same bounds.  Cells stay, so that every option of a
   board keeps a touch.

   Time: a few times the touches for the first rule; for the second, the sum over options of the
   touches of all options that conflict with it. */

#include "model/reduce/reduce.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const bcov_model *model;
  bcov_control *control;
  bcov_columns columns;
  uint8_t *dead, *forced; /* of each option */
  uint64_t *used;         /* of each item: touches by forced options */
  uint32_t *colour;       /* that they have, 0: none yet */
  uint32_t *most;         /* the greatest TIMES among its touches */
  uint64_t *supply;       /* of each item: touches by options alive */
  uint64_t *loss;         /* scratch, all zero between calls */
  uint32_t *mark;         /* of each option: the look ahead that met it last */
  uint32_t *queue;        /* items whose supply has changed */
  uint8_t *queued;
  size_t queue_count;
  uint32_t round;
  int64_t work;
  bool changed, impossible;
} reducer;

static void drop (reducer *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  assert (!r->dead[option]);
  r->dead[option] = 1;
  r->changed = true;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = t[k].item;
    assert (r->supply[i] >= t[k].times);
    r->supply[i] -= t[k].times;
    if (r->supply[i] < r->model->items.data[i].lo)
      r->impossible = true;
    if (!r->queued[i]) {
      assert (r->queue_count < r->model->items.count);
      r->queued[i] = 1;
      r->queue[r->queue_count++] = i;
    }
  }
}

/* The K-th touch of the columns, and the option it belongs to. */
static const bcov_touch *touch_at (const reducer *r, uint32_t k)
{
  return &r->model->touches.data[r->columns.touch[k]];
}

static uint32_t option_at (const reducer *r, uint32_t k)
{
  return r->columns.owner[r->columns.touch[k]];
}

/* Drops from ITEM what cannot stand beside its forced options. */
static void drop_beside_forced (reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1] && !r->impossible; k++) {
    uint32_t o = option_at (r, k);
    if (r->forced[o] || r->dead[o])
      continue;
    const bcov_touch *t = touch_at (r, k);
    if (bounds.coloured ? t->colour != r->colour[item] : r->used[item] + t->times > bounds.hi)
      drop (r, o);
  }
}

/* Notes one touch of a forced option.  The item's other options are looked at only when there may
   be one that no longer fits, so that a piece with many forced places costs no more than its
   places. */
static void use (reducer *r, const bcov_touch *touch)
{
  uint32_t i = touch->item, colour = r->colour[i];
  bcov_item bounds = r->model->items.data[i];
  r->used[i] += touch->times;
  r->colour[i] = touch->colour;
  if (bounds.coloured ? colour && colour != touch->colour
                      : bounds.hi != BCOV_MANY && r->used[i] > bounds.hi)
    r->impossible = true;
  else if (bounds.coloured ? !colour
                           : bounds.hi != BCOV_MANY && r->used[i] + r->most[i] > bounds.hi)
    drop_beside_forced (r, i);
}

static void force (reducer *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  assert (!r->dead[option]);
  if (r->forced[option])
    return;
  r->forced[option] = 1;
  for (uint32_t k = 0; k < n && !r->impossible; k++)
    use (r, &t[k]);
}

static void settle_items (reducer *r)
{
  while (r->queue_count && !r->impossible) {
    uint32_t i = r->queue[--r->queue_count];
    assert (r->queued[i]);
    r->queued[i] = 0;
    if (!r->model->items.data[i].lo || r->supply[i] != r->model->items.data[i].lo)
      continue;
    for (uint32_t k = r->columns.start[i]; k < r->columns.start[i + 1] && !r->impossible; k++)
      if (!r->dead[option_at (r, k)])
        force (r, option_at (r, k));
  }
}

/* Whether no option can be in another's way on ITEM. */
static bool always_has_room (const reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  return !bounds.coloured && bounds.hi == BCOV_MANY;
}

/* Counts what ITEM loses if OPTION is chosen; true when some item would be left with too little. */
static bool loses_too_much (reducer *r, uint32_t option, const bcov_touch *chosen)
{
  bcov_item bounds = r->model->items.data[chosen->item];
  if (always_has_room (r, chosen->item))
    return false;
  r->work -= 2 * (r->columns.start[chosen->item + 1] - r->columns.start[chosen->item]);
  for (uint32_t k = r->columns.start[chosen->item]; k < r->columns.start[chosen->item + 1]; k++) {
    uint32_t o = option_at (r, k), n;
    if (o == option || r->dead[o] || r->mark[o] == r->round)
      continue;
    const bcov_touch *other = touch_at (r, k);
    if (bounds.coloured ? other->colour == chosen->colour
                        : (uint64_t)other->times + chosen->times <= bounds.hi)
      continue;
    r->mark[o] = r->round;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    r->work -= n;
    for (uint32_t j = 0; j < n; j++) {
      r->loss[t[j].item] += t[j].times;
      if (r->supply[t[j].item] < r->loss[t[j].item] + r->model->items.data[t[j].item].lo)
        return true;
    }
  }
  return false;
}

/* Takes back the losses that the options of this round caused through the items of OPTION. */
static void forget_losses (reducer *r, uint32_t option)
{
  uint32_t n, m;
  const bcov_touch *t = bcov_model_touches (r->model, option, &n);
  for (uint32_t k = 0; k < n; k++) {
    if (always_has_room (r, t[k].item))
      continue;
    for (uint32_t j = r->columns.start[t[k].item]; j < r->columns.start[t[k].item + 1]; j++)
      if (r->mark[option_at (r, j)] == r->round) {
        const bcov_touch *u = bcov_model_touches (r->model, option_at (r, j), &m);
        for (uint32_t l = 0; l < m; l++)
          r->loss[u[l].item] = 0;
      }
  }
}

static void look_ahead (reducer *r)
{
  for (uint32_t o = 0; o < bcov_model_options (r->model) && r->work > 0 && !r->impossible; o++) {
    uint32_t n;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    bool hopeless = false;
    if (r->dead[o] || r->forced[o])
      continue;
    r->round++;
    for (uint32_t k = 0; k < n && !hopeless; k++)
      hopeless = loses_too_much (r, o, &t[k]);
    forget_losses (r, o);
    if (hopeless) {
      drop (r, o);
      settle_items (r);
    }
  }
}

/* Options that by themselves touch an item more often than it may be touched. */
static void drop_excessive (reducer *r)
{
  for (uint32_t o = 0; o < bcov_model_options (r->model); o++) {
    uint32_t n;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    for (uint32_t k = 0; k < n && !r->dead[o]; k++)
      if (t[k].times > r->model->items.data[t[k].item].hi)
        drop (r, o);
  }
}

static void reduce_options (reducer *r)
{
  for (uint32_t i = 0; i < r->model->items.count; i++) {
    r->queue[r->queue_count++] = i;
    r->queued[i] = 1;
    if (r->supply[i] < r->model->items.data[i].lo ||
        r->model->items.data[i].lo > r->model->items.data[i].hi)
      r->impossible = true;
  }
  if (!r->impossible)
    drop_excessive (r);
  do {
    r->changed = false;
    settle_items (r);
    if (!r->impossible)
      look_ahead (r);
  } while (r->changed && !r->impossible && r->work > 0);
  settle_items (r);
}

/* ---- items ---- */

/* Whether no choice of the options alive can break the bounds of ITEM. */
static bool forbids_nothing (const reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  uint32_t colour = 0;
  if (!bounds.coloured)
    return !bounds.lo && r->supply[item] <= bounds.hi;
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1]; k++) {
    if (r->dead[option_at (r, k)])
      continue;
    uint32_t other = touch_at (r, k)->colour;
    if (colour && colour != other)
      return false;
    colour = other;
  }
  return true;
}

static uint64_t hash_item (const reducer *r, uint32_t item)
{
  bcov_item bounds = r->model->items.data[item];
  uint64_t hash = bcov_hash_mix (bounds.lo, bounds.hi * 4ull + bounds.coloured * 2u + bounds.gain);
  for (uint32_t k = r->columns.start[item]; k < r->columns.start[item + 1]; k++)
    if (!r->dead[option_at (r, k)]) {
      const bcov_touch *t = touch_at (r, k);
      hash = bcov_hash_mix (bcov_hash_mix (hash, option_at (r, k)),
                            (uint64_t)t->colour << 32 | t->times);
    }
  return bcov_hash_end (hash);
}

static uint32_t next_alive (const reducer *r, uint32_t item, uint32_t k)
{
  while (k < r->columns.start[item + 1] && r->dead[option_at (r, k)])
    k++;
  return k;
}

static bool same_item (const reducer *r, uint32_t a, uint32_t b)
{
  bcov_item x = r->model->items.data[a], y = r->model->items.data[b];
  if (x.lo != y.lo || x.hi != y.hi || x.coloured != y.coloured || x.gain != y.gain)
    return false;
  uint32_t j = next_alive (r, a, r->columns.start[a]), k = next_alive (r, b, r->columns.start[b]);
  for (; j < r->columns.start[a + 1] && k < r->columns.start[b + 1];
       j = next_alive (r, a, j + 1), k = next_alive (r, b, k + 1)) {
    if (option_at (r, j) != option_at (r, k))
      return false;
    const bcov_touch *t = touch_at (r, j), *u = touch_at (r, k);
    if (t->colour != u->colour || t->times != u->times)
      return false;
  }
  return j == r->columns.start[a + 1] && k == r->columns.start[b + 1];
}

/* Fills KEEP with 1 for the items that stay.  Equal items are found through a hash table; cells are
   never merged when FILLING, as each of them counts. */
static bcov_status choose_items (const reducer *r, bool filling, uint8_t *keep, bcov_error *err)
{
  size_t n = r->model->items.count, room = 16;
  bool board = n && r->model->items.data[0].gain;
  while (room < 2 * n)
    room *= 2;
  uint32_t *slot = bcov_mem_alloc (r->model->mem, room, sizeof *slot, err);
  if (!slot)
    return bcov_mem_status (r->model->mem);
  for (uint32_t i = 0; i < n; i++) {
    bool cell = r->model->items.data[i].gain;
    keep[i] = r->supply[i] > 0 && !(board && !cell && forbids_nothing (r, i));
    if (!keep[i] || (cell && filling))
      continue;
    size_t at = hash_item (r, i) & (room - 1);
    while (slot[at] && !same_item (r, slot[at] - 1, i))
      at = (at + 1) & (room - 1);
    if (slot[at])
      keep[i] = 0;
    else
      slot[at] = i + 1;
  }
  bcov_mem_free (r->model->mem, slot);
  return BCOV_OK;
}

static bcov_status copy_alive (const reducer *r, const uint8_t *keep, bcov_model *out,
                               bcov_error *err)
{
  const bcov_model *model = r->model;
  BCOV_VEC (bcov_touch) touches = {0};
  uint64_t work = 0;
  uint32_t *number = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *number, err);
  bcov_status status = number ? BCOV_OK : bcov_mem_status (model->mem);
  for (uint32_t i = 0; !status && i < model->items.count; i++)
    if (keep[i]) {
      number[i] = (uint32_t)out->items.count;
      status = bcov_model_item (out, model->items.data[i], err);
    }
  for (uint32_t o = 0; !status && o < bcov_model_options (model); o++) {
    uint32_t n;
    const bcov_touch *t = bcov_model_touches (r->model, o, &n);
    touches.count = 0;
    if (r->dead[o])
      continue;
    for (uint32_t k = 0; !status && k < n; k++)
      if (keep[t[k].item])
        status = bcov_vec_push (model->mem, &touches,
                                ((bcov_touch){number[t[k].item], t[k].colour, t[k].times}), err);
    if (!status)
      status = bcov_model_option (out, touches.data, touches.count, model->origin.data[o], err);
    if (!status)
      status = bcov_control_work (r->control, &work, 8 * n, err);
  }
  bcov_vec_free (model->mem, &touches);
  bcov_mem_free (model->mem, number);
  return status;
}

/* Whether the model asks for no covering but for the most: then nothing has a lower bound. */
static bool asks_for_most (const bcov_model *model)
{
  for (size_t i = 0; i < model->items.count; i++)
    if (model->items.data[i].lo)
      return false;
  return true;
}

static bcov_status write_reduced (reducer *r, bcov_model *out, bcov_error *err)
{
  bcov_status status = bcov_model_init (r->model->mem, out, err);
  out->impossible = r->impossible;
  if (status || r->impossible)
    return status;
  uint8_t *keep = bcov_mem_alloc (r->model->mem, r->model->items.count + 1, 1, err);
  status = keep ? choose_items (r, asks_for_most (r->model), keep, err)
                : bcov_mem_status (r->model->mem);
  if (!status)
    status = copy_alive (r, keep, out, err);
  bcov_mem_free (r->model->mem, keep);
  return status;
}

static bcov_status start_reducer (reducer *r, bcov_error *err)
{
  const bcov_model *model = r->model;
  bcov_mem *mem = model->mem;
  size_t items = model->items.count + 1, options = bcov_model_options (model) + 1;
  bcov_status status = bcov_model_columns (model, &r->columns, err);
  if (status)
    return status;
  if (!(r->dead = bcov_mem_alloc (mem, options, 1, err)) ||
      !(r->forced = bcov_mem_alloc (mem, options, 1, err)) ||
      !(r->mark = bcov_mem_alloc (mem, options, sizeof *r->mark, err)) ||
      !(r->used = bcov_mem_alloc (mem, items, sizeof *r->used, err)) ||
      !(r->colour = bcov_mem_alloc (mem, items, sizeof *r->colour, err)) ||
      !(r->most = bcov_mem_alloc (mem, items, sizeof *r->most, err)) ||
      !(r->supply = bcov_mem_alloc (mem, items, sizeof *r->supply, err)) ||
      !(r->loss = bcov_mem_alloc (mem, items, sizeof *r->loss, err)) ||
      !(r->queue = bcov_mem_alloc (mem, items, sizeof *r->queue, err)) ||
      !(r->queued = bcov_mem_alloc (mem, items, 1, err)))
    return bcov_mem_status (mem);
  for (size_t t = 0; t < model->touches.count; t++) {
    bcov_touch touch = model->touches.data[t];
    r->supply[touch.item] += touch.times;
    if (touch.times > r->most[touch.item])
      r->most[touch.item] = touch.times;
  }
  return BCOV_OK;
}

static bcov_status reduce_within (const bcov_model *model, bcov_control *control, int64_t work,
                                  bcov_model *out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  reducer r = {.model = model, .control = control, .work = work, .impossible = model->impossible};
  *out = (bcov_model){.mem = mem};
  assert (bcov_model_is_valid (model));
  bcov_status status = start_reducer (&r, err);
  if (!status) {
    reduce_options (&r);
    status = write_reduced (&r, out, err);
    assert (status || bcov_model_is_valid (out));
  }
  bcov_columns_free (mem, &r.columns);
  bcov_mem_free (mem, r.dead);
  bcov_mem_free (mem, r.forced);
  bcov_mem_free (mem, r.mark);
  bcov_mem_free (mem, r.used);
  bcov_mem_free (mem, r.colour);
  bcov_mem_free (mem, r.most);
  bcov_mem_free (mem, r.supply);
  bcov_mem_free (mem, r.loss);
  bcov_mem_free (mem, r.queue);
  bcov_mem_free (mem, r.queued);
  if (status)
    bcov_model_free (out);
  return status;
}

bcov_status bcov_reduce (const bcov_model *model, int64_t steps, bcov_control *control,
                         bcov_model *out, bcov_error *err)
{
  return reduce_within (model, control, steps, out, err);
}

bcov_status bcov_reduce_lightly (const bcov_model *model, bcov_control *control, bcov_model *out,
                                 bcov_error *err)
{
  return reduce_within (model, control, 0, out, err);
}
