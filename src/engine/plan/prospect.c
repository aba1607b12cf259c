/* The quick search has the larger tree and the cheaper nodes.  Random descents (Knuth 1975)
   estimate the sizes of both trees, and the times of a node are known roughly.  Estimates do not
   account for two effects.  If the state consists only of covered cells, as with pieces that may be
   used any number of times, the quick search remembers nearly all dead states, so it is always
   chosen.  In trees that are too large to finish, the other search is better, because it avoids bad
   choices near the top.

   Invariant: a fact never changes once it is known; `has_` members show which facts are known.  The
   choice between the searches follows from the model alone, because the order of solutions depends
   on it. */

#include "engine/plan/prospect.h"
#include "engine/order/order.h"
#include "engine/plan/tuning.h"
#include "engine/program/program_make.h"
#include "engine/search/search.h"
#include "model/reduce/reduce.h"

#include <assert.h>

/* ---- start and end ---- */

void bcov_prospect_start (const bcov_job *setting, const bcov_model *model, bcov_prospect *out)
{
  assert (setting->control && setting->workers);
  *out = (bcov_prospect){.job = *setting};
  out->job.model = model;
  out->job.sink = NULL;
  out->job.represent = NULL;
  out->job.source = NULL;
  out->job.residues = NULL;
  out->job.share = (bcov_share){1, 1};
}

static void forget_symmetry (bcov_prospect *p)
{
  if (p->fewer)
    bcov_prospect_end (p->fewer);
  bcov_mem_free (p->job.model->mem, p->fewer);
  p->fewer = NULL;
  bcov_mirror_free (&p->mirror);
}

void bcov_prospect_end (bcov_prospect *p)
{
  if (!p->job.model)
    return;
  bcov_mem *mem = p->job.model->mem;
  forget_symmetry (p);
  if (p->quick)
    bcov_quick_plan_free (&p->plan);
  bcov_parity_free (&p->parity);
  bcov_kasteleyn_close (&p->kasteleyn);
  bcov_frontier_forget (mem, &p->forecast);
  if (p->has_frontier)
    bcov_frontier_close (&p->frontier);
  if (p->has_program)
    bcov_program_free (&p->program);
  if (!p->lent)
    bcov_mem_free (mem, p->order);
  *p = (bcov_prospect){0};
}

/* ---- order ---- */

const uint32_t *bcov_prospect_order (bcov_prospect *p)
{
  const bcov_model *model = p->job.model;
  if (p->has_order || model->impossible)
    return p->order;
  p->has_order = true;
  p->order = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *p->order, NULL);
  if (p->order && bcov_order_find (model, p->job.control, p->order, &p->order_bits, NULL)) {
    bcov_mem_free (model->mem, p->order);
    p->order = NULL;
  }
  return p->order;
}

bcov_status bcov_prospect_program (bcov_prospect *p, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  const uint32_t *order = bcov_prospect_order (p);
  if (!p->has_program)
    status = bcov_program_make_along (p->job.model, order, NULL, p->job.control, &p->order_bits,
                                      &p->program, err);
  p->has_program = !status;
  return status;
}

/* ---- searches ---- */

bool bcov_prospect_is_local (const bcov_program *program)
{
  return (size_t)bcov_program_long_fields (program) * BCOV_LOCAL_SHARE <= program->fields.count;
}

bcov_status bcov_prospect_search_nodes (bcov_prospect *p, double *nodes, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!p->has_search_nodes)
    status = bcov_search_estimate (p->job.model, p->job.control, &p->search_nodes, err);
  p->has_search_nodes = !status;
  *nodes = p->search_nodes;
  return status;
}

double bcov_prospect_node (const bcov_prospect *p)
{
  assert (!p->quick || p->has_program);
  return !p->quick ? bcov_search_node : p->plan.name_words ? bcov_quick_node : bcov_forgetful_node;
}

/* Switches to the other search if it is better. */
static bcov_status compare (bcov_prospect *p, bcov_error *err)
{
  double quick = p->nodes * bcov_prospect_node (p), other;
  if (quick < bcov_compared_from || bcov_prospect_is_local (&p->program))
    return BCOV_OK;
  bcov_status status = bcov_prospect_search_nodes (p, &other, err);
  if (status || (quick < other * bcov_search_node && quick < bcov_never))
    return status;
  bcov_quick_plan_free (&p->plan);
  p->quick = false;
  p->nodes = other;
  return BCOV_OK;
}

/* Makes the program for the quick search; sets *CAN to false if the model is too wide for one. */
static bcov_status try_program (bcov_prospect *p, bool *can, bcov_error *err)
{
  bcov_status status = bcov_prospect_program (p, NULL);
  *can = !status;
  if (status == BCOV_STOPPED && !bcov_control_status (p->job.control, err))
    return BCOV_OK;
  if (status == BCOV_FAULT)
    bcov_error_add (err, status, NULL, "the machine is out of memory");
  return status;
}

static bcov_status plan_quick_search (bcov_prospect *p, bcov_error *err)
{
  const bcov_job *job = &p->job;
  bool can;
  bcov_status status = try_program (p, &can, err);
  if (status || !can)
    return status;
  status = bcov_quick_plan_make (job->model, &p->program, job->without, &p->plan, &p->quick, err);
  if (status || !p->quick)
    return status;
  status = bcov_quick_search_estimate (&p->plan, job->control, &p->nodes, err);
  if (!status)
    status = compare (p, err);
  if (status) {
    bcov_quick_plan_free (&p->plan);
    p->quick = false;
  }
  return status;
}

