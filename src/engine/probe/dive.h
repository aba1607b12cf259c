/* Probes down the tree of the search by the most constrained item. */

#ifndef BCOV_DIVE_H
#define BCOV_DIVE_H

#include "base/control.h"
#include "base/vec.h"
#include "engine/probe/draw.h"
#include "model/model.h"

/* What earlier probes found out about the tree: how many nodes it has at each depth.  All zero:
   nothing. */
typedef struct {
  BCOV_VEC (double) nodes; /* by depth from 1 on: a logarithm, of a sum weighted by size */
  double size;             /* sum of the sizes of these probes */
} bcov_tree_shape;

typedef struct {
  const bcov_model *model;      /* reduced */
  size_t bitset_bytes;          /* limit for bitsets; models that need more use sparse sets */
  const bcov_tree_shape *shape; /* NULL: keep one child of each node, as Knuth does */
  uint64_t nodes;               /* to visit at each depth, about, at most; at least 1 */
  uint64_t most;                /* work after which the probe is given up; 0: never */
  double until;                 /* seconds of the control after which it is given up; 0: never */
  uint64_t seed;
  bcov_control *control;
  size_t worker;
} bcov_dive;

/* Makes one probe.  Records the shape of the tree in LEARNT, which may be NULL and must not be the
   shape that the dive uses. */
bcov_status bcov_dive_run (const bcov_dive *dive, bcov_tree_shape *learnt, bcov_draw *out,
                           bcov_error *err);

void bcov_tree_shape_free (bcov_mem *mem, bcov_tree_shape *shape);

#endif
