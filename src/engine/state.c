/* Sparse sets after Knuth's "dancing cells".  The touches of an item lie in one stretch of SET; those
   of options alive come first.  Ruling an option out swaps each of its touches behind the living ones
   and shrinks the item's size; bringing it back, in reverse order, swaps it to where it was.  (It would
   do to grow the size again, but then the order of the living would depend on what has been searched
   before, and the parts of a split search would not agree on it.)

   An item closes when it may take no more: every other option alive in its list is ruled out.  A
   closed item's list is not touched any more, neither when options die nor when they come back; as
   items close and open in step with the trail, both see the same items closed.

   Invariants: need <= room; an option alive touches no closed item; NEEDY holds just the items with
   need > 0; LIVE counts open gain items with size > 0.  Cost of a step: the touches of the options
   it rules out. */

#include "engine/state.h"

#include <assert.h>

enum { DIED, CLOSED, NEED, ROOM, COLOUR };

struct bcov_change {
  uint32_t kind, index, old;
};

static void note (bcov_state *s, uint32_t kind, uint32_t index, uint32_t old)
{
  if (s->trail_count == s->trail_room) {
    void *bigger = bcov_vec_grow (s->model->mem, s->trail, &s->trail_room, s->trail_count + 1,
                                  sizeof *s->trail, s->err);
    if (!bigger) {
      s->status = bcov_mem_status (s->model->mem);
      return;
    }
    s->trail = bigger;
  }
  s->trail[s->trail_count++] = (struct bcov_change){kind, index, old};
}

static bool make_lists (bcov_state *s, bcov_error *err)
{
  bcov_columns columns;
  const bcov_model *model = s->model;
  if (bcov_model_columns (model, &columns, err))
    return false;
  s->owner = columns.owner;
  s->set = columns.touch;
  for (uint32_t i = 0; i < s->n_items; i++) {
    bcov_item item = model->items.data[i];
    s->items[i] = (bcov_state_item){.start = columns.start[i],
                                    .size = columns.start[i + 1] - columns.start[i],
                                    .need = item.lo,
                                    .room = item.hi,
                                    .coloured = item.coloured,
                                    .gain = item.gain};
  }
  bcov_mem_free (model->mem, columns.start);
  return true;
}

static void count_in (bcov_state *s)
{
  const bcov_model *model = s->model;
  for (size_t k = 0; k < model->touches.count; k++) {
    bcov_touch touch = model->touches.data[s->set[k]];
    s->where[s->set[k]] = (uint32_t)k;
    if (touch.times > s->items[touch.item].most)
      s->items[touch.item].most = touch.times;
  }
  for (uint32_t i = 0; i < s->n_items; i++) {
    s->live += s->items[i].gain && s->items[i].size;
    if (s->items[i].need) {
      s->items[i].needy_at = s->n_needy;
      s->needy[s->n_needy++] = i;
    }
  }
}

bcov_status bcov_state_start (bcov_state *s, const bcov_model *model, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  *s = (bcov_state){.model = model, .n_items = (uint32_t)model->items.count, .err = err};
  if (!(s->items = bcov_mem_alloc (mem, s->n_items + 1u, sizeof *s->items, err)) ||
      !make_lists (s, err) ||
      !(s->where = bcov_mem_alloc (mem, model->touches.count + 1, sizeof *s->where, err)) ||
      !(s->back = bcov_mem_alloc (mem, model->touches.count + 1, sizeof *s->back, err)) ||
      !(s->dead = bcov_mem_alloc (mem, bcov_model_options (model) + 1u, 1, err)) ||
      !(s->needy = bcov_mem_alloc (mem, s->n_items + 1u, sizeof *s->needy, err))) {
    bcov_state_end (s);
    return bcov_mem_status (mem);
  }
  count_in (s);
  return BCOV_OK;
}

void bcov_state_end (bcov_state *s)
{
  bcov_mem *mem = s->model->mem;
  bcov_mem_free (mem, s->items);
  bcov_mem_free (mem, s->owner);
  bcov_mem_free (mem, s->set);
  bcov_mem_free (mem, s->where);
  bcov_mem_free (mem, s->back);
  bcov_mem_free (mem, s->dead);
  bcov_mem_free (mem, s->needy);
  bcov_mem_free (mem, s->trail);
  *s = (bcov_state){.model = s->model};
}

/* Whether the options alive can still give ITEM what it needs. */
static inline bool enough (const bcov_state_item *item)
{
  return (uint64_t)item->size * item->most >= item->need;
}

bool bcov_state_ban (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  bool fine = true;
  s->dead[option] = 1;
  note (s, DIED, option, 0);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    bcov_state_item *item = &s->items[model->touches.data[t].item];
    if (item->closed)
      continue;
    uint32_t last = item->start + --item->size, other = s->set[last], here = s->where[t];
    s->back[t] = here;
    s->set[here] = other;
    s->where[other] = here;
    s->set[last] = t;
    s->where[t] = last;
    fine &= enough (item);
    s->live -= item->gain && !item->size;
  }
  return fine && !s->status;
}

