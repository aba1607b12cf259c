/* The named pieces and sets, and other texts that are allowed as names:

     F5                      a piece with a letter, I1 .. Z5 (square), V L T Z A B P (cube: Soma)
     pentominoes             a set: monomino .. octominoes, trihexes .. pentahexes, tetriamonds ..
                             heptiamonds, tetracubes, pentacubes, soma
     one-sided pentominoes   mirror images are different pieces: F5 F5' I5 ...
     fixed pentominoes       orientations are different pieces: F5.1 .. F5.8 I5.1 I5.2 ... X5
     hexominoes.7            a member of a set without letters; also one-sided hexominoes.3
     F5'  F5.2               a member of a one-sided or fixed set with letters
     J4  Z4                  other names for L4' and S4'
     3x4  2x3x4              a rectangle (square, cube), a box (cube)

   Square pieces and sets are also valid on the cube lattice, in one layer. */

#ifndef BCOV_CATALOG_H
#define BCOV_CATALOG_H

#include "geometry/shape.h"

typedef struct {
  char name[48];
  bcov_shape shape;
} bcov_catalog_piece;

typedef struct {
  BCOV_VEC (bcov_catalog_piece) pieces;
  bool is_set;
  bool turn, flip; /* "fixed" pieces have neither, "one-sided" pieces have no flip */
} bcov_catalog_entry;

/* Looks up NAME on LATTICE; FOUND is false if there is no such name.  Unless the name determines
   turn and flip, they are the defaults of the lattice (both true; flip false on cube).  Returns
   BCOV_INPUT for a rectangle or box with no cells or too many. */
bcov_status bcov_catalog_find (bcov_mem *mem, bcov_lattice lattice, const char *name, size_t length,
                               bcov_catalog_entry *out, bool *found, bcov_error *err);
void bcov_catalog_free (bcov_mem *mem, bcov_catalog_entry *entry);

/* Finds out whether a piece that a puzzle calls NAME may be turned and flipped by default. */
void bcov_catalog_moves (bcov_lattice lattice, const char *name, bool *turn, bool *flip);

/* Returns the lattice of a NAME that is valid on only one kind of lattice (soma: cube; tetrahexes:
   hex; 2x2x2: cube), otherwise BCOV_LATTICES, also for the single letters of Soma pieces, which may
   be typing errors.  For -p without --lattice. */
bcov_lattice bcov_catalog_lattice (const char *name, size_t length);

/* Lists the names of LATTICE without prefixes, pieces before sets; returns their number. */
size_t bcov_catalog_names (bcov_lattice lattice, const char *const **names);

/* Returns whether NAME is a word for a single cell (moniamond, monohex, X1).  Only the square
   lattice has names for it; elsewhere it is drawn as X. */
bool bcov_catalog_is_single_cell (const char *name);

#endif
