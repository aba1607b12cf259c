/* Pockets: detects states that are dead because the options cannot fill an isolated region of that
   size.

   Links join cells that options cover together, as few as keep the cells of each option connected.
   A region is a connected set of uncovered cells, so each option left lies within one region.  The
   size of a region without a link to cells that open later must be a sum of sizes of options. */

#ifndef BCOV_POCKET_H
#define BCOV_POCKET_H

#include "engine/program/program.h"

#include <assert.h>

/* Links between open cells whose bits in the key are SHIFT places apart: from bit b to b + SHIFT
   for each b in FROM. */
typedef struct {
  uint32_t shift;
  uint64_t from;
} bcov_shifted_links;

/* The open cells after a level. */
typedef struct {
  uint64_t cells;        /* their bits; 0: nothing to test */
  uint64_t shore;        /* those with a link to a cell that is not open yet */
  uint32_t first, count; /* in LINES */
} bcov_open_cells;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (bcov_open_cells) levels; /* empty: pockets do not apply */
  BCOV_VEC (bcov_shifted_links) lines;
  uint64_t sizes; /* bit n: a region of n cells can be filled */
} bcov_pockets;

bcov_status bcov_pockets_make (const bcov_model *model, const bcov_program *program,
                               bcov_pockets *out, bcov_error *err);
void bcov_pockets_free (bcov_pockets *pockets);

/* Returns the cells of UNCOVERED that are connected with those of SEED. */
static inline uint64_t bcov_pockets_flood (const bcov_pockets *p, const bcov_open_cells *w,
                                           uint64_t uncovered, uint64_t seed)
{
  for (uint64_t before = 0; seed != before;) {
    before = seed;
    for (uint32_t k = w->first; k < w->first + w->count; k++) {
      const bcov_shifted_links *l = &p->lines.data[k];
      seed |= ((seed & l->from) << l->shift | (seed >> l->shift & l->from)) & uncovered;
    }
  }
  return seed;
}

/* Returns whether a region of DRY, which is cut off from the rest, has an impossible size. */
static inline bool bcov_pockets_odd (const bcov_pockets *p, const bcov_open_cells *w, uint64_t dry)
{
  if (!(p->sizes >> __builtin_popcountll (dry) % 64 & 1))
    return true; /* possible sizes add up to a possible size */
  while (dry) {
    uint64_t region = bcov_pockets_flood (p, w, dry, dry & -dry);
    if (!(p->sizes >> __builtin_popcountll (region) % 64 & 1))
      return true;
    dry &= ~region;
  }
  return false;
}

/* Returns whether a state after LEVEL is dead; WORD is the first word of its key. */
static inline bool bcov_pockets_dead (const bcov_pockets *p, uint32_t level, uint64_t word)
{
  assert (level < p->levels.count);
  const bcov_open_cells *w = &p->levels.data[level];
  uint64_t uncovered = w->cells & ~word;
  uint64_t wet = bcov_pockets_flood (p, w, uncovered, uncovered & w->shore);
  return bcov_pockets_odd (p, w, uncovered & ~wet);
}

#endif