static void revive (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  s->dead[option] = 0;
  for (uint32_t t = model->first.data[option + 1]; t-- > model->first.data[option];) {
    bcov_state_item *item = &s->items[model->touches.data[t].item];
    if (item->closed)
      continue;
    uint32_t last = item->start + item->size++, here = s->back[t], other = s->set[here];
    s->set[last] = other;
    s->where[other] = last;
    s->set[here] = t;
    s->where[t] = here;
    s->live += item->gain && item->size == 1;
  }
}

/* The item that needs nothing any more gives its place in NEEDY to the last one, and gets it back. */
static void leave_needy (bcov_state *s, uint32_t i)
{
  uint32_t moved = s->needy[--s->n_needy];
  s->needy[s->items[i].needy_at] = moved;
  s->items[moved].needy_at = s->items[i].needy_at;
}

static void rejoin_needy (bcov_state *s, uint32_t i)
{
  uint32_t moved = s->needy[s->items[i].needy_at];
  s->items[moved].needy_at = s->n_needy;
  s->needy[s->n_needy++] = moved;
  s->needy[s->items[i].needy_at] = i;
}

static void undo_one (bcov_state *s, struct bcov_change change)
{
  bcov_state_item *item = &s->items[change.kind == DIED ? 0 : change.index];
  switch (change.kind) {
  case DIED:
    revive (s, change.index);
    break;
  case CLOSED:
    item->closed = false;
    s->live += item->gain && item->size;
    break;
  case NEED:
    if (!item->need)
      rejoin_needy (s, change.index);
    item->need = change.old;
    break;
  case ROOM:
    item->room = change.old;
    break;
  default:
    item->colour = change.old;
  }
}

void bcov_state_undo (bcov_state *s, size_t mark)
{
  while (s->trail_count > mark)
    undo_one (s, s->trail[--s->trail_count]);
}

/* What one touch of the option taken does to its item, but for the fate of other options. */
static void use_item (bcov_state *s, bcov_touch touch)
{
  bcov_state_item *item = &s->items[touch.item];
  if (item->need) {
    note (s, NEED, touch.item, item->need);
    item->need = item->need > touch.times ? item->need - touch.times : 0;
    if (!item->need)
      leave_needy (s, touch.item);
  }
  if (item->coloured && item->colour != touch.colour) {
    note (s, COLOUR, touch.item, item->colour);
    item->colour = touch.colour;
  }
  if (item->room != BCOV_MANY) {
    note (s, ROOM, touch.item, item->room);
    item->room -= touch.times;
    if (!item->room) {
      note (s, CLOSED, touch.item, 0);
      item->closed = true;
      s->live -= item->gain && item->size;
    }
  }
}

/* Rules out what no longer goes with ITEM after a touch of COLOUR; lists shrink from behind, so
   that whatever is swapped in has been looked at. */
static bool rule_out (bcov_state *s, uint32_t i, uint32_t colour)
{
  const bcov_touch *touches = s->model->touches.data;
  bcov_state_item *item = &s->items[i];
  if (!item->closed && !item->coloured && item->most <= item->room)
    return true;
  bool fine = true;
  for (uint32_t k = item->size; k-- > 0 && fine;) {
    uint32_t t = s->set[item->start + k], o = s->owner[t];
    bool goes = item->closed ||
                (item->coloured ? touches[t].colour != colour : touches[t].times > item->room);
    if (goes && !s->dead[o])
      fine = bcov_state_ban (s, o);
  }
  return fine;
}

bool bcov_state_take (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  uint32_t first = model->first.data[option], end = model->first.data[option + 1];
  assert (!s->dead[option]);
  for (uint32_t t = first; t < end; t++)
    use_item (s, model->touches.data[t]);
  bool fine = bcov_state_ban (s, option);
  for (uint32_t t = first; t < end && fine; t++)
    fine = rule_out (s, model->touches.data[t].item, model->touches.data[t].colour);
  return fine && !s->status;
}

uint32_t bcov_state_choose (const bcov_state *s)
{
  uint32_t best = BCOV_NO_ITEM;
  int64_t fewest = INT64_MAX;
  for (uint32_t k = 0; k < s->n_needy && fewest > 0; k++) {
    const bcov_state_item *item = &s->items[s->needy[k]];
    int64_t ways = (int64_t)item->size - (item->need - 1) / item->most - 1;
    if (ways < fewest) {
      fewest = ways;
      best = s->needy[k];
    }
  }
  return best;
}

uint32_t bcov_state_choose_free (const bcov_state *s)
{
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t i = 0; i < s->n_items && fewest > 1; i++) {
    const bcov_state_item *item = &s->items[i];
    if (!item->closed && item->size && item->size < fewest) {
      fewest = item->size;
      best = i;
    }
  }
  return best;
}
