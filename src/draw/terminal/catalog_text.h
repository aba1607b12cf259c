/* The pieces of the catalog, drawn.

     F5   I5  L5                  every member of a set, its name above it, as many side by side
     .FF  I   L.                  as fit into 80 columns
     FF.  I   L.
     .F.  I   L.
          I   LL
          I                                                                                     */

#ifndef BCOV_CATALOG_TEXT_H
#define BCOV_CATALOG_TEXT_H

#include "base/text.h"
#include "geometry/catalog.h"

/* The piece or the set called NAME; with BCOV_LATTICES on the first lattice that knows
   it.  JSON: an array of {"name":"F5","cells":[[0,1],...]}.
   BCOV_INPUT, with the nearest name, when there is none. */
bcov_status bcov_catalog_text_pieces (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                      bool json, bcov_text *out, bcov_error *err);

/* The lattice called NAME, or BCOV_LATTICES for none in particular (NULL). */
bcov_status bcov_catalog_text_lattice (const char *name, bcov_lattice *out, bcov_error *err);

/* Looks NAME up on LATTICE; BCOV_LATTICES becomes the first lattice that knows it.  BCOV_INPUT as
   above.  Free OUT with bcov_catalog_free. */
bcov_status bcov_catalog_text_find (bcov_mem *mem, bcov_lattice *lattice, const char *name,
                                    bcov_catalog_entry *out, bcov_error *err);

#endif
