/* Perfect matchings of rectangular grids by a product formula.

     bcov_rectangle r;
     status = bcov_rectangle_find (&graph, &r, err);
     if (!status && r.rows)
       status = bcov_rectangle_count (mem, &r, workers, control, &number, &done, err);           */

#ifndef BCOV_RECTANGLE_H
#define BCOV_RECTANGLE_H

#include "engine/match/graph.h"
#include "base/control.h"
#include "number/number.h"

typedef struct {
  uint32_t rows, columns; /* 0: the graph is no grid of at least 2 x 2 */
  int64_t weight;         /* of every edge: the options that it stands for */
} bcov_rectangle;

/* Recognises a grid all of whose vertices must be covered and whose edges have the same weight,
   without regard to the numbers of its vertices.  Time and memory: linear. */
bcov_status bcov_rectangle_find (const bcov_graph *graph, bcov_rectangle *out, bcov_error *err);

/* Estimates the seconds of a count on one thread. */
double bcov_rectangle_seconds (const bcov_rectangle *rectangle);

/* Counts.  If CONTROL stops the run, *DONE is false.  Time for n x n: O(n^3 log n), for all primes
   together, and O(n^4 / 64^2) to join the residues. */
bcov_status bcov_rectangle_count (bcov_mem *mem, const bcov_rectangle *rectangle, uint32_t workers,
                                  bcov_control *control, bcov_number *out, bool *done,
                                  bcov_error *err);

#endif
