/* Chooses the engine, prepares the model for it and puts partial results together. */

#ifndef BCOV_PLAN_H
#define BCOV_PLAN_H

#include "engine/engine.h"
#include "model/symmetry/orbit.h"

typedef enum { BCOV_AUTO, BCOV_BRUTE, BCOV_SEARCH, BCOV_FRONTIER, BCOV_MATCH } bcov_engine;

const char *bcov_engine_name (bcov_engine engine);

/* What is asked, as far as it bears on the choice. */
typedef struct {
  const char *wish; /* "auto", "brute", ...; NULL is "auto" */
  bool fill;
  bool holes; /* the puzzle is one for the match engine */
} bcov_plan;

/* BCOV_AUTO when the choice depends on the model: bcov_plan_run then makes it.  BCOV_INPUT when the
   wish is no engine or none for this question. */
bcov_status bcov_plan_choose (const bcov_plan *plan, bcov_engine *out, bcov_error *err);

/* Runs ENGINE on JOB, whose model is one that was compiled: but for brute it is reduced first and
   split into components where that helps.  result->engine tells which one did the most. */
bcov_status bcov_plan_run (bcov_engine engine, const bcov_job *job, bcov_result *result,
                           bcov_error *err);

/* What a count will take. */
typedef struct {
  bcov_engine engine; /* that will do it, or the larger part of it */
  double nodes;       /* of the search */
  double states;      /* of the frontier: of all levels, */
  double widest;      /* of the widest, */
  double bytes;       /* and the memory for them */
  bool fits;          /* memory is enough for that */
} bcov_prospect;

/* Foresees a count by ENGINE, on a model that was compiled; brute is not foreseen. */
bcov_status bcov_plan_foresee (bcov_engine engine, const bcov_job *job, bcov_prospect *out,
                               bcov_error *err);

/* Counts up to the symmetries ORBITS: by Burnside's lemma, or, for one part of several and for the
   brute engine, by counting the solutions that are the least of their orbit. */
bcov_status bcov_plan_count_orbits (bcov_engine engine, const bcov_job *job,
                                    const bcov_orbits *orbits, bcov_result *result,
                                    bcov_error *err);

#endif
