/* Bitsets.  The options alive are a bitset.  Taking an option copies it to the next level without
   the options that exclude it, and going back drops the level; there is no trail.

   Each level also stores how many options each item has left.  They are updated from the words of
   the bitset that changed: the bits of an item's column in these words are subtracted.  DONE is
   added to the count of an item that needs no more touches, so that the item with the least count
   is chosen.

   Columns.  An item that may be touched once has one column, its options: they exclude each other.
   A coloured item has that column and one for each colour: a touch excludes the options in the
   first that are not in the colour's own.  An item whose options are counted has a *lane*: its
   column is stored a second time, interleaved with the other lanes, so that compilers turn counting
   into vector instructions that never add across a register.

   Subproblems.  Deep in the search, few options and items are left in long bitsets.  The options
   alive then become a subproblem with shorter bitsets, in which the whole subtree is searched,
   provided that the work saved on the levels below, estimated from recent visits of this depth,
   exceeds the work of making the subproblem.  Options keep their order.  Items that no option alive
   touches, or touches with one colour only, need no column.  Subproblems affect only the time.

   Memory: options x items / 4 bits twice, at most what the planner allows, and half of that for
   each subproblem below another.  Time of a level: words x (touches of the option + items in need)
   / 8 steps. */

#include "engine/search/rows.h"
#include "base/dispatch.h"

#include <assert.h>
#include <string.h>

enum {
  LINE = 8, /* words and lanes are multiples of it: a cache line, or two vectors */
  MEAN_SHARE = 16,
  TOUCH_COST = 4,
  LEAST_WORDS = 16,
  AHEAD = 1 << 14, /* words of the bitsets and counts of the first levels */
  STEP_COST = 250, /* of a step apart from its words, in touches changed (by hand) */
  WORDS_A_TOUCH = 5
};

#define DONE ((uint64_t)1 << 30)
#define MIXED (UINT32_MAX - 1) /* several colours */

struct bcov_subproblem {
  uint32_t level;                    /* of the search, from which on it is used */
  uint32_t words, lanes, columns;    /* words of a bitset of options */
  BCOV_VEC (uint32_t) option;        /* number of each in the model, ascending */
  BCOV_VEC (uint32_t) lane;          /* of each item of the model, or BCOV_NO_ITEM */
  BCOV_VEC (uint32_t) column;        /* of each item: its first, or BCOV_NO_ITEM */
  BCOV_VEC (uint32_t) item;          /* of each lane */
  BCOV_VEC (uint64_t) room;          /* of the next two */
  uint64_t *by_word;                 /* first words of all lanes, then the second words, ... */
  uint64_t *by_column;               /* the columns of the lanes, then the other columns */
  BCOV_VEC (uint64_t) alive, counts; /* a row for each level from LEVEL on */
};

static uint64_t *alive_at (const bcov_subproblem *p, uint32_t level)
{
  return p->alive.data + (size_t)(level - p->level) * p->words;
}

static uint64_t *counts_at (const bcov_subproblem *p, uint32_t level)
{
  return p->counts.data + (size_t)(level - p->level) * p->lanes;
}

static bcov_subproblem *current (const bcov_rows *r)
{
  return &r->subproblems.data[r->subproblems.count - 1];
}

/* ---- which models ---- */

static bool each_once (const bcov_model *model)
{
  for (size_t t = 0; t < model->touches.count; t++)
    if (model->touches.data[t].times > 1)
      return false;
  for (size_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    if (item.lo > 1 || (item.hi != 1 && item.hi != BCOV_MANY))
      return false;
  }
  return true;
}

static bcov_status see_model (bcov_rows *r)
{
  const bcov_model *model = r->model;
  r->colours = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *r->colours, r->err);
  if (!r->colours)
    return bcov_mem_status (model->mem);
  r->plain = true;
  for (size_t i = 0; i < model->items.count; i++)
    r->plain &= model->items.data[i].lo > 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    bool once = false;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      bcov_touch touch = model->touches.data[t];
      once |= model->items.data[touch.item].lo == 1 && model->items.data[touch.item].hi == 1;
      if (touch.colour > r->colours[touch.item])
        r->colours[touch.item] = touch.colour;
    }
    r->all |= !once;
  }
  return BCOV_OK;
}

