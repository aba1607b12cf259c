/* Nested dissection: an elimination order for sparse matrices whose graph has small separators. */

#ifndef BCOV_DISSECT_H
#define BCOV_DISSECT_H

#include "base/mem.h"

/* A graph as lists of neighbours: those of v are head[start[v] .. start[v + 1]). */
typedef struct {
  uint32_t vertices;
  const uint32_t *start, *head;
  const uint8_t *colour; /* of each vertex, if no two neighbours have the same; else NULL */
} bcov_network;

/* A forest of *fronts*.  A front is a set of vertices: a separator, which divides what lies below
   it in the tree into parts without edges between them, or a small part as a whole.  An edge joins
   vertices of the same front, or of a front and one of its ancestors. */
typedef struct {
  bcov_mem *mem;
  uint32_t fronts;
  uint32_t *parent; /* of each front; a smaller number, or UINT32_MAX */
  uint32_t *start;  /* front f has the vertices vertex[start[f] .. start[f + 1]) */
  uint32_t *vertex;
  uint32_t *of; /* the front of each vertex */
  double work;  /* multiplications of an elimination, about; see pfaffian.c */
} bcov_dissection;

/* Dissects NETWORK.  Descendants follow their ancestor without a gap.  Time: about 30 visits of
   each vertex for each level of the tree. */
bcov_status bcov_dissect (bcov_mem *mem, const bcov_network *network, bcov_dissection *out,
                          bcov_error *err);
void bcov_dissection_free (bcov_dissection *dissection);

#endif
