/* The quick search has the larger tree and the cheaper nodes.  Random dives (Knuth 1975) tell how
   large both trees are, about; their time for a node is known, about.  Two things dives do not see.
   Where a state is only which cells are covered, as with pieces of which there are any number, the
   quick search remembers nearly all states that lead nowhere: it is always taken.  And of trees
   that nobody will ever search to the end, the other search has the better way down: there a bad
   choice near the top must be avoided.  The choice follows from the model alone, as the order of
   solutions depends on it. */

#include "engine/plan/seek.h"
#include "engine/quick/quick_search.h"
#include "model/reduce/reduce.h"

/* Seconds for a node of each; the quick search leaves out what it remembers, as a rule most, unless
   its states have too many bits for a name. */
static const double quick_node = 5e-8, forgetful_node = 1.5e-7, thorough_node = 7e-7;

/* Seconds below which no choice is worth its time, and beyond which it will never end. */
static const double at_once = 0.6, never = 1e5;

/* Nodes of a tree that parity is looked at for. */
static const double large_tree = 1e3;

/* What is known before the search. */
typedef struct {
  bcov_quick_plan plan;
  bool quick;
  double nodes;
} prospect;

/* Seconds for a node of what is chosen. */
static double node_time (const prospect *p)
{
  return !p->quick ? thorough_node : p->plan.name_words ? quick_node : forgetful_node;
}

/* Whether the other search is better; THOROUGH is how many nodes it has. */
static bcov_status compare (const bcov_job *job, prospect *p, double *thorough, bcov_error *err)
{
  double quick = p->nodes * node_time (p);
  if (quick < at_once || bcov_program_local (&p->plan.program))
    return BCOV_OK;
  bcov_status status = bcov_search_estimate (job->model, job->control, thorough, err);
  p->quick = quick < *thorough * thorough_node && quick < never;
  return status;
}

/* Makes the plan of the quick search, and drops it again when the other one is better. */
static bcov_status look (const bcov_job *job, prospect *p, bcov_error *err)
{
  double thorough = 0;
  *p = (prospect){0};
  bcov_status status = BCOV_OK;
  if (!job->most && !(job->without & BCOV_WITHOUT_QUICK))
    status = bcov_quick_plan_make (job, &p->plan, &p->quick, err);
  if (!status && p->quick) {
    status = bcov_quick_search_estimate (&p->plan, job->control, &p->nodes, err);
    if (!status)
      status = compare (job, p, &thorough, err);
    if (status || !p->quick)
      bcov_quick_plan_free (&p->plan);
  }
  if (!p->quick)
    p->nodes = thorough;
  return status;
}

/* The other search, on a model that is reduced as far as possible. */
static bcov_status search (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bcov_model reduced;
  bcov_job whole = *job;
  bcov_status status = bcov_reduce (job->model, job->control, &reduced, err);
  if (status)
    return status;
  whole.model = &reduced;
  whole.order = NULL;
  status = bcov_search_run (&whole, result, err);
  bcov_model_free (&reduced);
  return status;
}

/* What PARITY tells, where that is asked for and the tree is large enough. */
static bcov_status look_at_parity (const bcov_job *job, const prospect *p, bcov_parity *parity,
                                   bcov_error *err)
{
  *parity = (bcov_parity){0};
  if (job->most || job->without & BCOV_WITHOUT_PARITY || (p->nodes > 0 && p->nodes < large_tree))
    return BCOV_OK;
  return bcov_parity_make (job->model, job->control, parity, err);
}

bcov_status bcov_seek_run (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  prospect p;
  mpz_set_ui (result->found.value, 0);
  if (job->model->impossible)
    return BCOV_OK;
  bcov_status status = look (job, &p, err);
  if (status)
    return status;
  bcov_parity parity;
  bcov_job leaning = *job;
  status = look_at_parity (job, &p, &parity, err);
  leaning.parity = parity.tight ? &parity : NULL;
  if (!status)
    status = p.quick ? bcov_quick_run (&leaning, &p.plan, p.nodes, result, err)
                     : search (&leaning, result, err);
  bcov_parity_free (&parity);
  if (p.quick)
    bcov_quick_plan_free (&p.plan);
  return status;
}

bcov_status bcov_seek_estimate (const bcov_job *job, double *seconds, double *nodes,
                                bcov_error *err)
{
  prospect p;
  *seconds = *nodes = 0;
  if (job->model->impossible)
    return BCOV_OK;
  bcov_status status = look (job, &p, err);
  if (!status && !p.quick && !p.nodes)
    status = bcov_search_estimate (job->model, job->control, &p.nodes, err);
  *nodes = p.nodes;
  *seconds = p.nodes * node_time (&p);
  if (!status && p.quick)
    bcov_quick_plan_free (&p.plan);
  return status;
}
