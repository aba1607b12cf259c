/* Pockets of eight states at once, as many in parallel as a vector register holds.  The code uses
   the compiler's vector types, so that there is one version for all processors. */

#ifndef BCOV_POCKET_EIGHT_H
#define BCOV_POCKET_EIGHT_H

#include "base/lanes.h"
#include "engine/cuts/pocket.h"

#include <string.h>

static_assert (8 % BCOV_LANES == 0, "eight keys fill whole vectors");

/* The cells that LINES link to CELLS. */
#define BCOV_JOINED(lines, cells)                                                                  \
  (((cells) & (lines)->from) << (lines)->shift | ((cells) >> (lines)->shift & (lines)->from))

/* Returns the keys with an isolated cell, unless an option covers just one cell. */
static inline unsigned bcov_pockets_lone (const bcov_pockets *p, const bcov_open_cells *w,
                                          const bcov_lanes *open)
{
  bcov_lanes joined = (bcov_lanes){0} + w->shore;
  if (p->sizes >> 1 & 1)
    return 0;
  for (const bcov_shifted_links *l = &p->lines.data[w->first], *end = l + w->count; l < end; l++)
    joined |= BCOV_JOINED (l, *open);
  joined = *open & ~joined;
  return bcov_lanes_some (&joined);
}

/* Adds to SEED all cells of OPEN that are connected with it, in the keys AMONG. */
static inline void bcov_pockets_spread (const bcov_pockets *p, const bcov_open_cells *w,
                                        const bcov_lanes *open, bcov_lanes *seed, unsigned among)
{
  const bcov_shifted_links *first = &p->lines.data[w->first], *end = first + w->count;
  bcov_lanes wet = *seed, before;
  do {
    before = wet;
    for (const bcov_shifted_links *l = first; l < end; l++)
      wet |= BCOV_JOINED (l, wet) & *open;
    before ^= wet;
  } while (bcov_lanes_some (&before) & among);
  *seed = wet;
}

/* Returns the keys AMONG whose number of cells is no sum of sizes of options. */
static inline unsigned bcov_pockets_unmade (const bcov_pockets *p, const bcov_lanes *cells,
                                            unsigned among)
{
  unsigned unmade = 0;
  for (; among; among &= among - 1) {
    unsigned k = (unsigned)__builtin_ctz (among);
    unsigned n = (unsigned)__builtin_popcountll ((*cells)[k]) % 64;
    unmade |= (unsigned)(~p->sizes >> n & 1) << k;
  }
  return unmade;
}

/* As bcov_pockets_dead_eight, for the BCOV_LANES keys from KEYS on. */
static inline unsigned bcov_pockets_dead_some (const bcov_pockets *p, const bcov_open_cells *w,
                                               const uint64_t *keys, unsigned among)
{
  bcov_lanes open, region;
  memcpy (&open, keys, sizeof open);
  open = ~open & w->cells;
  unsigned dead = bcov_pockets_lone (p, w, &open) & among;
  if (dead == among)
    return dead;
  region = open & w->shore;
  bcov_pockets_spread (p, w, &open, &region, among & ~dead);
  open &= ~region;
  dead |= bcov_pockets_unmade (p, &open, bcov_lanes_some (&open) & among & ~dead);
  for (unsigned left; (left = bcov_lanes_some (&open) & among & ~dead);) {
    region = open & -open;
    bcov_pockets_spread (p, w, &open, &region, left);
    open &= ~region;
    dead |= bcov_pockets_unmade (p, &region, left);
  }
  return dead;
}

/* Returns which of the eight KEYS are dead after LEVEL, a bit each; only those AMONG are tested. */
static inline unsigned bcov_pockets_dead_eight (const bcov_pockets *p, uint32_t level,
                                                const uint64_t *keys, unsigned among)
{
  unsigned dead = 0;
  assert (level < p->levels.count && among < 1 << 8);
  for (unsigned k = 0; k < 8; k += BCOV_LANES)
    if (among >> k & BCOV_ALL_LANES)
      dead |=
          bcov_pockets_dead_some (p, &p->levels.data[level], keys + k, among >> k & BCOV_ALL_LANES)
          << k;
  return dead;
}

#endif