/* Returns the work of a step with bitsets of WORDS words and LANES items in touches changed. */
static double bitset_work (double words, double lanes)
{
  return STEP_COST + words * (lanes / 8 + 1) / WORDS_A_TOUCH;
}

/* Returns whether a step with bitsets is not much slower than with sparse sets, which change the
   touches of all options that exclude the one taken.  Subproblems save half of it or more. */
static bool pays (const bcov_model *model)
{
  double items = (double)model->items.count + 1, options = (double)bcov_model_options (model) + 1;
  double touches = (double)model->touches.count, size = touches / options;
  double sparse = items / 2 + 2 * size * size * touches / items;
  return bitset_work (options / 64, items) < 2 * sparse + 2 * STEP_COST;
}

bool bcov_rows_apply (const bcov_model *model, size_t most_bytes)
{
  bcov_rows r = {.model = model};
  if (!each_once (model) || !pays (model) || see_model (&r))
    return false;
  double columns = (double)model->items.count + LINE;
  double words = (double)bcov_model_options (model) / 64 + LINE;
  for (size_t i = 0; i < model->items.count; i++)
    columns += 1.0 + r.colours[i];
  bcov_mem_free (model->mem, r.colours);
  return columns * words * sizeof (uint64_t) <= (double)most_bytes;
}

uint64_t bcov_rows_work (const bcov_rows *rows)
{
  return (uint64_t)bitset_work (current (rows)->words, rows->levels.data[rows->level].lanes);
}

/* ---- subproblems ---- */

static uint32_t round_up (uint32_t n)
{
  return (n + LINE - 1) / LINE * LINE;
}

/* Lists the options alive in PARENT, or all options if it is NULL. */
static void list_options (const bcov_rows *r, const bcov_subproblem *parent, bcov_subproblem *p)
{
  uint32_t n = 0;
  for (uint32_t o = 0; !parent && o < bcov_model_options (r->model); o++)
    p->option.data[n++] = o;
  for (uint32_t w = 0; parent && w < parent->words; w++)
    for (uint64_t left = alive_at (parent, r->level)[w]; left; left &= left - 1)
      p->option.data[n++] = parent->option.data[w * 64 + (uint32_t)__builtin_ctzll (left)];
  p->option.count = n;
  p->words = round_up (n / 64 + 1);
}

/* Marks in p->column the items that some option touches: with one colour, or with several. */
static void see_touches (const bcov_rows *r, bcov_subproblem *p)
{
  const bcov_model *m = r->model;
  for (size_t k = 0; !r->plain && k < p->option.count; k++) {
    uint32_t o = p->option.data[k];
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      bcov_touch touch = m->touches.data[t];
      uint32_t *seen = &p->column.data[touch.item];
      *seen = *seen == BCOV_NO_ITEM || *seen == touch.colour ? touch.colour : MIXED;
    }
  }
}

/* Gives lanes to the items that have one in PARENT and still matter. */
static void give_lanes (const bcov_rows *r, const bcov_subproblem *parent, bcov_subproblem *p)
{
  const uint64_t *counts = parent ? counts_at (parent, r->level) : NULL;
  uint32_t before = parent ? (uint32_t)parent->item.count : (uint32_t)r->model->items.count, n = 0;
  for (uint32_t k = 0; k < before; k++) {
    uint32_t i = parent ? parent->item.data[k] : k;
    bool matters = parent ? counts[k] < DONE || (r->all && counts[k] > DONE)
                          : r->all || r->model->items.data[i].lo;
    if (!matters)
      continue;
    p->lane.data[i] = n;
    p->item.data[n++] = i;
  }
  p->item.count = n;
  p->lanes = round_up (n);
}

