/* The engine table: one row for each engine.

   A user's word may mean several rows: "search" is quick or search, "frontier" counts or keeps
   levels.  Of the rows with that word the first that applies does the work.  To add an engine, add
   a row. */

#ifndef BCOV_ENGINES_H
#define BCOV_ENGINES_H

#include "engine/plan/prospect.h"

/* The words after --engine. */
typedef enum { BCOV_AUTO, BCOV_BRUTE, BCOV_SEARCH, BCOV_FRONTIER, BCOV_MATCH } bcov_engine;

const char *bcov_engine_name (bcov_engine engine);

/* What a count takes. */
typedef struct {
  double seconds, bytes;
  double nodes;          /* of a search */
  double states, widest; /* of the frontier: of all levels, of the widest */
} bcov_cost;

typedef struct {
  const char *name;
  bcov_engine word;
  bcov_unit_kind units; /* into which it divides its work */
  const char *about;    /* what it applies to, for readers */
  bool (*applies) (bcov_prospect *prospect, const bcov_job *job);
  /* What the job takes; NULL: nobody knows. */
  bcov_status (*estimate) (bcov_prospect *prospect, const bcov_job *job, bcov_cost *out,
                           bcov_error *err);
  /* Does the job, which is about the model of the prospect: as bcov_engine_run does. */
  bcov_status (*run) (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                      bcov_error *err);
} bcov_engine_row;

extern const bcov_engine_row bcov_engine_table[];
extern const size_t bcov_engine_rows;

/* The row that does JOB for a user who asked for ENGINE; NULL when none applies. */
const bcov_engine_row *bcov_engine_find (bcov_engine engine, bcov_prospect *prospect,
                                         const bcov_job *job);

#endif
