/* Boards: a grid of marks, and numbers for the positions that are cells.  Memory: 5 bytes per
   position (9 with letters) and 12 per cell.

   Wrapping joins opposite sides of a square board.  On a torus that is two cells wide, a cell
   touches the same neighbour on both sides, which counts once; on one that is one cell wide, it
   touches itself, which does not count. */

#include "geometry/board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const uint32_t no_group = UINT32_MAX;

static bool is_too_large (int64_t layers, int64_t rows, int64_t columns)
{
  int64_t cells;
  return __builtin_mul_overflow (layers, rows, &cells) ||
         __builtin_mul_overflow (cells, columns, &cells) || cells > BCOV_MOST_CELLS;
}

static bcov_status check_measures (bcov_lattice lattice, int64_t layers, int64_t rows,
                                   int64_t columns, bcov_error *err)
{
  char size[80];
  if (layers == 1 && lattice != BCOV_CUBE)
    snprintf (size, sizeof size, "%lld x %lld", (long long)rows, (long long)columns);
  else
    snprintf (size, sizeof size, "%lld x %lld x %lld", (long long)layers, (long long)rows,
              (long long)columns);
  if (layers < 1 || rows < 1 || columns < 1)
    return bcov_error_add (err, BCOV_INPUT, NULL, "the board is %s; each number must be at least 1",
                           size);
  if (is_too_large (layers, rows, columns))
    return bcov_error_add (err, BCOV_INPUT, NULL, "the board is %s; at most %d cells are allowed",
                           size, BCOV_MOST_CELLS);
  if (layers > 1 && lattice != BCOV_CUBE)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the board is %s; only the cube lattice has layers", size);
  return BCOV_OK;
}

bcov_status bcov_board_make (bcov_mem *mem, bcov_lattice lattice, int64_t layers, int64_t rows,
                             int64_t columns, bcov_board *out, bcov_error *err)
{
  *out = (bcov_board){.lattice = lattice};
  bcov_status status = check_measures (lattice, layers, rows, columns, err);
  if (status)
    return status;
  out->layers = (int32_t)layers;
  out->rows = (int32_t)rows;
  out->columns = (int32_t)columns;
  size_t positions = bcov_board_positions (out);
  out->mark = bcov_mem_alloc (mem, positions, sizeof *out->mark, err);
  out->number = out->mark ? bcov_mem_alloc (mem, positions, sizeof *out->number, err) : NULL;
  if (out->number) {
    memset (out->mark, BCOV_MUST, positions);
    status = bcov_board_number (mem, out, err);
  } else
    status = bcov_mem_status (mem);
  if (status)
    bcov_board_free (mem, out);
  return status;
}

/* Fills in the numbers and the list of cells, for which there is room. */
static void number_cells (bcov_board *board)
{
  size_t position = 0;
  int32_t next = 0;
  for (int32_t layer = 0; layer < board->layers; layer++)
    for (int32_t row = 0; row < board->rows; row++)
      for (int32_t column = 0; column < board->columns; column++, position++) {
        bool is_cell = board->mark[position] != BCOV_HOLE;
        board->number[position] = is_cell ? next : BCOV_NO_CELL;
        if (is_cell)
          board->cells[next++] = (bcov_cell){layer, row, column};
      }
}

bcov_status bcov_board_number (bcov_mem *mem, bcov_board *board, bcov_error *err)
{
  size_t positions = bcov_board_positions (board), count = 0;
  for (size_t k = 0; k < positions; k++)
    count += board->mark[k] != BCOV_HOLE;
  bcov_cell *cells = bcov_mem_resize (mem, board->cells, count, sizeof *cells, err);
  if (!cells)
    return bcov_mem_status (mem);
  board->cells = cells;
  board->n_cells = (uint32_t)count;
  number_cells (board);
  return BCOV_OK;
}

void bcov_board_free (bcov_mem *mem, bcov_board *board)
{
  bcov_mem_free (mem, board->mark);
  bcov_mem_free (mem, board->number);
  bcov_mem_free (mem, board->letter);
  bcov_mem_free (mem, board->cells);
  *board = (bcov_board){0};
}

static int32_t wrap_into (int32_t at, int32_t size)
{
  int32_t rest = at % size;
  return rest < 0 ? rest + size : rest;
}

bcov_cell bcov_board_wrap (const bcov_board *board, bcov_cell cell)
{
  if (board->wrap == BCOV_WRAP_NONE || board->lattice != BCOV_SQUARE)
    return cell;
  if (board->wrap != BCOV_WRAP_ROWS)
    cell.column = wrap_into (cell.column, board->columns);
  if (board->wrap != BCOV_WRAP_COLUMNS)
    cell.row = wrap_into (cell.row, board->rows);
  return cell;
}

