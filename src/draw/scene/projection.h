/* Projects the cells of a board into the plane.  Corners have integer coordinates, so that outlines
   can be traced exactly; two scale factors turn these units into lengths. */

#ifndef BCOV_PROJECTION_H
#define BCOV_PROJECTION_H

#include "geometry/lattice.h"

enum { BCOV_MOST_CORNERS = 6 };

/* A corner of cells, in integer units. */
typedef struct {
  int64_t x, y;
} bcov_vertex;

/* A flat projection shows the layers of cubes side by side; an isometric one shows cubes from a
   corner. */
typedef struct {
  bcov_lattice lattice;
  bool isometric;          /* see solid.h */
  int32_t across;          /* layers in a row; further layers go below */
  int64_t right, down;     /* distance to the next layer in the row, and in the column */
  double x_unit, y_unit;   /* the length of an integer unit, in widths of a cell */
  bcov_vertex least, most; /* bounds of the corners of all cells */
} bcov_projection;

/* The projection of COUNT cells in a grid of MEASURES layers, rows and columns.  Linear. */
bcov_projection bcov_projection_make (bcov_lattice lattice, bool isometric, bcov_cell measures,
                                      const bcov_cell *cells, size_t count);

/* The corners of CELL, clockwise; returns their number.  The side from corner k to the next one
   borders on neighbour k of bcov_lattice_neighbours.  In a flat projection a cube is the square
   that it covers in its layer. */
size_t bcov_projection_corners (const bcov_projection *projection, bcov_cell cell,
                                bcov_vertex out[BCOV_MOST_CORNERS]);

/* The neighbours of CELL over these sides, in the same order; returns their number. */
size_t bcov_projection_neighbours (const bcov_projection *projection, bcov_cell cell,
                                   bcov_cell out[BCOV_MOST_NEIGHBOURS]);

/* The isometric projection of the lattice point LAYER, ROW, COLUMN.  The view is from above; the
   last rows and columns are in front. */
bcov_vertex bcov_projection_isometric (int64_t layer, int64_t row, int64_t column);

/* The extent of all cells, in widths of a cell. */
double bcov_projection_width (const bcov_projection *projection);
double bcov_projection_height (const bcov_projection *projection);

#endif
