/* Cells and pieces.  An item that stands for a piece which is used once shares options with cells
   all over the board, and no option belongs to two pieces.  A cell shares options with the cells
   around it.  The *reach* of an item is the number of other items with which it shares an option.

   An item is taken as a piece if it shares no option with the pieces before it and its reach is at
   least half of theirs.  The last items are examined first, or the first ones, because most files
   list the pieces after or before the cells; if that fails, those with the largest reach.  Pieces
   are believed if each option has a cell, they reach half of the cells on average, and each option
   has a piece.  If some options have none, because other pieces may be used any number of times,
   the pieces must reach far more than a cell does, and the reach must not have selected them.
   Otherwise all items are cells: in sudokus, for example, no item reaches many others.

   Time: the squares of the lengths of all options. */

#include "model/compile/cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 32 << 20 }; /* larger models have no pieces */

/* The share of all cells that a piece must reach on average (by hand). */
static const double far_enough = 0.5;

/* The share of all items that some item must reach; otherwise no attempt is made (by hand: pieces
   are hardly ever more than half of all items). */
static const double worth_trying = 0.25;

/* How many times as many cells a piece must reach as a cell does, on average (by hand: 1.0 in
   sudokus, 1.3 and more on boards from 3x20 to 4x4x4). */
static const double far_more = 1.15;

typedef struct {
  bcov_model *model;
  bcov_columns columns;
  uint32_t *met;     /* of each item: the last round that met it */
  uint64_t *sorted;  /* items below their reach */
  uint8_t *is_piece; /* of each item */
  uint32_t items, pieces, round;
} finder;

static bool may_be_cell (const bcov_item *item)
{
  return item->hi == 1 && !item->coloured;
}

/* Returns the number of items, except pieces, that share options with ITEM. */
static uint32_t reach (finder *f, uint32_t item)
{
  const bcov_model *model = f->model;
  const bcov_columns *c = &f->columns;
  uint32_t count = 0;
  f->met[item] = ++f->round;
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t other = model->touches.data[t].item;
      count += f->met[other] != f->round && !f->is_piece[other] &&
               may_be_cell (&model->items.data[other]);
      f->met[other] = f->round;
    }
  }
  return count;
}

/* Returns whether ITEM shares an option with a piece. */
static bool meets_piece (const finder *f, uint32_t item)
{
  const bcov_model *model = f->model;
  const bcov_columns *c = &f->columns;
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      if (f->is_piece[model->touches.data[t].item])
        return true;
  }
  return false;
}

static int descending (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x < y) - (x > y);
}

/* The orders in which items are examined. */
enum { BACKWARD, FORWARD, BY_REACH, ATTEMPTS };

/* Lists the items that may be pieces, the likeliest first; returns their number. */
static uint32_t sort_items (finder *f, int attempt)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->items; i++) {
    uint64_t above = attempt == BY_REACH ? reach (f, i) : attempt == BACKWARD ? i : f->items - i;
    if (may_be_cell (&f->model->items.data[i]))
      f->sorted[count++] = above << 32 | i;
  }
  if (count)
    qsort (f->sorted, count, sizeof *f->sorted, descending);
  return count;
}

/* Takes items as pieces in the order of ATTEMPT. */
static void find_pieces (finder *f, int attempt)
{
  f->pieces = 0;
  memset (f->is_piece, 0, f->items);
  uint32_t count = sort_items (f, attempt);
  uint64_t least = 0;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t item = (uint32_t)f->sorted[k];
    uint64_t far = reach (f, item);
    if (2 * far < least || meets_piece (f, item))
      continue;
    least = far > least ? far : least;
    f->is_piece[item] = 1;
    f->pieces++;
  }
}

/* Counts the options without a cell and those without a piece. */
static void count_options (const finder *f, uint32_t *no_cell, uint32_t *no_piece)
{
  const bcov_model *model = f->model;
  *no_cell = *no_piece = 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    bool cell = false, piece = false;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t item = model->touches.data[t].item;
      piece |= f->is_piece[item];
      cell |= may_be_cell (&model->items.data[item]) && !f->is_piece[item];
    }
    *no_cell += !cell;
    *no_piece += !piece;
  }
}

/* Returns whether the pieces found are far from each other in the sense above. */
static bool believe_pieces (finder *f, int attempt)
{
  double of_pieces = 0, of_cells = 0, cells = 0;
  uint32_t no_cell, no_piece;
  for (uint32_t i = 0; i < f->items; i++) {
    if (!may_be_cell (&f->model->items.data[i]))
      continue;
    *(f->is_piece[i] ? &of_pieces : &of_cells) += reach (f, i);
    cells += !f->is_piece[i];
  }
  count_options (f, &no_cell, &no_piece);
  if (no_cell || !f->pieces)
    return false;
  double share = of_pieces / f->pieces / cells;
  bool far = attempt != BY_REACH && share >= far_more * of_cells / cells / cells;
  return share >= far_enough && (!no_piece || far);
}

/* Returns an upper bound of the reach of ITEM. */
static uint64_t most_reach (const finder *f, uint32_t item)
{
  const bcov_model *model = f->model;
  const bcov_columns *c = &f->columns;
  uint64_t touches = 0;
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    touches += model->first.data[o + 1] - model->first.data[o] - 1;
  }
  return touches;
}

/* Returns whether some item reaches so many others that there may be pieces. */
static bool may_have_pieces (finder *f)
{
  double least = worth_trying * f->items;
  for (uint32_t i = 0; i < f->items; i++)
    if (may_be_cell (&f->model->items.data[i]) && (double)most_reach (f, i) >= least &&
        reach (f, i) >= least)
      return true;
  return least <= 0;
}

static void mark (finder *f)
{
  uint64_t steps = 0;
  const bcov_model *model = f->model;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint64_t length = model->first.data[o + 1] - model->first.data[o];
    steps += length * length;
  }
  bool pieces = false, may = steps <= MOST_STEPS && may_have_pieces (f);
  for (int k = 0; k < ATTEMPTS && !pieces && may; k++) {
    find_pieces (f, k);
    pieces = believe_pieces (f, k);
  }
  for (uint32_t i = 0; i < f->items; i++) {
    bcov_item *item = &f->model->items.data[i];
    item->gain = may_be_cell (item) && !(pieces && f->is_piece[i]);
  }
}

bcov_status bcov_cells_mark (bcov_model *model, bcov_error *err)
{
  finder f = {.model = model, .items = (uint32_t)model->items.count};
  bcov_rooms rooms = {.mem = model->mem, .err = err};
  size_t items = model->items.count + 1;
  f.met = bcov_mem_take_room (&rooms, items, sizeof *f.met);
  f.sorted = bcov_mem_take_room (&rooms, items, sizeof *f.sorted);
  f.is_piece = bcov_mem_take_room (&rooms, items, 1);
  bcov_status status = rooms.status ? rooms.status : bcov_model_columns (model, &f.columns, err);
  if (!status) {
    mark (&f);
    bcov_columns_free (model->mem, &f.columns);
  }
  bcov_mem_free_rooms (&rooms);
  return status;
}
