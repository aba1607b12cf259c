/* The source of solutions for questions that need them by number, or all of them: the kept levels
   of the frontier, or another engine that finds them one by one. */

#ifndef BCOV_SOLUTION_SOURCE_H
#define BCOV_SOLUTION_SOURCE_H

#include "question/run.h"
#include "engine/levels/listing.h"

typedef struct {
  bcov_run *run;
  bool none;      /* there is provably no solution, and the rest is empty */
  bool by_levels; /* LEVELS holds all solutions; otherwise bcov_solution_source_each finds them */
  bcov_listing levels;
} bcov_solution_source;

/* Starts a run for such a question.  BCOV_INPUT if the request asks for parts or for counts up to
   symmetry. */
bcov_status bcov_solution_source_start (bcov_run *run, const bcov_puzzle *puzzle,
                                        const bcov_request *request, bcov_error *err);

/* With ORDERED, solutions have the numbers that they have in a list.  Otherwise, unless the request
   names an engine, the faster source is chosen.  The choice depends only on the puzzle, so that the
   same seed draws the same coverings on every machine. */
bcov_status bcov_solution_source_open (bcov_run *run, bool ordered, bcov_solution_source *out,
                                       bcov_error *err);
void bcov_solution_source_close (bcov_solution_source *source);

/* Calls SINK with all solutions in the order of `list`. */
bcov_status bcov_solution_source_each (bcov_solution_source *source, bcov_sink *sink, void *data,
                                       bcov_error *err);

#endif
