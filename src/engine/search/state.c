/* Sparse sets after Knuth's "dancing cells".  The touches of an item are consecutive in SET; those
   of options alive come first.  Ruling out an option swaps each of its touches behind those alive
   and decrements the item's size.  Bringing it back, in reverse order, only increments the size,
   because the touch is still in its place.  So the order in SET depends on the history of the
   search.  The parts of a split search must try options in the same order, so they use COLUMN.

   An item closes when it allows no more touches: all other options alive in its list are ruled out.
   The list of a closed item does not change any more, neither when options die nor when they come
   back; items close and open in step with the trail, so both see the same items closed.

   Invariants: need <= room; an option alive touches no closed item; NEEDY holds just the items with
   need > 0; LIVE counts open gain items with size > 0.  Cost of a step: the touches of the options
   it rules out.

   If the trail cannot grow, STATUS is set.  From then on options are neither taken nor ruled out,
   because the change could not be undone. */

#include "engine/search/state.h"

#include <assert.h>

enum { DIED, CLOSED, NEED, ROOM, COLOUR };

struct bcov_change {
  uint32_t kind : 3, index : 29; /* BCOV_MOST_OPTIONS and items fit */
  uint32_t old;
};

static_assert (BCOV_MOST_OPTIONS < 1 << 29, "an index fits into a change");

static void note (bcov_state *s, unsigned kind, uint32_t index, uint32_t old)
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
  s->trail[s->trail_count++] = (struct bcov_change){kind, index & 0x1fffffff, old};
}

static bcov_status make_lists (bcov_state *s, bcov_error *err)
{
  bcov_columns columns;
  const bcov_model *model = s->model;
  bcov_status status = bcov_model_columns (model, &columns, err);
  if (status)
    return status;
  s->owner = columns.owner;
  s->set = columns.touch;
  for (uint32_t i = 0; i < s->n_items; i++) {
    bcov_item item = model->items.data[i];
    s->items[i] = (bcov_state_item){.start = columns.start[i],
                                    .size = columns.start[i + 1] - columns.start[i],
                                    .gain = item.gain};
    s->bounds[i] =
        (bcov_state_bounds){.need = item.lo, .room = item.hi, .most = 1, .coloured = item.coloured};
  }
  bcov_mem_free (model->mem, columns.start);
  return BCOV_OK;
}

/* Returns the least number of options that an item needs. */
static uint32_t wanted (const bcov_state_bounds *bounds)
{
  return bounds->need ? (bounds->need - 1) / bounds->most + 1 : 0;
}

static void count_in (bcov_state *s)
{
  const bcov_model *model = s->model;
  for (uint32_t k = 0; k < model->touches.count; k++) {
    uint32_t t = s->set[k];
    bcov_touch touch = model->touches.data[t];
    s->where[t] = k;
    s->item_of[t] = touch.item;
    s->column[k] = s->owner[t];
    if (touch.times > s->bounds[touch.item].most)
      s->bounds[touch.item].most = touch.times;
  }
  for (uint32_t i = 0; i < s->n_items; i++) {
    s->items[i].wanted = wanted (&s->bounds[i]);
    s->live += s->items[i].gain && s->items[i].size;
    if (s->bounds[i].need) {
      s->bounds[i].needy_at = s->n_needy;
      s->needy[s->n_needy++] = i;
    }
  }
}

bcov_status bcov_state_start (bcov_state *s, const bcov_model *model, bcov_error *err)
{
  size_t touches = model->touches.count + 1;
  *s = (bcov_state){.model = model, .n_items = (uint32_t)model->items.count, .err = err};
  s->rooms = (bcov_rooms){.mem = model->mem, .err = err};
  s->items = bcov_mem_take_room (&s->rooms, s->n_items + 1u, sizeof *s->items);
  s->bounds = bcov_mem_take_room (&s->rooms, s->n_items + 1u, sizeof *s->bounds);
  s->where = bcov_mem_take_room (&s->rooms, touches, sizeof *s->where);
  s->item_of = bcov_mem_take_room (&s->rooms, touches, sizeof *s->item_of);
  s->column = bcov_mem_take_room (&s->rooms, touches, sizeof *s->column);
  s->dead = bcov_mem_take_room (&s->rooms, bcov_model_options (model) + 1u, 1);
  s->needy = bcov_mem_take_room (&s->rooms, s->n_items + 1u, sizeof *s->needy);
  bcov_status status = s->rooms.status ? s->rooms.status : make_lists (s, err);
  if (status)
    bcov_state_end (s);
  else
    count_in (s);
  return status;
}

void bcov_state_end (bcov_state *s)
{
  bcov_mem *mem = s->model->mem;
  bcov_mem_free_rooms (&s->rooms);
  bcov_mem_free (mem, s->owner);
  bcov_mem_free (mem, s->set);
  bcov_mem_free (mem, s->trail);
  *s = (bcov_state){.model = s->model};
}

bool bcov_state_ban (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  bool fine = true;
  if (!s->status)
    note (s, DIED, option, 0);
  if (s->status)
    return false;
  assert (!s->dead[option]);
  s->dead[option] = 1;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    bcov_state_item *item = &s->items[s->item_of[t]];
    if (item->closed)
      continue;
    assert (item->size && s->where[t] < item->start + item->size);
    uint32_t last = item->start + --item->size, other = s->set[last], here = s->where[t];
    s->set[here] = other;
    s->where[other] = here;
    s->set[last] = t;
    s->where[t] = last;
    fine &= item->size >= item->wanted;
    s->live -= item->gain && !item->size;
  }
  return fine;
}

static void revive (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  assert (s->dead[option]);
  s->dead[option] = 0;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    bcov_state_item *item = &s->items[s->item_of[t]];
    if (item->closed)
      continue;
    assert (s->status || s->where[t] == item->start + item->size); /* it is still in its place */
    s->live += item->gain && !item->size;
    item->size++;
  }
}

