/* The four lattices as data.  A cell has three integer coordinates; on flat lattices the layer is
   0.

   A cell is also a *point* of a vector space in which every symmetry of the lattice is a matrix.
   Square and cube cells are their own points; hex cells are (column, row) in the oblique basis
   "right, down-right"; a triangle is three times its centre in that same basis, so that hex and
   triangle share their matrices. */

#ifndef BCOV_LATTICE_H
#define BCOV_LATTICE_H

#include "base/error.h"

typedef struct {
  int32_t layer, row, column;
} bcov_cell;

typedef struct {
  int64_t z, y, x;
} bcov_point;

typedef enum { BCOV_SQUARE, BCOV_CUBE, BCOV_HEX, BCOV_TRIANGLE, BCOV_LATTICES } bcov_lattice;

enum { BCOV_MOST_NEIGHBOURS = 6 };

const char *bcov_lattice_name (bcov_lattice lattice);

/* Returns the lattice called NAME, or BCOV_LATTICES. */
bcov_lattice bcov_lattice_find (const char *name, size_t length);

/* Lists the cells that touch CELL along a side (on the square lattice north, east, south, west);
   returns their number. */
size_t bcov_lattice_neighbours (bcov_lattice lattice, bcov_cell cell,
                                bcov_cell out[BCOV_MOST_NEIGHBOURS]);

bcov_point bcov_lattice_point (bcov_lattice lattice, bcov_cell cell);
bcov_cell bcov_lattice_cell (bcov_lattice lattice, bcov_point point);

/* Returns whether the translation by MOVE is a symmetry (on triangles row + column must be even).
 */
bool bcov_lattice_may_move (bcov_lattice lattice, bcov_cell move);

/* Compares two cells by layer, row, column, as strcmp does. */
int bcov_cell_compare (bcov_cell a, bcov_cell b);

#endif
