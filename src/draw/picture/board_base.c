/* Empty cells are drawn as one path for those to cover and one for those that may stay empty, with
   thin lines between cells.

   A hole is inside the board if no path of holes leads from it to the edge of the grid.  A flood
   fill from the edges marks the outer holes.  Joined sides of a board that wraps are not edges.
   Linear in the grid. */

#include "draw/picture/board_base.h"
#include "draw/scene/scene.h"

static const double border_width = 0.09;

typedef struct {
  const bcov_page_space *space;
  const bcov_board *board;
  const uint32_t *owner;
  bcov_sides sides;
} base_drawing;

static bool is_empty (const base_drawing *base, uint32_t cell)
{
  return !base->owner || base->owner[cell] == BCOV_EMPTY_CELL;
}

static bcov_mark mark_of (const bcov_board *board, uint32_t cell)
{
  return board->mark[bcov_board_position (board, board->cells[cell])];
}

static bool is_region (const base_drawing *base, int32_t cell, bool may)
{
  return cell >= 0 && is_empty (base, (uint32_t)cell) &&
         (mark_of (base->board, (uint32_t)cell) == BCOV_MAY) == may;
}

/* Adds only the sides on the border of the region, since a large board has many others. */
static void add_ends (base_drawing *base, bcov_cell cell, bool may)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  size_t count = bcov_projection_neighbours (&base->space->projection, cell, around);
  for (size_t k = 0; k < count; k++)
    if (!bcov_board_is_on_grid (base->board, around[k]) ||
        !is_region (base, bcov_board_at (base->board, around[k]), may))
      bcov_page_space_add_side (base->space, cell, k, &base->sides);
}

static void draw_empty (base_drawing *base, bool may)
{
  for (uint32_t c = 0; c < base->board->n_cells; c++)
    if (is_region (base, (int32_t)c, may))
      add_ends (base, base->board->cells[c], may);
  bcov_page_space_sides (base->space, &base->sides, false,
                         bcov_page_space_surface (may ? BCOV_INK_MAY : BCOV_INK_CELL), NULL);
}

static void draw_grid (base_drawing *base)
{
  bcov_pen pen = {BCOV_NO_INK, BCOV_INK_GRID, 0.03 * base->space->unit, false};
  if (base->space->unit < BCOV_SMALLEST_GRID)
    return;
  for (uint32_t c = 0; c < base->board->n_cells; c++)
    if (is_empty (base, c))
      bcov_page_space_add_cell (base->space, base->board->cells[c], &base->sides);
  bcov_page_space_sides (base->space, &base->sides, true, pen, NULL);
}

static void draw_letters (const base_drawing *base)
{
  const bcov_board *board = base->board;
  for (uint32_t c = 0; c < board->n_cells; c++)
    if (mark_of (board, c) == BCOV_LETTER && is_empty (base, c))
      bcov_page_space_letter (base->space, board->cells[c],
                              board->letter[bcov_board_position (board, board->cells[c])],
                              BCOV_INK_QUIET);
}

/* ---- holes ---- */

typedef struct {
  const bcov_board *board;
  bool *outside; /* of each position: an outer hole */
  BCOV_VEC (bcov_cell) open;
  bcov_mem *mem;
  bcov_error *err;
} flood;

static bcov_status mark_outside (flood *f, bcov_cell cell)
{
  cell = bcov_board_wrap (f->board, cell);
  if (!bcov_board_is_on_grid (f->board, cell))
    return BCOV_OK;
  size_t position = bcov_board_position (f->board, cell);
  if (f->board->mark[position] != BCOV_HOLE || f->outside[position])
    return BCOV_OK;
  f->outside[position] = true;
  return bcov_vec_push (f->mem, &f->open, cell, f->err);
}

static bool is_at_edge (const bcov_board *board, bcov_cell cell)
{
  bool rows_wrap = board->wrap == BCOV_WRAP_ROWS || board->wrap == BCOV_WRAP_BOTH,
       columns_wrap = board->wrap == BCOV_WRAP_COLUMNS || board->wrap == BCOV_WRAP_BOTH;
  return (!rows_wrap && (cell.row == 0 || cell.row == board->rows - 1)) ||
         (!columns_wrap && (cell.column == 0 || cell.column == board->columns - 1));
}

static bcov_cell cell_at (const bcov_board *board, size_t position)
{
  size_t columns = (size_t)board->columns, rows = (size_t)board->rows;
  return (bcov_cell){(int32_t)(position / columns / rows), (int32_t)(position / columns % rows),
                     (int32_t)(position % columns)};
}

static bcov_status find_outside (flood *f)
{
  bcov_status status = BCOV_OK;
  for (size_t p = 0; p < bcov_board_positions (f->board) && !status; p++)
    if (is_at_edge (f->board, cell_at (f->board, p)))
      status = mark_outside (f, cell_at (f->board, p));
  while (f->open.count && !status) {
    bcov_cell around[BCOV_MOST_NEIGHBOURS], cell = f->open.data[--f->open.count];
    size_t count = bcov_lattice_neighbours (f->board->lattice, cell, around);
    for (size_t k = 0; k < count && !status; k++)
      status = mark_outside (f, around[k]);
  }
  return status;
}

static void draw_holes (base_drawing *base)
{
  bcov_figure *figure = base->space->figure;
  flood outer = {.board = base->board, .mem = figure->mem, .err = figure->err};
  if (figure->status || base->board->n_cells == bcov_board_positions (base->board))
    return;
  outer.outside = bcov_mem_alloc (outer.mem, bcov_board_positions (base->board),
                                  sizeof *outer.outside, outer.err);
  figure->status = outer.outside ? find_outside (&outer) : bcov_mem_status (outer.mem);
  for (size_t p = 0; p < bcov_board_positions (base->board) && !figure->status; p++)
    if (base->board->mark[p] == BCOV_HOLE && !outer.outside[p])
      bcov_page_space_add_cell (base->space, cell_at (base->board, p), &base->sides);
  bcov_page_space_sides (base->space, &base->sides, false, bcov_page_space_surface (BCOV_INK_HOLE),
                         NULL);
  bcov_mem_free (outer.mem, outer.outside);
  bcov_vec_free (outer.mem, &outer.open);
}

void bcov_board_base_draw (const bcov_page_space *space, const bcov_board *board,
                           const uint32_t *owner)
{
  base_drawing base = {space, board, owner, {0}};
  draw_holes (&base);
  draw_empty (&base, false);
  draw_empty (&base, true);
  draw_grid (&base);
  draw_letters (&base);
  bcov_vec_free (space->figure->mem, &base.sides);
}

void bcov_board_base_border (const bcov_page_space *space, const bcov_board *board)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  bcov_sides sides = {0};
  for (uint32_t c = 0; c < board->n_cells; c++) {
    size_t count = bcov_projection_neighbours (&space->projection, board->cells[c], around);
    for (size_t k = 0; k < count; k++)
      if (bcov_board_at (board, around[k]) == BCOV_NO_CELL)
        bcov_page_space_add_side (space, board->cells[c], k, &sides);
  }
  bcov_page_space_sides (space, &sides, true,
                         bcov_page_space_outline (space, BCOV_NO_INK, border_width), NULL);
  bcov_vec_free (space->figure->mem, &sides);
}
