/* Looks up names in the catalog and keeps the sets, so a list of hexominoes.1, hexominoes.2 ...
   makes the set only once.

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
  BCOV_VEC (bcov_catalog_lookup_set) sets; /* every set so far */
  bcov_catalog_entry single;               /* the last piece that is not a member of a set */
} bcov_catalog_lookup;

/* The meaning of a name. */
typedef struct {
  const bcov_catalog_piece *pieces;
  size_t count; /* 0 if there is no such name */
  bool is_set, turn, flip;
} bcov_catalog_found;

/* Finds NAME.  OUT is valid until the next call. */
bcov_status bcov_catalog_lookup_find (bcov_catalog_lookup *lookup, const char *name, size_t length,
                                      bcov_catalog_found *out, bcov_error *err);
void bcov_catalog_lookup_free (bcov_catalog_lookup *lookup);

/* Reports that LATTICE has no piece or set NAME, and suggests a similar name or the lattice that
   has it.  Returns BCOV_INPUT. */
bcov_status bcov_catalog_lookup_suggest (bcov_lattice lattice, const char *name, size_t length,
                                         const bcov_place *place, bcov_error *err);

#endif
