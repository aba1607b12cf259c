/* Models whose options touch two items, as graphs.

   The items are vertices, and options are edges: a solution is a *matching*, a set of edges without
   common ends, that covers every vertex that must be covered.  Options that touch the same two
   items are one edge.  An option that touches one item only becomes an edge to an additional vertex
   of its own, which need not be covered: a *pendant* vertex.

   An edge has two *darts*, one leaving each of its ends.  Dart 2e + 1 is the reverse of dart 2e,
   which leaves the lower vertex.

     bcov_graph graph;
     bool applies;
     status = bcov_graph_make (model, &graph, &applies, err);
     for (uint32_t k = graph.start[v]; k < graph.start[v + 1]; k++)
       ... bcov_graph_head (&graph, graph.dart[k]) is a neighbour of v ...
     bcov_graph_free (&graph);

   If the model is that of a plane board or a board that wraps, the darts of each vertex are in the
   cyclic order of the drawing, clockwise: a *rotation system*.  It divides the surface into *faces*
   and determines its genus. */

#ifndef BCOV_GRAPH_H
#define BCOV_GRAPH_H

#include "model/model.h"

/* Read-only. */
typedef struct {
  bcov_mem *mem;
  uint32_t items;         /* the vertices 0 .. items - 1 are the items of the model */
  uint32_t vertices;      /* with the pendant ones, which follow */
  uint32_t edges;         /* sorted by their ends */
  uint8_t *must;          /* of each vertex: whether it must be covered, or only may be */
  uint8_t *gain;          /* of each vertex: whether it is a cell; pendant vertices are not */
  uint32_t *tail;         /* of each dart: the vertex that it leaves */
  uint32_t *start, *dart; /* the darts that leave v are dart[start[v] .. start[v + 1]) */
  uint32_t *first,
      *option;    /* the options of edge e are option[first[e] .. first[e + 1]), ascending */
  uint32_t parts; /* connected components, numbered by their lowest vertices */
  uint32_t *part; /* of each vertex */
  bool bipartite;
  uint8_t *colour; /* of each vertex, 0 or 1: ends of an edge differ if BIPARTITE */
  bool rotation;   /* the darts of each vertex are in the order of a rotation system */
} bcov_graph;

/* Sets *APPLIES to whether every option of MODEL touches one or two items, each of them once, and
   no item has a bound above 1 or colours; otherwise OUT is empty.  Time and memory: linear in the
   items and options. */
bcov_status bcov_graph_make (const bcov_model *model, bcov_graph *out, bool *applies,
                             bcov_error *err);
void bcov_graph_free (bcov_graph *graph);

/* The vertex that DART enters. */
static inline uint32_t bcov_graph_head (const bcov_graph *graph, uint32_t dart)
{
  return graph->tail[dart ^ 1];
}

/* The number of options of edge E, which exclude each other. */
static inline uint32_t bcov_graph_options (const bcov_graph *graph, uint32_t e)
{
  return graph->first[e + 1] - graph->first[e];
}

/* The faces of a graph with a rotation system.  The darts of a face are listed in the order of its
   boundary, which has the face on its left: counterclockwise, except for the outer face of a plane
   drawing.  A vertex without darts lies in a face of its own, which is not listed. */
typedef struct {
  bcov_mem *mem;
  uint32_t count;         /* sorted by their lowest darts, which come first */
  uint32_t *start, *dart; /* face f: dart[start[f] .. start[f + 1]) */
  uint32_t *of;           /* the face of each dart */
  uint32_t genus;         /* the sum over all components; 0: all are drawn in the plane */
} bcov_faces;

/* Traces the faces of GRAPH, which has a rotation system, in linear time. */
bcov_status bcov_faces_trace (const bcov_graph *graph, bcov_faces *out, bcov_error *err);
void bcov_faces_free (bcov_faces *faces);

#endif
