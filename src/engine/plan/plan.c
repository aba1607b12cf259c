/* From a compiled model to a result.

   For a count the reduced model is split into components whose counts multiply.  They run from the
   smallest to the largest, so that a component without solutions ends the run early, and the
   progress shown at the end is that of the largest.  Part K of N is part K of N of the largest
   component, times the counts of the others.  For a list the model stays whole: engines enumerate
   the product of the components' solutions themselves.

   With BCOV_AUTO, a count is a contest of the engines (contest.c); a list comes from kept levels if
   they are few, otherwise from a search.  All constants are in tuning.h.
 */

#include "engine/plan/plan.h"
#include "engine/bound/sums.h"
#include "engine/plan/contest.h"
#include "engine/plan/few.h"
#include "engine/plan/filling.h"
#include "engine/plan/tuning.h"
#include "engine/sat/sat.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POLL = 256 }; /* components between two polls: small components never poll */

/* Returns BCOV_INPUT if ENGINE cannot answer the question. */
static bcov_status check_wish (const bcov_wish *wish, bcov_engine engine, bcov_error *err)
{
  if (engine == BCOV_SAT && wish->fill)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the sat engine does not support `fill`; use the engine auto");
  return engine == BCOV_SAT && !bcov_sat_exists () ? bcov_sat_missing (err) : BCOV_OK;
}

bcov_status bcov_plan_choose (const bcov_wish *wish, bcov_engine *out, bcov_error *err)
{
  bool matches = wish->fill && wish->holes;
  *out = matches ? BCOV_MATCH : BCOV_AUTO;
  if (!wish->word || !strcmp (wish->word, "auto"))
    return BCOV_OK;
  for (bcov_engine e = BCOV_BRUTE; e <= BCOV_MATCH; e++)
    if (!strcmp (wish->word, bcov_engine_name (e))) {
      *out = e;
      return check_wish (wish, e, err);
    }
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "unknown engine '%s'; use auto, brute, search, frontier, sat or match",
                         wish->word);
}

bool bcov_plan_estimates (bcov_engine engine)
{
  return engine != BCOV_BRUTE && engine != BCOV_SAT && engine != BCOV_MATCH;
}

bool bcov_plan_mirrors (bcov_engine engine, unsigned without, bool once, uint64_t images)
{
  if (without & BCOV_WITHOUT_SYMMETRY || !bcov_plan_estimates (engine))
    return false;
  return once ? images <= BCOV_MOST_IMAGES
              : engine == BCOV_SEARCH && images <= BCOV_MOST_IMAGES_OF_CELLS;
}

const bcov_represent_worth bcov_plan_worth = {.least = BCOV_SYMMETRY_LEAST,
                                              .nearly = BCOV_SYMMETRY_NEARLY};

const bcov_recount bcov_plan_recounts[BCOV_RECOUNTS] = {{BCOV_BRUTE, bcov_brute_recount},
                                                        {BCOV_SEARCH, bcov_search_recount}};

const bcov_engine bcov_plan_by_piece = BCOV_FRONTIER;

const double bcov_plan_hint_seconds = bcov_hint_solve;

const bcov_limit_plan bcov_plan_limits = {.soon = bcov_limit_soon,
                                          .long_count = bcov_limit_long,
                                          .slack = bcov_limit_slack,
                                          .few = BCOV_LIMIT_FEW};

/* ---- the parts of a plan ---- */

/* Only the match engine lacks questions (and sat `fill`, which is refused before). */
static bcov_status refuse (bcov_engine engine, bcov_error *err)
{
  return bcov_error_add (
      err, BCOV_INPUT, NULL,
      "the %s engine supports only `solve` and `fill` with pieces of one or two cells in any "
      "number, `count` and `heat` if their board can also be drawn in the plane, `count` on tori, "
      "and `fill` with the rule pieces-fill-holes; use the engine auto",
      bcov_engine_name (engine));
}

void bcov_plan_open (const bcov_job *job, bcov_plan *out)
{
  *out = (bcov_plan){.setting = *job};
}

