/* What the calls of the interface share: a question on its way from request to answer. */

#ifndef BCOV_RUN_H
#define BCOV_RUN_H

#include "engine/plan/plan.h"
#include "model/compile/compile.h"
#include "question/answer.h"
#include "question/request.h"

typedef struct {
  const bcov_puzzle *puzzle; /* the view */
  bcov_puzzle view;          /* with the memory of the request */
  bcov_mem *mem;             /* that */
  size_t charged;
  bcov_request request; /* a copy, all defaults filled in */
  bcov_control control;
  bcov_engine asked;  /* by the request */
  bcov_engine engine; /* that answers, as far as it is known */
  bcov_compiled compiled;
  bcov_plan plan;     /* of the compiled model */
  bcov_orbits orbits; /* with up_to_symmetry, or where use is made of them */
  bcov_represent represent;
  bcov_result result;
  bcov_covering *best; /* fill: of the answer */
} bcov_run;

/* Checks the request, chooses the engine and, unless that is the match engine, compiles.  On
   failure nothing needs to be ended. */
bcov_status bcov_run_start (bcov_run *run, const bcov_puzzle *puzzle, const bcov_request *request,
                            bool fill, bcov_error *err);

/* The job of this run for an engine; the sink is still to be filled in. */
bcov_job bcov_run_job (bcov_run *run, bool most);

/* Puts into JOB, whose question is about all solutions, the symmetries that may save work, if they
   are likely to be worth finding. */
bcov_status bcov_run_mirror (bcov_run *run, bcov_job *job, bcov_error *err);

/* Looks for a short proof that there is no covering, unless the brute engine was asked for. */
bcov_status bcov_run_look (bcov_run *run, bool *none, bcov_error *err);

/* Counts (up to symmetry where asked), first looking for such a proof. */
bcov_status bcov_run_count (bcov_run *run, bcov_error *err);

/* Ends a run that came to STATUS.  ANSWER, if it is not NULL, gets the result with its evidence, as
   far as it is known after BCOV_STOPPED, and nothing after other failures.  BCOV_STOPPED when
   somebody stopped the run. */
bcov_status bcov_run_answer (bcov_run *run, bcov_status status, bcov_answer **answer,
                             bcov_error *err);

/* What the STATUS of a callback means for the run: BCOV_ENOUGH is no failure. */
static inline bcov_status bcov_run_seen (bcov_status status)
{
  return status == BCOV_ENOUGH ? BCOV_OK : status;
}

/* Ends a run without an answer. */
void bcov_run_end (bcov_run *run);

#endif
