/* Compilation has two steps.  First, items are laid out in blocks (cells, pieces, places that tiles
   point at, coloured sides, quotas of rows, quotas of columns), so that the meaning of an item
   determines its number.  Then every placement of every piece becomes an option.  An exact cover
   problem is copied as it is.

   A piece has an item only if its count matters: "any" needs none, nor does an upper bound that the
   area of the board enforces.  A side has a colour item only if there are cells on both sides.
   Memory: 12 bytes for each touch and a few words for each placement.

   The compiler keeps the first failure; everything added after it is ignored. */

#include "model/compile/compile.h"
#include "model/compile/cells.h"
#include "model/compile/placement.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
  bcov_compiled *out;
  bcov_control *control;
  bool partial;
  bool all_pieces;        /* every piece has an item */
  uint32_t *piece_item;   /* of each piece, or BCOV_NO_ITEM */
  uint32_t *pointed_item; /* of each place, or BCOV_NO_ITEM; NULL if no tile points */
  uint32_t *side_item;    /* of each place, or BCOV_NO_ITEM; NULL if no tile has colours */
  uint32_t *row_item;     /* of each row: the item of its first quota; the others follow */
  uint32_t *column_item;
  bcov_table seen; /* placements on boards that wrap */
  BCOV_VEC (bcov_touch) touches;
  bcov_status status;
  bcov_error *err;
} compiler;

/* ---- places: the sides and corners of a square board ---- */

/* Each cell owns its north side, its west side and its northwest corner, so two cells that share a
   side or a corner give it the same number.  The grid of owners is one row and one column larger
   than the board; on a board that wraps, the first row or column follows the last. */
enum { NORTH_SIDE, WEST_SIDE, CORNER, OWNED };

/* For each direction: which of the places of its owner, and where the owner is. */
static const struct {
  uint8_t owned, down, right;
} owner[8] = {
    [BCOV_NORTH] = {NORTH_SIDE, 0, 0}, [BCOV_EAST] = {WEST_SIDE, 0, 1},
    [BCOV_SOUTH] = {NORTH_SIDE, 1, 0}, [BCOV_WEST] = {WEST_SIDE, 0, 0},
    [BCOV_NORTHEAST] = {CORNER, 0, 1}, [BCOV_SOUTHEAST] = {CORNER, 1, 1},
    [BCOV_SOUTHWEST] = {CORNER, 1, 0}, [BCOV_NORTHWEST] = {CORNER, 0, 0},
};

static uint64_t count_places (const bcov_board *board)
{
  return ((uint64_t)board->rows + 1) * ((uint64_t)board->columns + 1) * OWNED;
}

/* The number of the side or corner of CELL in DIRECTION (BCOV_NORTH .. BCOV_NORTHWEST). */
static uint64_t place_at (const bcov_board *board, bcov_cell cell, int direction)
{
  bcov_cell at = {0, cell.row + owner[direction].down, cell.column + owner[direction].right};
  at = bcov_board_wrap (board, at);
  return ((uint64_t)at.row * ((uint64_t)board->columns + 1) + (uint64_t)at.column) * OWNED +
         owner[direction].owned;
}

/* Whether there is a cell beyond the side of CELL in DIRECTION (BCOV_NORTH .. BCOV_WEST). */
static bool has_beyond (const bcov_board *board, bcov_cell cell, int direction)
{
  static const int8_t down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
  bcov_cell beyond = {cell.layer, cell.row + down[direction], cell.column + right[direction]};
  return bcov_board_at (board, beyond) != BCOV_NO_CELL;
}

/* ---- items ---- */

static void add_item (compiler *c, bcov_item_kind kind, size_t index, uint64_t detail,
                      bcov_item item)
{
  bcov_meaning meaning = {kind, (uint32_t)index, (uint32_t)detail};
  if (c->partial)
    item.lo = 0;
  if (!c->status)
    c->status = bcov_model_item (&c->out->model, item, c->err);
  if (!c->status)
    c->status = bcov_vec_push (c->out->model.mem, &c->out->meanings, meaning, c->err);
  assert (c->status || c->out->meanings.count == c->out->model.items.count);
}

static uint32_t next_item (const compiler *c)
{
  return (uint32_t)c->out->model.items.count;
}

static void add_cells (compiler *c)
{
  const bcov_board *board = &c->out->puzzle->board;
  for (uint32_t n = 0; n < board->n_cells; n++) {
    bool may = board->mark[bcov_board_position (board, board->cells[n])] == BCOV_MAY;
    add_item (c, BCOV_IS_CELL, n, 0, (bcov_item){.lo = !may, .hi = 1, .gain = true});
  }
}

