/* Iterative repair (Minton, Johnston, Philips and Laird 1992) with weights (Morris 1993).

   The options taken never exceed the upper bound of an item.  An option is *free* if it can be
   added; an item is *lacking* if it needs more touches.  A step takes the item that has the fewest
   free options among those that can be touched.  If it has some, the step adds the one that leaves
   the most options free, provided that no lacking item loses its last one.  A lacking item without
   free options is *stuck*: the step adds the option whose rivals weigh least and removes these.  An
   item gains weight whenever it is stuck, so the search does not run in circles; options that were
   removed stay out for a few steps.

   Items that need no touch count as well: in a packing, they lead the search to cells between
   pieces, or pieces and the border, and so to dense packings.

   Invariants: BLOCKS counts the full items of each option; FREE counts the options of each item
   with no blocks; OPEN holds the items that are not full; STUCK counts the lacking items without
   free options.  Time of a step: the options that exclude the one taken x their touches. */

#include "engine/repair/repair.h"
#include "base/mem.h"
#include "base/random.h"

#include <assert.h>

enum {
  POLL = 1 << 18,
  CANDIDATES = 4, /* that a step compares */
  LEAST_BAN = 3,
  MORE_BAN = 10,
  MOST_WEIGHT = 1 << 20,
  LONG = 1 << 20 /* work after which a step takes the best option so far */
};

struct bcov_repair {
  const bcov_model *model;
  bcov_columns columns;
  bcov_random random;
  uint32_t *used, *free, *weight; /* of each item */
  uint32_t *user;                 /* of each item: the option that touched it last */
  uint32_t *open_at;              /* of each item: its index in OPEN, or BCOV_NO_ITEM */
  uint32_t *blocks;               /* of each option */
  uint32_t *taken_at;             /* of each option: its index in TAKEN, or BCOV_NO_OPTION */
  uint64_t *banned;               /* of each option: the step until which it stays out */
  uint64_t *seen, mark;           /* of each option: a mark */
  uint32_t *open, *taken, *origins;
  uint32_t n_items, n_open, n_taken, n_free;
  uint32_t lacking, stuck; /* items */
  uint64_t step, work, nodes;
  bcov_rooms rooms;
};

/* ---- start and end ---- */

/* Returns whether option O touches each item once, and an item with bound 1, so that it is not free
   while it is taken. */
static bool option_suits (const bcov_model *model, uint32_t o)
{
  bool single = false;
  for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
    single = single || model->items.data[model->touches.data[t].item].hi == 1;
    if (model->touches.data[t].times != 1)
      return false;
  }
  return single;
}

static bool suits (const bcov_model *model)
{
  bool fine = !model->impossible;
  for (size_t i = 0; fine && i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    fine = !item.coloured && item.hi && item.lo <= item.hi;
  }
  for (uint32_t o = 0; fine && o < bcov_model_options (model); o++)
    fine = option_suits (model, o);
  return fine;
}

static bcov_status allocate (bcov_repair *r)
{
  size_t items = r->n_items + 1u, options = bcov_model_options (r->model) + 1u;
  r->used = bcov_mem_take_room (&r->rooms, items, sizeof *r->used);
  r->free = bcov_mem_take_room (&r->rooms, items, sizeof *r->free);
  r->weight = bcov_mem_take_room (&r->rooms, items, sizeof *r->weight);
  r->user = bcov_mem_take_room (&r->rooms, items, sizeof *r->user);
  r->open_at = bcov_mem_take_room (&r->rooms, items, sizeof *r->open_at);
  r->open = bcov_mem_take_room (&r->rooms, items, sizeof *r->open);
  r->blocks = bcov_mem_take_room (&r->rooms, options, sizeof *r->blocks);
  r->taken_at = bcov_mem_take_room (&r->rooms, options, sizeof *r->taken_at);
  r->taken = bcov_mem_take_room (&r->rooms, options, sizeof *r->taken);
  r->origins = bcov_mem_take_room (&r->rooms, options, sizeof *r->origins);
  r->banned = bcov_mem_take_room (&r->rooms, options, sizeof *r->banned);
  r->seen = bcov_mem_take_room (&r->rooms, options, sizeof *r->seen);
  return r->rooms.status ? r->rooms.status
                         : bcov_model_columns (r->model, &r->columns, r->rooms.err);
}

static bool lacks (const bcov_repair *r, uint32_t i)
{
  return r->used[i] < r->model->items.data[i].lo;
}

static void set_up (bcov_repair *r)
{
  r->n_free = bcov_model_options (r->model);
  for (uint32_t o = 0; o < r->n_free; o++)
    r->taken_at[o] = BCOV_NO_OPTION;
  for (uint32_t i = 0; i < r->n_items; i++) {
    r->free[i] = r->columns.start[i + 1] - r->columns.start[i];
    r->weight[i] = 1;
    r->open_at[i] = r->n_open;
    r->open[r->n_open++] = i;
    r->lacking += lacks (r, i);
    r->stuck += lacks (r, i) && !r->free[i];
  }
}