int32_t bcov_board_at (const bcov_board *board, bcov_cell cell)
{
  cell = bcov_board_wrap (board, cell);
  bool is_on = cell.layer >= 0 && cell.layer < board->layers && cell.row >= 0 &&
               cell.row < board->rows && cell.column >= 0 && cell.column < board->columns;
  return is_on ? board->number[bcov_board_position (board, cell)] : BCOV_NO_CELL;
}

static bool is_among (uint32_t number, const uint32_t *numbers, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (numbers[k] == number)
      return true;
  return false;
}

size_t bcov_board_neighbours (const bcov_board *board, uint32_t number,
                              uint32_t out[BCOV_MOST_NEIGHBOURS])
{
  assert (number < board->n_cells);
  bcov_cell near[BCOV_MOST_NEIGHBOURS];
  size_t n = bcov_lattice_neighbours (board->lattice, board->cells[number], near), count = 0;
  for (size_t k = 0; k < n; k++) {
    int32_t other = bcov_board_at (board, near[k]);
    if (other != BCOV_NO_CELL && (uint32_t)other != number &&
        !is_among ((uint32_t)other, out, count))
      out[count++] = (uint32_t)other;
  }
  return count;
}

/* Returns the number, from 1, of the neighbour of CELL at the distance MOVE; 0 if there is none. */
static uint32_t side_at (bcov_lattice lattice, bcov_cell cell, bcov_cell move)
{
  bcov_cell near[BCOV_MOST_NEIGHBOURS];
  size_t n = bcov_lattice_neighbours (lattice, cell, near);
  for (size_t k = 0; k < n; k++)
    if (near[k].row - cell.row == move.row && near[k].column - cell.column == move.column)
      return (uint32_t)k + 1;
  return 0;
}

bool bcov_board_sides (const bcov_board *board, uint32_t a, uint32_t b, uint32_t sides[2])
{
  bcov_cell near[BCOV_MOST_NEIGHBOURS], from = board->cells[a], to = board->cells[b];
  size_t n = bcov_lattice_neighbours (board->lattice, from, near);
  for (size_t k = 0; k < n && board->lattice != BCOV_CUBE; k++) {
    if (bcov_cell_compare (bcov_board_wrap (board, near[k]), to))
      continue;
    sides[0] = (uint32_t)k + 1;
    sides[1] = side_at (board->lattice, to,
                        (bcov_cell){0, from.row - near[k].row, from.column - near[k].column});
    assert (sides[1]);
    return true;
  }
  return false;
}

/* Returns whether SHAPE, with its first cell on ANCHOR, covers only cells whose stamps are at least
   LEAST, each once; stamps them with NOW. */
static bool lies_at (const bcov_board *board, const bcov_shape *shape, bcov_cell anchor,
                     uint64_t least, uint64_t now, uint64_t *stamps)
{
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    cell.layer += anchor.layer - shape->cells[0].layer;
    cell.row += anchor.row - shape->cells[0].row;
    cell.column += anchor.column - shape->cells[0].column;
    int32_t number = bcov_board_at (board, cell);
    if (number == BCOV_NO_CELL || stamps[number] < least || stamps[number] == now)
      return false;
    stamps[number] = now;
  }
  return true;
}

bool bcov_board_lies (const bcov_board *board, const bcov_shape *shape, const uint32_t *cells,
                      uint64_t *stamps, uint64_t *now)
{
  uint64_t least = ++*now;
  bool lies = false;
  for (uint32_t k = 0; k < shape->count; k++)
    stamps[cells[k]] = least;
  for (uint32_t k = 0; k < shape->count && !lies; k++)
    lies = lies_at (board, shape, board->cells[cells[k]], least, ++*now, stamps);
  return lies;
}

/* Assigns GROUP to every cell that can be reached from FIRST.  Each cell enters STACK at most once.
 */
static void flood (const bcov_board *board, uint32_t first, uint32_t group, uint32_t *group_of,
                   uint32_t *stack)
{
  size_t height = 0;
  group_of[first] = group;
  stack[height++] = first;
  while (height) {
    uint32_t near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_board_neighbours (board, stack[--height], near);
    for (size_t k = 0; k < n; k++)
      if (group_of[near[k]] == no_group) {
        group_of[near[k]] = group;
        stack[height++] = near[k];
      }
  }
}

bcov_status bcov_board_groups (bcov_mem *mem, const bcov_board *board, uint32_t *group_of,
                               uint32_t *count, bcov_error *err)
{
  uint32_t *stack = bcov_mem_alloc (mem, board->n_cells, sizeof *stack, err);
  if (!stack)
    return bcov_mem_status (mem);
  for (uint32_t k = 0; k < board->n_cells; k++)
    group_of[k] = no_group;
  uint32_t groups = 0;
  for (uint32_t k = 0; k < board->n_cells; k++)
    if (group_of[k] == no_group)
      flood (board, k, groups++, group_of, stack);
  bcov_mem_free (mem, stack);
  *count = groups;
  return BCOV_OK;
}