void bcov_plan_close (bcov_plan *plan)
{
  bcov_mem *mem = plan->reduced.mem;
  bcov_pairs_free (&plan->pairs);
  for (size_t k = 0; plan->prospects && k < plan->components.count; k++)
    bcov_prospect_end (&plan->prospects[k]);
  if (plan->has_reduced) {
    bcov_mem_free (mem, plan->prospects);
    bcov_components_free (mem, &plan->components);
    bcov_prospect_end (&plan->whole);
    bcov_model_free (&plan->reduced);
  }
  *plan = (bcov_plan){0};
}

bcov_status bcov_plan_pairs (bcov_plan *plan, const bcov_pairs **out, bcov_error *err)
{
  const bcov_job *job = &plan->setting;
  bcov_status status = BCOV_OK;
  *out = NULL;
  if (!plan->has_pairs)
    status = bcov_pairs_find (job->model, job->objective, job->control, &plan->pairs, err);
  plan->has_pairs = !status;
  if (!status && plan->pairs.applies)
    *out = &plan->pairs;
  return status;
}

static bcov_status reduce (bcov_plan *plan, bcov_error *err)
{
  if (plan->has_reduced)
    return BCOV_OK;
  bcov_status status =
      bcov_reduce_lightly (plan->setting.model, plan->setting.control, &plan->reduced, err);
  plan->has_reduced = !status;
  if (!status)
    bcov_prospect_start (&plan->setting, &plan->reduced, &plan->whole);
  return status;
}

bcov_status bcov_plan_reduce_fully (const bcov_model *model, bcov_control *control, bcov_model *out,
                                    bcov_error *err)
{
  return bcov_reduce (model, BCOV_REDUCE_STEPS, control, out, err);
}

bcov_status bcov_plan_refute (const bcov_plan *plan, double seconds, bcov_refutation *out,
                              bcov_error *err)
{
  const bcov_model *model = plan->setting.model;
  double glance = (double)model->touches.count * bcov_glance_touch;
  double given = fmin (seconds * bcov_disproof_share, bcov_disproof_most);
  double steps = BCOV_REDUCE_STEPS + fmax (glance, given) / bcov_reduce_step;
  return bcov_reduce_refute (model, (int64_t)steps, plan->setting.control, out, err);
}

static int by_size (const void *a, const void *b)
{
  size_t x = ((const bcov_model *)a)->origin.count, y = ((const bcov_model *)b)->origin.count;
  return (x > y) - (x < y);
}

static bcov_status split (bcov_plan *plan, bcov_error *err)
{
  bcov_status status = reduce (plan, err);
  bcov_components *parts = &plan->components;
  if (status || plan->has_components)
    return status;
  status = bcov_component_split (&plan->reduced, parts, err);
  if (status)
    return status;
  plan->prospects =
      bcov_mem_alloc (plan->reduced.mem, parts->count + 1, sizeof *plan->prospects, err);
  if (!plan->prospects) {
    bcov_components_free (plan->reduced.mem, parts);
    *parts = (bcov_components){0};
    return bcov_mem_status (plan->reduced.mem);
  }
  if (parts->count)
    qsort (parts->data, parts->count, sizeof *parts->data, by_size);
  plan->has_components = true;
  for (size_t k = 0; k < parts->count; k++)
    bcov_prospect_start (&plan->setting, &parts->data[k], &plan->prospects[k]);
  return BCOV_OK;
}

/* ---- lists ---- */

/* Keeps levels for JOB with at most STATES states (0: any number); sets *KEPT to whether it has. */
static bcov_status keep_levels (bcov_prospect *p, const bcov_job *job, uint64_t states,
                                bcov_listing *out, bool *kept, bcov_error *err)
{
  *out = (bcov_listing){0};
  *kept = false;
  assert (job->model == p->job.model);
  bcov_status status = bcov_prospect_program (p, states ? NULL : err);
  if (status && states && !bcov_control_status (job->control, NULL))
    return BCOV_OK; /* too wide, or not enough memory */
  if (!status && states == BCOV_LISTED_STATES)
    status = bcov_prospect_listed_states (p, &states, err);
  if (!status)
    status = bcov_listing_open (job, &p->program, states, out, err);
  *kept = !status && !out->given_up;
  return status;
}

/* Answers from kept levels if they are few; otherwise sets *DONE to false.  The order of solutions
   depends on this, so it must not depend on the machine. */
