/* Finds pieces by shape.  A hash table contains every form of every piece, so the cost of a lookup
   is that of sorting its cells.

   On a board that wraps, the cells are first unrolled: a walk from neighbour to neighbour does not
   wrap the coordinates.  A form that is narrower than the board can be unrolled in only one way.
   Forms as wide as the board and pieces in several parts, which are rare, are tried one by one.

   If several pieces have the same form, the letter selects the piece, provided that `list` would
   use this letter.  For other drawings each shape has a cursor to the first piece that must still
   be used; within a covering it only moves forward, so thousands of equal tiles are not slow. */

#include "format/covering/piece_finder.h"
#include "puzzle/letters.h"

#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

static const bcov_shape *shape_of (const bcov_piece_finder *finder, uint32_t entry)
{
  bcov_piece_finder_entry at = finder->entries.data[entry];
  return &finder->puzzle->pieces.data[at.piece].forms[at.form].shape;
}

typedef struct {
  const bcov_piece_finder *finder;
  const bcov_shape *shape;
} wanted_shape;

static bool same_shape (const void *data, uint32_t number)
{
  const wanted_shape *wanted = data;
  const bcov_piece_finder *finder = wanted->finder;
  return !bcov_shape_compare (wanted->shape, shape_of (finder, finder->classes.data[number].first));
}

static uint32_t find_class (const bcov_piece_finder *finder, const bcov_shape *shape)
{
  wanted_shape wanted = {finder, shape};
  return bcov_table_find (&finder->by_shape, bcov_shape_hash (shape), same_shape, &wanted);
}

/* Enters form FORM of PIECE after those with the same shape. */
static bcov_status add_entry (bcov_piece_finder *finder, uint32_t piece, uint32_t form,
                              bcov_error *err)
{
  bcov_mem *mem = finder->puzzle->mem;
  const bcov_shape *shape = &finder->puzzle->pieces.data[piece].forms[form].shape;
  uint32_t entry = (uint32_t)finder->entries.count, class = find_class (finder, shape);
  bool known = !finder->puzzle->pieces.data[piece].family;
  bcov_piece_finder_class made = {entry, entry, BCOV_TABLE_NONE, entry, 0};
  bcov_status status = bcov_vec_push (
      mem, &finder->entries, ((bcov_piece_finder_entry){piece, form, BCOV_TABLE_NONE}), err);
  if (!status && class == BCOV_TABLE_NONE) {
    class = (uint32_t)finder->classes.count;
    status = bcov_vec_push (mem, &finder->classes, made, err);
    if (!status)
      status = bcov_table_add (mem, &finder->by_shape, bcov_shape_hash (shape), class, err);
  } else if (!status) {
    finder->entries.data[finder->classes.data[class].last].next = entry;
    finder->classes.data[class].last = entry;
  }
  if (!status && known)
    finder->classes.data[class].known = entry;
  return status;
}

static bcov_status add_forms (bcov_piece_finder *finder, uint32_t number, bcov_error *err)
{
  const bcov_board *board = &finder->puzzle->board;
  const bcov_piece *piece = &finder->puzzle->pieces.data[number];
  bcov_status status = BCOV_OK;
  for (uint32_t f = 0; f < piece->n_forms && !status; f++) {
    const bcov_shape *shape = &piece->forms[f].shape;
    if (f && !bcov_shape_compare (shape, &piece->forms[f - 1].shape))
      continue;
    status = add_entry (finder, number, f, err);
    if (!status && board->wrap != BCOV_WRAP_NONE &&
        (piece->parted || bcov_letters_reaches_around (board, shape)))
      status = bcov_vec_push (finder->puzzle->mem, &finder->wide,
                              (uint32_t)finder->entries.count - 1, err);
  }
  return status;
}

static bcov_status add_piece (bcov_piece_finder *finder, uint32_t number, bcov_error *err)
{
  const bcov_puzzle *puzzle = finder->puzzle;
  const bcov_piece *piece = &puzzle->pieces.data[number];
  bool has_letters = piece->family && !bcov_letters_is_tile (piece);
  finder->of_family[piece->family] = has_letters ? number : BCOV_TABLE_NONE;
  return add_forms (finder, number, err);
}

