/* Depth-first search, the most constrained item first. */

#ifndef BCOV_SEARCH_H
#define BCOV_SEARCH_H

#include "engine/cuts/parity.h"
#include "engine/engine.h"

/* How the planner wants a tree to be searched. */
typedef struct {
  const bcov_parity *parity; /* NULL: none */
  bool locks; /* draw conclusions from quotas (locks.h): a smaller tree, in another order */
  size_t bitset_bytes; /* limit for bitsets; models that need more use sparse sets */
  uint64_t units;      /* divide the tree into at least this number; 0: do not divide it */
  uint64_t alone;      /* all workers search after about this number of nodes, or at once
                          if it is 1; 0: only one searches.  A list needs units for that */
  uint64_t nodes;      /* end after about this number, with an incomplete result; 0: never */
  uint64_t above;      /* `fill`: only fillings with more cells count ... */
  uint64_t enough;     /* ... and one with this number ends the search; 0: none does */
  size_t worker;       /* the thread of a search that is not a team's: 0 reports progress */
} bcov_search_effort;

/* Runs JOB as bcov_engine_run does.  The model must be reduced. */
bcov_status bcov_search_run (const bcov_job *job, const bcov_search_effort *effort,
                             bcov_result *result, bcov_error *err);

/* A search in steps, for one part of one.  JOB, which is not copied, has a reduced model; its sink,
   if it has one, ends the search by returning false. */
typedef struct bcov_search bcov_search;
bcov_status bcov_search_open (const bcov_job *job, const bcov_search_effort *effort,
                              bcov_search **out, bcov_error *err);

/* Continues for about WORK steps, or until the turn or the run is stopped.  Sets *OVER if the sink
   has enough or everything has been searched.  A step examines or changes one touch or one word of
   a bitset, so all steps take about the same time. */
bcov_status bcov_search_step (bcov_search *search, uint64_t work, const bcov_turn *turn,
                              bool *over);
uint64_t bcov_search_nodes (const bcov_search *search);
uint64_t bcov_search_work (const bcov_search *search);
bool bcov_search_locks (const bcov_search *search);     /* whether it uses locks */
uint64_t bcov_search_found (const bcov_search *search); /* solutions so far */

/* Returns the share of the tree that has been searched, if all branches of a level had the same
   size; the first ones are in fact larger. */
double bcov_search_fraction (const bcov_search *search);
void bcov_search_close (bcov_search *search);

/* Estimates the nodes of bcov_search_run from random descents (Knuth 1975). */
bcov_status bcov_search_estimate (const bcov_model *model, bcov_control *control, double *nodes,
                                  bcov_error *err);

#endif