static bcov_status try_levels (bcov_prospect *p, const bcov_job *job, bool *done,
                               bcov_result *result, bcov_error *err)
{
  bcov_listing listing;
  bcov_status status = keep_levels (p, job, BCOV_LISTED_STATES, &listing, done, err);
  if (status == BCOV_STOPPED && bcov_control_status (job->control, NULL)) {
    *done = true;
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
    return BCOV_OK;
  }
  if (status || !*done)
    return status;
  result->engine = BCOV_FRONTIER;
  status = bcov_listing_answer (&listing, job, result, err);
  bcov_listing_close (&listing);
  return status;
}

static bcov_status list_either (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                                bcov_error *err)
{
  bool done = false;
  bcov_status status = try_levels (p, job, &done, result, err);
  return status || done ? status : bcov_engine_search (p, job, result, err);
}

/* Returns the number of states to try if solutions are wanted in any order. */
static uint64_t tried_states (double nodes)
{
  return nodes / 2 < BCOV_LEAST_TRIED  ? BCOV_LEAST_TRIED
         : nodes / 2 < BCOV_MOST_TRIED ? (uint64_t)(nodes / 2)
                                       : BCOV_MOST_TRIED;
}

/* Keeps levels if neither an order nor an engine was requested. */
static bcov_status keep_freely (bcov_prospect *p, bcov_listing *out, bool *kept, bcov_error *err)
{
  double nodes = 0;
  bcov_status status = bcov_prospect_search_nodes (p, &nodes, err);
  if (!status)
    status = keep_levels (p, &p->job, tried_states (nodes), out, kept, err);
  if (!status && !*kept && nodes > bcov_list_soon)
    status = keep_levels (p, &p->job, 0, out, kept, err);
  return status;
}

bcov_status bcov_plan_keep_levels (bcov_plan *plan, bcov_engine engine, bool ordered,
                                   bcov_listing *out, bool *kept, bcov_error *err)
{
  bcov_prospect *p = &plan->whole;
  bool free = engine == BCOV_AUTO;
  *out = (bcov_listing){0};
  *kept = false;
  bcov_status status = engine == BCOV_MATCH ? refuse (engine, err) : reduce (plan, err);
  if (status || (!free && engine != BCOV_FRONTIER))
    return status;
  status = free && !ordered
               ? keep_freely (p, out, kept, err)
               : keep_levels (p, &p->job, free ? BCOV_LISTED_STATES : 0, out, kept, err);
  assert (!*kept || out->graph.layers);
  if (status == BCOV_STOPPED)
    bcov_control_status (plan->setting.control, err);
  return status;
}

bcov_status bcov_plan_order_bits (bcov_plan *plan, double *bits, bcov_error *err)
{
  *bits = 0;
  bcov_status status = reduce (plan, err);
  if (status)
    return status;
  bcov_prospect_order (&plan->whole);
  *bits = plan->whole.order_bits;
  return bcov_control_status (plan->setting.control, err);
}

/* ---- running ---- */

/* Answers JOB, which wants one solution or the best filling, from a matching.  Sets *DONE to
   whether it has.  Without memory or time for it, BCOV_AUTO goes on with other engines. */
static bcov_status try_pairs (bcov_plan *plan, bcov_engine engine, const bcov_job *job, bool *done,
                              bcov_result *result, bcov_error *err)
{
  const bcov_pairs *pairs;
  bool must = engine == BCOV_MATCH;
  *done = must;
  if (engine != BCOV_AUTO && !must)
    return BCOV_OK;
  bcov_status status = bcov_plan_pairs (plan, &pairs, must ? err : NULL);
  *done = must || (!status && pairs);
  if (status == BCOV_STOPPED && must && bcov_control_status (job->control, NULL)) {
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
    return BCOV_OK;
  }
  if (!*done || (status && must))
    return must ? status : BCOV_OK;
  result->engine = BCOV_MATCH;
  return pairs ? bcov_pairs_answer (pairs, job, result, err) : refuse (engine, err);
}

