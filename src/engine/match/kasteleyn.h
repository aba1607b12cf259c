/* Counts of perfect matchings of graphs in the plane or on a torus.

     bcov_kasteleyn k;
     bool applies;
     status = bcov_kasteleyn_open (&graph, control, &k, &applies, err);
     if (!status && applies)
       status = bcov_kasteleyn_count (&k, workers, control, &number, err);
     bcov_kasteleyn_close (&k);                                                                  */

#ifndef BCOV_KASTELEYN_H
#define BCOV_KASTELEYN_H

#include "engine/match/graph.h"
#include "engine/match/pfaffian.h"
#include "engine/match/rectangle.h"
#include "base/control.h"
#include "number/number.h"

enum { BCOV_MOST_FORMS = 4 };

typedef struct {
  bcov_mem *mem;
  bcov_rectangle rectangle; /* if the graph is one, nothing else is prepared for a count */
  bcov_pfaffian pf;
  uint32_t forms;                   /* matrices: 1 in the plane, 4 on a torus, 0: no matching */
  int64_t *weight[BCOV_MOST_FORMS]; /* of each edge of PF */
  int sign[BCOV_MOST_FORMS];        /* with which a Pfaffian is added */
  uint32_t *end;                    /* of the edges of PF */
  uint32_t *edge;                   /* of each edge of the graph: the edge of PF */
  double bound;                     /* the number is at most 2^BOUND */
} bcov_kasteleyn;

/* What is to be counted. */
typedef enum {
  BCOV_ALL_MATCHINGS,
  BCOV_MATCHINGS_BY_EDGE /* only in the plane */
} bcov_kasteleyn_aim;

/* Prepares the count of the matchings of GRAPH that cover each vertex that must be covered, and
   each other vertex or not.  Sets *APPLIES to whether GRAPH can be drawn as this needs: in the
   plane, the vertices that need not be covered beside a common face, or all on a torus. */
bcov_status bcov_kasteleyn_open (const bcov_graph *graph, bcov_kasteleyn_aim aim,
                                 bcov_control *control, bcov_kasteleyn *out, bool *applies,
                                 bcov_error *err);
void bcov_kasteleyn_close (bcov_kasteleyn *kasteleyn);

/* Estimates the seconds of a count on one thread. */
double bcov_kasteleyn_seconds (const bcov_kasteleyn *kasteleyn);

/* The most vertices of a separator, about the width of the board. */
uint32_t bcov_kasteleyn_width (const bcov_kasteleyn *kasteleyn);

/* Counts.  If CONTROL stops the run, *DONE is false. */
bcov_status bcov_kasteleyn_count (const bcov_kasteleyn *kasteleyn, uint32_t workers,
                                  bcov_control *control, bcov_number *out, bool *done,
                                  bcov_error *err);

/* Counts all matchings and, for each edge of the graph, those that contain the first of its
   options; USES has an initialised number for each edge.  KASTELEYN was opened for
   BCOV_MATCHINGS_BY_EDGE. */
bcov_status bcov_kasteleyn_uses (const bcov_kasteleyn *kasteleyn, uint32_t edges, uint32_t workers,
                                 bcov_control *control, bcov_number *total, bcov_number *uses,
                                 bool *done, bcov_error *err);

#endif
