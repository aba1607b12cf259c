/* Random solutions of a model whose options touch two items each: random perfect matchings.

     bcov_sampler sampler;
     bcov_sampler_verdict verdict;
     status = bcov_sampler_open (&pairs, longest, &sampler, &verdict, err);
     if (!status && verdict == BCOV_SAMPLER_OPEN)
       status = bcov_sampler_each (&sampler, seed, count, workers, control, sink, data, err);
     bcov_sampler_close (&sampler); */

#ifndef BCOV_SAMPLER_H
#define BCOV_SAMPLER_H

#include "engine/match/couple.h"
#include "engine/match/diamond.h"
#include "engine/match/pairs.h"

typedef enum {
  BCOV_SAMPLER_OPEN,
  BCOV_SAMPLER_SMALL,         /* it is not needed; only the planner says so */
  BCOV_SAMPLER_NONE,          /* there is no solution */
  BCOV_SAMPLER_NO_PAIRS,      /* the model is not about pieces of two cells */
  BCOV_SAMPLER_MAY,           /* some items may be covered but need not */
  BCOV_SAMPLER_NOT_PLANE,     /* the graph is not known to be plane */
  BCOV_SAMPLER_NOT_BIPARTITE, /* it has odd cycles */
  BCOV_SAMPLER_LONG_HOLE,     /* flips of a hole would be too rare */
  BCOV_SAMPLER_UNEVEN         /* too many options for the same two items */
} bcov_sampler_verdict;

typedef struct {
  const bcov_graph *graph;
  bcov_diamond diamond; /* of order 0: use FLIPS instead */
  bcov_flips flips;
} bcov_sampler;

/* PAIRS must outlive OUT.  Refuses faces with more than LONGEST edges, except one for each
   component. OUT is empty unless *VERDICT is BCOV_SAMPLER_OPEN.  Time: about linear. */
bcov_status bcov_sampler_open (const bcov_pairs *pairs, uint32_t longest, bcov_sampler *out,
                               bcov_sampler_verdict *verdict, bcov_error *err);
void bcov_sampler_close (bcov_sampler *sampler);

/* Passes the random solutions number 0 to COUNT - 1 to SINK, in this order.  Each depends only on
   SEED and its number; all solutions are equally likely.  Uses WORKERS threads, one for each
   solution.  If the control or the sink ends the run, the rest is missing. */
bcov_status bcov_sampler_each (const bcov_sampler *sampler, uint64_t seed, uint64_t count,
                               size_t workers, bcov_control *control, bcov_sink *sink, void *data,
                               bcov_error *err);

/* A half sentence that says what VERDICT means for a board, for messages. */
const char *bcov_sampler_reason (bcov_sampler_verdict verdict);

#endif
