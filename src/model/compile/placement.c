/* Puts the first cell of each form on each cell of the board and checks the remaining cells.  Time:
   forms x cells of the board x cells of the piece, usually much less, because the first cell off
   the board ends an attempt.

   On a board that wraps, several first cells or forms may give the same set of cells; the caller
   removes duplicates (see bcov_compiled_find). */

#include "model/compile/placement.h"

#include <assert.h>
#include <stdlib.h>

static bcov_status find_holes (bcov_placing *placing, bcov_error *err)
{
  const bcov_puzzle *puzzle = placing->puzzle;
  uint32_t n = puzzle->board.n_cells, groups;
  placing->group_of = bcov_mem_alloc (puzzle->mem, n + 1, sizeof (uint32_t), err);
  placing->group_size = bcov_mem_alloc (puzzle->mem, n + 1, sizeof (uint32_t), err);
  if (!placing->group_of || !placing->group_size)
    return bcov_mem_status (puzzle->mem);
  bcov_status status =
      bcov_board_groups (puzzle->mem, &puzzle->board, placing->group_of, &groups, err);
  for (uint32_t c = 0; !status && c < n; c++)
    placing->group_size[placing->group_of[c]]++;
  return status;
}

bcov_status bcov_placing_start (const bcov_puzzle *puzzle, bcov_control *control,
                                bcov_placing *placing, bcov_error *err)
{
  uint32_t largest = 0;
  *placing = (bcov_placing){.puzzle = puzzle, .control = control};
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    if (puzzle->pieces.data[p].size > largest)
      largest = puzzle->pieces.data[p].size;
  placing->cells = bcov_mem_alloc (puzzle->mem, largest + 1u, sizeof (uint32_t), err);
  bcov_status status = placing->cells ? BCOV_OK : bcov_mem_status (puzzle->mem);
  if (!status && puzzle->fill_holes)
    status = find_holes (placing, err);
  if (status)
    bcov_placing_end (placing);
  return status;
}

void bcov_placing_end (bcov_placing *placing)
{
  bcov_mem *mem = placing->puzzle->mem;
  bcov_mem_free (mem, placing->group_of);
  bcov_mem_free (mem, placing->group_size);
  bcov_mem_free (mem, placing->cells);
  *placing = (bcov_placing){.puzzle = placing->puzzle};
}

/* Whether the rules allow the current cells: they match the letters, and fill a whole hole. */
static bool allowed (const bcov_placing *placing, uint32_t piece, size_t count)
{
  const bcov_puzzle *puzzle = placing->puzzle;
  const uint32_t *cells = placing->cells;
  if (puzzle->cell_piece)
    for (size_t k = 0; k < count; k++)
      if (puzzle->cell_piece[cells[k]] >= 0 && puzzle->cell_piece[cells[k]] != (int32_t)piece)
        return false;
  if (puzzle->fill_holes) {
    uint32_t hole = placing->group_of[cells[0]];
    if (placing->group_size[hole] != count)
      return false;
    for (size_t k = 1; k < count; k++)
      if (placing->group_of[cells[k]] != hole)
        return false;
  }
  return true;
}

/* Puts SHAPE with its first cell on board cell NUMBER; returns false if a cell is off the board. */
static bool lay (bcov_placing *placing, const bcov_shape *shape, uint32_t number)
{
  const bcov_board *board = &placing->puzzle->board;
  bcov_cell at = board->cells[number], from = shape->cells[0];
  bcov_cell move = {at.layer - from.layer, at.row - from.row, at.column - from.column};
  if (!bcov_lattice_may_move (board->lattice, move))
    return false;
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell c = shape->cells[k];
    int32_t n = bcov_board_at (
        board, (bcov_cell){c.layer + move.layer, c.row + move.row, c.column + move.column});
    placing->work++;
    if (n == BCOV_NO_CELL)
      return false;
    placing->cells[k] = (uint32_t)n;
  }
  return true;
}

/* Sorts the current cells; returns false if the piece overlaps itself. */
static bool sort_apart (const bcov_placing *placing, size_t count)
{
  qsort (placing->cells, count, sizeof *placing->cells, bcov_vec_by_number);
  for (size_t k = 1; k < count; k++)
    if (placing->cells[k - 1] == placing->cells[k])
      return false;
  return true;
}

static bcov_status place_form (bcov_placing *placing, uint32_t piece, uint32_t form,
                               bcov_see_placement *see, void *data, bcov_error *err)
{
  const bcov_puzzle *puzzle = placing->puzzle;
  const bcov_form *f = &puzzle->pieces.data[piece].forms[form];
  assert (form < puzzle->pieces.data[piece].n_forms && f->shape.count > 0);
  bool wraps = puzzle->board.wrap != BCOV_WRAP_NONE;
  bcov_status status = BCOV_OK;
  for (uint32_t n = 0; !status && n < puzzle->board.n_cells; n++) {
    status = bcov_control_work (placing->control, &placing->work, 1, err);
    if (status)
      break;
    if (placing->group_size && placing->group_size[placing->group_of[n]] != f->shape.count)
      continue;
    if (!lay (placing, &f->shape, n) || (wraps && !sort_apart (placing, f->shape.count)) ||
        !allowed (placing, piece, f->shape.count))
      continue;
    status = see (data, piece, form, placing->cells, f->shape.count, err);
  }
  return status;
}

bcov_status bcov_placing_piece (bcov_placing *placing, uint32_t piece, bcov_see_placement *see,
                                void *data, bcov_error *err)
{
  assert (piece < placing->puzzle->pieces.count);
  const bcov_piece *p = &placing->puzzle->pieces.data[piece];
  bcov_status status = BCOV_OK;
  if (p->hi == 0)
    return BCOV_OK;
  for (uint32_t f = 0; !status && f < p->n_forms; f++)
    status = place_form (placing, piece, f, see, data, err);
  return status;
}
