/* Cuts a model in two at the middle of its order.

   Let the n items be in a row, and let an option reach from item FIRST to item LAST.  It is *near*
   if first + last < n - 1, *far* if it is greater, and *middle* if both are equal.  Reversal maps
   near options to far ones and middle options to middle ones.  A solution is a set of near options,
   a set of far options and a set of middle options, all disjoint.  So if v(U) is the number of ways
   in which near options cover exactly the set U, the number of solutions is

     sum over sets M of disjoint middle options, over U:   v(U) x v(reversed rest of U and M)

   Items that only near options touch are closed as usual.  The others are the *window*, and U is a
   subset of it.  Near options do not extend over the whole window, so the key is no longer than for
   the whole board, and no level is processed twice.

   Time: touches, squares of the numbers of options that begin at one item, and bridges. */

#include "engine/dense/half.h"
#include "base/mem.h"
#include "engine/program/program_make.h"

#include <assert.h>
#include <string.h>

enum { MOST_BRIDGES = 64, MOST_SETS = 1 << 12, MOST_ALIKE = 1 << 10 };

#define NONE UINT32_MAX

typedef enum { NEAR, MIDDLE, FAR } side;

typedef struct {
  uint32_t first, last; /* places in the row */
  uint64_t hash[2];     /* of the touched items, as they are and reversed */
} reach;

typedef struct {
  const bcov_model *model;
  bcov_half *out;
  uint32_t n;               /* items */
  const uint32_t *row;      /* items in their order */
  uint32_t *place;          /* of each item in the row */
  reach *reaches;           /* of each option */
  uint32_t *start, *sorted; /* options by their first place */
  uint32_t closed;          /* items that only near options touch; the window follows them */
  uint32_t width;           /* of the window */
  uint64_t touched;         /* items of the window that near options touch */
  uint32_t *number;         /* of each item in the half, or NONE */
  uint8_t slot[64];         /* bit in the key, of each item of the window */
  uint32_t sets;            /* sets of middle options tried so far */
  bcov_rooms rooms;         /* owns the arrays */
  bcov_error *err;
} cutter;

/* ---- reversal ---- */

/* Sets the places of the items.  Returns false if an item may be touched more than once or is not
   like its image. */
static bool line_up (cutter *c)
{
  const bcov_item *items = c->model->items.data;
  for (uint32_t k = 0; k < c->n; k++) {
    const bcov_item *item = &items[c->row[k]];
    c->place[c->row[k]] = k;
    if (item->hi != 1 || item->coloured || item->lo != items[c->row[c->n - 1 - k]].lo)
      return false;
  }
  return true;
}

static uint32_t reversed (const cutter *c, uint32_t item)
{
  return c->row[c->n - 1 - c->place[item]];
}

static uint64_t mix (uint32_t item)
{
  uint64_t x = (item + 1) * UINT64_C (0x9e3779b97f4a7c15);
  x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ x >> 32;
}

/* Returns false if an option touches nothing. */
static bool measure (cutter *c)
{
  for (uint32_t o = 0; o < bcov_model_options (c->model); o++) {
    uint32_t count;
    reach r = {.first = NONE};
    for (const bcov_touch *t = bcov_model_touches (c->model, o, &count); count--; t++) {
      uint32_t place = c->place[t->item];
      r.hash[0] += mix (t->item);
      r.hash[1] += mix (reversed (c, t->item));
      r.first = place < r.first ? place : r.first;
      r.last = place > r.last ? place : r.last;
    }
    if (r.first == NONE)
      return false;
    c->reaches[o] = r;
  }
  return true;
}

static void sort_options (cutter *c)
{
  uint32_t options = bcov_model_options (c->model);
  for (uint32_t o = 0; o < options; o++)
    c->start[c->reaches[o].first + 1]++;
  for (uint32_t k = 0; k < c->n; k++)
    c->start[k + 1] += c->start[k];
  assert (c->start[c->n] == options);
  for (uint32_t o = 0; o < options; o++)
    c->sorted[c->start[c->reaches[o].first]++] = o;
  memmove (c->start + 1, c->start, c->n * sizeof *c->start);
  c->start[0] = 0;
}

/* Returns true if option A, as it is or reversed, touches the same items as B. */
static bool same (const cutter *c, uint32_t a, bool turned, uint32_t b)
{
  uint32_t left, count;
  const bcov_touch *t = bcov_model_touches (c->model, a, &left),
                   *u = bcov_model_touches (c->model, b, &count);
  if (c->reaches[a].hash[turned] != c->reaches[b].hash[0] || left != count)
    return false;
  for (; left--; t++) {
    uint32_t item = turned ? reversed (c, t->item) : t->item, k = 0;
    while (k < count && u[k].item != item)
      k++;
    if (k == count)
      return false;
  }
  return true;
}

/* Counts the options that touch the same items as option A, as it is or reversed. */
static uint32_t how_many (const cutter *c, uint32_t a, bool turned)
{
  uint32_t found = 0, first = c->reaches[a].first;
  if (turned)
    first = c->n - 1 - c->reaches[a].last;
  for (uint32_t k = c->start[first]; k < c->start[first + 1]; k++)
    found += same (c, a, turned, c->sorted[k]);
  return found;
}

