/* One covering, or the best filling, of models whose options touch two items.

     bcov_pairs pairs;
     status = bcov_pairs_find (model, BCOV_EACH, control, &pairs, err);
     if (!status && pairs.applies)
       status = bcov_pairs_answer (&pairs, &job, &result, err);
     bcov_pairs_free (&pairs); */

#ifndef BCOV_PAIRS_H
#define BCOV_PAIRS_H

#include "engine/match/matching.h"

/* Read-only. */
typedef struct {
  bool applies; /* the model is a graph (see graph.h); if not, the rest is empty */
  const bcov_model *model;
  bcov_graph graph;
  bcov_matching matching;
} bcov_pairs;

/* Finds a matching of MODEL, which must outlive OUT.  The time is a moment if the model is no
   graph; otherwise see bcov_matching_find. */
bcov_status bcov_pairs_find (const bcov_model *model, bcov_objective objective,
                             bcov_control *control, bcov_pairs *out, bcov_error *err);
void bcov_pairs_free (bcov_pairs *pairs);

/* Answers a job that wants one solution, or the best filling, from PAIRS, which apply and were
   found for the objective of JOB. */
bcov_status bcov_pairs_answer (const bcov_pairs *pairs, const bcov_job *job, bcov_result *result,
                               bcov_error *err);

#endif
