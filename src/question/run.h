/* Code that all questions share: a run, from request to answer. */

#ifndef BCOV_RUN_H
#define BCOV_RUN_H

#include "engine/plan/plan.h"
#include "model/compile/compile.h"
#include "question/answer.h"
#include "question/request.h"

typedef struct {
  const bcov_puzzle *puzzle; /* the view */
  bcov_puzzle view;          /* with the memory of the request */
  bcov_mem *mem;             /* of the request */
  size_t charged;
  bcov_request request; /* a copy with all defaults filled in */
  bcov_control control;
  bcov_engine asked;  /* the engine of the request */
  bcov_engine engine; /* the engine that answers, as far as it is known */
  bool holes;         /* `fill` of whole holes, which needs no model */
  bcov_compiled compiled;
  bcov_plan plan;     /* of the compiled model */
  bcov_orbits orbits; /* if they are needed */
  bcov_represent represent;
  bcov_represent_source source;
  bool has_mirror;             /* the representatives have been looked for */
  BCOV_VEC (uint32_t) scratch; /* of bcov_run_counts */
  bcov_result result;
  bcov_covering *best; /* fill, solve: the covering of the answer */
  char *why;           /* a proof that there is no covering; NULL: none is known */
} bcov_run;

/* Checks the request, chooses the engine and, unless pieces fill whole holes, compiles the puzzle.
   On failure nothing needs to be ended. */
bcov_status bcov_run_start (bcov_run *run, const bcov_puzzle *puzzle, const bcov_request *request,
                            bool fill, bcov_error *err);

/* The job of this run, without a sink. */
bcov_job bcov_run_job (bcov_run *run, bool most);

/* Adds to JOB, which is about all solutions, the symmetries that may save work, if finding them is
   likely to pay.  For a count they are found when they are needed.  The list of an exact cover
   problem does not use them, because its order must not depend on them. */
bcov_status bcov_run_mirror (bcov_run *run, bcov_job *job, bcov_error *err);

/* Whether a solution counts: up to symmetry, only the least of its orbit does.  False if STATUS
   becomes a failure. */
bool bcov_run_counts (bcov_run *run, const uint32_t *options, size_t count, bcov_status *status,
                      bcov_error *err);

/* Finds all solutions with the engine of the run; SINK gets each. */
bcov_status bcov_run_each (bcov_run *run, bcov_sink *sink, void *data, bcov_error *err);

/* Forgets the result, before another attempt. */
void bcov_run_restart (bcov_run *run);

/* Looks for a short proof that there is no covering.  If there is one, sets run->why, and the
   result to 0. */
bcov_status bcov_run_prove (bcov_run *run, bool *none, bcov_error *err);

/* The same, except for the brute engine, which is to count without proofs. */
bcov_status bcov_run_look (bcov_run *run, bool *none, bcov_error *err);

/* Looks for a proof by reduction, as bcov_plan_refute does; sets *NONE and run->why. */
bcov_status bcov_run_refute (bcov_run *run, double seconds, bool *none, bcov_error *err);

/* If the result says that a reduction proved that there is no covering, sets run->why. */
bcov_status bcov_run_tell (bcov_run *run, bcov_error *err);

/* Finds one covering, if there is one, as fast as possible; SINK gets it.  If short proofs have not
   been sought (bcov_run_look), do so before. */
bcov_status bcov_run_solve (bcov_run *run, bcov_sink *sink, void *data, bcov_error *err);

/* Looks for such a proof and then counts, up to symmetry if the request says so. */
bcov_status bcov_run_count (bcov_run *run, bcov_error *err);

/* Ends a run with STATUS.  ANSWER, unless it is NULL, receives the result with its statistics,
   after BCOV_STOPPED as far as it is known, and nothing after other failures.  Returns BCOV_STOPPED
   if the run was stopped. */
bcov_status bcov_run_answer (bcov_run *run, bcov_status status, bcov_answer **answer,
                             bcov_error *err);

/* Converts the STATUS of a callback: BCOV_ENOUGH is not a failure. */
static inline bcov_status bcov_run_seen (bcov_status status)
{
  return status == BCOV_ENOUGH ? BCOV_OK : status;
}

/* Ends a run without an answer. */
void bcov_run_end (bcov_run *run);

#endif