/* Returns true if reversal maps options to options.  Models with too many options at one item are
   not examined. */
static bool is_reversible (const cutter *c)
{
  for (uint32_t k = 0; k < c->n; k++)
    if (c->start[k + 1] - c->start[k] > MOST_ALIKE)
      return false;
  for (uint32_t o = 0; o < bcov_model_options (c->model); o++)
    if (how_many (c, o, true) != how_many (c, o, false))
      return false;
  return true;
}

/* ---- the window ---- */

static side side_of (const cutter *c, uint32_t option)
{
  uint32_t sum = c->reaches[option].first + c->reaches[option].last + 1;
  return sum < c->n ? NEAR : sum > c->n ? FAR : MIDDLE;
}

/* Returns false if halving saves nothing or the window is too wide. */
static bool find_window (cutter *c)
{
  c->closed = c->n / 2;
  for (uint32_t o = 0; o < bcov_model_options (c->model); o++)
    if (side_of (c, o) != NEAR && c->reaches[o].first < c->closed)
      c->closed = c->reaches[o].first;
  c->width = c->n - 2 * c->closed;
  if (!c->closed || c->width > 64)
    return false;
  for (uint32_t k = 0; k < c->width; k++)
    if (c->model->items.data[c->row[c->closed + k]].lo == 0)
      return false;
  return true;
}

/* Returns the items of the window that OPTION touches, as bits. */
static uint64_t in_window (const cutter *c, uint32_t option)
{
  uint64_t bits = 0;
  uint32_t count;
  for (const bcov_touch *t = bcov_model_touches (c->model, option, &count); count--; t++) {
    uint32_t place = c->place[t->item];
    assert (place < c->closed + c->width); /* only far options end behind the window */
    if (place >= c->closed)
      bits |= (uint64_t)1 << (place - c->closed);
  }
  return bits;
}

/* ---- the half ---- */

/* Returns true if the near half has ITEM.  Items that no near option touches are left out. */
static bool has_item (const cutter *c, uint32_t item)
{
  uint32_t place = c->place[item];
  return place < c->closed ||
         (place < c->closed + c->width && c->touched >> (place - c->closed) & 1);
}

static bcov_status add_items (cutter *c, bcov_model *half, bool *kept)
{
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; !status && i < c->model->items.count; i++) {
    bcov_item item = c->model->items.data[i];
    bool open = c->place[i] >= c->closed;
    c->number[i] = NONE;
    if (!has_item (c, i))
      continue;
    item.lo = open ? 0 : item.lo;
    kept[half->items.count] = open;
    c->number[i] = (uint32_t)half->items.count;
    status = bcov_model_item (half, item, c->err);
  }
  return status;
}

static bcov_status add_options (cutter *c, bcov_model *half, bcov_touch *touches)
{
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; !status && o < bcov_model_options (c->model); o++) {
    uint32_t count;
    const bcov_touch *t = bcov_model_touches (c->model, o, &count);
    if (side_of (c, o) != NEAR)
      continue;
    for (uint32_t k = 0; k < count; k++) {
      touches[k] = t[k];
      touches[k].item = c->number[t[k].item];
    }
    status = bcov_model_option (half, touches, count, o, c->err);
  }
  return status;
}

static void put_in_order (const cutter *c, uint32_t *order)
{
  for (uint32_t k = 0; k < c->n; k++)
    if (c->number[c->row[k]] != NONE)
      *order++ = c->number[c->row[k]];
}

static bcov_status make_program (cutter *c)
{
  size_t items = c->model->items.count + 1;
  bcov_model half;
  bool *kept = bcov_mem_take_room (&c->rooms, items, sizeof *kept);
  bcov_touch *touches = bcov_mem_take_room (&c->rooms, items, sizeof *touches);
  uint32_t *order = bcov_mem_take_room (&c->rooms, items, sizeof *order);
  bcov_status status = bcov_model_init (c->model->mem, &half, c->err);
  if (!status)
    status = c->rooms.status;
  if (!status)
    status = add_items (c, &half, kept);
  if (!status)
    status = add_options (c, &half, touches);
  if (!status) {
    put_in_order (c, order);
    status = bcov_program_make (&half, order, kept, &c->out->program, c->err);
  }
  bcov_model_free (&half);
  return status;
}

/* ---- bridges ---- */

static uint64_t turn (const cutter *c, uint64_t bits)
{
  uint64_t out = 0;
  for (; bits; bits &= bits - 1)
    out |= (uint64_t)1 << (c->width - 1 - (uint32_t)__builtin_ctzll (bits));
  return out;
}

static uint64_t slots_of (const cutter *c, uint64_t bits)
{
  uint64_t out = 0;
  for (; bits; bits &= bits - 1)
    out |= (uint64_t)1 << c->slot[__builtin_ctzll (bits)];
  return out;
}

