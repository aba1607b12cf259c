/* A hash table of option numbers.  It stores no placements: keys are compared with the placements
   of the compiled model. */

#include "model/compile/lookup.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

static_assert (BCOV_TABLE_NONE == BCOV_NO_OPTION, "an empty result means the same in both");

/* The placement to find. */
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

bcov_status bcov_lookup_add (bcov_table *table, const bcov_compiled *compiled, uint32_t option,
                             bcov_error *err)
{
  wanted w = placement_of (compiled, option);
  return bcov_table_add (compiled->puzzle->mem, table, hash_of (&w), option, err);
}

uint32_t bcov_lookup_find (const bcov_table *table, const bcov_compiled *compiled, uint32_t piece,
                           const bcov_decor *decor, const uint32_t *cells)
{
  wanted w = {compiled, piece, compiled->puzzle->pieces.data[piece].size, decor, cells};
  return table->count ? bcov_table_find (table, hash_of (&w), is_same, &w) : BCOV_NO_OPTION;
}
