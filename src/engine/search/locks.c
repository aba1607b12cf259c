/* Locks.  Let X be an item that needs one more touch.  If all of its options alive touch item Y, X
   is *locked* to Y: it will use a touch of Y, whichever option it gets.

   - If Y allows one touch, the options of Y that do not touch X are ruled out.  (In a sudoku: the
     cells of a box that can have a digit are all in one row.)
   - If Y is a quota, count only items X of the *partition*, a set of items that allow one touch and
     of which an option touches at most one; on boards of single cells these are the cells.  Then no
     option serves two of them.  If as many of them are locked to Y as it allows touches, the others
     must not touch it.
   - If no more items of the partition can touch Y than Y still needs, all of them must.

   Saturation.  If each option of some quotas touches one of R optional items that allow one touch,
   its *rooms*, and the quotas need R touches together, then each room is touched, and only by these
   options.  This is decided once, before the search.

   Example: arrows that point up or down, so that no two point at the same side, and as many up as
   down in each row.  An arrow that points down locks the one below to its lower side, and so on to
   the last row, whose quota fills up although no arrow there has been chosen.  In addition, the
   arrows that point down in a row and those that point up in the next one saturate the sides
   between these rows.

   An item is examined when one of its options has been ruled out, until nothing changes.

   Time: an item X stops after two or three options, when none of the first one's items is left; a
   quota takes the touches of its options. */

#include "engine/search/locks.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

/* A quota and the set of its rooms, as a hash. */
struct bcov_locks_quota {
  uint64_t hash;
  uint32_t rooms, item;
};

static bool is_cell (const bcov_item *item)
{
  return item->lo == 1 && item->hi == 1;
}

static bool is_quota (const bcov_item *item)
{
  return !item->coloured && item->hi > 1 && item->hi != BCOV_MANY;
}

static bool has_quotas (const bcov_model *model)
{
  bool quota = false;
  for (size_t i = 0; i < model->items.count; i++)
    quota |= is_quota (&model->items.data[i]) && model->items.data[i].lo > 0;
  for (size_t t = 0; t < model->touches.count && quota; t++)
    quota = model->touches.data[t].times == 1;
  return quota;
}

/* ---- the partition ---- */

/* Returns whether some option of ITEM touches an item of the partition already. */
static bool is_taken (const bcov_locks *l, const bcov_columns *c, uint32_t item)
{
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++)
    if (l->cell[c->owner[c->touch[k]]] != BCOV_NO_ITEM)
      return true;
  return false;
}

/* Finds a partition; returns whether each option touches an item of it. */
static bool part_items (bcov_locks *l, const bcov_columns *c)
{
  uint32_t options = bcov_model_options (l->model), parted = 0;
  for (uint32_t o = 0; o < options; o++)
    l->cell[o] = BCOV_NO_ITEM;
  for (uint32_t i = 0; i < l->model->items.count; i++)
    if (is_cell (&l->model->items.data[i]) && !is_taken (l, c, i)) {
      for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++)
        l->cell[c->owner[c->touch[k]]] = i;
      parted += c->start[i + 1] - c->start[i];
    }
  return parted == options;
}

static void take_rooms (bcov_locks *l)
{
  size_t items = l->model->items.count + 1, options = bcov_model_options (l->model) + (size_t)1;
  l->cell = bcov_mem_take_room (&l->rooms, options, sizeof *l->cell);
  l->count = bcov_mem_take_room (&l->rooms, items, sizeof *l->count);
  l->met = bcov_mem_take_room (&l->rooms, items, sizeof *l->met);
  l->queue = bcov_mem_take_room (&l->rooms, items, sizeof *l->queue);
  l->queued = bcov_mem_take_room (&l->rooms, items, 1);
  l->room = bcov_mem_take_room (&l->rooms, items, sizeof *l->room);
  l->quotas = bcov_mem_take_room (&l->rooms, items, sizeof *l->quotas);
  l->doomed = bcov_mem_take_room (&l->rooms, options, sizeof *l->doomed);
  l->kept = bcov_mem_take_room (&l->rooms, options, 1);
}

bcov_status bcov_locks_start (bcov_locks *l, const bcov_model *model, bool *worth, bcov_error *err)
{
  bcov_columns columns;
  *worth = false;
  *l = (bcov_locks){.model = model, .rooms = {.mem = model->mem, .err = err}};
  if (!has_quotas (model))
    return BCOV_OK;
  take_rooms (l);
  bcov_status status =
      l->rooms.status ? l->rooms.status : bcov_model_columns (model, &columns, err);
  if (!status) {
    *worth = part_items (l, &columns);
    bcov_columns_free (model->mem, &columns);
  }
  if (!*worth)
    bcov_locks_end (l);
  return status;
}