/* Finds the bits of the window's items in the key, and their partners. */
static void find_slots (cutter *c)
{
  const bcov_program *p = &c->out->program;
  uint64_t both = c->touched & turn (c, c->touched);
  for (size_t f = 0; f < p->fields.count; f++) {
    uint32_t item = p->fields.data[f].item;
    for (uint32_t k = 0; k < c->width; k++)
      if (c->number[c->row[c->closed + k]] == item)
        c->slot[k] = (uint8_t)p->fields.data[f].shift;
  }
  for (; both; both &= both - 1) {
    uint32_t k = (uint32_t)__builtin_ctzll (both);
    c->out->bridges.partner[c->slot[k]] = c->slot[c->width - 1 - k];
  }
}

static uint64_t partners (const bcov_bridges *b, uint64_t bits)
{
  uint64_t out = 0;
  for (; bits; bits &= bits - 1)
    out |= (uint64_t)1 << b->partner[__builtin_ctzll (bits)];
  return out;
}

static bcov_status add_bridge (cutter *c, bcov_bridge b)
{
  bcov_bridges *all = &c->out->bridges;
  uint64_t free = partners (all, b.free);
  assert (!(b.near & b.free) && !(b.far & free) && partners (all, free) == b.free);
  for (size_t k = 0; k < all->list.count; k++) {
    bcov_bridge *other = &all->list.data[k];
    if (other->times == 1 && other->near == b.far && other->far == b.near && other->free == free) {
      other->times = 2;
      return BCOV_OK;
    }
  }
  return bcov_vec_push (c->model->mem, &all->list, b, c->err);
}

/* Adds the bridge for middle options that cover the set USED of the window. */
static bcov_status span (cutter *c, uint64_t used)
{
  uint64_t all = c->width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << c->width) - 1;
  uint64_t rest = all & ~used, far = turn (c, c->touched);
  if (rest & ~c->touched & ~far)
    return BCOV_OK; /* no option covers these */
  bcov_bridge b = {slots_of (c, rest & ~far), slots_of (c, turn (c, rest & ~c->touched)),
                   slots_of (c, rest & far & c->touched), 1};
  return add_bridge (c, b);
}

/* Returns true if there are too many bridges, or too many sets that could lead to one. */
static bool gave_up (const cutter *c)
{
  return c->out->bridges.list.count > MOST_BRIDGES || c->sets > MOST_SETS;
}

/* Adds bridges for all sets of disjoint middle options, from option K on, in addition to those that
   cover USED. */
static bcov_status span_all (cutter *c, uint32_t k, uint64_t used)
{
  assert (c->width == 64 || !(used >> c->width));
  bcov_status status = span (c, used);
  c->sets++;
  for (; !status && !gave_up (c) && k < bcov_model_options (c->model); k++)
    if (side_of (c, k) == MIDDLE && !(in_window (c, k) & used))
      status = span_all (c, k + 1, used | in_window (c, k));
  return status;
}

/* ---- construction ---- */

static void take_arrays (cutter *c)
{
  size_t items = c->model->items.count + 2, options = (size_t)bcov_model_options (c->model) + 1;
  c->place = bcov_mem_take_room (&c->rooms, items, sizeof *c->place);
  c->start = bcov_mem_take_room (&c->rooms, items, sizeof *c->start);
  c->number = bcov_mem_take_room (&c->rooms, items, sizeof *c->number);
  c->sorted = bcov_mem_take_room (&c->rooms, options, sizeof *c->sorted);
  c->reaches = bcov_mem_take_room (&c->rooms, options, sizeof *c->reaches);
}

static bool is_symmetric (cutter *c)
{
  if (!line_up (c) || !measure (c))
    return false;
  sort_options (c);
  return is_reversible (c) && find_window (c);
}

static bcov_status make_half (cutter *c)
{
  for (uint32_t o = 0; o < bcov_model_options (c->model); o++)
    if (side_of (c, o) == NEAR)
      c->touched |= in_window (c, o);
  bcov_status status = make_program (c);
  if (status || c->out->program.words > 1)
    return status;
  find_slots (c);
  return span_all (c, 0, 0);
}

bcov_status bcov_half_make (const bcov_model *model, const uint32_t *order, bcov_half *out,
                            bcov_error *err)
{
  cutter c = {.model = model, .row = order, .out = out, .err = err};
  c.n = (uint32_t)model->items.count;
  *out = (bcov_half){.program = {.mem = model->mem}};
  c.rooms = (bcov_rooms){.mem = model->mem, .err = err};
  take_arrays (&c);
  bcov_status status = c.rooms.status;
  if (!status && is_symmetric (&c))
    status = make_half (&c);
  if (out->program.words > 1 || gave_up (&c))
    bcov_half_free (out);
  bcov_mem_free_rooms (&c.rooms);
  return status;
}

void bcov_half_free (bcov_half *half)
{
  bcov_mem *mem = half->program.mem;
  if (mem)
    bcov_vec_free (mem, &half->bridges.list);
  bcov_program_free (&half->program);
}