bcov_status bcov_repair_open (const bcov_model *model, bcov_repair **out, bcov_error *err)
{
  *out = NULL;
  if (!suits (model))
    return BCOV_OK;
  bcov_repair *r = bcov_mem_alloc (model->mem, 1, sizeof *r, err);
  if (!r)
    return bcov_mem_status (model->mem);
  *r = (bcov_repair){.model = model,
                     .random = {1},
                     .n_items = (uint32_t)model->items.count,
                     .rooms = {.mem = model->mem, .err = err}};
  bcov_status status = allocate (r);
  if (status) {
    bcov_repair_close (r);
    return status;
  }
  set_up (r);
  *out = r;
  return BCOV_OK;
}

void bcov_repair_close (bcov_repair *r)
{
  if (!r)
    return;
  bcov_mem *mem = r->model->mem;
  bcov_columns_free (mem, &r->columns);
  bcov_mem_free_rooms (&r->rooms);
  bcov_mem_free (mem, r);
}

/* ---- changes ---- */

/* Adds or removes the blocks that item I, which becomes full or open, means to its options. */
static void block_column (bcov_repair *r, uint32_t i, bool full)
{
  const bcov_model *m = r->model;
  for (uint32_t k = r->columns.start[i]; k < r->columns.start[i + 1]; k++) {
    uint32_t o = r->columns.owner[r->columns.touch[k]];
    if (full ? r->blocks[o]++ : --r->blocks[o])
      continue;
    r->n_free += full ? -1u : 1u;
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      uint32_t j = m->touches.data[t].item;
      if (full)
        r->stuck += !--r->free[j] && lacks (r, j);
      else
        r->stuck -= !r->free[j]++ && lacks (r, j);
    }
    r->work += m->first.data[o + 1] - m->first.data[o];
  }
  r->work += r->columns.start[i + 1] - r->columns.start[i];
}

static void add_touch (bcov_repair *r, uint32_t i)
{
  bcov_item item = r->model->items.data[i];
  bool lacked = lacks (r, i);
  assert (r->used[i] < item.hi);
  r->used[i]++;
  if (lacked && !lacks (r, i)) {
    r->lacking--;
    r->stuck -= !r->free[i];
  }
  if (r->used[i] != item.hi)
    return;
  uint32_t moved = r->open[--r->n_open];
  r->open[r->open_at[i]] = moved;
  r->open_at[moved] = r->open_at[i];
  r->open_at[i] = BCOV_NO_ITEM;
  block_column (r, i, true);
}

static void remove_touch (bcov_repair *r, uint32_t i)
{
  bcov_item item = r->model->items.data[i];
  bool lacked = lacks (r, i);
  if (r->used[i] == item.hi) {
    r->open_at[i] = r->n_open;
    r->open[r->n_open++] = i;
    block_column (r, i, false);
  }
  r->used[i]--;
  if (!lacked && lacks (r, i)) {
    r->lacking++;
    r->stuck += !r->free[i];
  }
}

static void add (bcov_repair *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *touches = bcov_model_touches (r->model, option, &n);
  assert (!r->blocks[option] && r->taken_at[option] == BCOV_NO_OPTION);
  r->taken_at[option] = r->n_taken;
  r->taken[r->n_taken++] = option;
  for (uint32_t k = 0; k < n; k++) {
    r->user[touches[k].item] = option;
    add_touch (r, touches[k].item);
  }
}

static void drop (bcov_repair *r, uint32_t option)
{
  uint32_t n, moved = r->taken[--r->n_taken];
  const bcov_touch *touches = bcov_model_touches (r->model, option, &n);
  for (uint32_t k = n; k-- > 0;)
    remove_touch (r, touches[k].item);
  r->taken[r->taken_at[option]] = moved;
  r->taken_at[moved] = r->taken_at[option];
  r->taken_at[option] = BCOV_NO_OPTION;
}

/* ---- choices ---- */

/* Returns the item with the fewest free options, the first of several: a stuck item, if there is
   one, else an item with free options. */
static uint32_t choose_item (bcov_repair *r)
{
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t k = 0; k < r->n_open; k++) {
    uint32_t i = r->open[k], free = r->free[i];
    if (free > fewest || (free == fewest && i > best) || (!free && !lacks (r, i)))
      continue;
    fewest = free;
    best = i;
  }
  r->work += r->n_open;
  return best;
}

/* A free option: items that it would make stuck, and options that it would leave free. */
typedef struct {
  uint32_t option, stuck, free;
} prospect;

static prospect weigh (bcov_repair *r, uint32_t option)
{
  add (r, option);
  prospect p = {option, r->stuck, r->n_free};
  drop (r, option);
  return p;
}

