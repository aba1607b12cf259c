/* Plans: which engine answers a question about a model, and how.

     bcov_plan plan;
     status = bcov_plan_open (&job, &plan, err);
     status = bcov_plan_run (&plan, BCOV_AUTO, &job, &result, err);
     bcov_plan_close (&plan);

   A plan keeps what it has found out about the model, so that several questions about one model
   share it. */

#ifndef BCOV_PLAN_H
#define BCOV_PLAN_H

#include "engine/levels/listing.h"
#include "engine/plan/engines.h"
#include "model/reduce/component.h"

/* What is asked, as far as it bears on the choice. */
typedef struct {
  const char *word; /* "auto", "brute", ...; NULL is "auto" */
  bool fill;
  bool holes; /* the puzzle is one for the match engine */
} bcov_wish;

/* BCOV_AUTO when the choice depends on the model: bcov_plan_run then makes it.  BCOV_INPUT when the
   word is no engine or none for this question. */
bcov_status bcov_plan_choose (const bcov_wish *wish, bcov_engine *out, bcov_error *err);

typedef struct {
  bcov_job setting; /* with the compiled model; no sink, no part */
  bool has_reduced, has_components;
  bcov_model reduced;
  bcov_prospect whole;
  bcov_components components; /* from the smallest to the largest */
  bcov_prospect *prospects;   /* of these */
} bcov_plan;

/* For the compiled model of JOB, which must outlive it; of the rest of the job only workers,
   control and what to do without are kept. */
void bcov_plan_open (const bcov_job *job, bcov_plan *out);
void bcov_plan_close (bcov_plan *plan);

/* Answers JOB, which is about the model of PLAN, with ENGINE.  But for brute the model is reduced
   first, and split into components where that helps.  result->engine tells which engine did the
   most. */
bcov_status bcov_plan_run (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                           bcov_result *result, bcov_error *err);

/* All of it for a single job. */
bcov_status bcov_plan_run_once (bcov_engine engine, const bcov_job *job, bcov_result *result,
                                bcov_error *err);

/* What a count will take. */
typedef struct {
  bcov_engine engine; /* that will do it, or the component that takes longest */
  double longest;     /* seconds of that component */
  bcov_cost cost;     /* of all components together; bytes and widest are those of the largest */
  bool fits;          /* memory is enough for that */
} bcov_outcome;

/* Foresees a count by ENGINE; brute is not foreseen.  These are the numbers that bcov_plan_run
   decides by. */
bcov_status bcov_plan_foresee (bcov_plan *plan, bcov_engine engine, const bcov_represent *represent,
                               bcov_outcome *out, bcov_error *err);

/* MODEL reduced as far as it is for searches. */
bcov_status bcov_plan_reduce_fully (const bcov_model *model, bcov_control *control, bcov_model *out,
                                    bcov_error *err);

/* Keeps all levels of the reduced model, for questions that need solutions by their numbers, or all
   of them: always for BCOV_FRONTIER and never for a search.  For BCOV_AUTO the levels must be few:
   with ORDERED fewer than those of a list, else fewer than a search seems to take nodes, unless the
   search seems endless.  *KEPT tells whether OUT holds them; it depends on the puzzle alone, so
   that the same seed draws the same coverings everywhere. */
bcov_status bcov_plan_keep_levels (bcov_plan *plan, bcov_engine engine, bool ordered,
                                   bcov_listing *out, bool *kept, bcov_error *err);

/* Whether symmetry may save more than it takes to find it: of a model with so many IMAGES of
   options under all symmetries.  ONCE: some piece is used once.  Else only the middle cell of a
   board is left, which saves little where the frontier counts; so it is looked at where a search
   was asked for, which depends on the request alone, as the order of a list may. */
bool bcov_plan_mirrors (bcov_engine engine, unsigned without, bool once, uint64_t images);

/* Engines that count a stated answer again, one after the other, each for so many seconds: the
   simplest comes first.  If none comes to an end, whatever is fastest counts. */
typedef struct {
  bcov_engine engine;
  double seconds;
} bcov_recount;

enum { BCOV_RECOUNTS = 2 };
extern const bcov_recount bcov_plan_recounts[BCOV_RECOUNTS];

/* The engine that counts by piece when none is asked for: lists would be as long as the count. */
extern const bcov_engine bcov_plan_by_piece;

/* Which item is worth its symmetry. */
extern const bcov_represent_worth bcov_plan_worth;

/* Seconds that a count with a limit searches before it asks for a forecast. */
double bcov_plan_limit_soon (void);

#endif
