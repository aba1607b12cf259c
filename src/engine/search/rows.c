/* Bit rows.  Those alive are a row of bits; taking an option copies it to the next level without
   the columns of the items that the option touches, and going back drops the level.  There is no
   trail.

   How many options each item has left is kept as well, a row of numbers for each level: less what
   the columns have in common with the words that changed (column_counts.h).  The items that need
   nothing any more have a large number added, so that the least number is the choice.

   As the search goes down, fewer and fewer options and items are left in longer and longer rows.
   Where that pays, what is left is made a subproblem of its own (subproblem.h), in which all below
   is searched.  It pays when the work saved on the levels entered below, by the mean of the last
   ones of this depth, exceeds the making.  Subproblems change nothing but the time.

   Memory: options x items / 4 bits twice, at most what the planner allows, and half of that for
   each subproblem below another.  Time a level: words x (touches of the option + items in need) / 8
   steps. */

#include "engine/search/rows.h"

#include <assert.h>
#include <string.h>

enum { MEAN_SHARE = 16, TOUCH_COST = 4, LEAST_WORDS = 16 };

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

bool bcov_rows_apply (const bcov_model *model, size_t most_bytes)
{
  bcov_scheme scheme;
  if (!each_once (model) || bcov_scheme_make (model, &scheme, NULL))
    return false;
  double bytes = bcov_scheme_bytes (&scheme);
  bcov_scheme_free (&scheme);
  return bytes <= (double)most_bytes;
}

static bcov_subproblem *current (bcov_rows *r)
{
  return &r->subproblems.data[r->subproblems.count - 1];
}

/* Counts with WORDS less, and chooses the item with the fewest options; false when one in need has
   none left. */
static bool choose_item (bcov_rows *r, bcov_column_counts_words words)
{
  const bcov_subproblem *p = current (r);
  uint64_t least = r->tally (p->by_word, p->lanes, words, bcov_subproblem_counts (p, r->level));
  bool in_need = least >> 32 < BCOV_SUBPROBLEM_DONE;
  assert (!in_need || (uint32_t)least < p->item.count);
  r->choice = in_need ? p->item.data[(uint32_t)least] : BCOV_NO_ITEM;
  return least >> 32 > 0;
}

/* Makes a subproblem of what is alive on this level. */
static bcov_status add_subproblem (bcov_rows *r)
{
  bcov_mem *mem = r->scheme.model->mem;
  size_t n = r->subproblems.count;
  bcov_status status = bcov_vec_reserve (mem, &r->subproblems, n + 1, r->err);
  if (status)
    return status;
  assert (n <= r->made);
  if (n == r->made)
    r->subproblems.data[r->made++] = (bcov_subproblem){0};
  status = bcov_subproblem_make (&r->scheme, n ? &r->subproblems.data[n - 1] : NULL, r->level,
                                 &r->subproblems.data[n], r->err);
  if (!status)
    r->subproblems.count++;
  return status;
}

static bcov_status reserve_level (bcov_rows *r)
{
  bcov_mem *mem = r->scheme.model->mem;
  bcov_subproblem *p = current (r);
  size_t rows = r->level - p->level + 2;
  bcov_status status = bcov_vec_reserve (mem, &p->alive, rows * p->words, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &p->counts, rows * p->lanes + 1, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &r->levels, r->level + 2, r->err);
  while (!status && r->below.count < r->level + 2)
    status = bcov_vec_push (mem, &r->below, 0, r->err);
  return status;
}

bcov_status bcov_rows_start (bcov_rows *r, const bcov_model *model, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  assert (each_once (model));
  *r = (bcov_rows){.scheme.model = model, .tally = bcov_column_counts_best (), .err = err};
  bcov_status status = bcov_scheme_make (model, &r->scheme, err);
  if (!status)
    status = add_subproblem (r);
  if (!status)
    status = reserve_level (r);
  size_t words = status ? 0 : current (r)->words;
  if (status || !(r->changed = bcov_mem_alloc (mem, words, sizeof *r->changed, err)) ||
      !(r->gone = bcov_mem_alloc (mem, words, sizeof *r->gone, err))) {
    status = status ? status : bcov_mem_status (mem);
    bcov_rows_end (r);
    return status;
  }
  r->levels.data[0] = (bcov_rows_level){.alive = bcov_model_options (model),
                                        .lanes = (uint32_t)current (r)->item.count};
  choose_item (r, (bcov_column_counts_words){.count = 0});
  return BCOV_OK;
}

void bcov_rows_end (bcov_rows *r)
{
  bcov_mem *mem = r->scheme.model->mem;
  for (size_t k = 0; k < r->made; k++)
    bcov_subproblem_free (mem, &r->subproblems.data[k]);
  bcov_vec_free (mem, &r->subproblems);
  bcov_vec_free (mem, &r->levels);
  bcov_vec_free (mem, &r->below);
  bcov_mem_free (mem, r->changed);
  bcov_mem_free (mem, r->gone);
  bcov_scheme_free (&r->scheme);
  *r = (bcov_rows){.scheme.model = r->scheme.model};
}

static __attribute__ ((unused)) bool is_alive (const bcov_rows *r, uint32_t place)
{
  const bcov_subproblem *p = bcov_rows_current (r);
  return place < p->option.count &&
         bcov_subproblem_alive (p, r->level)[place / 64] >> place % 64 & 1;
}

