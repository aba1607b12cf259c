/* The frontier engine where solutions themselves are wanted: a model, its program and all its
   levels kept, together. */

#ifndef BCOV_LISTING_H
#define BCOV_LISTING_H

#include "engine/levels/state_graph.h"

/* With up to so many states the levels are kept in a moment, and lists come from there; beyond,
   from the search.  Where pieces are used once and a search seems to be short, it is the quicker
   one: there fewer are tried.  It must not depend on the machine, as the order of a list depends on
   it. */
enum { BCOV_LISTING_STATES = 400000, BCOV_LISTING_ONCE = 5000 };

typedef struct {
  bcov_program program;
  bcov_state_graph graph;
  bool given_up; /* more states than allowed, or keys too wide: there is nothing here */
} bcov_listing;

/* Keeps the levels of job->model, which must have been reduced and must outlive OUT; where
   job->most is set, for the solution of the greatest gain.  STATES is how many may be met before it
   is given up, 0: any number; BCOV_LISTING_STATES as above.  BCOV_STOPPED without a message when
   the control says so.  OUT stays where it is. */
bcov_status bcov_listing_open (const bcov_job *job, uint64_t states, bcov_listing *out,
                               bcov_error *err);
void bcov_listing_close (bcov_listing *listing);

/* What bcov_engine_run does, from kept levels: counts, or hands all solutions to the sink in their
   order, or finds the one of the greatest gain.  A part of several is a stretch of that order. */
bcov_status bcov_listing_answer (const bcov_listing *listing, const bcov_job *job,
                                 bcov_result *result, bcov_error *err);

/* Both together, with any number of states.  The model must have been reduced. */
bcov_engine_run bcov_listing_run;

#endif
