/* Plane drawings of graphs. */

#ifndef BCOV_PLANARITY_H
#define BCOV_PLANARITY_H

#include "engine/match/graph.h"

/* Sets *PLANAR to whether GRAPH, which has no parallel edges, can be drawn in the plane, and if so
   sorts the darts of each vertex into the cyclic order of such a drawing: a rotation system.  Time:
   O(n log n), for sorting.  Memory: linear. */
bcov_status bcov_planarity_draw (bcov_graph *graph, bool *planar, bcov_error *err);

#endif