/* Steps that a level takes in rows of WORDS and LANES, about. */
static uint64_t level_cost (uint64_t words, uint64_t lanes)
{
  return words * (lanes + BCOV_SUBPROBLEM_LINE) / BCOV_SUBPROBLEM_LINE;
}

/* Whether a subproblem for this level would save more than it takes. */
static bool subproblem_pays (const bcov_rows *r)
{
  const bcov_subproblem *p = bcov_rows_current (r);
  const bcov_model *model = r->scheme.model;
  const bcov_rows_level *l = &r->levels.data[r->level];
  uint64_t words = l->alive / 64 + 1, touches = model->touches.count / bcov_model_options (model);
  if (r->eager || 2 * words > p->words || p->words < LEAST_WORDS)
    return r->eager;
  uint64_t saved = level_cost (p->words, p->lanes) - level_cost (words, l->lanes);
  uint64_t making = l->alive * (touches + 1) * TOUCH_COST + 2 * words * l->lanes;
  return r->below.data[r->level] / MEAN_SHARE * saved > making;
}

/* Copies the row of those alive to the next level, without what clashes with OPTION at PLACE. */
static void thin_out (const bcov_rows *r, bcov_subproblem *p, uint32_t place)
{
  const bcov_model *model = r->scheme.model;
  const uint64_t *alive = bcov_subproblem_alive (p, r->level);
  uint64_t *below = bcov_subproblem_alive (p, r->level + 1);
  uint32_t option = p->option.data[place];
  memcpy (below, alive, p->words * sizeof *below);
  below[place / 64] &= ~((uint64_t)1 << place % 64);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    bcov_subproblem_clash (&r->scheme, p, model->touches.data[t], below);
}

/* Lists the words of the next level that have lost something, and what. */
static bcov_column_counts_words compare (bcov_rows *r, const bcov_subproblem *p)
{
  const uint64_t *alive = bcov_subproblem_alive (p, r->level);
  const uint64_t *below = bcov_subproblem_alive (p, r->level + 1);
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
  return (bcov_column_counts_words){r->changed, r->gone, n};
}

/* What OPTION touches needs nothing any more. */
static void meet_needs (bcov_rows *r, const bcov_subproblem *p, uint32_t option)
{
  const bcov_model *model = r->scheme.model;
  uint64_t *counts = bcov_subproblem_counts (p, r->level);
  memcpy (counts, counts - p->lanes, p->lanes * sizeof *counts);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item, lane = p->lane.data[item];
    if (lane == BCOV_NO_ITEM)
      continue;
    bool met =
        r->scheme.all ? model->items.data[item].hi == 1 : !(counts[lane] & BCOV_SUBPROBLEM_DONE);
    uint32_t *lanes = &r->levels.data[r->level].lanes;
    *lanes -= met && *lanes; /* an item whose colour several options share is met by each */
    counts[lane] |= BCOV_SUBPROBLEM_DONE;
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
  bcov_column_counts_words gone = compare (r, p);
  r->level++;
  r->entered++;
  meet_needs (r, p, p->option.data[place]);
  bool fine = choose_item (r, gone);
  if (fine && r->choice != BCOV_NO_ITEM && subproblem_pays (r))
    r->status = add_subproblem (r);
  return fine && !r->status;
}

bool bcov_rows_ban (bcov_rows *r, uint32_t place)
{
  const bcov_model *model = r->scheme.model;
  const bcov_subproblem *p = current (r);
  uint64_t *counts = bcov_subproblem_counts (p, r->level);
  uint32_t option = p->option.data[place];
  bool fine = true;
  assert (is_alive (r, place) && r->levels.data[r->level].alive);
  bcov_subproblem_alive (p, r->level)[place / 64] &= ~((uint64_t)1 << place % 64);
  r->levels.data[r->level].alive--;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t lane = p->lane.data[model->touches.data[t].item];
    if (lane != BCOV_NO_ITEM)
      fine &= --counts[lane] > 0;
  }
  return fine;
}

/* Notes how many levels were entered below the one that is left. */
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

uint32_t bcov_rows_size (const bcov_rows *r, uint32_t item)
{
  const bcov_subproblem *p = bcov_rows_current (r);
  assert (p->lane.data[item] < p->item.count);
  uint64_t count = bcov_subproblem_counts (p, r->level)[p->lane.data[item]];
  return (uint32_t)(count & (BCOV_SUBPROBLEM_DONE - 1));
}

/* Without lanes for all items every option touches one in need, so that none is left. */
uint32_t bcov_rows_choose_free (const bcov_rows *r)
{
  const bcov_subproblem *p = bcov_rows_current (r);
  const uint64_t *counts = bcov_subproblem_counts (p, r->level);
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t k = 0; r->scheme.all && k < p->item.count && fewest > 1; k++) {
    uint32_t size = (uint32_t)(counts[k] & (BCOV_SUBPROBLEM_DONE - 1));
    if (size && size < fewest) {
      fewest = size;
      best = p->item.data[k];
    }
  }
  return best;
}

uint32_t bcov_rows_next (const bcov_rows *r, uint32_t item, uint32_t *place)
{
  const bcov_subproblem *p = bcov_rows_current (r);
  const uint64_t *alive = bcov_subproblem_alive (p, r->level),
                 *column = p->by_word + p->lane.data[item];
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
