/* A search told step by step, whoever listens. */

#ifndef BCOV_TRACE_RUN_H
#define BCOV_TRACE_RUN_H

#include "question/step_facts.h"

/* Gets each step, valid during the call; false when enough was heard. */
typedef bool bcov_hear (void *data, const bcov_told *told);

/* Looks for proofs that nothing fits, each told as a cut at depth 0; without one, searches.  HEAR
   gets at most STEPS steps (0: all) and then, unless it has heard enough, the end, which tells how
   many steps more there would be as far as they are quickly counted.  ANSWER gets the coverings
   met. */
bcov_status bcov_trace_told (const bcov_puzzle *puzzle, const bcov_request *request, uint64_t steps,
                             bcov_hear *hear, void *data, bcov_answer *answer, bcov_error *err);

#endif
