/* Subproblems.  An item that may be touched once has one column, its options: they clash with each
   other.  A coloured item has that column and one for each colour: a touch clashes with the options
   in the first that are not in the colour's own.  Of items with a lane the column is a copy of the
   lane's, in the other order.

   Which items matter is known from the counts of the parent where all items must be touched; else
   the options alive are looked through: an item that none of them touches, or all who touch it with
   the same colour, is left out.

   Time: the touches of the options alive, and words x lanes for the copy. */

#include "engine/search/subproblem.h"

#include <assert.h>
#include <string.h>

static_assert (BCOV_SUBPROBLEM_LINE * sizeof (uint64_t) == 64,
               "a line is what vectors are aligned to");

#define MIXED (UINT32_MAX - 1) /* several colours */

bcov_status bcov_scheme_make (const bcov_model *model, bcov_scheme *out, bcov_error *err)
{
  *out = (bcov_scheme){.model = model, .plain = true};
  out->shades = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *out->shades, err);
  if (!out->shades)
    return bcov_mem_status (model->mem);
  for (size_t i = 0; i < model->items.count; i++)
    out->plain &= model->items.data[i].lo > 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    bool once = false;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      bcov_touch touch = model->touches.data[t];
      once |= model->items.data[touch.item].lo == 1 && model->items.data[touch.item].hi == 1;
      if (touch.colour > out->shades[touch.item])
        out->shades[touch.item] = touch.colour;
    }
    out->all |= !once;
  }
  return BCOV_OK;
}

void bcov_scheme_free (bcov_scheme *scheme)
{
  bcov_mem_free (scheme->model->mem, scheme->shades);
  scheme->shades = NULL;
}

double bcov_scheme_bytes (const bcov_scheme *scheme)
{
  double columns = (double)scheme->model->items.count + BCOV_SUBPROBLEM_LINE;
  double words = (double)bcov_model_options (scheme->model) / 64 + BCOV_SUBPROBLEM_LINE;
  for (size_t i = 0; i < scheme->model->items.count; i++)
    columns += 1.0 + scheme->shades[i];
  return columns * words * sizeof (uint64_t);
}

static uint32_t round_up (uint32_t n)
{
  return (n + BCOV_SUBPROBLEM_LINE - 1) / BCOV_SUBPROBLEM_LINE * BCOV_SUBPROBLEM_LINE;
}

/* Lists the options alive in the last row of PARENT. */
static bcov_status list_options (const bcov_scheme *s, const bcov_subproblem *parent,
                                 uint32_t level, bcov_subproblem *p, bcov_error *err)
{
  bcov_mem *mem = s->model->mem;
  const uint64_t *alive = parent ? bcov_subproblem_alive (parent, level) : NULL;
  uint32_t n = 0, most = parent ? (uint32_t)parent->option.count : bcov_model_options (s->model);
  bcov_status status = bcov_vec_reserve (mem, &p->option, most + 1, err);
  if (status)
    return status;
  for (uint32_t o = 0; !parent && o < most; o++)
    p->option.data[n++] = o;
  for (uint32_t w = 0; parent && w < parent->words; w++)
    for (uint64_t left = alive[w]; left; left &= left - 1)
      p->option.data[n++] = parent->option.data[w * 64 + (uint32_t)__builtin_ctzll (left)];
  assert (n <= most);
  p->option.count = n;
  p->words = round_up (n / 64 + 1);
  return BCOV_OK;
}

/* Marks in p->column the items that some option touches: with one colour, or with several. */
static void look_through (const bcov_scheme *s, bcov_subproblem *p)
{
  const bcov_model *m = s->model;
  for (size_t k = 0; k < p->option.count; k++) {
    uint32_t o = p->option.data[k];
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      bcov_touch touch = m->touches.data[t];
      uint32_t *seen = &p->column.data[touch.item];
      *seen = *seen == BCOV_NO_ITEM || *seen == touch.colour ? touch.colour : MIXED;
    }
  }
}

