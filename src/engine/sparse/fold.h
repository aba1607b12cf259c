/* Folding: of two states that are mirror images, and so have equally many completions, one will do.

   A *mirror* is an exchange of cells, two by two, that maps the options to options.  After a level
   at which the cells behind are mapped to cells behind, a state and its image have the same number
   of completions: what leads to either may be counted at one of them.  On a rectangle that is so
   after each row; the states of the next row are then about half as many. */

#ifndef BCOV_FOLD_H
#define BCOV_FOLD_H

#include "engine/program/program.h"

/* Bits that go SHIFT places up (from FROM) and down (to FROM) when a key is mirrored. */
typedef struct {
  uint32_t shift;
  uint64_t from;
} bcov_exchange;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (uint32_t) first; /* of each level its exchanges, and one more; empty: no mirror */
  BCOV_VEC (bcov_exchange) exchanges;
  BCOV_VEC (uint64_t) fixed; /* of each level: bits that stay */
} bcov_folds;

/* Looks for a mirror; there is none for keys of more than one word. */
bcov_status bcov_folds_make (const bcov_model *model, const bcov_program *program, bcov_folds *out,
                             bcov_error *err);
void bcov_folds_free (bcov_folds *folds);

/* Whether states are folded after LEVEL. */
static inline bool bcov_folds_at (const bcov_folds *folds, uint32_t level)
{
  return folds->first.count && folds->first.data[level] < folds->first.data[level + 1];
}

/* Of a state after LEVEL and its image the smaller. */
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
