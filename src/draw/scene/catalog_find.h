/* Looks up what a user wants to see of the catalog. */

#ifndef BCOV_CATALOG_FIND_H
#define BCOV_CATALOG_FIND_H

#include "geometry/catalog.h"

/* The lattice called NAME; BCOV_LATTICES if NAME is NULL.  BCOV_INPUT if there is none. */
bcov_status bcov_catalog_find_lattice (const char *name, bcov_lattice *out, bcov_error *err);

/* The piece or set called NAME on LATTICE.  BCOV_LATTICES becomes the first lattice that has the
   name.  BCOV_INPUT, with the nearest name, if there is none.  Free OUT with bcov_catalog_free. */
bcov_status bcov_catalog_find_entry (bcov_mem *mem, bcov_lattice *lattice, const char *name,
                                     bcov_catalog_entry *out, bcov_error *err);

#endif
