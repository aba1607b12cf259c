/* The symmetries of a puzzle as permutations of its options.

   A symmetry is a rotation or reflection of the lattice, followed by a shift, that maps the board
   with its marks to itself, every piece to a piece with the same counts, and the rules to
   themselves. */

#ifndef BCOV_ORBIT_H
#define BCOV_ORBIT_H

#include "base/control.h"
#include "model/compile/compiled.h"

/* How a symmetry moves the board. */
typedef struct {
  uint32_t symmetry;   /* number of the rotation or reflection of the lattice */
  bcov_cell shift;     /* applied after it */
  int32_t row, column; /* on a board that wraps: the part of the shift along it */
} bcov_motion;

typedef struct {
  uint32_t count; /* symmetries; the first is the identity */
  uint32_t options;
  uint32_t *image;      /* option o goes to image[g * options + o] under symmetry g */
  bcov_motion *motions; /* of each symmetry */
  bcov_mem *mem;
} bcov_orbits;

/* Finds all symmetries of the compiled puzzle.  An exact cover problem has only the identity.
   CONTROL may be NULL. */
bcov_status bcov_orbits_find (const bcov_compiled *compiled, bcov_control *control,
                              bcov_orbits *out, bcov_error *err);
void bcov_orbits_free (bcov_orbits *orbits);

/* Adds the identity to OUT, of which only the number of options and the memory are set. */
bcov_status bcov_orbits_identity (bcov_orbits *out, bcov_error *err);

/* The image of each option under symmetry G. */
static inline const uint32_t *bcov_orbits_image (const bcov_orbits *orbits, uint32_t g)
{
  return orbits->image + (size_t)g * orbits->options;
}

/* Whether a solution (COUNT options, in any order) is the least of its images as a sorted list;
   exactly one member of each orbit is.  SCRATCH has room for 2 x COUNT numbers. */
bool bcov_orbits_least (const bcov_orbits *orbits, const uint32_t *solution, size_t count,
                        uint32_t *scratch);

/* Makes the model of the solutions that all COUNT symmetries of G leave unchanged.  Its options are
   orbits under these symmetries. */
bcov_status bcov_orbits_fixed_by (const bcov_orbits *orbits, const bcov_model *model,
                                  const uint32_t *g, size_t count, bcov_model *out,
                                  bcov_error *err);

#endif
