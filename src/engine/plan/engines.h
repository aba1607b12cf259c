/* The engine table: one row for each engine.

   A user's word may select several rows: "search" is quick or search, "frontier" counts or keeps
   levels.  The first row that has the word and applies to the job runs it.  To add an engine, add a
   row. */

#ifndef BCOV_ENGINES_H
#define BCOV_ENGINES_H

#include "engine/bound/branch.h"
#include "engine/plan/prospect.h"
#include "engine/search/search.h"

/* The words after --engine. */
typedef enum {
  BCOV_AUTO,
  BCOV_BRUTE,
  BCOV_SEARCH,
  BCOV_FRONTIER,
  BCOV_SAT,
  BCOV_MATCH
} bcov_engine;

const char *bcov_engine_name (bcov_engine engine);

typedef struct {
  const char *name;
  bcov_engine word;
  bool (*applies) (bcov_prospect *prospect, const bcov_job *job);
  /* Estimates the cost of the job; NULL: unknown. */
  bcov_status (*estimate) (bcov_prospect *prospect, const bcov_job *job, bcov_cost *out,
                           bcov_error *err);
  /* Runs the job on the model of the prospect, as bcov_engine_run does. */
  bcov_status (*run) (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                      bcov_error *err);
} bcov_engine_row;

extern const bcov_engine_row bcov_engine_table[];
extern const size_t bcov_engine_rows;

/* Returns the row that runs JOB for a user who asked for ENGINE, or NULL if none applies. */
const bcov_engine_row *bcov_engine_find (bcov_engine engine, bcov_prospect *prospect,
                                         const bcov_job *job);

/* Runs the better search, or the search by the most constrained item if the job is without quick
   search, using symmetry if it applies. */
bcov_status bcov_engine_search (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                bcov_error *err);

/* Returns whether branch and bound applies to JOB on the model of PROSPECT. */
bool bcov_engine_branches (bcov_prospect *prospect, const bcov_job *job);

/* Searches for better fillings than the best of BRANCH, without its relaxation, for about NODES
   nodes.  Sets *DONE if the best filling is known or the control stopped the run. */
bcov_status bcov_engine_search_filling (const bcov_job *job, bcov_branch *branch, uint64_t nodes,
                                        bool *done, bcov_error *err);

/* The same beside a search of BRANCH for about WORK operations. */
bcov_status bcov_engine_search_beside (const bcov_job *job, bcov_branch *branch, uint64_t nodes,
                                       double work, bool *done, bcov_error *err);

/* The effort for a tree of about NODES nodes: threads, units and tables. */
bcov_quick_effort bcov_effort_quick (const bcov_job *job, double nodes, const bcov_parity *parity);
bcov_search_effort bcov_effort_search (const bcov_job *job, double nodes,
                                       const bcov_parity *parity);

#endif
