/* The symmetries of a puzzle as permutations of its options.

   A symmetry is a rotation or reflection of the lattice, with a shift, that maps the board with its
   marks to itself, every piece to one with the same counts, and the rules to themselves. */

#ifndef BCOV_ORBIT_H
#define BCOV_ORBIT_H

#include "base/control.h"
#include "model/compile/compiled.h"

/* How a symmetry moves the board. */
typedef struct {
  uint32_t symmetry;   /* of the lattice, by its number */
  bcov_cell shift;     /* behind it */
  int32_t row, column; /* on a board that wraps: how much of the shift is along it */
} bcov_motion;

typedef struct {
  uint32_t count; /* symmetries; the first is the identity */
  uint32_t options;
  uint32_t *image;      /* option o goes to image[g * options + o] under symmetry g */
  bcov_motion *motions; /* of each symmetry */
  bcov_mem *mem;
} bcov_orbits;

/* All symmetries of the compiled puzzle.  An exact cover problem has the identity alone.
   CONTROL, if not NULL, may stop it. */
bcov_status bcov_orbits_find (const bcov_compiled *compiled, bcov_control *control,
                              bcov_orbits *out, bcov_error *err);
void bcov_orbits_free (bcov_orbits *orbits);

/* Where symmetry G carries each option. */
static inline const uint32_t *bcov_orbits_image (const bcov_orbits *orbits, uint32_t g)
{
  return orbits->image + (size_t)g * orbits->options;
}

/* Whether a solution (COUNT options, in any order) is the least of its images, comparing sorted
   lists: just one of each orbit is.  SCRATCH has room for 2 x COUNT numbers. */
bool bcov_orbits_least (const bcov_orbits *orbits, const uint32_t *solution, size_t count,
                        uint32_t *scratch);

/* The model of the solutions that all COUNT symmetries of G leave as they are: its options are the
   orbits under them. */
bcov_status bcov_orbits_fixed_by (const bcov_orbits *orbits, const bcov_model *model,
                                  const uint32_t *g, size_t count, bcov_model *out,
                                  bcov_error *err);

/* The same for a single symmetry. */
bcov_status bcov_orbits_fixed (const bcov_orbits *orbits, const bcov_model *model, uint32_t g,
                               bcov_model *out, bcov_error *err);

#endif
