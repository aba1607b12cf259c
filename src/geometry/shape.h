/* A shape is a set of cells up to moving it: sorted, and pushed to the corner of the lattice.  Two
   shapes are the same exactly if their cells are. */

#ifndef BCOV_SHAPE_H
#define BCOV_SHAPE_H

#include "base/vec.h"
#include "geometry/symmetry.h"

typedef struct {
  bcov_cell *cells; /* sorted by layer, row, column; owned */
  uint32_t count;
} bcov_shape;

/* Sorts COUNT cells and moves them so that the least layer and row are 0 and the least column is 0
   (on triangles 0 or 1, whichever is a legal move).  Returns the move that was subtracted.  Linear
   when the cells are sorted already, else O(n log n). */
bcov_cell bcov_shape_normalise (bcov_lattice lattice, bcov_cell *cells, size_t count);

/* A shape from any cells (they are copied; a cell given twice counts once). */
bcov_status bcov_shape_make (bcov_mem *mem, bcov_lattice lattice, const bcov_cell *cells,
                             size_t count, bcov_shape *out, bcov_error *err);
void bcov_shape_free (bcov_mem *mem, bcov_shape *shape);

/* SHAPE under SYMMETRY, normalised, as a new shape. */
bcov_status bcov_shape_turn (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                             const bcov_symmetry *symmetry, bcov_shape *out, bcov_error *err);

/* Total order; 0 exactly for equal shapes.  Fewer cells come first. */
int bcov_shape_compare (const bcov_shape *a, const bcov_shape *b);
uint64_t bcov_shape_hash (const bcov_shape *shape);

/* Whether CELL is one of SHAPE's.  O(log n). */
bool bcov_shape_has (const bcov_shape *shape, bcov_cell cell);

/* How many connected parts SHAPE has.  O(n log n). */
bcov_status bcov_shape_parts (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              uint32_t *parts, bcov_error *err);

/* Whether one can walk through SHAPE from any cell to any other.  O(n log n). */
bcov_status bcov_shape_connected (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool *connected, bcov_error *err);

typedef BCOV_VEC (bcov_shape) bcov_shapes;

/* All different forms of SHAPE, sorted; the first is thus the canonical form.
     TURN and FLIP: under all rotations and reflections
     TURN alone:    under the rotations
     FLIP alone:    as it is, and with left and right exchanged (rows stay rows, layers layers)
     neither:       as it is */
bcov_status bcov_shape_forms (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              bool turn, bool flip, bcov_shapes *out, bcov_error *err);

/* The first of those forms alone. */
bcov_status bcov_shape_canonical (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool turn, bool flip, bcov_shape *out, bcov_error *err);

void bcov_shapes_free (bcov_mem *mem, bcov_shapes *shapes);

#endif