/* Gives columns: first those of the lanes, then the others. */
static void give_columns (const bcov_rows *r, bcov_subproblem *p)
{
  uint32_t n = p->lanes;
  for (uint32_t i = 0; !r->plain && i < r->model->items.count; i++) {
    bcov_item item = r->model->items.data[i];
    uint32_t seen = p->column.data[i];
    p->column.data[i] = BCOV_NO_ITEM;
    if (seen == BCOV_NO_ITEM)
      continue;
    if (item.coloured && seen == MIXED) {
      p->column.data[i] = n;
      n += 1 + r->colours[i];
    } else if (item.hi == 1 && p->lane.data[i] == BCOV_NO_ITEM)
      p->column.data[i] = n++;
  }
  for (uint32_t k = 0; k < p->item.count; k++)
    if (r->model->items.data[p->item.data[k]].hi == 1)
      p->column.data[p->item.data[k]] = k;
  assert (n >= p->lanes && p->item.count <= p->lanes);
  p->columns = n;
}

/* Makes room for the bits, all zero. */
static bcov_status give_room (const bcov_rows *r, bcov_subproblem *p)
{
  bcov_mem *mem = r->model->mem;
  size_t lanes = (size_t)p->words * p->lanes, columns = (size_t)p->words * p->columns;
  bcov_status status = bcov_vec_reserve (mem, &p->room, lanes + columns + LINE, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->alive, (size_t)2 * p->words, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->counts, (size_t)2 * p->lanes + 1, r->err);
  if (status)
    return status;
  size_t odd = (uintptr_t)p->room.data / sizeof (uint64_t) % LINE;
  p->by_word = p->room.data + (odd ? LINE - odd : 0);
  p->by_column = p->by_word + lanes;
  assert ((uintptr_t)p->by_word % 64 == 0);
  assert (p->by_column + columns <= p->room.data + p->room.room);
  memset (p->by_word, 0, lanes * sizeof (uint64_t));
  memset (p->by_column + lanes, 0, (columns - lanes) * sizeof (uint64_t));
  return BCOV_OK;
}

/* Sets the bits of option K in the lanes and columns of the items that it touches. */
static void enter_option (const bcov_rows *r, bcov_subproblem *p, uint32_t k)
{
  const bcov_model *m = r->model;
  uint32_t o = p->option.data[k], word = k / 64;
  uint64_t bit = (uint64_t)1 << k % 64, *lanes = p->by_word + (size_t)word * p->lanes;
  for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
    bcov_touch touch = m->touches.data[t];
    uint32_t lane = p->lane.data[touch.item], column = p->column.data[touch.item];
    if (lane != BCOV_NO_ITEM)
      lanes[lane] |= bit;
    if (r->plain || column == BCOV_NO_ITEM || column < p->lanes)
      continue;
    p->by_column[(size_t)column * p->words + word] |= bit;
    if (touch.colour)
      p->by_column[(size_t)(column + touch.colour) * p->words + word] |= bit;
  }
}

static uint64_t count_lane (const bcov_subproblem *p, uint32_t lane)
{
  uint64_t count = 0;
  for (uint32_t w = 0; w < p->words; w++)
    count += (uint64_t)__builtin_popcountll (p->by_column[(size_t)lane * p->words + w]);
  return count;
}