void bcov_locks_end (bcov_locks *l)
{
  bcov_mem_free_rooms (&l->rooms);
  *l = (bcov_locks){0};
}

/* ---- the queue ---- */

static void push (bcov_locks *l, uint32_t item)
{
  uint32_t items = (uint32_t)l->model->items.count;
  if (l->queued[item])
    return;
  l->queued[item] = 1;
  l->queue[(l->head + l->waiting++) % items] = item;
  assert (l->waiting <= items);
}

static uint32_t pop (bcov_locks *l)
{
  uint32_t item = l->queue[l->head];
  assert (l->waiting && l->queued[item]);
  l->head = (l->head + 1) % (uint32_t)l->model->items.count;
  l->waiting--;
  l->queued[item] = 0;
  return item;
}

/* Pushes the items of all options that died since *AT. */
static void push_changed (bcov_locks *l, const bcov_state *s, size_t *at)
{
  const bcov_model *model = l->model;
  for (; *at < bcov_state_mark (s); ++*at) {
    uint32_t o = bcov_state_died (s, *at);
    if (o == BCOV_NO_OPTION)
      continue;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      if (!s->items[s->item_of[t]].closed)
        push (l, s->item_of[t]);
    l->work += model->first.data[o + 1] - model->first.data[o];
  }
}

/* ---- conclusions ---- */

/* Rules out the first COUNT doomed options. */
static bool rule_out (bcov_locks *l, bcov_state *s, uint32_t count)
{
  bool fine = true;
  for (uint32_t k = 0; k < count && fine; k++)
    if (!s->dead[l->doomed[k]])
      fine = bcov_state_ban (s, l->doomed[k]);
  return fine;
}

/* Sets KEPT of the options alive of ITEM. */
static void keep (bcov_locks *l, const bcov_state *s, uint32_t item, bool kept)
{
  const bcov_state_item *it = &s->items[item];
  for (uint32_t k = 0; k < it->size; k++)
    l->kept[s->owner[s->set[it->start + k]]] = kept;
}

/* Adds the options alive of ITEM that are not kept to the COUNT doomed ones; returns their number.
 */
static uint32_t doom_others (bcov_locks *l, const bcov_state *s, uint32_t item, uint32_t count)
{
  const bcov_state_item *it = &s->items[item];
  for (uint32_t k = 0; k < it->size; k++) {
    uint32_t o = s->owner[s->set[it->start + k]];
    if (!l->kept[o])
      l->doomed[count++] = o;
  }
  l->work += it->size;
  return count;
}

/* Finds the items that all options alive of ITEM touch, apart from itself, in MET; returns their
   number. */
static uint32_t find_locks (bcov_locks *l, const bcov_state *s, uint32_t item)
{
  const bcov_model *model = l->model;
  const bcov_state_item *it = &s->items[item];
  uint32_t found = 0, left = 1;
  for (uint32_t k = 0; k < it->size && left; k++) {
    uint32_t o = s->owner[s->set[it->start + k]];
    left = 0;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t other = s->item_of[t];
      if (other == item || l->count[other] != k)
        continue;
      if (!k)
        l->met[found++] = other;
      l->count[other]++;
      left++;
    }
    l->work += model->first.data[o + 1] - model->first.data[o];
  }
  uint32_t locked = 0;
  for (uint32_t k = 0; k < found; k++) {
    uint32_t other = l->met[k];
    if (l->count[other] == it->size)
      l->met[locked++] = other;
    l->count[other] = 0;
  }
  return locked;
}

/* Draws conclusions from the locks of ITEM, which needs one touch. */
static bool follow_locks (bcov_locks *l, bcov_state *s, uint32_t item)
{
  uint32_t locked = find_locks (l, s, item);
  bool fine = true;
  if (!locked)
    return true;
  keep (l, s, item, true); /* these stay alive */
  for (uint32_t k = 0; k < locked && fine; k++) {
    uint32_t other = l->met[k];
    const bcov_state_bounds *bounds = &s->bounds[other];
    if (s->items[other].closed || bounds->coloured)
      continue;
    if (bounds->room == 1)
      fine = rule_out (l, s, doom_others (l, s, other, 0));
    else if (bounds->room != BCOV_MANY)
      push (l, other);
  }
  keep (l, s, item, false);
  return fine;
}

/* Counts, for each item of the partition, its options alive in QUOTA; lists these items in MET and
   returns their number. */
