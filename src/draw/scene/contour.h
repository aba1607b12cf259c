/* Outlines from the sides of cells: of the sides of all cells of a piece, those that two of its
   cells share vanish, and the others are joined to rings. */

#ifndef BCOV_CONTOUR_H
#define BCOV_CONTOUR_H

#include "base/vec.h"
#include "draw/scene/projection.h"

typedef struct {
  bcov_vertex from, to;
} bcov_side;

typedef BCOV_VEC (bcov_side) bcov_sides;

/* A line through vertices; a closed one goes back from its last to its first. */
typedef struct {
  size_t first, count;
  bool closed;
} bcov_contour_line;

typedef struct {
  BCOV_VEC (bcov_vertex) vertices;
  BCOV_VEC (bcov_contour_line) lines;
} bcov_contour;

/* The outline of what lies to the right of the SIDES of polygons, which are put into another order:
   one clockwise ring around each part, an anticlockwise one around each hole, corners alone.  Parts
   that touch in a corner have rings of their own.  O(n log n). */
bcov_status bcov_contour_trace (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err);

/* Few lines that go over each of SIDES once, in any direction, straight on where they can.  Of
   sides given twice (also in opposite directions) one is left out first.  O(n log n). */
bcov_status bcov_contour_chain (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err);

void bcov_contour_clear (bcov_contour *contour);
void bcov_contour_free (bcov_mem *mem, bcov_contour *contour);

#endif
