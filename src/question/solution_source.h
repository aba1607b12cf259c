/* Where solutions come from, for questions that need them by their numbers, or all of them: from
   kept levels of the frontier, or one after another from another engine. */

#ifndef BCOV_SOLUTION_SOURCE_H
#define BCOV_SOLUTION_SOURCE_H

#include "question/run.h"
#include "engine/levels/listing.h"

typedef struct {
  bcov_run *run;
  bool none;      /* there is provably no solution, and nothing else here */
  bool by_levels; /* LEVELS holds them all; else bcov_solution_source_each goes through them */
  bcov_listing levels;
} bcov_solution_source;

/* Starts a run for such a question, which is about single coverings: it knows no parts and no
   symmetry. */
bcov_status bcov_solution_source_start (bcov_run *run, const bcov_puzzle *puzzle,
                                        const bcov_request *request, bcov_error *err);

/* With ORDERED, solutions have the numbers that they have in a list; else whatever is faster is
   chosen, if the request leaves the choice.  The choice depends on the puzzle alone, so that the
   same seed draws the same coverings everywhere. */
bcov_status bcov_solution_source_open (bcov_run *run, bool ordered, bcov_solution_source *out,
                                       bcov_error *err);
void bcov_solution_source_close (bcov_solution_source *source);

/* Hands all solutions to SINK, in their order, which is that of `list`. */
bcov_status bcov_solution_source_each (bcov_solution_source *source, bcov_sink *sink, void *data,
                                       bcov_error *err);

#endif