bcov_status bcov_piece_finder_start (const bcov_puzzle *puzzle, bcov_piece_finder *out,
                                     bcov_error *err)
{
  bcov_mem *mem = puzzle->mem;
  size_t cells = puzzle->board.n_cells, pieces = puzzle->pieces.count;
  size_t families = puzzle->n_families;
  *out = (bcov_piece_finder){.puzzle = puzzle};
  out->uses = bcov_mem_alloc (mem, pieces, sizeof *out->uses, err);
  out->of_family = out->uses ? bcov_mem_alloc (mem, families, sizeof *out->of_family, err) : NULL;
  out->cells = out->of_family ? bcov_mem_alloc (mem, cells, sizeof *out->cells, err) : NULL;
  out->stamp = out->cells ? bcov_mem_alloc (mem, cells, sizeof *out->stamp, err) : NULL;
  bcov_status status = out->stamp ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    out->of_family[0] = BCOV_TABLE_NONE;
  for (uint32_t k = 0; k < pieces && !status; k++)
    status = add_piece (out, k, err);
  return status;
}

void bcov_piece_finder_end (bcov_piece_finder *finder)
{
  bcov_mem *mem = finder->puzzle->mem;
  bcov_vec_free (mem, &finder->entries);
  bcov_vec_free (mem, &finder->classes);
  bcov_vec_free (mem, &finder->wide);
  bcov_table_free (mem, &finder->by_shape);
  bcov_mem_free (mem, finder->uses);
  bcov_mem_free (mem, finder->of_family);
  bcov_mem_free (mem, finder->cells);
  bcov_mem_free (mem, finder->stamp);
}

/* ---- copies of pieces ---- */

void bcov_piece_finder_restart (bcov_piece_finder *finder)
{
  finder->round++;
}

void bcov_piece_finder_count (bcov_piece_finder *finder, uint32_t piece)
{
  bcov_piece_finder_use *use = &finder->uses[piece];
  if (use->round != finder->round)
    *use = (bcov_piece_finder_use){0, finder->round};
  use->count++;
}

static bool must_be_used (const bcov_piece_finder *finder, uint32_t piece)
{
  bcov_piece_finder_use use = finder->uses[piece];
  return (use.round == finder->round ? use.count : 0) < finder->puzzle->pieces.data[piece].lo;
}

/* Returns the entry of a class to use if the letter does not select one. */
static uint32_t next_entry (bcov_piece_finder *finder, bcov_piece_finder_class *class)
{
  if (class->round != finder->round)
    class->cursor = class->first;
  class->round = finder->round;
  while (class->cursor != BCOV_TABLE_NONE &&
         !must_be_used (finder, finder->entries.data[class->cursor].piece))
    class->cursor = finder->entries.data[class->cursor].next;
  return class->cursor == BCOV_TABLE_NONE ? class->first : class->cursor;
}

/* ---- cells as a shape ---- */

/* Unrolls COUNT cells by walking from neighbour to neighbour; returns false if the walk does not
   reach all of them.  Cells are stamped with NOW, and with NOW + 1 when the walk has reached them.
 */
static bool walk (bcov_piece_finder *finder, const uint32_t *cells, size_t count)
{
  const bcov_board *board = &finder->puzzle->board;
  size_t met = 1;
  finder->now += 2;
  for (size_t k = 0; k < count; k++)
    finder->stamp[cells[k]] = finder->now;
  finder->cells[0] = board->cells[cells[0]];
  finder->stamp[cells[0]] = finder->now + 1;
  for (size_t k = 0; k < met; k++) {
    bcov_cell near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_lattice_neighbours (board->lattice, finder->cells[k], near);
    for (size_t i = 0; i < n; i++) {
      int32_t number = bcov_board_at (board, near[i]);
      if (number == BCOV_NO_CELL || finder->stamp[number] != finder->now)
        continue;
      finder->stamp[number] = finder->now + 1;
      finder->cells[met++] = near[i];
    }
  }
  return met == count;
}

/* Makes a shape, which belongs to the finder, of the cells. */
static bcov_shape make_shape (bcov_piece_finder *finder, const uint32_t *cells, size_t count)
{
  const bcov_board *board = &finder->puzzle->board;
  if (board->wrap == BCOV_WRAP_NONE || !walk (finder, cells, count))
    for (size_t k = 0; k < count; k++)
      finder->cells[k] = board->cells[cells[k]];
  bcov_shape_normalise (board->lattice, finder->cells, count);
  return (bcov_shape){finder->cells, (uint32_t)count};
}

/* ---- lookups ---- */

