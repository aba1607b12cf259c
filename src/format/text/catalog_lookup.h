/* Names looked up in the catalog, with the sets kept: a list of hexominoes.1, hexominoes.2 ...
   makes the set once.

     bcov_catalog_lookup lookup = {.mem = mem, .lattice = BCOV_SQUARE};
     bcov_catalog_found found;
     bcov_status status = bcov_catalog_lookup_find (&lookup, "F5", 2, &found, err);
     bcov_catalog_lookup_free (&lookup); */

#ifndef BCOV_CATALOG_LOOKUP_H
#define BCOV_CATALOG_LOOKUP_H

#include "geometry/catalog.h"

typedef struct {
  char name[48];
  bcov_catalog_entry entry;
} bcov_catalog_lookup_set;

typedef struct {
  bcov_mem *mem;
  bcov_lattice lattice;
  BCOV_VEC (bcov_catalog_lookup_set) sets; /* every set that was asked for */
  bcov_catalog_entry single;               /* the last name that was no set and no member of one */
} bcov_catalog_lookup;

/* What a name stands for. */
typedef struct {
  const bcov_catalog_piece *pieces;
  size_t count; /* 0: there is no such name */
  bool is_set, turn, flip;
} bcov_catalog_found;

/* What is found is valid until the next call. */
bcov_status bcov_catalog_lookup_find (bcov_catalog_lookup *lookup, const char *name, size_t length,
                                      bcov_catalog_found *out, bcov_error *err);
void bcov_catalog_lookup_free (bcov_catalog_lookup *lookup);

/* Reports that no piece or set of LATTICE is called NAME, with the name that was probably meant, or
   the lattice that has it.  BCOV_INPUT. */
bcov_status bcov_catalog_lookup_suggest (bcov_lattice lattice, const char *name, size_t length,
                                         const bcov_place *place, bcov_error *err);

#endif
