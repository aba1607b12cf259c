/* Bit rows.  For each option a row of bits tells with which others it clashes: those that touch an
   item it touches which may be touched once, and those that bring another colour.  Taking an option
   copies the row of those alive to the next level without those that clash; going back drops the
   level.  There is no trail but that of the items in need.

   How many options an item has left is the population of (alive AND column).  Counting stops as
   soon as the item cannot be the choice any more, which is mostly at once; it goes on to the first
   option alive in any case, for an item in need without options ends the branch.

   Memory: options x options / 8 bytes, at most 8 MiB.  Time a node: words x a few items. */

#include "engine/rows.h"
#include "base/dispatch.h"
#include "engine/state.h"

#include <assert.h>
#include <string.h>

enum { MOST_ROWS = 8192, LINE = 8 };

bool bcov_rows_apply (const bcov_model *model)
{
  if (bcov_model_options (model) > MOST_ROWS)
    return false;
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

static uint64_t *row_of (uint64_t *rows, uint32_t words, size_t number)
{
  return rows + number * words;
}

static void set_bit (uint64_t *row, uint32_t bit)
{
  row[bit / 64] |= 1ull << bit % 64;
}

/* Marks the clashes of OPTION through its touch T. */
static void mark_clashes (bcov_rows *r, const bcov_columns *columns, uint32_t option, bcov_touch t)
{
  bcov_item item = r->model->items.data[t.item];
  uint64_t *clash = row_of (r->clash, r->words, option);
  if (item.hi == 1) {
    const uint64_t *column = row_of (r->column, r->words, t.item);
    for (uint32_t w = 0; w < r->words; w++)
      clash[w] |= column[w];
  } else if (item.coloured)
    for (uint32_t k = columns->start[t.item]; k < columns->start[t.item + 1]; k++)
      if (r->model->touches.data[columns->touch[k]].colour != t.colour)
        set_bit (clash, columns->owner[columns->touch[k]]);
}

static void fill_rows (bcov_rows *r, const bcov_columns *columns)
{
  const bcov_model *model = r->model;
  uint32_t n = bcov_model_options (model);
  for (uint32_t o = 0; o < n; o++)
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      set_bit (row_of (r->column, r->words, model->touches.data[t].item), o);
  for (uint32_t o = 0; o < n; o++) {
    set_bit (row_of (r->clash, r->words, o), o);
    set_bit (r->alive.data, o);
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      mark_clashes (r, columns, o, model->touches.data[t]);
  }
  for (uint32_t i = 0; i < r->n_items; i++)
    if (model->items.data[i].lo) {
      r->need[i] = 1;
      r->needy_at[i] = r->n_needy;
      r->needy[r->n_needy++] = i;
    }
}

BCOV_CLONES static uint32_t count_both (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  uint32_t count = 0;
  for (uint32_t w = 0; w < words; w++)
    count += (uint32_t)__builtin_popcountll (a[w] & b[w]);
  return count;
}

/* Chooses among the items in need; false when one of them has no option left. */
BCOV_CLONES static bool choose_item (bcov_rows *r)
{
  const uint64_t *alive = row_of (r->alive.data, r->words, r->level);
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t k = 0; k < r->n_needy; k++) {
    const uint64_t *column = row_of (r->column, r->words, r->needy[k]);
    uint32_t size = 0;
    for (uint32_t w = 0; w < r->words && (size < fewest || !size); w += LINE)
      for (uint32_t j = 0; j < LINE; j++)
        size += (uint32_t)__builtin_popcountll (alive[w + j] & column[w + j]);
    if (size < fewest) {
      fewest = size;
      best = r->needy[k];
    }
    if (!size)
      break;
  }
  r->choice = best;
  return fewest > 0;
}

static bcov_status reserve_level (bcov_rows *r)
{
  bcov_mem *mem = r->model->mem;
  bcov_status status = bcov_vec_reserve (mem, &r->alive, (r->level + 2) * (size_t)r->words, r->err);
  if (!status)
    status = bcov_vec_reserve (mem, &r->left_before, r->level + 2, r->err);
  return status;
}

