/* The symmetries of a model that was read from an exact cover file, where no board tells them.

     bcov_orbits orbits;
     bcov_status status = bcov_automorphisms_find (&model, NULL, &orbits, err);
     if (!status && orbits.count > 1)
       ...
     bcov_orbits_free (&orbits);                                                                */

#ifndef BCOV_AUTOMORPHISM_H
#define BCOV_AUTOMORPHISM_H

#include "model/symmetry/orbit.h"

/* Finds all permutations of the options of MODEL for which a permutation of the items exists, such
   that each item goes to one with the same bounds, and each option to one with the same touches on
   the images of its items.  Finds only the identity if there are too many permutations, if the
   model is too large, or if no item that is touched exactly once keeps its place, because symmetry
   then saves nothing.  OUT has no motions.  CONTROL may be NULL. */
bcov_status bcov_automorphisms_find (const bcov_model *model, bcov_control *control,
                                     bcov_orbits *out, bcov_error *err);

#endif
