/* The perfect matchings of a bipartite plane graph as a lattice: faces to flip.

   If every second edge of a face is in a matching, *flipping* the face takes these edges out and
   puts the others in.  Among the darts around a face, every second one leaves a black vertex (of
   colour 0).  The face is *up* if these are in the matching, and *down* if the others are.

   Edges that are in every perfect matching, or in none, are taken out first.  What is left falls
   into components, and each of them keeps one face that is never flipped.  Then flips connect all
   perfect matchings; flips to up lead from every matching to the highest one, and flips to down to
   the lowest one (see the source).

   Faces are in *classes* such that faces of a class have no edges in common, and a class consists
   of *runs* of faces with equally many edges.  An edge has a *position*, and these are numbered so
   that the positions of the edges of a face and those of the next face of the run differ by one. */

#ifndef BCOV_FLIPS_H
#define BCOV_FLIPS_H

#include "engine/match/matching.h"

typedef struct {
  uint32_t count, length; /* faces, and edges of each */
  uint32_t first;         /* the number of its first face */
  uint32_t at; /* the first face has the positions at[at .. at + length), from a dart that leaves a
                  black vertex */
} bcov_flip_run;

typedef struct {
  bcov_mem *mem;
  uint32_t positions;
  uint32_t *edge;   /* at each position */
  uint8_t *extreme; /* of each position: bit 0: in the lowest matching; bit 1: in the highest one */
  uint32_t fixed_count;
  uint32_t *fixed; /* the edges that are in all perfect matchings */
  uint32_t faces, longest;
  uint32_t classes;
  uint32_t *class_run;  /* class c: runs class_run[c] .. class_run[c + 1] */
  uint32_t *class_face; /* and faces class_face[c] .. class_face[c + 1] */
  uint32_t runs;
  bcov_flip_run *run;
  uint32_t *at;
  /* NULL: a face that can be flipped is as often up as down.  Otherwise it is up with probability
     (chance + 1) / 2^64, because edges stand for different numbers of options. */
  uint64_t *chance;
} bcov_flips;

/* GRAPH is bipartite, drawn in the plane by its rotation system, and MATCHING covers all of its
   vertices.  Sets *MADE to false, with OUT empty, if the numbers of options or of classes are out
   of range.  Time: nearly linear. */
bcov_status bcov_flips_make (const bcov_graph *graph, const bcov_matching *matching,
                             bcov_flips *out, bool *made, bcov_error *err);
void bcov_flips_free (bcov_flips *flips);

#endif