/* Gives lanes: to the items that PARENT counts and that still matter. */
static void give_lanes (const bcov_scheme *s, const bcov_subproblem *parent, uint32_t level,
                        bcov_subproblem *p)
{
  const uint64_t *counts = parent ? bcov_subproblem_counts (parent, level) : NULL;
  uint32_t before = parent ? (uint32_t)parent->item.count : (uint32_t)s->model->items.count, n = 0;
  for (uint32_t k = 0; k < before; k++) {
    uint32_t i = parent ? parent->item.data[k] : k;
    bool matters =
        parent ? counts[k] < BCOV_SUBPROBLEM_DONE || (s->all && counts[k] > BCOV_SUBPROBLEM_DONE)
               : s->all || s->model->items.data[i].lo;
    if (!matters)
      continue;
    p->lane.data[i] = n;
    p->item.data[n++] = i;
  }
  p->item.count = n;
  p->lanes = round_up (n);
}

/* Gives columns: those of the lanes first, then the others. */
static void give_columns (const bcov_scheme *s, bcov_subproblem *p)
{
  uint32_t n = p->lanes;
  for (uint32_t i = 0; !s->plain && i < s->model->items.count; i++) {
    bcov_item item = s->model->items.data[i];
    uint32_t seen = p->column.data[i];
    p->column.data[i] = BCOV_NO_ITEM;
    if (seen == BCOV_NO_ITEM)
      continue;
    if (item.coloured && seen == MIXED) {
      p->column.data[i] = n;
      n += 1 + s->shades[i];
    } else if (item.hi == 1 && p->lane.data[i] == BCOV_NO_ITEM)
      p->column.data[i] = n++;
  }
  for (uint32_t k = 0; k < p->item.count; k++)
    if (s->model->items.data[p->item.data[k]].hi == 1)
      p->column.data[p->item.data[k]] = k;
  assert (n >= p->lanes && p->item.count <= p->lanes);
  p->columns = n;
}

/* Room for the bits, all zero. */
static bcov_status give_room (const bcov_scheme *s, bcov_subproblem *p, bcov_error *err)
{
  bcov_mem *mem = s->model->mem;
  size_t lanes = (size_t)p->words * p->lanes, columns = (size_t)p->words * p->columns;
  bcov_status status =
      bcov_vec_reserve (mem, &p->room, lanes + columns + BCOV_SUBPROBLEM_LINE, err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->alive, (size_t)2 * p->words, err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->counts, (size_t)2 * p->lanes + 1, err);
  if (status)
    return status;
  size_t odd = (uintptr_t)p->room.data / sizeof (uint64_t) % BCOV_SUBPROBLEM_LINE;
  p->by_word = p->room.data + (odd ? BCOV_SUBPROBLEM_LINE - odd : 0);
  p->by_column = p->by_word + lanes;
  assert ((uintptr_t)p->by_word % 64 == 0);
  assert (p->by_column + columns <= p->room.data + p->room.room);
  memset (p->by_word, 0, lanes * sizeof (uint64_t));
  memset (p->by_column + lanes, 0, (columns - lanes) * sizeof (uint64_t));
  return BCOV_OK;
}

/* Enters option K, as its touches say. */
static void enter_option (const bcov_scheme *s, bcov_subproblem *p, uint32_t k)
{
  const bcov_model *m = s->model;
  uint32_t o = p->option.data[k], word = k / 64;
  uint64_t bit = (uint64_t)1 << k % 64, *lanes = p->by_word + (size_t)word * p->lanes;
  for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
    bcov_touch touch = m->touches.data[t];
    uint32_t lane = p->lane.data[touch.item], column = p->column.data[touch.item];
    if (lane != BCOV_NO_ITEM)
      lanes[lane] |= bit;
    if (s->plain || column == BCOV_NO_ITEM || column < p->lanes)
      continue;
    p->by_column[(size_t)column * p->words + word] |= bit;
    if (touch.colour)
      p->by_column[(size_t)(column + touch.colour) * p->words + word] |= bit;
  }
}