/* Runs ENGINE on the model of P. */
static bcov_status run_prospect (bcov_prospect *p, bcov_engine engine, const bcov_job *job,
                                 bcov_result *result, bcov_error *err)
{
  result->engine = engine;
  if (engine == BCOV_SEARCH)
    return bcov_engine_search (p, job, result, err);
  if (engine != BCOV_AUTO) {
    const bcov_engine_row *row = bcov_engine_find (engine, p, job);
    return row ? row->run (p, job, result, err) : refuse (engine, err);
  }
  if (job->objective == BCOV_MOST)
    return bcov_filling_applies (p, job) ? bcov_filling_run (p, job, result, err)
                                         : list_either (p, job, result, err);
  bcov_disproof disproof;
  bcov_status status = BCOV_OK;
  if (!bcov_disproof_start (p, true, &disproof))
    status = job->sink ? list_either (p, job, result, err)
                       : bcov_contest_run (p, job, &disproof, result, err);
  return bcov_disproof_end (&disproof, status, result);
}

/* Adds the plain bound of MODEL to that of RESULT. */
static bcov_status add_plain_bound (const bcov_model *model, bcov_result *result, bcov_error *err)
{
  bcov_sums sums;
  bcov_status status = bcov_sums_make (model, &sums, err);
  result->bound += sums.most;
  bcov_sums_free (&sums);
  return status;
}

/* Runs one component.  Only the LAST one is divided into parts. */
static bcov_status run_component (bcov_prospect *p, bcov_engine engine, const bcov_job *job,
                                  bool last, bcov_result *result, bcov_error *err)
{
  bcov_job piece = *job;
  bcov_result part;
  piece.model = p->job.model;
  if (!last) {
    piece.share = (bcov_share){1, 1};
    piece.residues = NULL;
  }
  bcov_result_init (piece.model->mem, &part);
  bcov_status status = run_prospect (p, engine, &piece, &part, err);
  if (!status && !part.complete && !part.bound && job->objective == BCOV_MOST)
    status = add_plain_bound (piece.model, &part, err);
  if (!status)
    status = bcov_result_combine (result, &part, err);
  result->engine = part.engine;
  bcov_result_free (&part);
  return status;
}

/* Drops the facts about component K if there are several components. */
static void forget_component (bcov_plan *plan, size_t k)
{
  if (plan->components.count == 1)
    return;
  bcov_prospect_end (&plan->prospects[k]);
  bcov_prospect_start (&plan->setting, &plan->components.data[k], &plan->prospects[k]);
}

static bcov_status run_components (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                   bcov_result *result, bcov_error *err)
{
  bcov_status status = split (plan, err);
  size_t count = plan->components.count;
  assert (!job->sink);
  if (!status && !count && job->share.part > 1 &&
      !job->residues) /* the empty solution belongs to the first part */
    mpz_set_ui (result->found.value, 0);
  for (size_t k = 0; !status && k < count && mpz_sgn (result->found.value); k++) {
    status = run_component (&plan->prospects[k], engine, job, k + 1 == count, result, err);
    forget_component (plan, k);
    if (k % POLL == POLL - 1 && !bcov_control_go_on (job->control, 0))
      result->complete = false;
    if (!result->complete && k + 1 < count) {
      mpz_set_ui (result->found.value, 0); /* the other components are unknown */
      for (size_t j = k + 1; !status && j < count && job->objective == BCOV_MOST; j++)
        status = add_plain_bound (&plan->components.data[j], result, err);
      break;
    }
  }
  return status;
}

static bcov_status run_plan (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                             bcov_result *result, bcov_error *err)
{
  bool done = false;
  bcov_job whole = *job;
  assert (job->model == plan->setting.model);
  assert (!job->residues || (engine == BCOV_FRONTIER && !job->sink && !job->residues->values));
  if (engine == BCOV_BRUTE) {
    bcov_prospect compiled;
    bcov_prospect_start (&plan->setting, job->model, &compiled);
    return bcov_engine_find (engine, &compiled, job)->run (&compiled, job, result, err);
  }
  bcov_status status = BCOV_OK;
  if (job->objective == BCOV_MOST && !job->sink && job->share.parts <= 1)
    status = try_pairs (plan, engine, job, &done, result, err);
  if (!status && !done)
    status = reduce (plan, err);
  if (status || done)
    return status;
  whole.model = plan->whole.job.model;
  if (engine == BCOV_AUTO && job->share.parts > 1) { /* parts follow the order of lists */
    engine = BCOV_SEARCH;
    status = try_levels (&plan->whole, &whole, &done, result, err);
  }
  if (status || done)
    return status;
  return job->sink ? run_prospect (&plan->whole, engine, &whole, result, err)
                   : run_components (plan, engine, job, result, err);
}