bcov_status bcov_rows_start (bcov_rows *r, const bcov_model *model, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  bcov_columns columns = {0};
  size_t options = bcov_model_options (model);
  *r = (bcov_rows){.model = model,
                   .n_items = (uint32_t)model->items.count,
                   .words = (uint32_t)((options / 64 / LINE + 1) * LINE),
                   .choice = BCOV_NO_ITEM,
                   .err = err};
  if (!(r->clash = bcov_mem_alloc (mem, (options + 1) * r->words, sizeof *r->clash, err)) ||
      !(r->column = bcov_mem_alloc (mem, (r->n_items + 1u) * r->words, sizeof *r->column, err)) ||
      !(r->need = bcov_mem_alloc (mem, r->n_items + 1u, 1, err)) ||
      !(r->needy = bcov_mem_alloc (mem, r->n_items + 1u, sizeof *r->needy, err)) ||
      !(r->needy_at = bcov_mem_alloc (mem, r->n_items + 1u, sizeof *r->needy_at, err)) ||
      bcov_vec_reserve (mem, &r->left, r->n_items + 1u, err) || reserve_level (r) ||
      bcov_model_columns (model, &columns, err)) {
    bcov_rows_end (r);
    return bcov_mem_status (mem);
  }
  memset (r->alive.data, 0, r->words * sizeof *r->alive.data);
  fill_rows (r, &columns);
  bcov_columns_free (mem, &columns);
  choose_item (r);
  return BCOV_OK;
}

void bcov_rows_end (bcov_rows *r)
{
  bcov_mem *mem = r->model->mem;
  bcov_mem_free (mem, r->clash);
  bcov_mem_free (mem, r->column);
  bcov_mem_free (mem, r->need);
  bcov_mem_free (mem, r->needy);
  bcov_mem_free (mem, r->needy_at);
  bcov_vec_free (mem, &r->alive);
  bcov_vec_free (mem, &r->left);
  bcov_vec_free (mem, &r->left_before);
  *r = (bcov_rows){.model = r->model};
}

/* As in state.c: who leaves gives its place to the last one, and gets it back. */
static void leave_needy (bcov_rows *r, uint32_t i)
{
  uint32_t moved = r->needy[--r->n_needy];
  r->needy[r->needy_at[i]] = moved;
  r->needy_at[moved] = r->needy_at[i];
  r->need[i] = 0;
  r->left.data[r->left.count++] = i;
}

static void rejoin_needy (bcov_rows *r)
{
  uint32_t i = r->left.data[--r->left.count], moved = r->needy[r->needy_at[i]];
  r->needy_at[moved] = r->n_needy;
  r->needy[r->n_needy++] = moved;
  r->needy[r->needy_at[i]] = i;
  r->need[i] = 1;
}

BCOV_CLONES static void next_level (bcov_rows *r, uint32_t option)
{
  const uint64_t *clash = row_of (r->clash, r->words, option);
  const uint64_t *alive = row_of (r->alive.data, r->words, r->level);
  uint64_t *below = row_of (r->alive.data, r->words, r->level + 1);
  for (uint32_t w = 0; w < r->words; w++)
    below[w] = alive[w] & ~clash[w];
}

bool bcov_rows_take (bcov_rows *r, uint32_t option)
{
  const bcov_model *model = r->model;
  r->status = reserve_level (r);
  if (r->status)
    return false;
  next_level (r, option);
  r->left_before.data[++r->level] = (uint32_t)r->left.count;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    if (r->need[model->touches.data[t].item])
      leave_needy (r, model->touches.data[t].item);
  return choose_item (r);
}

bool bcov_rows_ban (bcov_rows *r, uint32_t option)
{
  const bcov_model *model = r->model;
  uint64_t *alive = row_of (r->alive.data, r->words, r->level);
  alive[option / 64] &= ~(1ull << option % 64);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item;
    if (r->need[item] && !bcov_rows_size (r, item))
      return false;
  }
  return true;
}

void bcov_rows_undo (bcov_rows *r, size_t mark)
{
  assert (mark <= r->level);
  if (mark == r->level)
    return;
  while (r->left.count > r->left_before.data[mark + 1])
    rejoin_needy (r);
  r->level = (uint32_t)mark;
}

uint32_t bcov_rows_size (const bcov_rows *r, uint32_t item)
{
  return count_both (row_of (r->alive.data, r->words, r->level), row_of (r->column, r->words, item),
                     r->words);
}

/* An item that may take no more has no option alive, so sizes alone tell. */
uint32_t bcov_rows_choose_free (const bcov_rows *r)
{
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  for (uint32_t i = 0; i < r->n_items && fewest > 1; i++) {
    uint32_t size = bcov_rows_size (r, i);
    if (size && size < fewest) {
      fewest = size;
      best = i;
    }
  }
  return best;
}

uint32_t bcov_rows_next (const bcov_rows *r, uint32_t item, uint32_t *cursor)
{
  const uint64_t *alive = row_of (r->alive.data, r->words, r->level);
  const uint64_t *column = row_of (r->column, r->words, item);
  uint32_t w = *cursor / 64;
  uint64_t left = alive[w] & column[w] & ~0ull << *cursor % 64;
  while (!left) {
    w++;
    assert (w < r->words);
    left = alive[w] & column[w];
  }
  *cursor = w * 64 + (uint32_t)__builtin_ctzll (left);
  return *cursor;
}
