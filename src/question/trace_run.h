/* Runs a search that reports each of its steps. */

#ifndef BCOV_TRACE_RUN_H
#define BCOV_TRACE_RUN_H

#include "question/run.h"
#include "question/step_facts.h"

/* Receives a step, which is valid during the call; BCOV_ENOUGH ends the search. */
typedef bcov_status bcov_see_step (void *data, const bcov_step_facts *step);

/* Looks for proofs that there is no covering and reports each as a cut at depth 0.  If there is no
   proof, searches for coverings.  SEE receives at most STEPS steps (0: all).  Unless SEE ends the
   search, the last step is the end, with the number of further steps as far as they can be counted
   quickly.  ANSWER receives the number of coverings found. */
bcov_status bcov_trace_puzzle (const bcov_puzzle *puzzle, const bcov_request *request,
                               uint64_t steps, bcov_see_step *see, void *data, bcov_answer **answer,
                               bcov_error *err);

#endif
