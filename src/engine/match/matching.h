/* Matchings that cover what must be covered, or as much as possible.

     bcov_matching matching;
     status = bcov_matching_find (&graph, BCOV_EACH, control, &matching, err);
     if (!status && matching.covers)
       ... dart matching.dart[v] joins v to its partner, unless it is BCOV_FREE ...
     bcov_matching_free (&matching); */

#ifndef BCOV_MATCHING_H
#define BCOV_MATCHING_H

#include "engine/engine.h"
#include "engine/match/graph.h"

#define BCOV_FREE UINT32_MAX

/* A reason why no matching covers what must be covered.  OUTER are vertices that must be covered.
   Without the INNER vertices they fall into INNERS + 1 parts, each with an odd number of vertices
   and joined to nothing but inner vertices.  So each part needs an inner vertex of its own. */
typedef struct {
  uint32_t *outer, outers; /* ascending */
  uint32_t *inner, inners; /* ascending */
} bcov_barrier;

/* Read-only. */
typedef struct {
  bcov_mem *mem;
  uint32_t *dart;       /* of each vertex: its dart in the matching, or BCOV_FREE */
  bool covers;          /* every vertex that must be covered is covered */
  uint64_t gain;        /* vertices with a gain that are covered */
  bcov_barrier barrier; /* if not COVERS: one of the smallest that were met */
} bcov_matching;

/* Finds a matching that covers the vertices of GRAPH that must be covered, if there is one; with
   BCOV_MOST, one that also has the greatest gain.  The answer depends on GRAPH alone.  CONTROL may
   be NULL; if it stops the run, the status is BCOV_STOPPED.  Time: O(vertices x edges) at worst,
   about linear on boards.  Memory: linear. */
bcov_status bcov_matching_find (const bcov_graph *graph, bcov_objective objective,
                                bcov_control *control, bcov_matching *out, bcov_error *err);
void bcov_matching_free (bcov_matching *matching);

/* The vertex to which MATCHING joins V, which is not free. */
static inline uint32_t bcov_matching_mate (const bcov_graph *graph, const bcov_matching *matching,
                                           uint32_t v)
{
  return bcov_graph_head (graph, matching->dart[v]);
}

#endif
