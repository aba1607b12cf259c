/* What the planner knows about one model: each part is found out when it is first asked for, and
   at most once.

     bcov_prospect_start (&setting, model, &prospect);
     status = bcov_prospect_cost (&prospect, &cost, err);
     ... run engines with what it holds ...
     bcov_prospect_end (&prospect);

   The model is a whole reduced one, or a component of it.  For searches that make use of symmetry
   there is one more model, with representatives alone, which has a prospect of its own. */

#ifndef BCOV_PROSPECT_H
#define BCOV_PROSPECT_H

#include "engine/count/frontier.h"
#include "engine/plan/mirror.h"
#include "engine/quick/quick_search.h"

/* A search, as foreseen. */
typedef struct {
  double nodes, seconds;
} bcov_search_cost;

typedef struct bcov_prospect bcov_prospect;

struct bcov_prospect {
  bcov_job job; /* the model, and all that does not change from question to question */

  bool has_order;
  uint32_t *order;   /* NULL: there is none, and whoever needs one meets the reason again */
  double order_bits; /* about so many states lie along it, as a power of two; 0: unknown */
  bool lent;         /* the order belongs to another prospect */

  bool has_program;
  bcov_program program; /* along the order */

  bool has_search;
  bool quick;            /* the quick search is the better one */
  bcov_quick_plan plan;  /* its plan, if so */
  double nodes;          /* of the better one, where they were compared or it is the quick one */
  bool has_search_nodes; /* of the search that takes the most constrained item first */
  double search_nodes;

  bool has_parity;
  bcov_parity parity;

  bool has_frontier, has_forecast;
  bcov_frontier frontier;
  bcov_forecast forecast;

  bcov_mirror mirror;              /* for FEWER */
  bcov_prospect *fewer;            /* NULL: none, or not yet */
  const bcov_represent *represent; /* that it was made for */
};

/* For MODEL, reduced lightly, which must outlive it.  Of SETTING the workers, the control and what
   to do without are used. */
void bcov_prospect_start (const bcov_job *setting, const bcov_model *model, bcov_prospect *out);
void bcov_prospect_end (bcov_prospect *prospect);

/* The order of its items; NULL when there is none. */
const uint32_t *bcov_prospect_order (bcov_prospect *prospect);

/* The program along that order: prospect->program.  BCOV_STOPPED, unless the control has stopped
   the run, when the model is too wide for programs. */
bcov_status bcov_prospect_program (bcov_prospect *prospect, bcov_error *err);

/* Decides between the two searches: prospect->quick, and its plan. */
bcov_status bcov_prospect_choose_search (bcov_prospect *prospect, bcov_error *err);

/* What the better search takes, all solutions visited. */
bcov_status bcov_prospect_search (bcov_prospect *prospect, bcov_search_cost *out, bcov_error *err);

/* The same where the symmetries of REPRESENT (which may be NULL) save work. */
bcov_status bcov_prospect_search_fewer (bcov_prospect *prospect, const bcov_represent *represent,
                                        bcov_search_cost *out, bcov_error *err);

/* Nodes of the search that takes the most constrained item first. */
bcov_status bcov_prospect_search_nodes (bcov_prospect *prospect, double *nodes, bcov_error *err);

/* Parity for the search, or NULL where it does not pay. */
bcov_status bcov_prospect_parity (bcov_prospect *prospect, const bcov_parity **out,
                                  bcov_error *err);

/* The model with representatives alone; REPRESENT must apply. */
bcov_status bcov_prospect_fewer (bcov_prospect *prospect, const bcov_represent *represent,
                                 bcov_prospect **out, bcov_error *err);

/* Opens the frontier: prospect->frontier. */
bcov_status bcov_prospect_frontier (bcov_prospect *prospect, bcov_error *err);

/* Forecasts the frontier that was opened: prospect->forecast. */
bcov_status bcov_prospect_forecast (bcov_prospect *prospect, bcov_error *err);

/* Seconds that a transition of that frontier takes, about. */
double bcov_prospect_transition (const bcov_prospect *prospect);

/* Whether hardly any field of PROGRAM stays open for long: no pieces are used once. */
bool bcov_prospect_is_local (const bcov_program *program);

/* How many states may be met before a list comes from a search in place of kept levels; the program
   must be there. */
bcov_status bcov_prospect_listed_states (bcov_prospect *prospect, uint64_t *states,
                                         bcov_error *err);

#endif
