/* The frontier engine for lists and best solutions: answers a job from a state graph. */

#ifndef BCOV_LISTING_H
#define BCOV_LISTING_H

#include "engine/engine.h"
#include "engine/levels/state_graph.h"

typedef struct {
  bcov_state_graph graph;
  bool given_up; /* there were too many states; the graph is empty */
} bcov_listing;

/* Makes the state graph of job->model, which must have been reduced, along PROGRAM, for the
   objective of the job.  Both must outlive OUT, which must not be moved.  Gives up beyond STATES
   states (0: never). Returns BCOV_STOPPED without a message if the control stops the run. */
bcov_status bcov_listing_open (const bcov_job *job, const bcov_program *program, uint64_t states,
                               bcov_listing *out, bcov_error *err);
void bcov_listing_close (bcov_listing *listing);

/* Counts the solutions, passes them to the sink in order, or finds the one of the greatest gain.  A
   part of a divided job is a range of this order. */
bcov_status bcov_listing_answer (const bcov_listing *listing, const bcov_job *job,
                                 bcov_result *result, bcov_error *err);

#endif