/* Copies the lanes to columns, makes all options alive and counts them. */
static void complete (const bcov_rows *r, const bcov_subproblem *parent, bcov_subproblem *p)
{
  const uint64_t *before = parent ? counts_at (parent, r->level) : NULL;
  for (uint32_t k = 0; k < p->lanes; k++)
    for (uint32_t w = 0; w < p->words; w++)
      p->by_column[(size_t)k * p->words + w] = p->by_word[(size_t)w * p->lanes + k];
  memset (p->alive.data, 0, p->words * sizeof (uint64_t));
  for (size_t k = 0; k < p->option.count; k++)
    p->alive.data[k / 64] |= (uint64_t)1 << k % 64;
  for (uint32_t k = 0; k < p->lanes; k++)
    p->counts.data[k] = DONE;
  for (uint32_t k = 0; k < p->item.count; k++) {
    uint32_t i = p->item.data[k];
    p->counts.data[k] = parent ? before[parent->lane.data[i]]
                               : count_lane (p, k) + (r->model->items.data[i].lo ? 0 : DONE);
    assert ((p->counts.data[k] & (DONE - 1)) == count_lane (p, k));
  }
}

/* Makes P, which may own memory already, from the options alive in PARENT at the current level, or
   from all options if PARENT is NULL. */
static bcov_status make_subproblem (bcov_rows *r, const bcov_subproblem *parent, bcov_subproblem *p)
{
  bcov_mem *mem = r->model->mem;
  size_t items = r->model->items.count;
  size_t options = parent ? parent->option.count : bcov_model_options (r->model);
  bcov_status status = bcov_vec_reserve (mem, &p->option, options + 1, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->lane, items + 1, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->column, items + 1, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->item, items + 1, r->err);
  if (status)
    return status;
  p->level = r->level;
  memset (p->lane.data, 0xff, items * sizeof *p->lane.data);
  memset (p->column.data, 0xff, items * sizeof *p->column.data);
  list_options (r, parent, p);
  see_touches (r, p);
  give_lanes (r, parent, p);
  give_columns (r, p);
  status = give_room (r, p);
  if (status)
    return status;
  for (uint32_t k = 0; k < p->option.count; k++)
    enter_option (r, p, k);
  complete (r, parent, p);
  return BCOV_OK;
}

static bcov_status add_subproblem (bcov_rows *r)
{
  size_t n = r->subproblems.count;
  bcov_status status = bcov_vec_reserve (r->model->mem, &r->subproblems, n + 1, r->err);
  if (status)
    return status;
  assert (n <= r->made);
  if (n == r->made)
    r->subproblems.data[r->made++] = (bcov_subproblem){0};
  status = make_subproblem (r, n ? &r->subproblems.data[n - 1] : NULL, &r->subproblems.data[n]);
  r->subproblems.count += !status;
  return status;
}

static void free_subproblem (bcov_mem *mem, bcov_subproblem *p)
{
  bcov_vec_free (mem, &p->option);
  bcov_vec_free (mem, &p->lane);
  bcov_vec_free (mem, &p->column);
  bcov_vec_free (mem, &p->item);
  bcov_vec_free (mem, &p->room);
  bcov_vec_free (mem, &p->alive);
  bcov_vec_free (mem, &p->counts);
}

/* Returns the steps that a level takes with WORDS and LANES, about. */
static uint64_t level_cost (uint64_t words, uint64_t lanes)
{
  return words * (lanes + LINE) / LINE;
}

/* Returns whether a subproblem at this level would save more than it takes to make. */
static bool subproblem_pays (const bcov_rows *r)
{
  const bcov_subproblem *p = current (r);
  const bcov_model *model = r->model;
  const bcov_rows_level *l = &r->levels.data[r->level];
  uint64_t words = l->alive / 64 + 1, touches = model->touches.count / bcov_model_options (model);
  if (2 * words > p->words || p->words < LEAST_WORDS)
    return false;
  uint64_t saved = level_cost (p->words, p->lanes) - level_cost (words, l->lanes);
  uint64_t making = l->alive * (touches + 1) * TOUCH_COST + 2 * words * l->lanes;
  return r->below.data[r->level] / MEAN_SHARE * saved > making;
}

/* ---- counting ---- */

/* Subtracts from COUNTS, for the first N words that changed, the bits that went from each lane.
   Returns the least count << 32 | its lane.  The eight minima side by side become vectors. */
