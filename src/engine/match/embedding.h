/* Graphs with rotation systems for counting: all vertices must be covered, and edges have weights.
 */

#ifndef BCOV_EMBEDDING_H
#define BCOV_EMBEDDING_H

#include "engine/match/graph.h"

typedef struct {
  bcov_graph graph; /* without options; has a rotation system if it is drawn */
  int64_t *weight;  /* of each edge */
  uint32_t *edge;   /* of each edge of the original graph: the edge that stands for it */
  bool drawn;
  bcov_faces faces; /* if it is drawn */
} bcov_embedding;

/* Draws GRAPH, or a larger graph with as many perfect matchings as GRAPH has matchings that cover
   what must be covered, in the plane or, as a last resort, on a torus. */
bcov_status bcov_embedding_make (const bcov_graph *graph, bcov_embedding *out, bcov_error *err);
void bcov_embedding_free (bcov_embedding *drawing);

#endif
