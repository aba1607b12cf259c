/* Which states are dead: an item that is still to be touched and that no option left can touch.

   For each level a few items are watched, those for which it is worth while: an item that must be
   touched, and the bits of the key that stand in the way of each option that it has left. */

#ifndef BCOV_LOOKAHEAD_H
#define BCOV_LOOKAHEAD_H

#include "engine/program.h"

typedef struct {
  uint32_t first, options; /* masks.data[(first + k) * words ..]: what stands in the way of each */
  uint32_t bit;            /* of the item itself, when it is open; else BCOV_NO_MOVE */
} bcov_watch;

typedef struct {
  bcov_mem *mem;
  uint32_t words;
  BCOV_VEC (uint32_t) first; /* of each level its first watch, and one more at the end */
  BCOV_VEC (bcov_watch) watches;
  BCOV_VEC (uint64_t) masks;
} bcov_lookahead;

bcov_status bcov_lookahead_make (const bcov_model *model, const bcov_program *program,
                                 bcov_lookahead *out, bcov_error *err);
void bcov_lookahead_free (bcov_lookahead *lookahead);

/* Whether a state (after LEVEL) is known to have no completion. */
static inline __attribute__ ((always_inline)) bool bcov_lookahead_dead (const bcov_lookahead *ahead,
                                                                        uint32_t level,
                                                                        const uint64_t *key,
                                                                        uint32_t words)
{
  for (uint32_t k = ahead->first.data[level]; k < ahead->first.data[level + 1]; k++) {
    const bcov_watch *watch = &ahead->watches.data[k];
    if (watch->bit != BCOV_NO_MOVE && key[watch->bit / 64] >> watch->bit % 64 & 1)
      continue;
    const uint64_t *mask = &ahead->masks.data[(size_t)watch->first * words];
    uint32_t left = watch->options;
    for (; left; left--, mask += words) {
      uint64_t common = 0;
      for (uint32_t w = 0; w < words; w++)
        common |= key[w] & mask[w];
      if (!common)
        break;
    }
    if (!left)
      return true;
  }
  return false;
}

#endif
