/* An open hash table of option numbers; what a number stands for is read from the compiled model,
   so keys are compared in full and nothing is stored twice. */

#include "model/compile/lookup.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

static uint64_t hash_placement (uint32_t piece, const bcov_decor *decor, const uint32_t *cells,
                                size_t count)
{
  uint64_t hash = bcov_hash_mix (bcov_hash_words (cells, count), piece);
  for (int k = 0; k < 4; k++)
    hash = bcov_hash_mix (hash, decor->sides[k]);
  return bcov_hash_end (bcov_hash_mix (hash, decor->points));
}

static bool same_decor (const bcov_decor *a, const bcov_decor *b)
{
  return a->points == b->points && !memcmp (a->sides, b->sides, sizeof a->sides);
}

static const bcov_decor *decor_of (const bcov_compiled *compiled, uint32_t option)
{
  const bcov_placement *placement = &compiled->placements.data[option];
  return &compiled->puzzle->pieces.data[placement->piece].forms[placement->form].decor;
}

static void put (bcov_lookup *lookup, const bcov_compiled *compiled, uint32_t option)
{
  assert (option < compiled->placements.count);
  assert (lookup->count < lookup->room && !(lookup->room & (lookup->room - 1)));
  const bcov_placement *placement = &compiled->placements.data[option];
  uint32_t size = compiled->puzzle->pieces.data[placement->piece].size;
  size_t at = hash_placement (placement->piece, decor_of (compiled, option),
                              compiled->cells.data + placement->first, size) &
              (lookup->room - 1);
  while (lookup->slot[at])
    at = (at + 1) & (lookup->room - 1);
  lookup->slot[at] = option + 1;
}

static bcov_status widen (bcov_lookup *lookup, const bcov_compiled *compiled, bcov_error *err)
{
  bcov_mem *mem = compiled->puzzle->mem;
  size_t room = lookup->room ? lookup->room * 2 : 256, old_room = lookup->room;
  uint32_t *old = lookup->slot, *slot = bcov_mem_alloc (mem, room, sizeof *slot, err);
  if (!slot)
    return bcov_mem_status (mem);
  lookup->slot = slot;
  lookup->room = room;
  for (size_t k = 0; k < old_room; k++)
    if (old[k])
      put (lookup, compiled, old[k] - 1);
  bcov_mem_free (mem, old);
  return BCOV_OK;
}

bcov_status bcov_lookup_add (bcov_lookup *lookup, const bcov_compiled *compiled, uint32_t option,
                             bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (lookup->count * 2 >= lookup->room)
    status = widen (lookup, compiled, err);
  if (status)
    return status;
  put (lookup, compiled, option);
  lookup->count++;
  return BCOV_OK;
}

uint32_t bcov_lookup_find (const bcov_lookup *lookup, const bcov_compiled *compiled, uint32_t piece,
                           const bcov_decor *decor, const uint32_t *cells)
{
  if (!lookup->room)
    return BCOV_NO_OPTION;
  assert (piece < compiled->puzzle->pieces.count);
  uint32_t size = compiled->puzzle->pieces.data[piece].size;
  size_t at = hash_placement (piece, decor, cells, size) & (lookup->room - 1);
  for (; lookup->slot[at]; at = (at + 1) & (lookup->room - 1)) {
    uint32_t option = lookup->slot[at] - 1;
    const bcov_placement *placement = &compiled->placements.data[option];
    if (placement->piece == piece && same_decor (decor_of (compiled, option), decor) &&
        !memcmp (compiled->cells.data + placement->first, cells, size * sizeof *cells))
      return option;
  }
  return BCOV_NO_OPTION;
}

void bcov_lookup_free (bcov_lookup *lookup, bcov_mem *mem)
{
  bcov_mem_free (mem, lookup->slot);
  *lookup = (bcov_lookup){0};
}
