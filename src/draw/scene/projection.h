/* Where the cells of a board lie in the plane: their corners in whole units, and what these units
   are worth.  Whole corners let outlines be traced exactly. */

#ifndef BCOV_PROJECTION_H
#define BCOV_PROJECTION_H

#include "geometry/lattice.h"

enum { BCOV_MOST_CORNERS = 6 };

/* A corner of cells, in whole units. */
typedef struct {
  int64_t x, y;
} bcov_vertex;

/* A projection: flat, with the layers of cubes side by side; or cubes seen from a corner. */
typedef struct {
  bcov_lattice lattice;
  bool isometric;          /* see solid.h */
  int32_t across;          /* layers side by side, before the next ones go below */
  int64_t right, down;     /* from a layer to the one beside it, and to the one below */
  double x_unit, y_unit;   /* what a whole unit is worth, in widths of a cell */
  bcov_vertex least, most; /* of the corners of all cells */
} bcov_projection;

/* The projection of COUNT cells in a grid with so many layers, rows and columns.  Linear. */
bcov_projection bcov_projection_make (bcov_lattice lattice, bool isometric, bcov_cell measures,
                                      const bcov_cell *cells, size_t count);

/* The corners of CELL, clockwise; returns how many.  From corner k to the next one goes the side
   where the neighbour is that bcov_lattice_neighbours tells as number k.  Of a cube, flat, the
   square that it is in its layer. */
size_t bcov_projection_corners (const bcov_projection *projection, bcov_cell cell,
                                bcov_vertex out[BCOV_MOST_CORNERS]);

/* The neighbours of CELL over its sides in the plane, in the same order; returns how many. */
size_t bcov_projection_neighbours (const bcov_projection *projection, bcov_cell cell,
                                   bcov_cell out[BCOV_MOST_NEIGHBOURS]);

/* The corner of cubes LAYER, ROW, COLUMN as it is seen from above, with the rows and columns that
   are counted last in front. */
bcov_vertex bcov_projection_isometric (int64_t layer, int64_t row, int64_t column);

/* How far all of it reaches, in widths of a cell. */
double bcov_projection_width (const bcov_projection *projection);
double bcov_projection_height (const bcov_projection *projection);

#endif
