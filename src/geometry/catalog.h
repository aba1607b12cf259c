/* The named pieces and sets, and what else can stand where a piece is named:

     F5                      a piece with a letter, I1 .. Z5 (square), V L T Z A B P (cube: Soma)
     pentominoes             a set: monomino .. octominoes, trihexes .. pentahexes, tetriamonds ..
                             heptiamonds, tetracubes, pentacubes, soma
     one-sided pentominoes   mirror images apart: F5 F5' I5 ...
     fixed pentominoes       every position apart: F5.1 .. F5.8 I5.1 I5.2 ... X5
     hexominoes.7            a member of a set without letters; also one-sided hexominoes.3
     F5'  F5.2               a member of a one-sided or fixed set with letters
     J4  Z4                  other names for L4' and S4'
     3x4  2x3x4              a rectangle (square, cube), a box (cube)

   Square pieces and sets are known on the cube lattice too, lying in one layer. */

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

/* Looks NAME up on LATTICE.  BCOV_OK and FOUND false: there is no such name.  Turn and flip, when
   the name says nothing of them, are the lattice's defaults (both true; flip false on the cube
   lattice). BCOV_INPUT for a rectangle or box of no cells or too many. */
bcov_status bcov_catalog_find (bcov_mem *mem, bcov_lattice lattice, const char *name, size_t length,
                               bcov_catalog_entry *out, bool *found, bcov_error *err);
void bcov_catalog_free (bcov_mem *mem, bcov_catalog_entry *entry);

/* Finds out whether a piece that a puzzle calls NAME may be turned and flipped by default. */
void bcov_catalog_moves (bcov_lattice lattice, const char *name, bool *turn, bool *flip);

/* The lattice on which NAME is known when it is known on exactly one kind (soma: cube; tetrahexes:
   hex; 2x2x2: cube); BCOV_LATTICES otherwise, and for the lone letters of Soma pieces, which are as
   likely a slip.  For -p without --lattice. */
bcov_lattice bcov_catalog_lattice (const char *name, size_t length);

/* Every plain name of LATTICE (pieces, then sets), for lists and for "did you mean". */
size_t bcov_catalog_names (bcov_lattice lattice, const char *const **names);

#endif