/* An item that needs nothing any more gives its place in NEEDY to the last one; undoing reverses
 * it. */
static void leave_needy (bcov_state *s, uint32_t i)
{
  assert (s->n_needy && s->needy[s->bounds[i].needy_at] == i);
  uint32_t moved = s->needy[--s->n_needy];
  s->needy[s->bounds[i].needy_at] = moved;
  s->bounds[moved].needy_at = s->bounds[i].needy_at;
}

static void rejoin_needy (bcov_state *s, uint32_t i)
{
  uint32_t moved = s->needy[s->bounds[i].needy_at];
  s->bounds[moved].needy_at = s->n_needy;
  s->needy[s->n_needy++] = moved;
  s->needy[s->bounds[i].needy_at] = i;
  assert (s->n_needy <= s->n_items);
}

static void undo_one (bcov_state *s, struct bcov_change change)
{
  bcov_state_item *item = &s->items[change.index];
  bcov_state_bounds *bounds = &s->bounds[change.index];
  switch (change.kind) {
  case CLOSED:
    item->closed = false;
    s->live += item->gain && item->size;
    break;
  case NEED:
    assert (change.old > bounds->need);
    if (!bounds->need)
      rejoin_needy (s, change.index);
    bounds->need = change.old;
    item->wanted = wanted (bounds);
    break;
  case ROOM:
    bounds->room = change.old;
    break;
  default:
    bounds->colour = change.old;
  }
}

void bcov_state_undo (bcov_state *s, size_t mark)
{
  assert (mark <= s->trail_count);
  while (s->trail_count > mark) {
    struct bcov_change change = s->trail[--s->trail_count];
    if (change.kind == DIED)
      revive (s, change.index);
    else
      undo_one (s, change);
  }
}

uint32_t bcov_state_died (const bcov_state *s, size_t k)
{
  assert (k < s->trail_count);
  return s->trail[k].kind == DIED ? s->trail[k].index : BCOV_NO_OPTION;
}

/* Applies one touch of the option taken to its item, without ruling out other options. */
static void use_item (bcov_state *s, bcov_touch touch)
{
  bcov_state_item *item = &s->items[touch.item];
  bcov_state_bounds *bounds = &s->bounds[touch.item];
  assert (!item->closed && bounds->need <= bounds->room);
  if (bounds->need) {
    note (s, NEED, touch.item, bounds->need);
    bounds->need = bounds->need > touch.times ? bounds->need - touch.times : 0;
    item->wanted = wanted (bounds);
    if (!bounds->need)
      leave_needy (s, touch.item);
  }
  if (bounds->coloured && bounds->colour != touch.colour) {
    note (s, COLOUR, touch.item, bounds->colour);
    bounds->colour = touch.colour;
  }
  if (bounds->room != BCOV_MANY) {
    assert (touch.times <= bounds->room);
    note (s, ROOM, touch.item, bounds->room);
    bounds->room -= touch.times;
    if (!bounds->room) {
      note (s, CLOSED, touch.item, 0);
      item->closed = true;
      s->live -= item->gain && item->size;
    }
  }
}

/* Rules out the options that item I excludes after a touch of COLOUR.  Goes backwards, because a
   list shrinks from the end. */
static bool rule_out (bcov_state *s, uint32_t i, uint32_t colour)
{
  const bcov_touch *touches = s->model->touches.data;
  const bcov_state_item *item = &s->items[i];
  const bcov_state_bounds *bounds = &s->bounds[i];
  if (!item->closed && !bounds->coloured && bounds->most <= bounds->room)
    return true;
  bool fine = true;
  for (uint32_t k = item->size; k-- > 0 && fine;) {
    uint32_t t = s->set[item->start + k], o = s->owner[t];
    if (s->dead[o])
      continue;
    if (item->closed ||
        (bounds->coloured ? touches[t].colour != colour : touches[t].times > bounds->room))
      fine = bcov_state_ban (s, o);
  }
  return fine;
}

bool bcov_state_take (bcov_state *s, uint32_t option)
{
  const bcov_model *model = s->model;
  uint32_t first = model->first.data[option], end = model->first.data[option + 1];
  if (s->status)
    return false;
  assert (!s->dead[option]);
  for (uint32_t t = first; t < end; t++)
    use_item (s, model->touches.data[t]);
  bool fine = bcov_state_ban (s, option);
  for (uint32_t t = first; t < end && fine; t++)
    fine = rule_out (s, s->item_of[t], model->touches.data[t].colour);
  return fine;
}

void bcov_state_require (bcov_state *s, uint32_t item)
{
  bcov_state_bounds *bounds = &s->bounds[item];
  assert (!bounds->need && bounds->room && !s->items[item].closed);
  bounds->need = 1;
  bounds->needy_at = s->n_needy;
  s->items[item].wanted = wanted (bounds);
  s->needy[s->n_needy++] = item;
}

uint32_t bcov_state_choose (const bcov_state *s)
{
  uint32_t best = BCOV_NO_ITEM;
  int64_t fewest = INT64_MAX;
  for (uint32_t k = 0; k < s->n_needy; k++) {
    const bcov_state_item *item = &s->items[s->needy[k]];
    int64_t ways = (int64_t)item->size - item->wanted;
    if (ways < fewest || (ways == fewest && s->needy[k] < best)) {
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

uint32_t bcov_state_next (const bcov_state *s, uint32_t item, uint32_t *cursor)
{
  const uint32_t *column = s->column + s->items[item].start;
  assert (s->items[item].size);
  while (s->dead[column[*cursor]])
    ++*cursor;
  return column[*cursor];
}
