/* The catalog as text: its names, and drawings of its pieces.

     F5   I5  L5                  every member of a set with its name above it, as many side by side
     .FF  I   L.                  as fit into 80 columns
     FF.  I   L.
     .F.  I   L.
          I   LL
          I                                                                                     */

#ifndef BCOV_CATALOG_TEXT_H
#define BCOV_CATALOG_TEXT_H

#include "base/text.h"
#include "geometry/catalog.h"

/* The piece or set called NAME, found by bcov_catalog_find_entry.  JSON: an array of
   {"name":"F5","cells":[[0,1],...]}. */
bcov_status bcov_catalog_text_pieces (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                      bool json, bcov_text *out, bcov_error *err);

/* The names of all pieces and sets of LATTICE, sets with the number of their pieces.  BCOV_LATTICES
   lists all lattices; the cube lattice then leaves out what it shares with the square lattice.
   JSON: an array, in one line, of {"lattice":"square","name":"pentominoes","pieces":12,"cells":60},
   where CELLS is the total. */
bcov_status bcov_catalog_text_names (bcov_mem *mem, bcov_lattice lattice, bool json, bcov_text *out,
                                     bcov_error *err);

#endif