/* Whether the count of each lane is that of the options in its column. */
static __attribute__ ((unused)) bool counts_match (const bcov_subproblem *p)
{
  for (uint32_t k = 0; k < p->item.count; k++) {
    uint64_t count = 0;
    for (uint32_t w = 0; w < p->words; w++)
      count += (uint64_t)__builtin_popcountll (p->by_column[(size_t)k * p->words + w]);
    if (count != (p->counts.data[k] & (BCOV_SUBPROBLEM_DONE - 1)))
      return false;
  }
  return true;
}

/* Copies the lanes to columns, makes all options alive and counts them. */
static void complete (const bcov_scheme *s, const bcov_subproblem *parent, uint32_t level,
                      bcov_subproblem *p)
{
  const uint64_t *before = parent ? bcov_subproblem_counts (parent, level) : NULL;
  for (uint32_t k = 0; k < p->lanes; k++)
    for (uint32_t w = 0; w < p->words; w++)
      p->by_column[(size_t)k * p->words + w] = p->by_word[(size_t)w * p->lanes + k];
  memset (p->alive.data, 0, p->words * sizeof (uint64_t));
  for (size_t k = 0; k < p->option.count; k++)
    p->alive.data[k / 64] |= (uint64_t)1 << k % 64;
  for (uint32_t k = 0; k < p->lanes; k++)
    p->counts.data[k] = BCOV_SUBPROBLEM_DONE;
  for (uint32_t k = 0; k < p->item.count; k++) {
    uint32_t i = p->item.data[k];
    uint64_t count = 0;
    for (uint32_t w = 0; !parent && w < p->words; w++)
      count += (uint64_t)__builtin_popcountll (p->by_column[(size_t)k * p->words + w]);
    p->counts.data[k] = parent ? before[parent->lane.data[i]]
                               : count + (s->model->items.data[i].lo ? 0 : BCOV_SUBPROBLEM_DONE);
  }
}

bcov_status bcov_subproblem_make (const bcov_scheme *s, const bcov_subproblem *parent,
                                  uint32_t level, bcov_subproblem *p, bcov_error *err)
{
  bcov_mem *mem = s->model->mem;
  size_t n_items = s->model->items.count;
  bcov_status status = list_options (s, parent, level, p, err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->lane, n_items + 1, err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->column, n_items + 1, err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->item, n_items + 1, err);
  if (status)
    return status;
  p->level = level;
  memset (p->lane.data, 0xff, n_items * sizeof *p->lane.data);
  memset (p->column.data, 0xff, n_items * sizeof *p->column.data);
  if (!s->plain)
    look_through (s, p);
  give_lanes (s, parent, level, p);
  give_columns (s, p);
  status = give_room (s, p, err);
  if (status)
    return status;
  for (uint32_t k = 0; k < p->option.count; k++)
    enter_option (s, p, k);
  complete (s, parent, level, p);
  assert (counts_match (p));
  return BCOV_OK;
}

void bcov_subproblem_free (bcov_mem *mem, bcov_subproblem *p)
{
  bcov_vec_free (mem, &p->option);
  bcov_vec_free (mem, &p->lane);
  bcov_vec_free (mem, &p->column);
  bcov_vec_free (mem, &p->item);
  bcov_vec_free (mem, &p->room);
  bcov_vec_free (mem, &p->alive);
  bcov_vec_free (mem, &p->counts);
}

void bcov_subproblem_clash (const bcov_scheme *s, const bcov_subproblem *p, bcov_touch touch,
                            uint64_t *row)
{
  uint32_t column = p->column.data[touch.item], words = p->words;
  if (column == BCOV_NO_ITEM)
    return;
  const uint64_t *all = p->by_column + (size_t)column * words;
  if (column < p->lanes || s->model->items.data[touch.item].hi == 1)
    for (uint32_t w = 0; w < words; w++)
      row[w] &= ~all[w];
  else {
    assert (touch.colour && touch.colour <= s->shades[touch.item]);
    const uint64_t *own = all + (size_t)touch.colour * words;
    for (uint32_t w = 0; w < words; w++)
      row[w] &= ~all[w] | own[w];
  }
}
