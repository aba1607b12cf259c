/* Aztec diamonds, and their random matchings by shuffling. */

#ifndef BCOV_DIAMOND_H
#define BCOV_DIAMOND_H

#include "base/control.h"
#include "engine/match/graph.h"

/* The diamond of order n has 4 n^2 edges, in a matrix of 2n x 2n: the middle of each edge, if the
   diamond stands on a side. */
typedef struct {
  bcov_mem *mem;
  uint32_t order;
  uint32_t *edge; /* in row i and column j of the matrix: edge[2 * order * i + j] */
} bcov_diamond;

/* Sets *IS to whether GRAPH, whose faces are FACES, is an Aztec diamond drawn with squares as its
   faces, and all edges stand for equally many options; otherwise OUT is empty.  Time: linear. */
bcov_status bcov_diamond_find (const bcov_graph *graph, const bcov_faces *faces, bcov_diamond *out,
                               bool *is, bcov_error *err);
void bcov_diamond_free (bcov_diamond *diamond);

/* Draws a perfect matching, which depends only on KEY; all are equally likely.  Sets each of the
   4 n^2 elements of CHOSEN, in the order of diamond->edge, to whether the edge is in it.  Sets
   *DONE to false if the control, polled as thread WORKER, stops the run.  Time: n^3. */
void bcov_diamond_draw (const bcov_diamond *diamond, uint64_t key, bcov_control *control,
                        size_t worker, uint8_t *chosen, bool *done);

#endif