bcov_status bcov_plan_run (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                           bcov_result *result, bcov_error *err)
{
  bcov_status status = run_plan (plan, engine, job, result, err);
  if (status)
    mpz_set_ui (result->found.value, 0); /* nothing is known of the components that are left */
  return status;
}

/* ---- one solution ---- */

/* The solutions of the components so far. */
typedef struct {
  bcov_mem *mem;
  BCOV_VEC (uint32_t) options;
  bcov_status status;
} joined;

/* A sink: adds the solution of a component. */
static bool join (void *data, const uint32_t *options, size_t count)
{
  joined *j = data;
  for (size_t k = 0; k < count && !j->status; k++)
    j->status = bcov_vec_push (j->mem, &j->options, options[k], NULL);
  return false;
}

static bcov_status solve_components (bcov_plan *plan, const bcov_job *job, bcov_result *result,
                                     bcov_error *err)
{
  joined j = {.mem = plan->reduced.mem};
  bcov_job piece = *job;
  bcov_status status = BCOV_OK;
  piece.sink = join;
  piece.data = &j;
  mpz_set_ui (result->found.value, !plan->reduced.impossible);
  for (size_t k = 0; !status && k < plan->components.count && mpz_sgn (result->found.value); k++) {
    piece.model = plan->prospects[k].job.model;
    status = bcov_disproof_solve (&plan->prospects[k], &piece, result, err);
    forget_component (plan, k);
  }
  if (!status && j.status)
    status = bcov_error_add (err, j.status, NULL, "the solution does not fit into memory");
  if (!status && mpz_sgn (result->found.value))
    job->sink (job->data, j.options.data, j.options.count);
  bcov_vec_free (j.mem, &j.options);
  return status;
}

bcov_status bcov_plan_solve (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                             bcov_result *result, bcov_error *err)
{
  bool done;
  bcov_status status = try_pairs (plan, engine, job, &done, result, err);
  if (status || done)
    return status;
  if (engine != BCOV_AUTO)
    return bcov_plan_run (plan, engine, job, result, err);
  status = split (plan, err);
  return status ? status : solve_components (plan, job, result, err);
}

/* Multiplies RESULT by the number of solutions of component K, up to LIMIT; sets *KNOWN to whether
   that is known. */
static bcov_status count_few (bcov_plan *plan, size_t k, const bcov_job *job, uint64_t limit,
                              bool *known, bcov_result *result, bcov_error *err)
{
  bcov_result part;
  bcov_result_init (plan->reduced.mem, &part);
  bcov_status status = bcov_few_count (&plan->prospects[k], job, limit, known, &part, err);
  *known = !status && (part.complete || mpz_cmp_ui (part.found.value, limit) >= 0);
  if (!status)
    status = bcov_result_combine (result, &part, err);
  bcov_result_free (&part);
  forget_component (plan, k);
  return status;
}

bcov_status bcov_plan_few (bcov_plan *plan, const bcov_job *job, uint64_t limit, bool *known,
                           bcov_result *result, bcov_error *err)
{
  bcov_status status = split (plan, err);
  *known = true;
  mpz_set_ui (result->found.value, !plan->reduced.impossible);
  for (size_t k = 0;
       !status && *known && k < plan->components.count && mpz_sgn (result->found.value); k++)
    status = count_few (plan, k, job, limit, known, result, err);
  if (!mpz_sgn (result->found.value))
    result->complete = true;
  if (status || !*known) {
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
  }
  return status;
}

bcov_status bcov_plan_run_once (bcov_engine engine, const bcov_job *job, bcov_result *result,
                                bcov_error *err)
{
  bcov_plan plan;
  bcov_plan_open (job, &plan);
  bcov_status status = bcov_plan_run (&plan, engine, job, result, err);
  bcov_plan_close (&plan);
  return status;
}

/* ---- forecasts ---- */

