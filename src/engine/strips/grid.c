/* A *run* is a maximal sequence of consecutive items each of which is a neighbour of the next.  It
   continues the row of the run before it, behind a hole, unless it has a neighbour in that row:
   then it begins the next row.  The columns of a run follow from a neighbour in an earlier row.

   Rows are a guess: a run below a wide hole may be assigned to the row above it.  Whatever they are
   used for must be correct for any rows.  Time: the touches of the model and its neighbours. */

#include "engine/strips/grid.h"
#include "base/mem.h"
#include "model/adjacency.h"

#include <assert.h>

enum { LEAST_LENGTH = 4 /* of a row, on average */ };

typedef struct {
  const bcov_adjacency *adjacency;
  bcov_grid *grid;
  uint32_t items;
  int32_t next_column; /* behind the last run of the row, and a hole */
} finder;

static bool is_cell (const finder *f, uint32_t item)
{
  return f->adjacency->role[item] == BCOV_GUARD;
}

/* Returns a neighbour of ITEM in an earlier row than ROW and no earlier than FROM, or BCOV_NO_ITEM.
 */
static uint32_t find_above (const finder *f, uint32_t item, uint32_t from, uint32_t row)
{
  const bcov_lists *beside = &f->adjacency->beside;
  for (uint32_t k = beside->first[item]; k < beside->first[item + 1]; k++) {
    uint32_t other = beside->of.data[k];
    if (other < item && f->grid->row[other] >= from && f->grid->row[other] < row)
      return other;
  }
  return BCOV_NO_ITEM;
}

static bool are_neighbours (const finder *f, uint32_t a, uint32_t b)
{
  const bcov_lists *beside = &f->adjacency->beside;
  for (uint32_t k = beside->first[a]; k < beside->first[a + 1]; k++)
    if (beside->of.data[k] == b)
      return true;
  return false;
}

/* Returns the end of the run that begins at FIRST. */
static uint32_t end_run (const finder *f, uint32_t first)
{
  uint32_t end = first + 1;
  while (end < f->items && is_cell (f, end) && are_neighbours (f, end - 1, end))
    end++;
  return end;
}

/* Returns whether one of the items FIRST .. END-1 has a neighbour in the current row. */
static bool is_below (const finder *f, uint32_t first, uint32_t end)
{
  uint32_t rows = f->grid->rows;
  for (uint32_t i = first; i < end; i++)
    if (rows && find_above (f, i, rows - 1, rows) != BCOV_NO_ITEM)
      return true;
  return false;
}

static void place_run (finder *f, uint32_t first, uint32_t end)
{
  bcov_grid *grid = f->grid;
  if (!grid->rows || is_below (f, first, end)) {
    grid->rows++;
    f->next_column = 0;
  }
  int32_t column = f->next_column;
  for (uint32_t i = first; i < end; i++) {
    uint32_t above = find_above (f, i, 0, grid->rows - 1);
    if (above == BCOV_NO_ITEM)
      continue;
    column = grid->column[above] - (int32_t)(i - first);
    break;
  }
  for (uint32_t i = first; i < end; i++) {
    grid->row[i] = grid->rows - 1;
    grid->column[i] = column++;
  }
  f->next_column = column + 1;
}

/* Returns the number of items in rows. */
static uint32_t place_all (finder *f)
{
  uint32_t cells = 0;
  for (uint32_t i = 0; i < f->items; i++)
    f->grid->row[i] = BCOV_NO_ITEM;
  for (uint32_t i = 0, end; i < f->items; i = end) {
    end = i + 1;
    if (!is_cell (f, i))
      continue;
    end = end_run (f, i);
    place_run (f, i, end);
    cells += end - i;
  }
  return cells;
}

bcov_status bcov_grid_find (const bcov_model *model, bcov_control *control, bcov_grid *grid,
                            bcov_error *err)
{
  bcov_adjacency adjacency;
  bool worth;
  size_t items = model->items.count;
  *grid = (bcov_grid){.mem = model->mem};
  bcov_status status = bcov_adjacency_make (model, control, &adjacency, &worth, err);
  if (status)
    return status;
  grid->row = bcov_mem_alloc (model->mem, items + 1, sizeof *grid->row, err);
  grid->column =
      grid->row ? bcov_mem_alloc (model->mem, items + 1, sizeof *grid->column, err) : NULL;
  if (!grid->column) {
    bcov_grid_free (grid);
    status = bcov_mem_status (model->mem);
  } else if (worth) {
    finder f = {.adjacency = &adjacency, .grid = grid, .items = (uint32_t)items};
    if (place_all (&f) < LEAST_LENGTH * grid->rows)
      grid->rows = 0;
  }
  bcov_adjacency_free (&adjacency);
  return status;
}

void bcov_grid_free (bcov_grid *grid)
{
  bcov_mem *mem = grid->mem;
  if (!mem)
    return;
  bcov_mem_free (mem, grid->row);
  bcov_mem_free (mem, grid->column);
  *grid = (bcov_grid){0};
}
