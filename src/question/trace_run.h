/* Runs a search that reports each of its steps. */

#ifndef BCOV_TRACE_RUN_H
#define BCOV_TRACE_RUN_H

#include "question/run.h"
#include "question/step_facts.h"

/* Gets a step, which is valid during the call; BCOV_ENOUGH ends the search. */
typedef bcov_status bcov_see_step (void *data, const bcov_step_facts *step);

/* Looks for proofs that nothing fits and reports each as a cut at depth 0.  Without a proof it
   searches.  SEE gets at most STEPS steps (0: all) and then, unless it has seen enough, the end
   with the number of further steps, as far as they can be counted quickly.  ANSWER gets the
   coverings found. */
bcov_status bcov_trace_puzzle (const bcov_puzzle *puzzle, const bcov_request *request,
                               uint64_t steps, bcov_see_step *see, void *data, bcov_answer **answer,
                               bcov_error *err);

#endif