bcov_status bcov_prospect_choose_search (bcov_prospect *p, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  assert (!p->job.model->impossible);
  if (!p->has_search && p->job.objective != BCOV_MOST && !(p->job.without & BCOV_WITHOUT_QUICK))
    status = plan_quick_search (p, err);
  p->has_search = !status;
  return status;
}

bcov_status bcov_prospect_search (bcov_prospect *p, bcov_cost *out, bcov_error *err)
{
  *out = (bcov_cost){0};
  if (p->job.model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_prospect_choose_search (p, err);
  out->nodes = p->nodes;
  if (!status && !p->quick && !p->nodes)
    status = bcov_prospect_search_nodes (p, &out->nodes, err);
  out->seconds = out->nodes * bcov_prospect_node (p);
  return status;
}

bcov_status bcov_prospect_search_fewer (bcov_prospect *p, const bcov_represent *represent,
                                        bcov_cost *out, bcov_error *err)
{
  bcov_status status = bcov_prospect_search (p, out, err);
  double saves =
      bcov_mirror_applies (represent, p->job.model) ? bcov_represent_saves (represent) : 1;
  assert (saves >= 1);
  out->nodes /= saves;
  out->seconds /= saves;
  return status;
}

bcov_status bcov_prospect_parity (bcov_prospect *p, const bcov_parity **out, bcov_error *err)
{
  const bcov_job *job = &p->job;
  bcov_status status = BCOV_OK;
  *out = NULL;
  if (job->objective == BCOV_MOST || job->without & BCOV_WITHOUT_PARITY ||
      (p->nodes > 0 && p->nodes < bcov_parity_nodes))
    return BCOV_OK;
  if (!p->has_parity)
    status = bcov_parity_make (job->model, BCOV_PARITY_PIECES, job->control, &p->parity, err);
  p->has_parity = !status;
  if (!status && p->parity.sums && p->parity.sums_around <= BCOV_PARITY_SUMS)
    *out = &p->parity;
  return status;
}

bcov_status bcov_prospect_fewer (bcov_prospect *p, const bcov_represent *represent,
                                 bcov_prospect **out, bcov_error *err)
{
  bcov_mem *mem = p->job.model->mem;
  if (p->represent != represent)
    forget_symmetry (p);
  p->represent = represent;
  if (!p->fewer) {
    bcov_status status =
        bcov_mirror_make (represent, p->job.model, bcov_prospect_order (p), &p->mirror, err);
    if (!status && !(p->fewer = bcov_mem_alloc (mem, 1, sizeof *p->fewer, err)))
      status = bcov_mem_status (mem);
    if (status) {
      bcov_mirror_free (&p->mirror);
      return status;
    }
    bcov_prospect_start (&p->job, &p->mirror.model, p->fewer);
    p->fewer->has_order = p->fewer->lent = true; /* the same items, with fewer options */
    p->fewer->order = p->order;
    p->fewer->order_bits = p->order_bits;
  }
  *out = p->fewer;
  return BCOV_OK;
}

/* ---- the frontier ---- */

bcov_status bcov_prospect_frontier (bcov_prospect *p, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (p->has_frontier)
    return BCOV_OK;
  if (!p->job.model->impossible)
    status = bcov_prospect_program (p, err);
  if (status)
    return status;
  status =
      bcov_frontier_open (&p->job, &p->program, p->order_bits, &bcov_tables, &p->frontier, err);
  p->has_frontier = !status;
  if (status)
    bcov_frontier_close (&p->frontier);
  return status;
}

bcov_status bcov_prospect_forecast (bcov_prospect *p, bcov_error *err)
{
  assert (p->has_frontier);
  bcov_status status = BCOV_OK;
  if (!p->has_forecast)
    status = bcov_frontier_foresee (&p->job, &p->frontier, false, &p->forecast, err);
  p->has_forecast = !status;
  return status;
}

/* ---- matchings ---- */

bcov_status bcov_prospect_matchings (bcov_prospect *p, bcov_error *err)
{
  bcov_graph graph;
  bool applies;
  if (p->has_matchings || p->job.model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_graph_make (p->job.model, &graph, &applies, err);
  if (!status && applies)
    status = bcov_kasteleyn_open (&graph, BCOV_ALL_MATCHINGS, p->job.control, &p->kasteleyn,
                                  &p->matched, err);
  bcov_graph_free (&graph);
  p->has_matchings = !status;
  p->matched &= !status;
  return status;
}

double bcov_prospect_transition (const bcov_prospect *p)
{
  bool simple = p->program.plain && p->program.words == 1;
  return simple ? bcov_simple_transition : bcov_other_transition;
}

/* ---- lists ---- */

bcov_status bcov_prospect_listed_states (bcov_prospect *p, uint64_t *states, bcov_error *err)
{
  bcov_cost cost;
  assert (p->has_program);
  *states = BCOV_LISTED_STATES;
  if (p->job.objective == BCOV_MOST || bcov_prospect_is_local (&p->program))
    return BCOV_OK;
  bcov_status status = bcov_prospect_search (p, &cost, err);
  if (!status && cost.seconds < bcov_short_list)
    *states = BCOV_LISTED_ONCE;
  return status;
}
