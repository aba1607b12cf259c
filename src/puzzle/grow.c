/* Copies the marks position by position; positions beyond the board are copies of its last row
   (column, layer).  On the triangle lattice the triangles of a repeated row point the other way,
   because row + column changes.  Linear in the new board. */

#include "puzzle/grow.h"

#include <string.h>

static const char *const names[BCOV_GROW_AXES] = {
    [BCOV_GROW_ROWS] = "rows", [BCOV_GROW_COLUMNS] = "columns", [BCOV_GROW_LAYERS] = "layers"};

bcov_axis bcov_grow_axis (const char *name)
{
  bcov_axis axis = BCOV_GROW_ROWS;
  while (axis < BCOV_GROW_AXES && strcmp (name, names[axis]))
    axis++;
  return axis;
}

static int32_t *coordinate (bcov_axis axis, bcov_cell *cell)
{
  return axis == BCOV_GROW_ROWS      ? &cell->row
         : axis == BCOV_GROW_COLUMNS ? &cell->column
                                     : &cell->layer;
}

int32_t bcov_grow_coordinate (bcov_axis axis, bcov_cell cell)
{
  return *coordinate (axis, &cell);
}

/* Copies marks and letters from FROM to OUT; cells at SIZE and beyond may stay empty. */
static void copy_marks (const bcov_board *from, bcov_axis axis, int32_t size, bcov_board *out)
{
  bcov_cell last = {from->layers - 1, from->rows - 1, from->columns - 1}, to;
  size_t position = 0;
  for (to.layer = 0; to.layer < out->layers; to.layer++)
    for (to.row = 0; to.row < out->rows; to.row++)
      for (to.column = 0; to.column < out->columns; to.column++, position++) {
        bcov_cell at = to;
        if (*coordinate (axis, &at) > *coordinate (axis, &last))
          *coordinate (axis, &at) = *coordinate (axis, &last);
        size_t source = bcov_board_position (from, at);
        out->mark[position] = from->mark[source];
        if (from->mark[source] != BCOV_HOLE && *coordinate (axis, &to) >= size)
          out->mark[position] = BCOV_MAY;
        if (out->letter)
          out->letter[position] = from->letter[source];
      }
}

/* Copies the piece that must cover each cell. */
static bcov_status copy_demands (const bcov_puzzle *puzzle, bcov_axis axis, bcov_puzzle *out,
                                 bcov_error *err)
{
  const bcov_board *from = &puzzle->board, *to = &out->board;
  bcov_cell last = {from->layers - 1, from->rows - 1, from->columns - 1};
  if (!puzzle->cell_piece)
    return BCOV_OK;
  out->cell_piece = bcov_mem_alloc (out->mem, to->n_cells + 1u, sizeof *out->cell_piece, err);
  if (!out->cell_piece)
    return bcov_mem_status (out->mem);
  for (uint32_t n = 0; n < to->n_cells; n++) {
    bcov_cell at = to->cells[n];
    if (*coordinate (axis, &at) > *coordinate (axis, &last))
      *coordinate (axis, &at) = *coordinate (axis, &last);
    out->cell_piece[n] = puzzle->cell_piece[from->number[bcov_board_position (from, at)]];
  }
  return BCOV_OK;
}

static bcov_status grow_board (const bcov_board *from, bcov_axis axis, uint32_t size,
                               uint32_t beyond, bcov_mem *mem, bcov_board *out, bcov_error *err)
{
  int64_t measures[BCOV_GROW_AXES] = {from->rows, from->columns, from->layers};
  measures[axis] = (int64_t)size + beyond;
  bcov_status status =
      bcov_board_make (mem, from->lattice, measures[BCOV_GROW_LAYERS], measures[BCOV_GROW_ROWS],
                       measures[BCOV_GROW_COLUMNS], out, err);
  if (status)
    return status;
  out->wrap = from->wrap;
  if (from->letter &&
      !(out->letter = bcov_mem_alloc (mem, bcov_board_positions (out), sizeof *out->letter, err)))
    status = bcov_mem_status (mem);
  if (!status) {
    copy_marks (from, axis, (int32_t)size, out);
    status = bcov_board_number (mem, out, err);
  }
  return status;
}

/* A piece that is unfit for the first board has not all of its forms. */
static bcov_status check_pieces (const bcov_puzzle *grown, bcov_error *err)
{
  for (size_t k = 0; k < grown->pieces.count; k++) {
    const bcov_piece *piece = &grown->pieces.data[k];
    if (piece->unfit && piece->size <= grown->board.n_cells)
      return bcov_error_add (err, BCOV_INPUT, &piece->place,
                             "piece '%s' is too large for the board; give a larger board to start "
                             "with",
                             piece->name);
  }
  return BCOV_OK;
}

bcov_status bcov_grow_make (const bcov_puzzle *puzzle, bcov_axis axis, uint32_t size,
                            uint32_t beyond, bcov_puzzle *out, bcov_error *err)
{
  *out = (bcov_puzzle){0};
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an exact cover problem has no board to grow");
  if (axis == BCOV_GROW_LAYERS && puzzle->board.lattice != BCOV_CUBE)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "only a board of cubes has layers to grow; use rows or columns");
  *out = *puzzle;
  out->board = (bcov_board){0};
  out->cell_piece = NULL;
  out->original = NULL;
  bcov_status status =
      grow_board (&puzzle->board, axis, size, beyond, puzzle->mem, &out->board, err);
  if (!status)
    status = check_pieces (out, err);
  if (!status)
    status = copy_demands (puzzle, axis, out, err);
  if (status)
    bcov_grow_free (out);
  return status;
}

void bcov_grow_free (bcov_puzzle *grown)
{
  if (!grown->mem)
    return;
  bcov_board_free (grown->mem, &grown->board);
  bcov_mem_free (grown->mem, grown->cell_piece);
  *grown = (bcov_puzzle){0};
}

static uint32_t extent_of (const bcov_shape *shape, bcov_axis axis)
{
  int32_t least = INT32_MAX, most = INT32_MIN;
  for (size_t k = 0; k < shape->count; k++) {
    int32_t at = bcov_grow_coordinate (axis, shape->cells[k]);
    least = at < least ? at : least;
    most = at > most ? at : most;
  }
  return shape->count ? (uint32_t)(most - least) + 1 : 0;
}

uint32_t bcov_grow_extent (const bcov_puzzle *puzzle, bcov_axis axis)
{
  uint32_t largest = 0;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    for (uint32_t f = 0; f < puzzle->pieces.data[p].n_forms; f++) {
      uint32_t extent = extent_of (&puzzle->pieces.data[p].forms[f].shape, axis);
      largest = extent > largest ? extent : largest;
    }
  return largest;
}
