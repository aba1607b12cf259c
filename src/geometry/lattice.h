/* The four lattices as data.  A cell has three whole coordinates; flat lattices leave the layer 0.

   Cells are also seen as *points* of a plain vector space in which every symmetry of the lattice is
   a matrix: square and cube cells are their own points; hex cells are (column, row) in the oblique
   basis "right, down-right"; a triangle is three times its centre in that same basis, so that hex
   and triangle share their matrices. */

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

/* The lattice called NAME; BCOV_LATTICES when there is none. */
bcov_lattice bcov_lattice_find (const char *name, size_t length);

/* The cells that touch CELL along a side; returns how many.  On the square lattice the order is
   north, east, south, west. */
size_t bcov_lattice_neighbours (bcov_lattice lattice, bcov_cell cell,
                                bcov_cell out[BCOV_MOST_NEIGHBOURS]);

bcov_point bcov_lattice_point (bcov_lattice lattice, bcov_cell cell);
bcov_cell bcov_lattice_cell (bcov_lattice lattice, bcov_point point);

/* Whether moving everything by MOVE is a symmetry (on triangles row + column must be even). */
bool bcov_lattice_may_move (bcov_lattice lattice, bcov_cell move);

/* Negative, 0 or positive as A stands before, at or behind B: by layer, row, column. */
int bcov_cell_compare (bcov_cell a, bcov_cell b);

#endif