BCOV_CLONES static uint64_t tally (const bcov_rows *r, const bcov_subproblem *p, uint32_t n,
                                   uint64_t *counts)
{
  uint64_t least[LINE], best = UINT64_MAX;
  uint32_t lanes = p->lanes;
  assert (lanes % LINE == 0);
  for (uint32_t k = 0; k < n; k++) {
    const uint64_t *column = p->by_word + (uint64_t)r->changed[k] * lanes;
    uint64_t bits = r->gone[k];
    for (uint32_t i = 0; i < lanes; i++)
      counts[i] -= (uint64_t)__builtin_popcountll (column[i] & bits);
  }
  for (uint32_t j = 0; j < LINE; j++)
    least[j] = UINT64_MAX;
  for (uint32_t i = 0; i < lanes; i += LINE)
    for (uint32_t j = 0; j < LINE; j++) {
      uint64_t key = counts[i + j] << 32 | (i + j);
      least[j] = key < least[j] ? key : least[j];
    }
  for (uint32_t j = 0; j < LINE; j++)
    best = least[j] < best ? least[j] : best;
  return best;
}

/* Updates the counts and chooses the item with the fewest options; returns false if an item in need
   has none left. */
static bool choose_item (bcov_rows *r, uint32_t n)
{
  const bcov_subproblem *p = current (r);
  uint64_t least = tally (r, p, n, counts_at (p, r->level));
  bool in_need = least >> 32 < DONE;
  assert (!in_need || (uint32_t)least < p->item.count);
  r->choice = in_need ? p->item.data[(uint32_t)least] : BCOV_NO_ITEM;
  return least >> 32 > 0;
}

/* ---- start and end ---- */

/* Returns the number of rows to make room for, at least NEED.  The first ones come at once if they
   are short, because growing copies them. */
static size_t rows_ahead (const bcov_subproblem *p, size_t need)
{
  size_t more = AHEAD / (p->words + p->lanes + 1u);
  return need < more ? more : need;
}

static bcov_status reserve_level (bcov_rows *r)
{
  bcov_mem *mem = r->model->mem;
  bcov_subproblem *p = current (r);
  size_t rows = rows_ahead (p, r->level - p->level + 2);
  bcov_status status = bcov_vec_reserve (mem, &p->alive, rows * p->words, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->counts, rows * p->lanes + 1, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &r->levels, r->level + 2, r->err);
  while (!status && r->below.count < r->level + 2)
    status = bcov_vec_push (mem, &r->below, 0, r->err);
  return status;
}

/* Stores level 0, where options are ruled out without a trail. */
static void keep_first (bcov_rows *r)
{
  const bcov_subproblem *p = current (r);
  memcpy (r->first, alive_at (p, 0), p->words * sizeof *r->first);
  memcpy (r->first + p->words, counts_at (p, 0), p->lanes * sizeof *r->first);
  r->first[p->words + p->lanes] = r->levels.data[0].alive;
  r->first[p->words + p->lanes + 1] = r->choice;
}

void bcov_rows_restart (bcov_rows *r)
{
  bcov_rows_undo (r, 0);
  const bcov_subproblem *p = current (r);
  assert (!r->level && !p->level);
  memcpy (alive_at (p, 0), r->first, p->words * sizeof *r->first);
  memcpy (counts_at (p, 0), r->first + p->words, p->lanes * sizeof *r->first);
  r->levels.data[0].alive = (uint32_t)r->first[p->words + p->lanes];
  r->choice = (uint32_t)r->first[p->words + p->lanes + 1];
}