uint32_t bcov_piece_finder_meant (const bcov_piece_finder *finder, uint32_t letter)
{
  uint32_t piece = bcov_letters_piece (finder->puzzle, letter);
  uint32_t family = bcov_letters_family (finder->puzzle, letter);
  if (piece != BCOV_TABLE_NONE || family == UINT32_MAX)
    return piece;
  return finder->of_family[family];
}

/* Returns the number of the form of PIECE that has SHAPE, or BCOV_TABLE_NONE. */
static uint32_t form_with (const bcov_piece *piece, const bcov_shape *shape)
{
  for (uint32_t f = 0; f < piece->n_forms; f++)
    if (!bcov_shape_compare (&piece->forms[f].shape, shape))
      return f;
  return BCOV_TABLE_NONE;
}

/* Returns PIECE in FORM, or in any form if PIECE is a tile that can be turned. */
static bcov_laid found_form (const bcov_piece_finder *finder, uint32_t piece, uint32_t form)
{
  const bcov_piece *at = &finder->puzzle->pieces.data[piece];
  bool is_tile = at->size == 1 && at->n_forms > 1;
  return (bcov_laid){.piece = piece, .form = is_tile ? BCOV_ANY_FORM : form};
}

static bool lies_wrapped (bcov_piece_finder *finder, const bcov_shape *shape, const uint32_t *cells)
{
  return bcov_board_lies (&finder->puzzle->board, shape, cells, finder->stamp, &finder->now);
}

/* Finds the form in which PIECE covers the cells, which are SHAPE if the board is unrolled. */
static bool lies_on (bcov_piece_finder *finder, uint32_t piece, const bcov_shape *shape,
                     const uint32_t *cells, bcov_laid *out)
{
  uint32_t form = form_with (&finder->puzzle->pieces.data[piece], shape);
  for (size_t k = 0; k < finder->wide.count && form == BCOV_TABLE_NONE; k++) {
    bcov_piece_finder_entry entry = finder->entries.data[finder->wide.data[k]];
    const bcov_shape *wide = shape_of (finder, finder->wide.data[k]);
    if (entry.piece == piece && wide->count == shape->count && lies_wrapped (finder, wide, cells))
      form = entry.form;
  }
  if (form != BCOV_TABLE_NONE)
    *out = found_form (finder, piece, form);
  return form != BCOV_TABLE_NONE;
}

/* Tries the wide entries. */
static bool find_wide (bcov_piece_finder *finder, const uint32_t *cells, size_t count,
                       bcov_laid *out)
{
  int best = -1;
  for (size_t k = 0; k < finder->wide.count; k++) {
    uint32_t number = finder->wide.data[k];
    bcov_piece_finder_entry entry = finder->entries.data[number];
    int rank = must_be_used (finder, entry.piece);
    const bcov_shape *shape = shape_of (finder, number);
    if (rank <= best || shape->count != count || !lies_wrapped (finder, shape, cells))
      continue;
    best = rank;
    *out = found_form (finder, entry.piece, entry.form);
  }
  return best >= 0;
}

bool bcov_piece_finder_find (bcov_piece_finder *finder, const uint32_t *cells, size_t count,
                             uint32_t letter, bcov_laid *out)
{
  bcov_shape shape = make_shape (finder, cells, count);
  uint32_t number = find_class (finder, &shape), meant = bcov_piece_finder_meant (finder, letter);
  if (meant != BCOV_TABLE_NONE && lies_on (finder, meant, &shape, cells, out))
    return true;
  if (number == BCOV_TABLE_NONE)
    return find_wide (finder, cells, count, out);
  bcov_piece_finder_class *class = &finder->classes.data[number];
  bool by_cells = class->known != BCOV_TABLE_NONE && meant == BCOV_TABLE_NONE &&
                  !bcov_letters_family (finder->puzzle, letter);
  number = by_cells ? class->known : next_entry (finder, class);
  *out = found_form (finder, finder->entries.data[number].piece, finder->entries.data[number].form);
  return true;
}

uint32_t bcov_piece_finder_form (bcov_piece_finder *finder, uint32_t piece, const uint32_t *cells,
                                 size_t count)
{
  const bcov_piece *at = &finder->puzzle->pieces.data[piece];
  if (count != at->size || count > finder->puzzle->board.n_cells)
    return BCOV_ANY_FORM;
  bcov_shape shape = make_shape (finder, cells, count);
  uint32_t form = form_with (at, &shape);
  return form == BCOV_TABLE_NONE ? BCOV_ANY_FORM : found_form (finder, piece, form).form;
}
