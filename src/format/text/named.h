/* Names looked up in the catalog, with the sets kept: a list of hexominoes.1, hexominoes.2 ...
   makes the set once.

     bcov_named named = {.mem = mem, .lattice = BCOV_SQUARE};
     bcov_found found;
     bcov_status status = bcov_named_find (&named, "F5", 2, &found, err);
     bcov_named_free (&named);                                                                  */

#ifndef BCOV_NAMED_H
#define BCOV_NAMED_H

#include "geometry/catalog.h"

typedef struct {
  char name[48];
  bcov_catalog_entry entry;
} bcov_named_set;

typedef struct {
  bcov_mem *mem;
  bcov_lattice lattice;
  BCOV_VEC (bcov_named_set) sets; /* every set that was asked for */
  bcov_catalog_entry single;      /* the last name that was no set and no member of one */
} bcov_named;

/* What a name stands for. */
typedef struct {
  const bcov_catalog_piece *pieces;
  size_t count; /* 0: there is no such name */
  bool is_set, turn, flip;
} bcov_found;

/* What is found is valid until the next call. */
bcov_status bcov_named_find (bcov_named *named, const char *name, size_t length, bcov_found *out,
                             bcov_error *err);
void bcov_named_free (bcov_named *named);

#endif