static uint32_t meet_cells (bcov_locks *l, const bcov_state *s, uint32_t quota)
{
  const bcov_state_item *it = &s->items[quota];
  uint32_t met = 0;
  for (uint32_t k = 0; k < it->size; k++) {
    uint32_t cell = l->cell[s->owner[s->set[it->start + k]]];
    if (!l->count[cell]++)
      l->met[met++] = cell;
  }
  l->work += it->size;
  return met;
}

/* Returns whether all options alive of CELL touch the quota just met. */
static bool is_locked (const bcov_locks *l, const bcov_state *s, uint32_t cell)
{
  assert (!s->items[cell].closed && s->bounds[cell].need == 1);
  return l->count[cell] == s->items[cell].size;
}

/* Lists the options of QUOTA whose items are not locked to it. */
static uint32_t doom_unlocked (bcov_locks *l, const bcov_state *s, uint32_t quota)
{
  const bcov_state_item *it = &s->items[quota];
  uint32_t doomed = 0;
  for (uint32_t k = 0; k < it->size; k++) {
    uint32_t o = s->owner[s->set[it->start + k]];
    if (!is_locked (l, s, l->cell[o]))
      l->doomed[doomed++] = o;
  }
  return doomed;
}

/* Lists the options of the MET items that do not touch QUOTA. */
static uint32_t doom_untouching (bcov_locks *l, const bcov_state *s, uint32_t quota, uint32_t met)
{
  uint32_t doomed = 0;
  keep (l, s, quota, true);
  for (uint32_t k = 0; k < met; k++)
    if (!is_locked (l, s, l->met[k]))
      doomed = doom_others (l, s, l->met[k], doomed);
  keep (l, s, quota, false);
  return doomed;
}

/* Draws conclusions for QUOTA from the items of the partition. */
static bool weigh_quota (bcov_locks *l, bcov_state *s, uint32_t quota)
{
  const bcov_state_bounds *bounds = &s->bounds[quota];
  uint32_t met = meet_cells (l, s, quota), locked = 0, doomed = 0;
  for (uint32_t k = 0; k < met; k++)
    locked += is_locked (l, s, l->met[k]);
  bool fine = locked <= bounds->room && met >= bounds->need;
  if (fine && locked == bounds->room)
    doomed = doom_unlocked (l, s, quota);
  else if (fine && met == bounds->need)
    doomed = doom_untouching (l, s, quota, met);
  for (uint32_t k = 0; k < met; k++)
    l->count[l->met[k]] = 0;
  return fine && rule_out (l, s, doomed);
}

static bool examine (bcov_locks *l, bcov_state *s, uint32_t item)
{
  if (s->items[item].closed)
    return true;
  if (is_quota (&l->model->items.data[item]))
    return weigh_quota (l, s, item);
  return s->bounds[item].need != 1 || s->bounds[item].coloured || follow_locks (l, s, item);
}

bool bcov_locks_settle (bcov_locks *l, bcov_state *s, size_t mark)
{
  bool fine = true;
  assert (!l->waiting);
  push_changed (l, s, &mark);
  while (fine && l->waiting) {
    fine = examine (l, s, pop (l));
    push_changed (l, s, &mark);
  }
  while (l->waiting)
    pop (l);
  return fine && !s->status;
}

/* ---- saturation ---- */

/* Returns an optional item, allowing one touch, that all options alive touch which CELL and QUOTA
   have in common; BCOV_NO_ITEM if there is none.  KEPT marks the options of QUOTA. */
static uint32_t find_room (bcov_locks *l, const bcov_state *s, uint32_t cell)
{
  const bcov_model *model = l->model;
  const bcov_state_item *it = &s->items[cell];
  uint32_t common = 0, found = BCOV_NO_ITEM, met = 0;
  for (uint32_t k = 0; k < it->size; k++) {
    uint32_t o = s->owner[s->set[it->start + k]];
    if (!l->kept[o])
      continue;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      if (l->count[s->item_of[t]] == common) {
        if (!l->count[s->item_of[t]]++)
          l->met[met++] = s->item_of[t];
      }
    common++;
  }
  for (uint32_t k = 0; k < met; k++) {
    const bcov_state_bounds *bounds = &s->bounds[l->met[k]];
    if (l->count[l->met[k]] == common && !bounds->coloured && bounds->room == 1 && !bounds->need)
      found = l->met[k];
    l->count[l->met[k]] = 0;
  }
  return found;
}

/* Finds the rooms of QUOTA, one for each item of the partition that has options in it, so that each
   option of the quota touches one of them.  Returns their number, or 0 if there are none or two are
   the same.  The rooms are in l->room. */
