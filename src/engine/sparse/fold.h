/* Folding: two states that are mirror images have equally many completions, so one of them is
   enough.

   A *mirror* is an involution of the cells that maps options to options.  If it maps the cells of
   all finished levels to cells of finished levels, a state after these levels and its image have
   the same number of completions, and the ways to both can be counted at one of them.  On a
   rectangle this holds after each row and halves the number of states, about. */

#ifndef BCOV_FOLD_H
#define BCOV_FOLD_H

#include "engine/program/program.h"

/* Mirroring a key exchanges the bits FROM with the bits FROM << SHIFT. */
typedef struct {
  uint32_t shift;
  uint64_t from;
} bcov_exchange;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (uint32_t) first; /* index of each level's exchanges, and one more; empty: no mirror */
  BCOV_VEC (bcov_exchange) exchanges;
  BCOV_VEC (uint64_t) fixed; /* of each level: bits that do not move */
} bcov_folds;

/* Looks for a mirror; there is none if keys have more than one word. */
bcov_status bcov_folds_make (const bcov_model *model, const bcov_program *program, bcov_folds *out,
                             bcov_error *err);
void bcov_folds_free (bcov_folds *folds);

/* Returns true if states are folded after LEVEL. */
static inline bool bcov_folds_at (const bcov_folds *folds, uint32_t level)
{
  return folds->first.count && folds->first.data[level] < folds->first.data[level + 1];
}

/* Returns the smaller one of a state after LEVEL and its image. */
static inline uint64_t bcov_folds_least (const bcov_folds *folds, uint32_t level, uint64_t key)
{
  uint64_t image = key & folds->fixed.data[level];
  for (uint32_t k = folds->first.data[level]; k < folds->first.data[level + 1]; k++) {
    const bcov_exchange *e = &folds->exchanges.data[k];
    image |= (key & e->from) << e->shift | (key >> e->shift & e->from);
  }
  return image < key ? image : key;
}

#endif