static bcov_status foresee_component (bcov_prospect *p, bcov_engine engine,
                                      const bcov_represent *represent, bcov_outcome *sum,
                                      bcov_error *err)
{
  bcov_cost search = {0}, frontier = {0};
  bcov_job job = p->job;
  bool better = engine == BCOV_FRONTIER;
  job.represent = represent;
  double matching;
  if (engine == BCOV_AUTO && bcov_contest_is_matched (p, &job, &matching)) {
    sum->engine = matching >= sum->longest ? BCOV_MATCH : sum->engine;
    sum->longest = fmax (sum->longest, matching);
    sum->cost.seconds += matching;
    return BCOV_OK;
  }
  bcov_status status = bcov_engine_find (BCOV_SEARCH, p, &p->job)->estimate (p, &job, &search, err);
  if (!status && engine != BCOV_SEARCH) {
    bcov_status seen = bcov_engine_find (BCOV_FRONTIER, p, &p->job)
                           ->estimate (p, &job, &frontier, better ? err : NULL);
    if (better)
      status = seen;
    else
      better = !seen && bcov_contest_foresee (p, represent);
  }
  double seconds = better ? frontier.seconds : search.seconds;
  if (seconds >= sum->longest) {
    sum->engine = better ? BCOV_FRONTIER : BCOV_SEARCH;
    sum->longest = seconds;
  }
  sum->cost.nodes += better ? 0 : search.nodes;
  sum->cost.states += better ? frontier.states : 0;
  sum->cost.seconds += seconds;
  if (better && frontier.bytes > sum->cost.bytes) {
    sum->cost.bytes = frontier.bytes;
    sum->cost.widest = frontier.widest;
  }
  return status;
}

bcov_status bcov_plan_foresee (bcov_plan *plan, bcov_engine engine, const bcov_represent *represent,
                               bcov_outcome *out, bcov_error *err)
{
  assert (bcov_plan_estimates (engine));
  *out = (bcov_outcome){.engine = engine == BCOV_AUTO ? BCOV_FRONTIER : engine};
  bcov_status status = split (plan, err);
  for (size_t k = 0; !status && k < plan->components.count; k++) {
    status = foresee_component (&plan->prospects[k], engine, represent, out, err);
    forget_component (plan, k);
  }
  out->fits = out->cost.bytes <= (double)bcov_mem_left (plan->setting.model->mem);
  return status;
}

/* ---- estimates ---- */

bcov_probing bcov_plan_probing (bcov_engine engine, double seconds)
{
  bool wanted = bcov_plan_estimates (engine) && seconds > bcov_explain_estimates_from;
  return (bcov_probing){.engine = engine, .work = wanted ? BCOV_EXPLAIN_PROBES : 0};
}

/* Returns the effort for the next of LEFT components, if FULL is for all, of which some is spent.
 */
static bcov_probing share_effort (const bcov_probing *full, const bcov_guess *so_far,
                                  double seconds, size_t left)
{
  bcov_probing share = *full;
  if (full->work) {
    uint64_t rest = full->work > so_far->probes ? full->work - so_far->probes : 0;
    share.work = rest / left + 1;
  }
  share.seconds = fmax (full->seconds - seconds, full->seconds / 10) / (double)left;
  share.seed += left * 0x9e3779b97f4a7c15u;
  return share;
}

bcov_status bcov_plan_probe (bcov_plan *plan, const bcov_probing *how, bcov_guess *out,
                             bcov_error *err)
{
  assert (bcov_plan_estimates (how->engine));
  *out = (bcov_guess){.exact = true, .found = true};
  bcov_status status = split (plan, err);
  double started = bcov_control_seconds (plan->setting.control);
  if (!status && plan->reduced.impossible)
    *out = (bcov_guess){-INFINITY, -INFINITY, -INFINITY, .exact = true};
  size_t count = plan->components.count;
  for (size_t k = 0; !status && k < count && !(out->exact && !out->found); k++) {
    bcov_guess more;
    double seconds = bcov_control_seconds (plan->setting.control) - started;
    bcov_probing share = share_effort (how, out, seconds, count - k);
    status = bcov_probing_run (&plan->prospects[k], &share, &more, err);
    if (!status)
      bcov_guess_multiply (out, &more);
    forget_component (plan, k);
  }
  return status;
}
