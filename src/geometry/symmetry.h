/* The rotations and reflections of a lattice about its origin, numbered.  Square 8, hex
   and triangle 12, cube 48.  The first half are the rotations, and number 0 leaves all as it is.
   The second half are the reflections, and its first (number count / 2) exchanges left and right
   and leaves rows and layers where they are. */

#ifndef BCOV_SYMMETRY_H
#define BCOV_SYMMETRY_H

#include "geometry/lattice.h"

typedef struct {
  int8_t m[3][3];    /* rows and columns in the order z, y, x */
  bool flip;         /* reverses orientation: a reflection */
  uint8_t side[4];   /* square: where the side north, east, south, west goes */
  uint8_t corner[4]; /* square: where the corner NE, SE, SW, NW goes */
} bcov_symmetry;

size_t bcov_symmetry_count (bcov_lattice lattice);
bcov_symmetry bcov_symmetry_get (bcov_lattice lattice, size_t number);

/* Where CELL goes. */
bcov_cell bcov_symmetry_cell (bcov_lattice lattice, const bcov_symmetry *symmetry, bcov_cell cell);

#endif
