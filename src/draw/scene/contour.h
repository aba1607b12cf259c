/* Outlines of sets of cells.  A side that two cells of the set share is dropped; the remaining
   sides are joined to closed lines. */

#ifndef BCOV_CONTOUR_H
#define BCOV_CONTOUR_H

#include "base/vec.h"
#include "draw/scene/projection.h"

typedef struct {
  bcov_vertex from, to;
} bcov_side;

typedef BCOV_VEC (bcov_side) bcov_sides;

/* A line through vertices.  A closed line returns from its last vertex to its first. */
typedef struct {
  size_t first, count;
  bool closed;
} bcov_contour_line;

typedef struct {
  BCOV_VEC (bcov_vertex) vertices;
  BCOV_VEC (bcov_contour_line) lines;
} bcov_contour;

/* Traces the outline of the polygons that lie to the right of SIDES: a clockwise ring around each
   part, an anticlockwise ring around each hole.  Vertices within straight lines are left out. Parts
   that touch in a corner have separate rings.  Reorders SIDES.  O(n log n). */
bcov_status bcov_contour_trace (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err);

/* Joins SIDES to few lines that pass each side once, in either direction, and continue straight
   ahead where possible.  A side that is given twice, also in opposite directions, counts once.  O(n
   log n). */
bcov_status bcov_contour_chain (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err);

void bcov_contour_clear (bcov_contour *contour);
void bcov_contour_free (bcov_mem *mem, bcov_contour *contour);

#endif