bcov_status bcov_rows_start (bcov_rows *r, const bcov_model *model, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  assert (each_once (model));
  *r = (bcov_rows){.model = model, .err = err};
  bcov_status status = see_model (r);
  if (!status)
    status = add_subproblem (r);
  if (!status)
    status = reserve_level (r);
  size_t words = status ? 0 : current (r)->words, lanes = status ? 0 : current (r)->lanes;
  if (status || !(r->changed = bcov_mem_alloc (mem, words, sizeof *r->changed, err)) ||
      !(r->gone = bcov_mem_alloc (mem, words, sizeof *r->gone, err)) ||
      !(r->first = bcov_mem_alloc (mem, words + lanes + 2, sizeof *r->first, err))) {
    status = status ? status : bcov_mem_status (mem);
    bcov_rows_end (r);
    return status;
  }
  r->levels.data[0] = (bcov_rows_level){.alive = bcov_model_options (model),
                                        .lanes = (uint32_t)current (r)->item.count};
  choose_item (r, 0);
  keep_first (r);
  return BCOV_OK;
}

void bcov_rows_end (bcov_rows *r)
{
  bcov_mem *mem = r->model->mem;
  for (size_t k = 0; k < r->made; k++)
    free_subproblem (mem, &r->subproblems.data[k]);
  bcov_vec_free (mem, &r->subproblems);
  bcov_vec_free (mem, &r->levels);
  bcov_vec_free (mem, &r->below);
  bcov_mem_free (mem, r->colours);
  bcov_mem_free (mem, r->changed);
  bcov_mem_free (mem, r->gone);
  bcov_mem_free (mem, r->first);
  *r = (bcov_rows){.model = r->model};
}

/* ---- steps ---- */

static __attribute__ ((unused)) bool is_alive (const bcov_rows *r, uint32_t place)
{
  const bcov_subproblem *p = current (r);
  return place < p->option.count && alive_at (p, r->level)[place / 64] >> place % 64 & 1;
}

/* Removes from ROW the options that TOUCH excludes. */
static void exclude (const bcov_rows *r, const bcov_subproblem *p, bcov_touch touch, uint64_t *row)
{
  uint32_t column = p->column.data[touch.item], words = p->words;
  if (column == BCOV_NO_ITEM)
    return;
  const uint64_t *all = p->by_column + (size_t)column * words;
  if (column < p->lanes || r->model->items.data[touch.item].hi == 1)
    for (uint32_t w = 0; w < words; w++)
      row[w] &= ~all[w];
  else {
    assert (touch.colour && touch.colour <= r->colours[touch.item]);
    const uint64_t *own = all + (size_t)touch.colour * words;
    for (uint32_t w = 0; w < words; w++)
      row[w] &= ~all[w] | own[w];
  }
}

/* Copies the bitset to the next level without what the option at PLACE excludes. */
static void thin_out (const bcov_rows *r, bcov_subproblem *p, uint32_t place)
{
  const bcov_model *model = r->model;
  uint64_t *below = alive_at (p, r->level + 1);
  uint32_t option = p->option.data[place];
  memcpy (below, alive_at (p, r->level), p->words * sizeof *below);
  below[place / 64] &= ~((uint64_t)1 << place % 64);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    exclude (r, p, model->touches.data[t], below);
}

/* Lists the words of the next level that lost bits in CHANGED and GONE; returns their number. */
static uint32_t compare (bcov_rows *r, const bcov_subproblem *p)
{
  const uint64_t *alive = alive_at (p, r->level), *below = alive_at (p, r->level + 1);
  const bcov_rows_level *l = &r->levels.data[r->level];
  uint32_t n = 0, gone = 0;
  for (uint32_t w = 0; w < p->words; w++) {
    r->changed[n] = w;
    r->gone[n] = alive[w] & ~below[w];
    gone += (uint32_t)__builtin_popcountll (r->gone[n]);
    n += r->gone[n] != 0;
  }
  assert (gone && gone <= l->alive);
  r->levels.data[r->level + 1] = (bcov_rows_level){r->entered, l->alive - gone, l->lanes};
  return n;
}

