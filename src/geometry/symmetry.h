/* The rotations and reflections of a lattice about its origin, numbered: 8 on the square lattice,
   12 on hex and triangle, 48 on cube.  The first half are the rotations, starting with the
   identity. The second half are the reflections; the first of them (number count / 2) exchanges
   left and right and preserves rows and layers. */

#ifndef BCOV_SYMMETRY_H
#define BCOV_SYMMETRY_H

#include "geometry/lattice.h"

typedef struct {
  int8_t m[3][3];    /* rows and columns in the order z, y, x */
  bool flip;         /* is a reflection */
  uint8_t side[4];   /* square lattice: images of the sides north, east, south, west */
  uint8_t corner[4]; /* square lattice: images of the corners NE, SE, SW, NW */
} bcov_symmetry;

size_t bcov_symmetry_count (bcov_lattice lattice);
bcov_symmetry bcov_symmetry_get (bcov_lattice lattice, size_t number);

/* Returns the matrix of B followed by A. */
bcov_symmetry bcov_symmetry_compose (bcov_symmetry a, bcov_symmetry b);

/* Returns whether a piece may use symmetry NUMBER:
     turn and flip: all rotations and reflections
     turn only:     the rotations
     flip only:     the identity, and the reflection that exchanges left and right
     neither:       the identity */
bool bcov_symmetry_is_allowed (bcov_lattice lattice, size_t number, bool turn, bool flip);

/* Returns the image of CELL. */
bcov_cell bcov_symmetry_cell (bcov_lattice lattice, const bcov_symmetry *symmetry, bcov_cell cell);

#endif
