/* A shape is a set of cells up to translation: sorted, and moved to the corner of the lattice.  Two
   shapes are equal if and only if their cells are. */

#ifndef BCOV_SHAPE_H
#define BCOV_SHAPE_H

#include "base/vec.h"
#include "geometry/symmetry.h"

typedef struct {
  bcov_cell *cells; /* sorted by layer, row, column; owned */
  uint32_t count;
} bcov_shape;

/* Sorts COUNT cells and moves them so that the least layer, row and column are 0 (on triangles, the
   least column is 0 or 1, as the lattice allows).  Returns the offset that was subtracted.  Linear
   if the cells are already sorted, otherwise O(n log n). */
bcov_cell bcov_shape_normalise (bcov_lattice lattice, bcov_cell *cells, size_t count);

/* Makes a shape of a copy of the cells; duplicate cells count once. */
bcov_status bcov_shape_make (bcov_mem *mem, bcov_lattice lattice, const bcov_cell *cells,
                             size_t count, bcov_shape *out, bcov_error *err);
void bcov_shape_free (bcov_mem *mem, bcov_shape *shape);

/* Makes the image of SHAPE under SYMMETRY, normalised. */
bcov_status bcov_shape_turn (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                             const bcov_symmetry *symmetry, bcov_shape *out, bcov_error *err);

/* A total order by number of cells first; 0 only for equal shapes. */
int bcov_shape_compare (const bcov_shape *a, const bcov_shape *b);
uint64_t bcov_shape_hash (const bcov_shape *shape);

/* Returns the numbers of layers, rows and columns of the smallest grid that contains SHAPE. */
bcov_cell bcov_shape_size (const bcov_shape *shape);

/* Returns whether SHAPE contains CELL.  O(log n). */
bool bcov_shape_has (const bcov_shape *shape, bcov_cell cell);

/* Counts the connected parts of SHAPE.  O(n log n). */
bcov_status bcov_shape_parts (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              uint32_t *parts, bcov_error *err);

/* Finds out whether SHAPE is connected.  O(n log n). */
bcov_status bcov_shape_connected (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool *connected, bcov_error *err);

typedef BCOV_VEC (bcov_shape) bcov_shapes;

/* Lists all different images of SHAPE, sorted, under the symmetries that TURN and FLIP allow (see
   bcov_symmetry_is_allowed).  The first of them is the canonical form. */
bcov_status bcov_shape_forms (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              bool turn, bool flip, bcov_shapes *out, bcov_error *err);

/* Makes only the canonical form. */
bcov_status bcov_shape_canonical (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool turn, bool flip, bcov_shape *out, bcov_error *err);

/* Sorts SHAPES and removes duplicates. */
void bcov_shapes_keep_different (bcov_mem *mem, bcov_shapes *shapes);

void bcov_shapes_free (bcov_mem *mem, bcov_shapes *shapes);

#endif
