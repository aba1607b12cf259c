/* Ways through the graph of neighbours: orders of the items of one part of it, made to have few
   items open at once.  Which is best is for others to say. */

#ifndef BCOV_SWEEP_H
#define BCOV_SWEEP_H

#include "model/adjacency.h"

enum { BCOV_MOST_ENDS = 6 };

/* A connected part of a graph, and scratch for walking it. */
typedef struct {
  const bcov_adjacency *graph;
  const uint32_t *part; /* its items, ascending */
  uint32_t count;
  uint32_t ends[BCOV_MOST_ENDS], n_ends; /* items far from each other */
  uint32_t *distance[BCOV_MOST_ENDS];    /* of each item of the model from each end */
  uint32_t *depth;                       /* of each item: UINT32_MAX but in the middle of a call */
  uint32_t *fresh, *born, *open, *queue; /* room for all items */
} bcov_sweep;

/* Scratch for GRAPH; then a part at a time. */
bcov_status bcov_sweep_new (const bcov_adjacency *graph, bcov_sweep *out, bcov_error *err);
void bcov_sweep_free (bcov_sweep *sweep);

/* Everything that can be reached from ITEM, put into PART in ascending order; returns how many. */
uint32_t bcov_sweep_reach (bcov_sweep *sweep, uint32_t item, uint32_t *part);

/* Sets the part, and finds at most MOST ends of it. */
void bcov_sweep_set (bcov_sweep *sweep, const uint32_t *part, uint32_t count, uint32_t most);

/* What a sweep goes through: a strip, if no layer is longer than the first, and a rectangle or its
   like, if all are as long. */
typedef enum { BCOV_ROUGH, BCOV_STRIP, BCOV_EVEN } bcov_layers;

/* Breadth first from a shortest way between the ends A and B (or from one, A = B), along it and
   then layer by layer in the same direction; ORDER gets the guards of the part. */
bcov_layers bcov_sweep_layers (bcov_sweep *sweep, uint32_t a, uint32_t b, uint32_t *order);

/* Grows from the same start: next comes the item whose options open the fewest others, where each
   of them weighs WIDTH and each layer further from the start DEPTH.  False when it would take more
   than STEPS, which becomes the number of those taken. */
bool bcov_sweep_grow (bcov_sweep *sweep, uint32_t a, uint32_t b, uint32_t width, uint32_t depth,
                      uint64_t *steps, uint32_t *order);

#endif
