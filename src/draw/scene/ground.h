/* Where the cells of a board lie in the plane: their corners in whole units, and what these units
   are worth.  Whole corners let outlines be traced exactly. */

#ifndef BCOV_GROUND_H
#define BCOV_GROUND_H

#include "geometry/lattice.h"

enum { BCOV_MOST_CORNERS = 6 };

/* A corner of cells, in whole units. */
typedef struct {
  int64_t x, y;
} bcov_knot;

/* A ground: flat, with the layers of cubes side by side; or cubes seen from a corner. */
typedef struct {
  bcov_lattice lattice;
  bool isometric;        /* see solid.h */
  int32_t across;        /* layers side by side, before the next ones go below */
  int64_t right, down;   /* from a layer to the one beside it, and to the one below */
  double x_unit, y_unit; /* what a whole unit is worth, in widths of a cell */
  bcov_knot least, most; /* of the corners of all cells */
} bcov_ground;

/* The ground of COUNT cells in a grid with so many layers, rows and columns.  Linear. */
bcov_ground bcov_ground_make (bcov_lattice lattice, bool isometric, bcov_cell measures,
                              const bcov_cell *cells, size_t count);

/* The corners of CELL, clockwise; returns how many.  From corner k to the next one goes the side
   where the neighbour is that bcov_lattice_neighbours tells as number k.  Of a cube, flat, the
   square that it is in its layer. */
size_t bcov_ground_corners (const bcov_ground *ground, bcov_cell cell,
                            bcov_knot out[BCOV_MOST_CORNERS]);

/* The neighbours of CELL over its sides in the plane, in the same order; returns how many. */
size_t bcov_ground_neighbours (const bcov_ground *ground, bcov_cell cell,
                               bcov_cell out[BCOV_MOST_NEIGHBOURS]);

/* The corner of cubes LAYER, ROW, COLUMN as it is seen from above, with the rows and columns that
   are counted last in front. */
bcov_knot bcov_ground_isometric (int64_t layer, int64_t row, int64_t column);

/* How far all of it reaches, in widths of a cell. */
double bcov_ground_width (const bcov_ground *ground);
double bcov_ground_height (const bcov_ground *ground);

#endif
