/* The frontier engine where solutions themselves are wanted: a model, its program and all its
   levels kept, together. */

#ifndef BCOV_LISTING_H
#define BCOV_LISTING_H

#include "engine/engine.h"
#include "engine/levels/state_graph.h"

typedef struct {
  bcov_state_graph graph;
  bool given_up; /* more states than allowed: there is nothing here */
} bcov_listing;

/* Keeps the levels of job->model, which must have been reduced, along PROGRAM, for the objective of
   the job; both must outlive OUT.  STATES is how many may be met before it is
   given up; 0: any number.  BCOV_STOPPED without a message when the control says so.  OUT stays
   where it is. */
bcov_status bcov_listing_open (const bcov_job *job, const bcov_program *program, uint64_t states,
                               bcov_listing *out, bcov_error *err);
void bcov_listing_close (bcov_listing *listing);

/* What bcov_engine_run does, from kept levels: counts, or hands all solutions to the sink in their
   order, or finds the one of the greatest gain.  A part of several is a stretch of that order. */
bcov_status bcov_listing_answer (const bcov_listing *listing, const bcov_job *job,
                                 bcov_result *result, bcov_error *err);

#endif