/* A map from COUNT things to items, initially without items. */
static uint32_t *new_map (compiler *c, uint64_t count)
{
  uint32_t *map = bcov_mem_alloc (c->out->model.mem, count, sizeof *map, c->err);
  for (uint64_t k = 0; map && k < count; k++)
    map[k] = BCOV_NO_ITEM;
  if (!map)
    c->status = bcov_mem_status (c->out->model.mem);
  return map;
}

static void add_pieces (compiler *c)
{
  const bcov_puzzle *puzzle = c->out->puzzle;
  c->piece_item = new_map (c, puzzle->pieces.count + 1);
  for (size_t p = 0; c->piece_item && p < puzzle->pieces.count; p++) {
    const bcov_piece *piece = &puzzle->pieces.data[p];
    if (!c->all_pieces && !(piece->lo && !c->partial) &&
        piece->hi >= puzzle->board.n_cells / piece->size)
      continue;
    c->piece_item[p] = next_item (c);
    add_item (c, BCOV_IS_PIECE, p, 0, (bcov_item){.lo = piece->lo, .hi = piece->hi});
  }
}

/* Adds an item for every place of every cell in the directions of MASK; for sides, only if there is
   a cell beyond. */
static void add_places (compiler *c, bcov_item_kind kind, unsigned mask, uint32_t **map,
                        bcov_item item)
{
  const bcov_board *board = &c->out->puzzle->board;
  if (!mask || !(*map = new_map (c, count_places (board))))
    return;
  for (uint32_t n = 0; n < board->n_cells; n++)
    for (int d = 0; d < 8; d++) {
      if (!(mask >> d & 1))
        continue;
      uint64_t place = place_at (board, board->cells[n], d);
      if ((*map)[place] != BCOV_NO_ITEM ||
          (kind == BCOV_IS_SIDE && !has_beyond (board, board->cells[n], d)))
        continue;
      (*map)[place] = next_item (c);
      add_item (c, kind, n, (uint64_t)d, item);
    }
}

/* The directions in which tiles point; sets COLOURS to whether some tile has colours. */
static unsigned pointed_directions (const bcov_puzzle *puzzle, bool *colours)
{
  unsigned mask = 0;
  *colours = false;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    for (uint32_t f = 0; f < puzzle->pieces.data[p].n_forms; f++) {
      const bcov_decor *decor = &puzzle->pieces.data[p].forms[f].decor;
      mask |= decor->points;
      for (int k = 0; k < 4; k++)
        *colours |= decor->sides[k] != 0;
    }
  return mask;
}

static void add_decorations (compiler *c)
{
  bool colours;
  unsigned mask = pointed_directions (c->out->puzzle, &colours);
  bcov_item once = {.hi = 1}, agree = {.hi = BCOV_MANY, .coloured = true};
  add_places (c, BCOV_IS_POINTED, mask, &c->pointed_item, once);
  add_places (c, BCOV_IS_SIDE, colours ? 15 : 0, &c->side_item, agree);
}

/* Adds the quotas of those of COUNT rows or columns that HAVE a cell. */
static void add_quotas (compiler *c, bcov_item_kind kind, const bcov_quotas *quotas,
                        const uint8_t *have, size_t count, uint32_t **map)
{
  *map = new_map (c, count);
  for (size_t line = 0; *map && line < count; line++) {
    if (!have[line])
      continue;
    (*map)[line] = next_item (c);
    for (size_t q = 0; q < quotas->count; q++)
      add_item (c, kind, line, quotas->data[q].tag,
                (bcov_item){.lo = quotas->data[q].lo, .hi = quotas->data[q].hi});
  }
}

static void add_rules (compiler *c)
{
  const bcov_puzzle *puzzle = c->out->puzzle;
  const bcov_board *board = &puzzle->board;
  if (!puzzle->row_quotas.count && !puzzle->column_quotas.count)
    return;
  size_t rows = (size_t)board->rows, columns = (size_t)board->columns;
  uint8_t *have = bcov_mem_alloc (puzzle->mem, rows + columns, 1, c->err);
  if (!have) {
    c->status = bcov_mem_status (puzzle->mem);
    return;
  }
  for (uint32_t n = 0; n < board->n_cells; n++)
    have[board->cells[n].row] = have[rows + (size_t)board->cells[n].column] = 1;
  add_quotas (c, BCOV_IS_ROW, &puzzle->row_quotas, have, rows, &c->row_item);
  add_quotas (c, BCOV_IS_COLUMN, &puzzle->column_quotas, have + rows, columns, &c->column_item);
  bcov_mem_free (puzzle->mem, have);
}

/* ---- options ---- */

