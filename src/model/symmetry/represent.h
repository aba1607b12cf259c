/* Symmetry made use of where all solutions are wanted: one of several is found, the others are its
   images.

   Some item is touched exactly once by every solution, and all symmetries map it to itself: a piece
   that is used once, or the middle of the board.  The options on it fall into orbits; of each orbit
   one option is the *representative*.  A solution with a representative stands for as many as the
   orbit has options: its images under symmetries that carry the representative to each of them.

     bcov_represent represent;
     bcov_status status = bcov_represent_find (&compiled.model, &orbits, worth, NULL, &represent,
   err); if (!status && represent.item != BCOV_NO_ITEM) ... bcov_represent_restrict ...
     bcov_represent_free (&represent);                                                          */

#ifndef BCOV_REPRESENT_H
#define BCOV_REPRESENT_H

#include "model/symmetry/orbit.h"

/* An option on the item that stands for its orbit. */
typedef struct {
  uint32_t option;
  uint32_t first, images; /* symmetries that carry it to each of its orbit, the identity first */
} bcov_representative;

typedef struct {
  bcov_mem *mem;
  const bcov_orbits *orbits;
  uint32_t item; /* BCOV_NO_ITEM: there is none that saves anything, and nothing else here */
  uint32_t
      *orbit; /* of each option: 1 + the number of its orbit, or 0 when it is not on the item */
  uint32_t options;                   /* on the item */
  BCOV_VEC (bcov_representative) all; /* one an orbit */
  BCOV_VEC (uint32_t) symmetries;
} bcov_represent;

/* Which item is worth it, in quarters. */
typedef struct {
  unsigned least;  /* of the work without symmetry: what an item must save */
  unsigned nearly; /* of what the best item saves: what one with fewer representatives must save */
} bcov_represent_worth;

/* Finds the item for MODEL, which is the one that was compiled; ORBITS must outlive OUT.  CONTROL,
   if not NULL, may stop it. */
bcov_status bcov_represent_find (const bcov_model *model, const bcov_orbits *orbits,
                                 bcov_represent_worth worth, bcov_control *control,
                                 bcov_represent *out, bcov_error *err);
void bcov_represent_free (bcov_represent *represent);

/* The same with other representatives: those that lie first when the items of MODEL (compiled or
   reduced) have their turn in this ORDER. */
bcov_status bcov_represent_along (const bcov_represent *represent, const bcov_model *model,
                                  const uint32_t *order, bcov_represent *out, bcov_error *err);

/* How many times less there is to search, about. */
double bcov_represent_saves (const bcov_represent *represent);

/* MODEL (compiled or reduced) with the representatives alone of the options on the item. */
bcov_status bcov_represent_restrict (const bcov_represent *represent, const bcov_model *model,
                                     bcov_model *out, bcov_error *err);

/* The representative of the option on the item, among those of a solution (or among any COUNT
   options, by their numbers in the compiled model); NULL when none of them is on it. */
const bcov_representative *bcov_represent_of (const bcov_represent *represent,
                                              const uint32_t *solution, size_t count);

/* How many a solution of a restricted model stands for; of any other model, where REPRESENT is
   NULL: 1. */
static inline uint32_t bcov_represent_weight (const bcov_represent *represent,
                                              const uint32_t *solution, size_t count)
{
  return represent ? bcov_represent_of (represent, solution, count)->images : 1;
}

#endif
