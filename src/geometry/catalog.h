/* The named pieces and sets.  Names of pieces: I1 .. Z5 on the square lattice (and, one layer
   thick, on the cube lattice); sets: monomino .. octominoes, trihexes .. pentahexes, tetriamonds ..
   heptiamonds, tetracubes, pentacubes, soma.  "one-sided " or "fixed " may stand before a set;
   "hexominoes.7" is one member.  Rectangles "3x4" are named pieces too. */

#ifndef BCOV_CATALOG_H
#define BCOV_CATALOG_H

#include "geometry/shape.h"

typedef struct {
  char name[48];
  bcov_shape shape;
} bcov_catalog_piece;

typedef struct {
  BCOV_VEC (bcov_catalog_piece) pieces;
  bool is_set;         /* the name was that of a set */
  bool turn, flip;     /* what the name says about them: "fixed" neither, "one-sided" no flip, */
  bool says_turn_flip; /* in which case the entry's own turn: and flip: may not contradict */
} bcov_catalog_entry;

/* Looks NAME up on LATTICE.  BCOV_OK and FOUND false: there is no such name.  Turn and flip are
   otherwise the lattice's defaults (both true; flip false on the cube lattice). */
bcov_status bcov_catalog_find (bcov_mem *mem, bcov_lattice lattice, const char *name, size_t length,
                               bcov_catalog_entry *out, bool *found, bcov_error *err);
void bcov_catalog_free (bcov_mem *mem, bcov_catalog_entry *entry);

/* The lattice on which NAME is known when it is known on exactly one kind (soma: cube; tetrahexes:
   hex); BCOV_LATTICES otherwise.  For -p without --lattice. */
bcov_lattice bcov_catalog_lattice (const char *name, size_t length);

/* Every plain name of LATTICE (pieces, then sets), for lists and for "did you mean". */
size_t bcov_catalog_names (bcov_lattice lattice, const char *const **names);

#endif