static void touch (compiler *c, uint32_t item, uint32_t colour)
{
  assert (item < next_item (c)); /* so it is not BCOV_NO_ITEM */
  if (!c->status)
    c->status =
        bcov_vec_push (c->out->model.mem, &c->touches, ((bcov_touch){item, colour, 1, 0}), c->err);
}

/* Touches the cells of a placement.  A piece of two neighbouring cells is drawn as a line through
   their common side; other pieces have no sides. */
static void touch_cells (compiler *c, const uint32_t *cells, size_t count)
{
  uint32_t sides[2];
  for (size_t k = 0; k < count; k++)
    touch (c, cells[k], 0);
  if (c->status || count != 2 ||
      !bcov_board_sides (&c->out->puzzle->board, cells[0], cells[1], sides))
    return;
  for (size_t k = 0; k < 2; k++)
    c->touches.data[k].side = sides[k] & 15;
}

/* Touches the sides and corners of a tile on CELL; returns false if it violates the border rule. */
static bool touch_places (compiler *c, const bcov_decor *decor, uint32_t cell)
{
  const bcov_puzzle *puzzle = c->out->puzzle;
  bcov_cell at = puzzle->board.cells[cell];
  bool fits = true;
  for (int d = 0; d < 8; d++)
    if (decor->points >> d & 1)
      touch (c, c->pointed_item[place_at (&puzzle->board, at, d)], 0);
  for (int d = 0; d < 4; d++) {
    if (!decor->sides[d])
      continue;
    uint32_t item = c->side_item[place_at (&puzzle->board, at, d)];
    if (item != BCOV_NO_ITEM)
      touch (c, item, decor->sides[d]);
    else if (puzzle->border && decor->sides[d] != puzzle->border)
      fits = false;
  }
  return fits;
}

static void touch_quotas (compiler *c, const bcov_piece *piece, uint32_t cell)
{
  const bcov_puzzle *puzzle = c->out->puzzle;
  bcov_cell at = puzzle->board.cells[cell];
  for (uint32_t q = 0; q < puzzle->row_quotas.count; q++)
    if (piece->tags >> puzzle->row_quotas.data[q].tag & 1)
      touch (c, c->row_item[at.row] + q, 0);
  for (uint32_t q = 0; q < puzzle->column_quotas.count; q++)
    if (piece->tags >> puzzle->column_quotas.data[q].tag & 1)
      touch (c, c->column_item[at.column] + q, 0);
}

static int by_item (const void *a, const void *b)
{
  const bcov_touch *x = a, *y = b;
  return (x->item > y->item) - (x->item < y->item);
}

/* Sorts the touches by item.  Those of a drawing in reading order are sorted already. */
static void sort_touches (compiler *c)
{
  bool sorted = true;
  for (size_t k = 1; k < c->touches.count && sorted; k++)
    sorted = by_item (&c->touches.data[k - 1], &c->touches.data[k]) <= 0;
  if (!sorted)
    qsort (c->touches.data, c->touches.count, sizeof *c->touches.data, by_item);
}

/* Sorts the touches and merges those on the same item.  Returns false if their colours differ, as
   for a tile that meets itself around a narrow torus. */
static bool tidy_touches (compiler *c)
{
  size_t n = 0;
  sort_touches (c);
  for (size_t k = 0; k < c->touches.count; k++) {
    bcov_touch t = c->touches.data[k];
    if (!n || c->touches.data[n - 1].item != t.item)
      c->touches.data[n++] = t;
    else if (c->touches.data[n - 1].colour != t.colour)
      return false;
  }
  c->touches.count = n;
  return true;
}

static bcov_status keep_placement (compiler *c, uint32_t piece, uint32_t form,
                                   const uint32_t *cells, size_t count, bcov_error *err)
{
  bcov_compiled *out = c->out;
  bcov_mem *mem = out->model.mem;
  uint32_t option = bcov_model_options (&out->model);
  bcov_placement placement = {piece, form, (uint32_t)out->cells.count};
  assert (option == out->placements.count); /* an option for each placement */
  assert (count == out->puzzle->pieces.data[piece].size);
  bcov_status status =
      bcov_model_option (&out->model, c->touches.data, c->touches.count, option, err);
  if (!status)
    status = bcov_vec_push (mem, &out->placements, placement, err);
  for (size_t k = 0; !status && k < count; k++) {
    assert (k == 0 || cells[k - 1] < cells[k]);
    status = bcov_vec_push (mem, &out->cells, cells[k], err);
  }
  if (!status && out->puzzle->board.wrap != BCOV_WRAP_NONE)
    status = bcov_compiled_enter (&c->seen, out, option, err);
  return status;
}

