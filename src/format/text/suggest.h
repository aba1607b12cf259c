/* What to say about a name that nothing has. */

#ifndef BCOV_SUGGEST_H
#define BCOV_SUGGEST_H

#include "geometry/lattice.h"

/* Reports that no piece or set of LATTICE is called NAME, with the name that was probably meant, or
   the lattice that has it.  BCOV_INPUT. */
bcov_status bcov_suggest_piece (bcov_lattice lattice, const char *name, size_t length,
                                const bcov_place *place, bcov_error *err);

#endif
