/* Uses symmetry if all solutions are wanted: a search finds some of the solutions, and the others
   are their images.

   Suppose that every solution touches some item exactly once and that all symmetries map this item
   to itself: a piece that is used once, or the middle of the board.  The options on the item fall
   into orbits, and one option of each orbit is its *representative*.  A solution with a
   representative stands for as many solutions as the orbit has options: its images under symmetries
   that map the representative to each of them.

     bcov_represent represent;
     bcov_status status = bcov_represent_find (&model, &orbits, worth, NULL, &represent, err);
     if (!status && represent.item != BCOV_NO_ITEM)
       status = bcov_represent_restrict (&represent, &model, &smaller, err);
     bcov_represent_free (&represent);                                                          */

#ifndef BCOV_REPRESENT_H
#define BCOV_REPRESENT_H

#include "model/symmetry/orbit.h"

typedef struct {
  uint32_t option;
  uint32_t first, images; /* the symmetries that map it to each option of its orbit; the first is
                             the identity */
} bcov_representative;

typedef struct {
  bcov_mem *mem;
  const bcov_orbits *orbits;
  uint32_t item;    /* BCOV_NO_ITEM: no item saves anything, and the rest is empty */
  uint32_t *orbit;  /* of each option: 1 + the number of its orbit; 0: it is not on the item */
  uint32_t options; /* the number of options on the item */
  BCOV_VEC (bcov_representative) all; /* of each orbit */
  BCOV_VEC (uint32_t) symmetries;
} bcov_represent;

/* Finds symmetries when they are needed, because finding them takes longer than many runs.  FIND
   returns NULL if there are none that save anything, and the same pointer at every call, which
   costs nothing after the first one. */
typedef struct {
  const bcov_represent *(*find) (void *data);
  void *data;
} bcov_represent_source;

/* The ratio of options to orbits that makes an item worthwhile, in quarters. */
typedef struct {
  unsigned least;  /* at least this ratio */
  unsigned nearly; /* at least this share of the best ratio, for an item with fewer orbits */
} bcov_represent_worth;

/* Finds the item for the compiled model MODEL.  ORBITS must outlive OUT.  CONTROL may be NULL. */
bcov_status bcov_represent_find (const bcov_model *model, const bcov_orbits *orbits,
                                 bcov_represent_worth worth, bcov_control *control,
                                 bcov_represent *out, bcov_error *err);
void bcov_represent_free (bcov_represent *represent);

/* Copies REPRESENT with other representatives: those that come first in this ORDER of the items of
   MODEL (compiled or reduced). */
bcov_status bcov_represent_along (const bcov_represent *represent, const bcov_model *model,
                                  const uint32_t *order, bcov_represent *out, bcov_error *err);

/* An estimate of the factor by which the search becomes smaller. */
double bcov_represent_saves (const bcov_represent *represent);

/* Copies MODEL (compiled or reduced) without the options on the item that are not representatives.
 */
bcov_status bcov_represent_restrict (const bcov_represent *represent, const bcov_model *model,
                                     bcov_model *out, bcov_error *err);

/* The representative of the first option on the item among COUNT options of the compiled model,
   such as a solution; NULL if none of them is on the item. */
const bcov_representative *bcov_represent_of (const bcov_represent *represent,
                                              const uint32_t *solution, size_t count);

/* The number of solutions that a solution of a restricted model stands for; 1 if REPRESENT is NULL.
 */
static inline uint32_t bcov_represent_weight (const bcov_represent *represent,
                                              const uint32_t *solution, size_t count)
{
  return represent ? bcov_represent_of (represent, solution, count)->images : 1;
}

#endif