static bcov_status add_option (void *data, uint32_t piece, uint32_t form, const uint32_t *cells,
                               size_t count, bcov_error *err)
{
  compiler *c = data;
  const bcov_piece *p = &c->out->puzzle->pieces.data[piece];
  const bcov_decor *decor = &p->forms[form].decor;
  if (bcov_compiled_find (&c->seen, c->out, piece, decor, cells) != BCOV_NO_OPTION)
    return BCOV_OK;
  c->touches.count = 0;
  touch_cells (c, cells, count);
  if (c->piece_item[piece] != BCOV_NO_ITEM)
    touch (c, c->piece_item[piece], 0);
  bool fits = touch_places (c, decor, cells[0]);
  if (p->tags)
    touch_quotas (c, p, cells[0]);
  if (!c->status && fits && tidy_touches (c))
    c->status = keep_placement (c, piece, form, cells, count, err);
  return c->status;
}

static void add_options (compiler *c)
{
  bcov_placing placing;
  c->status = bcov_placing_start (c->out->puzzle, c->control, &placing, c->err);
  if (c->status)
    return;
  for (uint32_t p = 0; !c->status && p < c->out->puzzle->pieces.count; p++)
    c->status = bcov_placing_piece (&placing, p, add_option, c, c->err);
  bcov_placing_end (&placing);
}

/* ---- exact cover problems ---- */

static void copy_items (compiler *c, const bcov_exact *exact)
{
  for (size_t i = 0; i < exact->items.count; i++)
    add_item (c, BCOV_IS_NAMED, i, 0,
              (bcov_item){.lo = exact->lo.data[i], .hi = exact->hi.data[i]});
  for (size_t t = 0; !c->status && t < exact->item.count; t++)
    if (exact->colour.data[t])
      c->out->model.items.data[exact->item.data[t]] =
          (bcov_item){.hi = BCOV_MANY, .coloured = true};
}

/* A touch without colour on a coloured item agrees with no other touch: it gets a unique colour. */
static void copy_exact (compiler *c)
{
  const bcov_exact *exact = c->out->puzzle->exact;
  c->status = bcov_model_reserve (&c->out->model, exact->items.count, exact->first.count,
                                  exact->item.count, c->err);
  copy_items (c, exact);
  for (uint32_t o = 0; !c->status && o + 1 < exact->first.count; o++) {
    c->touches.count = 0;
    for (uint32_t t = exact->first.data[o]; t < exact->first.data[o + 1]; t++) {
      uint32_t item = exact->item.data[t], colour = exact->colour.data[t];
      if (!colour && c->out->model.items.data[item].coloured)
        colour = (uint32_t)exact->colours.count + 1 + o;
      touch (c, item, colour);
    }
    if (!c->status && tidy_touches (c))
      c->status = bcov_model_option (&c->out->model, c->touches.data, c->touches.count, o, c->err);
  }
  if (!c->status)
    c->status = bcov_cells_mark (&c->out->model, c->err);
}

static void compile_board (compiler *c)
{
  add_cells (c);
  add_pieces (c);
  add_decorations (c);
  add_rules (c);
  if (!c->status)
    add_options (c);
}

static bcov_status compile (compiler *c, const bcov_puzzle *puzzle)
{
  bcov_compiled *out = c->out;
  *out = (bcov_compiled){.puzzle = puzzle};
  c->status = bcov_model_init (puzzle->mem, &out->model, c->err);
  if (!c->status && puzzle->exact)
    copy_exact (c);
  else if (!c->status)
    compile_board (c);
  bcov_mem_free (puzzle->mem, c->piece_item);
  bcov_mem_free (puzzle->mem, c->pointed_item);
  bcov_mem_free (puzzle->mem, c->side_item);
  bcov_mem_free (puzzle->mem, c->row_item);
  bcov_mem_free (puzzle->mem, c->column_item);
  bcov_table_free (puzzle->mem, &c->seen);
  bcov_vec_free (puzzle->mem, &c->touches);
  assert (c->status || bcov_model_is_valid (&out->model));
  if (c->status)
    bcov_compiled_free (out);
  return c->status;
}

bcov_status bcov_compile (const bcov_puzzle *puzzle, bool partial, bcov_control *control,
                          bcov_compiled *out, bcov_error *err)
{
  compiler c = {.out = out, .partial = partial, .control = control, .err = err};
  return compile (&c, puzzle);
}

bcov_status bcov_compile_pieces (const bcov_puzzle *puzzle, bcov_control *control,
                                 bcov_compiled *out, bcov_error *err)
{
  compiler c = {.out = out, .all_pieces = true, .control = control, .err = err};
  return compile (&c, puzzle);
}