/* Adds the best of some free options of ITEM. */
static void extend (bcov_repair *r, uint32_t item)
{
  uint32_t from = r->columns.start[item], n = r->columns.start[item + 1] - from, met = 0;
  uint32_t shift = (uint32_t)bcov_random_below (&r->random, n);
  uint64_t end = r->work + LONG;
  prospect best = {BCOV_NO_OPTION, UINT32_MAX, 0};
  for (uint32_t k = 0; k < n && met < CANDIDATES && r->work < end; k++) {
    r->work++;
    uint32_t option = r->columns.owner[r->columns.touch[from + (k + shift) % n]];
    if (r->blocks[option] || (r->banned[option] > r->step && r->free[item] > 1))
      continue;
    met++;
    if (r->free[item] == 1) {
      best.option = option;
      break;
    }
    prospect p = weigh (r, option);
    if (p.stuck < best.stuck || (p.stuck == best.stuck && p.free > best.free))
      best = p;
  }
  if (best.option != BCOV_NO_OPTION) {
    add (r, best.option);
    r->nodes++;
  }
}

/* Returns an option taken that touches the full item I; of several, a random one. */
static uint32_t find_rival (bcov_repair *r, uint32_t i)
{
  if (r->model->items.data[i].hi == 1)
    return r->user[i];
  uint32_t from = r->columns.start[i], n = r->columns.start[i + 1] - from, k = 0;
  uint32_t shift = (uint32_t)bcov_random_below (&r->random, n), option;
  do {
    assert (k < n);
    option = r->columns.owner[r->columns.touch[from + (k++ + shift) % n]];
  } while (r->taken_at[option] == BCOV_NO_OPTION);
  r->work += k;
  return option;
}

/* Returns the weight of OPTION: of the items that need touches and lose them if it is removed. */
static uint64_t weight_of (bcov_repair *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *touches = bcov_model_touches (r->model, option, &n);
  uint64_t weight = 0;
  for (uint32_t k = 0; k < n; k++)
    if (r->model->items.data[touches[k].item].lo)
      weight += r->weight[touches[k].item];
  r->work += n;
  return weight;
}

/* Returns the weight of the options that must be removed for OPTION, as far as it is below LIMIT.
 */
static uint64_t price (bcov_repair *r, uint32_t option, uint64_t limit)
{
  uint32_t n;
  const bcov_touch *touches = bcov_model_touches (r->model, option, &n);
  uint64_t sum = 0;
  r->mark++;
  for (uint32_t k = 0; k < n && sum < limit; k++) {
    if (r->open_at[touches[k].item] != BCOV_NO_ITEM)
      continue;
    uint32_t rival = find_rival (r, touches[k].item);
    if (r->seen[rival] == r->mark)
      continue;
    r->seen[rival] = r->mark;
    sum += weight_of (r, rival);
  }
  r->work += n;
  return sum;
}

/* Removes the options in the way of OPTION and adds it. */
static void force (bcov_repair *r, uint32_t option)
{
  uint32_t n;
  const bcov_touch *touches = bcov_model_touches (r->model, option, &n);
  for (uint32_t k = 0; k < n; k++)
    while (r->open_at[touches[k].item] == BCOV_NO_ITEM) {
      uint32_t rival = find_rival (r, touches[k].item);
      drop (r, rival);
      r->banned[rival] = r->step + LEAST_BAN + bcov_random_below (&r->random, MORE_BAN);
    }
  add (r, option);
  r->nodes++;
}

/* Gives the stuck ITEM an option at the least price. */
static void mend (bcov_repair *r, uint32_t item)
{
  uint32_t from = r->columns.start[item], n = r->columns.start[item + 1] - from;
  if (!n)
    return;
  uint32_t shift = (uint32_t)bcov_random_below (&r->random, n), best = BCOV_NO_OPTION;
  uint64_t least = UINT64_MAX, end = r->work + LONG;
  for (uint32_t k = 0; k < n && r->work < end; k++) {
    r->work++;
    uint32_t option = r->columns.owner[r->columns.touch[from + (k + shift) % n]];
    if (r->banned[option] > r->step || r->taken_at[option] != BCOV_NO_OPTION)
      continue;
    uint64_t sum = price (r, option, least);
    if (sum < least) {
      least = sum;
      best = option;
    }
  }
  r->weight[item] += r->weight[item] < MOST_WEIGHT;
  if (best != BCOV_NO_OPTION)
    force (r, best);
}

/* ---- the search ---- */

bool bcov_repair_step (bcov_repair *r, uint64_t work, const bcov_turn *turn, bcov_control *control)
{
  uint64_t end = r->work + work, poll = r->work + POLL;
  while (r->lacking && r->work < end) {
    r->step++;
    r->work++;
    uint32_t item = choose_item (r);
    assert (item != BCOV_NO_ITEM); /* an item that lacks something is not full */
    if (r->free[item])
      extend (r, item);
    else
      mend (r, item);
    if (r->work < poll)
      continue;
    poll = r->work + POLL;
    if (!bcov_turn_goes_on (turn, control))
      break;
  }
  return !r->lacking;
}

const uint32_t *bcov_repair_taken (bcov_repair *r, size_t *count)
{
  for (uint32_t k = 0; k < r->n_taken; k++)
    r->origins[k] = r->model->origin.data[r->taken[k]];
  *count = r->n_taken;
  return r->origins;
}

uint64_t bcov_repair_nodes (const bcov_repair *r)
{
  return r->nodes;
}
