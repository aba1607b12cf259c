/* Converts options to pieces on the board and back, and items to names.  Decoding is linear in the
   cells, apart from sorting the pieces.  The table for finding options holds only their numbers:
   keys are compared with the placements of the compiled model. */

#include "model/compile/compiled.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

void bcov_compiled_free (bcov_compiled *compiled)
{
  bcov_mem *mem = compiled->model.mem;
  if (!mem)
    return;
  bcov_vec_free (mem, &compiled->meanings);
  bcov_vec_free (mem, &compiled->placements);
  bcov_vec_free (mem, &compiled->cells);
  bcov_model_free (&compiled->model);
  *compiled = (bcov_compiled){0};
}

bcov_status bcov_decode_lay (const bcov_compiled *compiled, uint32_t option,
                             bcov_covering *covering, bcov_error *err)
{
  const bcov_puzzle *puzzle = compiled->puzzle;
  assert (option < bcov_model_options (&compiled->model));
  if (puzzle->exact)
    return bcov_covering_lay (covering, option, 0, NULL, 0, err);
  const bcov_placement *placement = &compiled->placements.data[option];
  return bcov_covering_lay (covering, placement->piece, placement->form,
                            compiled->cells.data + placement->first,
                            puzzle->pieces.data[placement->piece].size, err);
}

bcov_status bcov_decode (const bcov_compiled *compiled, const uint32_t *options, size_t count,
                         bcov_covering *covering, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bcov_covering_clear (covering);
  for (size_t k = 0; !status && k < count; k++)
    status = bcov_decode_lay (compiled, options[k], covering, err);
  if (!status)
    bcov_covering_sort (covering);
  return status;
}

/* ---- finding options ---- */

static_assert (BCOV_TABLE_NONE == BCOV_NO_OPTION, "an empty result means the same in both");

/* A placement to find. */
typedef struct {
  const bcov_compiled *compiled;
  uint32_t piece, size;
  const bcov_decor *decor;
  const uint32_t *cells;
} wanted;

static wanted placement_of (const bcov_compiled *compiled, uint32_t option)
{
  const bcov_placement *placement = &compiled->placements.data[option];
  const bcov_piece *piece = &compiled->puzzle->pieces.data[placement->piece];
  return (wanted){compiled, placement->piece, piece->size, &piece->forms[placement->form].decor,
                  compiled->cells.data + placement->first};
}

static uint64_t hash_of (const wanted *w)
{
  uint64_t hash = bcov_hash_mix (bcov_hash_words (w->cells, w->size), w->piece);
  for (int k = 0; k < 4; k++)
    hash = bcov_hash_mix (hash, w->decor->sides[k]);
  return bcov_hash_end (bcov_hash_mix (hash, w->decor->points));
}

static bool is_same (const void *data, uint32_t option)
{
  const wanted *w = data, other = placement_of (w->compiled, option);
  return other.piece == w->piece && other.decor->points == w->decor->points &&
         !memcmp (other.decor->sides, w->decor->sides, sizeof w->decor->sides) &&
         !memcmp (other.cells, w->cells, w->size * sizeof *w->cells);
}

bcov_status bcov_compiled_enter (bcov_table *table, const bcov_compiled *compiled, uint32_t option,
                                 bcov_error *err)
{
  wanted w = placement_of (compiled, option);
  return bcov_table_add (compiled->puzzle->mem, table, hash_of (&w), option, err);
}

uint32_t bcov_compiled_find (const bcov_table *table, const bcov_compiled *compiled, uint32_t piece,
                             const bcov_decor *decor, const uint32_t *cells)
{
  wanted w = {compiled, piece, compiled->puzzle->pieces.data[piece].size, decor, cells};
  return table->count ? bcov_table_find (table, hash_of (&w), is_same, &w) : BCOV_NO_OPTION;
}

/* ---- names ---- */

static void name_cell (const bcov_board *board, uint32_t number, bcov_text *out)
{
  bcov_cell cell = board->cells[number];
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (out, "l%d", cell.layer);
  bcov_text_printf (out, "r%dc%d", cell.row, cell.column);
}

void bcov_compiled_item_name (const bcov_compiled *compiled, uint32_t item, bcov_text *out)
{
  static const char *const direction[8] = {"n", "e", "s", "w", "ne", "se", "sw", "nw"};
  const bcov_puzzle *puzzle = compiled->puzzle;
  assert (item < compiled->meanings.count);
  bcov_meaning meaning = compiled->meanings.data[item];
  switch (meaning.kind) {
  case BCOV_IS_CELL:
    name_cell (&puzzle->board, meaning.index, out);
    break;
  case BCOV_IS_PIECE:
    bcov_text_put (out, puzzle->pieces.data[meaning.index].name);
    break;
  case BCOV_IS_POINTED:
  case BCOV_IS_SIDE:
    name_cell (&puzzle->board, meaning.index, out);
    bcov_text_printf (out, "%s%s", meaning.kind == BCOV_IS_SIDE ? "=" : "-",
                      direction[meaning.detail]);
    break;
  case BCOV_IS_ROW:
  case BCOV_IS_COLUMN:
    bcov_text_printf (out, "%s%u-%s", meaning.kind == BCOV_IS_ROW ? "row" : "column", meaning.index,
                      puzzle->tags.data[meaning.detail]);
    break;
  case BCOV_IS_NAMED:
    bcov_text_put (out, puzzle->exact->items.data[meaning.index]);
    break;
  }
}

void bcov_compiled_title (const bcov_compiled *compiled, const char *mark, bcov_text *out)
{
  const char *title = bcov_puzzle_title (compiled->puzzle);
  if (!*title)
    return;
  bcov_text_put (out, mark);
  for (const char *p = title; *p; p++)
    bcov_text_char (out, (unsigned char)*p < ' ' ? ' ' : *p);
  bcov_text_char (out, '\n');
}