/* Marks the items that OPTION touches as done. */
static void meet_needs (bcov_rows *r, const bcov_subproblem *p, uint32_t option)
{
  const bcov_model *model = r->model;
  uint64_t *counts = counts_at (p, r->level);
  memcpy (counts, counts - p->lanes, p->lanes * sizeof *counts);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item, lane = p->lane.data[item];
    if (lane == BCOV_NO_ITEM)
      continue;
    bool met = r->all ? model->items.data[item].hi == 1 : !(counts[lane] & DONE);
    uint32_t *lanes = &r->levels.data[r->level].lanes;
    *lanes -= met && *lanes; /* an item whose colour several options share is met by each */
    counts[lane] |= DONE;
  }
}

bool bcov_rows_take (bcov_rows *r, uint32_t place)
{
  bcov_subproblem *p = current (r);
  assert (is_alive (r, place));
  r->status = reserve_level (r);
  if (r->status)
    return false;
  thin_out (r, p, place);
  uint32_t n = compare (r, p);
  r->level++;
  r->entered++;
  meet_needs (r, p, p->option.data[place]);
  bool fine = choose_item (r, n);
  if (fine && r->choice != BCOV_NO_ITEM && subproblem_pays (r))
    r->status = add_subproblem (r);
  return fine && !r->status;
}

bool bcov_rows_ban (bcov_rows *r, uint32_t place)
{
  const bcov_model *model = r->model;
  const bcov_subproblem *p = current (r);
  uint64_t *counts = counts_at (p, r->level);
  uint32_t option = p->option.data[place];
  bool fine = true;
  assert (is_alive (r, place) && r->levels.data[r->level].alive);
  alive_at (p, r->level)[place / 64] &= ~((uint64_t)1 << place % 64);
  r->levels.data[r->level].alive--;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t lane = p->lane.data[model->touches.data[t].item];
    if (lane != BCOV_NO_ITEM)
      fine &= --counts[lane] > 0;
  }
  return fine;
}

/* Records how many levels were entered below the one that is left. */
static void learn (bcov_rows *r, uint32_t level)
{
  uint64_t *below = &r->below.data[level];
  assert (level < r->below.count && r->entered >= r->levels.data[level].entered);
  uint64_t entered = r->entered - r->levels.data[level].entered;
  *below = *below ? *below - *below / MEAN_SHARE + entered : entered * MEAN_SHARE;
}

void bcov_rows_undo (bcov_rows *r, size_t mark)
{
  assert (mark <= r->level);
  if (mark == r->level)
    return;
  learn (r, (uint32_t)mark + 1);
  r->level = (uint32_t)mark;
  while (current (r)->level > mark)
    r->subproblems.count--;
}

/* ---- choices ---- */

uint32_t bcov_rows_size (const bcov_rows *r, uint32_t item)
{
  const bcov_subproblem *p = current (r);
  assert (p->lane.data[item] < p->item.count);
  return (uint32_t)(counts_at (p, r->level)[p->lane.data[item]] & (DONE - 1));
}

/* If not all items have lanes, every option touches an item in need, so that none is left. */
uint32_t bcov_rows_choose_free (const bcov_rows *r)
{
  const bcov_subproblem *p = current (r);
  const uint64_t *counts = counts_at (p, r->level);
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t k = 0; r->all && k < p->item.count && fewest > 1; k++) {
    uint32_t size = (uint32_t)(counts[k] & (DONE - 1));
    if (size && size < fewest) {
      fewest = size;
      best = p->item.data[k];
    }
  }
  return best;
}

uint32_t bcov_rows_next (const bcov_rows *r, uint32_t item, uint32_t *place)
{
  const bcov_subproblem *p = current (r);
  const uint64_t *alive = alive_at (p, r->level), *column = p->by_word + p->lane.data[item];
  uint32_t w = *place / 64;
  uint64_t left = alive[w] & column[(size_t)w * p->lanes] & ~(uint64_t)0 << *place % 64;
  while (!left) {
    w++;
    assert (w < p->words);
    left = alive[w] & column[(size_t)w * p->lanes];
  }
  *place = w * 64 + (uint32_t)__builtin_ctzll (left);
  assert (*place < p->option.count);
  return p->option.data[*place];
}
