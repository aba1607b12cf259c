/* What the planner knows about one model.  Each fact is computed when it is first needed, and at
   most once.

     bcov_prospect_start (&setting, model, &prospect);
     status = bcov_prospect_search (&prospect, &cost, err);
     ... run engines with its facts ...
     bcov_prospect_end (&prospect);

   The model is a reduced model or a component of one.  Searches that use symmetry have another
   model, which contains only representatives and has its own prospect. */

#ifndef BCOV_PROSPECT_H
#define BCOV_PROSPECT_H

#include "engine/count/frontier.h"
#include "engine/match/kasteleyn.h"
#include "engine/plan/mirror.h"
#include "engine/quick/quick_search.h"

/* The estimated cost of a count or a search. */
typedef struct {
  double seconds, bytes;
  double nodes;          /* of a search */
  double states, widest; /* of the frontier: of all levels, of the widest level */
} bcov_cost;

typedef struct bcov_prospect bcov_prospect;

struct bcov_prospect {
  bcov_job job; /* the model, and the settings that all questions share */

  bool has_order;
  uint32_t *order;   /* NULL: none was found; making a program reports the reason */
  double order_bits; /* logarithm to base 2 of the estimated states; 0: unknown */
  bool lent;         /* the order belongs to another prospect */

  bool has_program;
  bcov_program program; /* along the order */

  bool has_search;
  bool quick;            /* the quick search is the better one */
  bcov_quick_plan plan;  /* if QUICK */
  double nodes;          /* of the better search, if compared or quick */
  bool has_search_nodes; /* of the search by the most constrained item */
  double search_nodes;

  bool has_parity;
  bcov_parity parity;

  bool has_frontier, has_forecast;
  bcov_frontier frontier;
  bcov_forecast forecast;

  bool has_matchings;       /* whether KASTELEYN applies is known ... */
  bool matched;             /* ... and it does */
  bcov_kasteleyn kasteleyn; /* if it applies */

  bcov_mirror mirror;              /* for FEWER */
  bcov_prospect *fewer;            /* NULL: none, or not yet */
  const bcov_represent *represent; /* for which FEWER was made */
};

/* Starts a prospect for MODEL, reduced lightly, which must outlive it.  Of SETTING it uses the
   workers, the control, the objective and the disabled optimisations. */
void bcov_prospect_start (const bcov_job *setting, const bcov_model *model, bcov_prospect *out);
void bcov_prospect_end (bcov_prospect *prospect);

/* Returns the order of the items, or NULL if there is none. */
const uint32_t *bcov_prospect_order (bcov_prospect *prospect);

/* Makes prospect->program along that order.  Returns BCOV_STOPPED if the model is too wide for
   programs or the control has stopped the run. */
bcov_status bcov_prospect_program (bcov_prospect *prospect, bcov_error *err);

/* Chooses between the two searches: sets prospect->quick and its plan. */
bcov_status bcov_prospect_choose_search (bcov_prospect *prospect, bcov_error *err);

/* Estimates the better search, if it visits all solutions. */
bcov_status bcov_prospect_search (bcov_prospect *prospect, bcov_cost *out, bcov_error *err);

/* As above, if the symmetries of REPRESENT (which may be NULL) save work. */
bcov_status bcov_prospect_search_fewer (bcov_prospect *prospect, const bcov_represent *represent,
                                        bcov_cost *out, bcov_error *err);

/* Estimates the nodes of the search by the most constrained item. */
bcov_status bcov_prospect_search_nodes (bcov_prospect *prospect, double *nodes, bcov_error *err);

/* Sets *OUT to the parity for the search, or to NULL if it does not pay. */
bcov_status bcov_prospect_parity (bcov_prospect *prospect, const bcov_parity **out,
                                  bcov_error *err);

/* Returns the approximate seconds for a node of the search that was chosen. */
double bcov_prospect_node (const bcov_prospect *prospect);

/* Finds the prospect of the model with representatives alone; REPRESENT must apply. */
bcov_status bcov_prospect_fewer (bcov_prospect *prospect, const bcov_represent *represent,
                                 bcov_prospect **out, bcov_error *err);

/* Opens prospect->frontier. */
bcov_status bcov_prospect_frontier (bcov_prospect *prospect, bcov_error *err);

/* Makes prospect->forecast; the frontier must be open. */
bcov_status bcov_prospect_forecast (bcov_prospect *prospect, bcov_error *err);

/* Makes prospect->kasteleyn if the options of the model are the edges of a graph that allows it. */
bcov_status bcov_prospect_matchings (bcov_prospect *prospect, bcov_error *err);

/* Returns the approximate seconds of a transition of that frontier. */
double bcov_prospect_transition (const bcov_prospect *prospect);

/* Returns whether hardly any field of PROGRAM stays open for long, so that no pieces are used once.
 */
bool bcov_prospect_is_local (const bcov_program *program);

/* Finds how many states a list may keep before it uses a search instead; the program must be made.
 */
bcov_status bcov_prospect_listed_states (bcov_prospect *prospect, uint64_t *states,
                                         bcov_error *err);

#endif