static uint32_t find_rooms (bcov_locks *l, const bcov_state *s, uint32_t quota)
{
  const bcov_state_item *it = &s->items[quota];
  uint32_t rooms = 0, cells = 0;
  bool fine = true;
  keep (l, s, quota, true);
  for (uint32_t k = 0; k < it->size && fine; k++) {
    uint32_t cell = l->cell[s->owner[s->set[it->start + k]]];
    if (l->queued[cell])
      continue;
    l->queued[cell] = 1;
    l->queue[cells++] = cell;
    uint32_t room = find_room (l, s, cell);
    fine = room != BCOV_NO_ITEM && !l->queued[room];
    if (fine)
      l->queued[l->room[rooms++] = room] = 1;
  }
  for (uint32_t k = 0; k < cells; k++)
    l->queued[l->queue[k]] = 0;
  for (uint32_t k = 0; k < rooms; k++)
    l->queued[l->room[k]] = 0;
  keep (l, s, quota, false);
  return fine ? rooms : 0;
}

static int by_rooms (const void *a, const void *b)
{
  const struct bcov_locks_quota *x = a, *y = b;
  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

/* Lists the quotas that have rooms, those with the same rooms together; returns their number. */
static uint32_t list_quotas (bcov_locks *l, const bcov_state *s)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->n_items; i++) {
    if (!is_quota (&l->model->items.data[i]) || !s->bounds[i].need)
      continue;
    struct bcov_locks_quota quota = {.item = i, .rooms = find_rooms (l, s, i)};
    for (uint32_t k = 0; k < quota.rooms; k++)
      quota.hash += bcov_hash_end (bcov_hash_mix (1, l->room[k]));
    if (quota.rooms)
      l->quotas[count++] = quota;
  }
  if (count)
    qsort (l->quotas, count, sizeof *l->quotas, by_rooms);
  return count;
}

/* Returns whether OPTION touches an item that is queued. */
static bool touches_queued (const bcov_locks *l, const bcov_state *s, uint32_t option)
{
  const uint32_t *first = l->model->first.data;
  bool found = false;
  for (uint32_t t = first[option]; t < first[option + 1] && !found; t++)
    found = l->queued[s->item_of[t]];
  return found;
}

/* Adds up what the COUNT quotas from FIRST on need, apart from those that share options with others
   before them.  All options counted, which are kept, touch a queued item. */
static uint64_t add_needs (bcov_locks *l, const bcov_state *s, const struct bcov_locks_quota *first,
                           uint32_t count)
{
  uint64_t sum = 0;
  for (uint32_t k = 0; k < count; k++) {
    const bcov_state_item *it = &s->items[first[k].item];
    bool fine = true;
    for (uint32_t j = 0; j < it->size && fine; j++) {
      uint32_t o = s->owner[s->set[it->start + j]];
      fine = !l->kept[o] && touches_queued (l, s, o); /* equal hashes prove nothing */
    }
    if (!fine)
      continue;
    sum += s->bounds[first[k].item].need;
    keep (l, s, first[k].item, true);
  }
  return sum;
}

/* Makes the rooms of some quotas items in need, and rules out all of their options that are not
   kept. */
static bool require_rooms (bcov_locks *l, bcov_state *s, uint32_t rooms)
{
  bool fine = true;
  for (uint32_t k = 0; k < rooms; k++)
    bcov_state_require (s, l->room[k]);
  for (uint32_t k = 0; k < rooms && fine; k++)
    fine = rule_out (l, s, doom_others (l, s, l->room[k], 0));
  return fine;
}

/* Examines the COUNT quotas from FIRST on, which have the same rooms. */
static bool fill_rooms (bcov_locks *l, bcov_state *s, const struct bcov_locks_quota *first,
                        uint32_t count)
{
  uint32_t rooms = find_rooms (l, s, first->item);
  for (uint32_t k = 0; k < rooms; k++)
    l->queued[l->room[k]] = 1;
  uint64_t sum = add_needs (l, s, first, count);
  for (uint32_t k = 0; k < rooms; k++)
    l->queued[l->room[k]] = 0;
  bool fine = sum <= rooms && (sum < rooms || require_rooms (l, s, rooms));
  for (uint32_t o = 0; o < bcov_model_options (l->model); o++)
    l->kept[o] = 0;
  return fine;
}

bool bcov_locks_saturate (bcov_locks *l, bcov_state *s)
{
  size_t mark = bcov_state_mark (s);
  bool fine = true;
  uint32_t count = list_quotas (l, s), end;
  for (uint32_t k = 0; k < count && fine; k = end) {
    for (end = k + 1; end < count && l->quotas[end].hash == l->quotas[k].hash;)
      end++;
    fine = fill_rooms (l, s, &l->quotas[k], end - k);
  }
  return fine && bcov_locks_settle (l, s, mark);
}
