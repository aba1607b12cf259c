/* What the catalog holds: the names of pieces, and of sets with how many pieces they have. */

#ifndef BCOV_CATALOG_NAMES_H
#define BCOV_CATALOG_NAMES_H

#include "base/text.h"
#include "geometry/catalog.h"

/* Every name of LATTICE; with BCOV_LATTICES those of all lattices, where the cube lattice leaves
   out what it has from the square one.  JSON: an array, in one line, of
   {"lattice":"square","name":"pentominoes","pieces":12,"cells":60}, CELLS in all. */
bcov_status bcov_catalog_names_write (bcov_mem *mem, bcov_lattice lattice, bool json,
                                      bcov_text *out, bcov_error *err);

#endif
