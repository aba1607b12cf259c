/* Plans: which engine answers a question about a model, and how.

     bcov_plan plan;
     bcov_plan_open (&job, &plan);
     status = bcov_plan_run (&plan, BCOV_AUTO, &job, &result, err);
     bcov_plan_close (&plan);

   A plan keeps the facts about its model, so that several questions about one model share them. */

#ifndef BCOV_PLAN_H
#define BCOV_PLAN_H

#include "engine/levels/listing.h"
#include "engine/match/pairs.h"
#include "engine/plan/probing.h"
#include "model/reduce/component.h"
#include "model/reduce/reduce.h"

/* What determines the choice of an engine. */
typedef struct {
  const char *word; /* "auto", "brute", ...; NULL is "auto" */
  bool fill;
  bool holes; /* the pieces fill whole holes, which is work for the match engine */
} bcov_wish;

/* Chooses the engine.  Sets *OUT to BCOV_AUTO if the choice depends on the model; bcov_plan_run
   then makes it.  Returns BCOV_INPUT if the word is no engine, or none for this question. */
bcov_status bcov_plan_choose (const bcov_wish *wish, bcov_engine *out, bcov_error *err);

typedef struct {
  bcov_job setting; /* with the compiled model; no sink, no part */
  bool has_pairs, has_reduced, has_components;
  bcov_pairs pairs; /* of the compiled model */
  bcov_model reduced;
  bcov_prospect whole;
  bcov_components components; /* from the smallest to the largest */
  bcov_prospect *prospects;   /* of these */
} bcov_plan;

/* Opens a plan for the compiled model of JOB, which must outlive it.  Of the rest of the job it
   keeps the workers, the control, the objective and the disabled optimisations. */
void bcov_plan_open (const bcov_job *job, bcov_plan *out);
void bcov_plan_close (bcov_plan *plan);

/* Runs JOB, whose model is that of PLAN, with ENGINE.  Except for brute, the model is reduced
   first, and split into components if that helps.  Sets result->engine to the engine that did most
   of the work. */
bcov_status bcov_plan_run (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                           bcov_result *result, bcov_error *err);

/* Sets *OUT to a matching of the compiled model for the objective of the plan, or to NULL if the
   model is no graph. */
bcov_status bcov_plan_pairs (bcov_plan *plan, const bcov_pairs **out, bcov_error *err);

/* Passes one solution, if there is one, to the sink of JOB, and sets result->found to 0 or 1.
   BCOV_AUTO takes a matching if the model is a graph, and otherwise lets several methods take
   turns. */
bcov_status bcov_plan_solve (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                             bcov_result *result, bcov_error *err);

/* Counts solutions up to LIMIT, a small number, by the same methods.  Sets *KNOWN to false if they
   are not suitable or stopped; otherwise result->found is the smaller one of the count and LIMIT,
   or something above LIMIT. */
bcov_status bcov_plan_few (bcov_plan *plan, const bcov_job *job, uint64_t limit, bool *known,
                           bcov_result *result, bcov_error *err);

/* Opens a plan, runs a single job, and closes the plan. */
bcov_status bcov_plan_run_once (bcov_engine engine, const bcov_job *job, bcov_result *result,
                                bcov_error *err);

/* The estimated cost of a count. */
typedef struct {
  bcov_engine engine; /* of the component that takes longest */
  double longest;     /* seconds of that component */
  bcov_cost cost;     /* of all components; bytes and widest are those of the largest */
  bool fits;          /* the memory suffices */
} bcov_outcome;

/* Whether the cost of ENGINE can be estimated: not that of brute, sat and match. */
bool bcov_plan_estimates (bcov_engine engine);

/* Estimates a count by ENGINE, which has estimates, with the numbers that bcov_plan_run uses to
   decide. */
bcov_status bcov_plan_foresee (bcov_plan *plan, bcov_engine engine, const bcov_represent *represent,
                               bcov_outcome *out, bcov_error *err);

/* Estimates the number of solutions by random probes.  HOW->engine must be one of those that have
   estimates. */
bcov_status bcov_plan_probe (bcov_plan *plan, const bcov_probing *how, bcov_guess *out,
                             bcov_error *err);

/* Returns the effort of the estimate in `explain`, or 0 work if a count that is expected to take
   SECONDS does not need one. */
bcov_probing bcov_plan_probing (bcov_engine engine, double seconds);

/* Reduces MODEL as far as searches do. */
bcov_status bcov_plan_reduce_fully (const bcov_model *model, bcov_control *control, bcov_model *out,
                                    bcov_error *err);

/* Looks for a proof by reduction that the compiled model has no solution, if a count is expected to
   take SECONDS (INFINITY: for the longest time that a count would spend on it). */
bcov_status bcov_plan_refute (const bcov_plan *plan, double seconds, bcov_refutation *out,
                              bcov_error *err);

/* Keeps all levels of the reduced model, for questions that need solutions by number, or all of
   them: always for BCOV_FRONTIER and never for a search.  For BCOV_AUTO the states must be few:
   with ORDERED as few as for a list, otherwise fewer than the estimated nodes of a search, unless
   that would take too long.  Sets *KEPT to whether OUT holds the levels.  This depends on the
   puzzle alone, so that the same seed draws the same coverings everywhere. */
bcov_status bcov_plan_keep_levels (bcov_plan *plan, bcov_engine engine, bool ordered,
                                   bcov_listing *out, bool *kept, bcov_error *err);

/* Sets *BITS to the logarithm to base 2 of the states that the order of the reduced model promises;
   0: unknown.  This depends on the puzzle alone. */
bcov_status bcov_plan_order_bits (bcov_plan *plan, double *bits, bcov_error *err);

/* Returns whether symmetry may save more time than it takes to find, for a model with IMAGES images
   of options under all symmetries.  ONCE: some piece is used once.  Otherwise only the middle cell
   of a board helps.  It saves little for the frontier, so it is used only if a search was
   requested; this depends on the request alone, as the order of a list must. */
bool bcov_plan_mirrors (bcov_engine engine, unsigned without, bool once, uint64_t images);

/* Engines that recount a stated answer, in this order, each for its number of seconds.  If none
   finishes, the fastest engine counts. */
typedef struct {
  bcov_engine engine;
  double seconds;
} bcov_recount;

enum { BCOV_RECOUNTS = 2 };
extern const bcov_recount bcov_plan_recounts[BCOV_RECOUNTS];

/* The default engine for counts by piece: lists would be as long as the count. */
extern const bcov_engine bcov_plan_by_piece;

/* The most seconds for which a hint looks for one covering before it counts all of them. */
extern const double bcov_plan_hint_seconds;

/* When the symmetry of an item pays. */
extern const bcov_represent_worth bcov_plan_worth;

/* How a count with a limit proceeds.  Without an answer after SOON seconds of a search, the methods
   of `solve` look for one solution.  They look for the others too if the limit is at most FEW, but
   a search that takes less than LONG_COUNT seconds by its forecast runs before them, for SLACK
   times as long. */
typedef struct {
  double soon, long_count, slack;
  uint64_t few;
} bcov_limit_plan;

extern const bcov_limit_plan bcov_plan_limits;

#endif
