/* From a compiled model to a result.

   For a count the reduced model is split into components whose counts multiply.  They run from the
   smallest to the largest, so that a component without solutions ends the run early, and the
   progress shown at the end is that of the largest.  Part K of N is part K of N of the largest
   component, times the counts of the others.  For a list the model stays whole: engines enumerate
   the product of the components' solutions themselves.

   With BCOV_AUTO, a count tries the frontier for a moment and then follows the estimates; a list
   comes from kept levels if they are few, otherwise from a search.  All constants are in tuning.h.
 */

#include "engine/plan/plan.h"
#include "engine/bound/sums.h"
#include "engine/plan/disproof.h"
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
  if (engine == BCOV_MATCH && !(wish->fill && wish->holes))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the match engine supports only `fill` with the rule "
                           "pieces-fill-holes; use the engine auto");
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

void bcov_plan_open (const bcov_job *job, bcov_plan *out)
{
  *out = (bcov_plan){.setting = *job};
}

void bcov_plan_close (bcov_plan *plan)
{
  bcov_mem *mem = plan->reduced.mem;
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

/* ---- searches ---- */

/* A bcov_mirror_search: runs the better search of the prospect DATA. */
static bcov_status search_model (void *data, const bcov_job *job, bcov_result *result,
                                 bcov_error *err)
{
  bcov_prospect *p = data;
  result->engine = BCOV_SEARCH;
  atomic_store (&job->control->levels, 0); /* set by a frontier that was tried before */
  bcov_control_step (job->control, 0, 1);
  atomic_store (&job->control->fraction, -1);
  mpz_set_ui (result->found.value, 0);
  if (p->job.model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_prospect_choose_search (p, err);
  return status ? status : bcov_engine_find (BCOV_SEARCH, p, job)->run (p, job, result, err);
}

/* Searches, using symmetry if it applies. */
static bcov_status search (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                           bcov_error *err)
{
  bcov_prospect *fewer;
  bcov_job own = *job;
  own.represent = bcov_mirror_ask (job);
  if (!bcov_mirror_applies (own.represent, p->job.model)) {
    own.represent = NULL;
    return search_model (p, &own, result, err);
  }
  bcov_status status = bcov_prospect_fewer (p, own.represent, &fewer, err);
  return status ? status : bcov_mirror_run (&p->mirror, search_model, fewer, &own, result, err);
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
  return status || done ? status : search (p, job, result, err);
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
  bcov_status status = reduce (plan, err);
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

/* ---- counts ---- */

/* Returns whether the frontier will be faster than a search of SECONDS, and fits into memory. */
static bool is_faster (const bcov_prospect *p, double seconds)
{
  assert (p->has_forecast);
  const bcov_forecast *forecast = &p->forecast;
  bool fits = forecast->bytes < (double)bcov_mem_left (p->job.model->mem);
  return forecast->dense || forecast->states.transitions * bcov_prospect_transition (p) <
                                seconds * (fits ? 1 : bcov_unfit);
}

/* Returns whether the frontier may still be faster, because forecasts are sometimes far too
   high. */
static bool is_open (const bcov_prospect *p, double seconds)
{
  assert (p->has_forecast);
  return p->forecast.states.transitions * bcov_prospect_transition (p) <
         seconds * bcov_far_too_high;
}

/* Tries the open frontier for at most TRANSITIONS. */
static bcov_status try_frontier (bcov_prospect *p, const bcov_job *job, double transitions,
                                 bool *done, bcov_result *result, bcov_error *err)
{
  assert (p->has_frontier && transitions >= 0 && job->model == p->job.model);
  return bcov_frontier_try (job, &p->frontier, (uint64_t)transitions,
                            p->has_forecast ? &p->forecast : NULL, done, result, err);
}

/* Resets RESULT after an attempt that did not finish. */
static void start_again (bcov_result *result)
{
  mpz_set_ui (result->found.value, 1);
  result->complete = true;
}

/* Searches for SECONDS.  Sets *DONE to whether the search finished or the control stopped it. */
static void search_for (bcov_prospect *p, const bcov_job *job, double seconds, bool *done,
                        bcov_result *result)
{
  bcov_control *control = job->control;
  bcov_control_give (control, seconds);
  bcov_status status = search (p, job, result, NULL);
  bcov_control_give (control, 0);
  *done = !status && (result->complete || bcov_control_status (control, NULL));
  if (!*done)
    start_again (result);
}

/* Returns the number of transitions after which the forecast counts as too low, so that the search
   runs instead.
 */
static double most_transitions (const bcov_prospect *p, double seconds)
{
  double most = fmax (bcov_forecast_slack * p->forecast.states.transitions,
                      bcov_search_slack * seconds / bcov_prospect_transition (p));
  return fmin (most, 1e18);
}

/* Returns the transitions that the frontier gets before a long search: half of its time, because
   forecasts can be wrong, above all if each piece is used once. */
static double last_transitions (double seconds)
{
  return fmin (seconds * bcov_last_share / bcov_other_transition, bcov_most_transitions);
}

/* Tries the frontier before an endless search of SECONDS, although the forecast is against it,
   because some forecasts are a million times too high. */
static bcov_status try_in_doubt (bcov_prospect *p, const bcov_job *job, double seconds, bool *done,
                                 bcov_result *result)
{
  double given = fmin (seconds * bcov_doubt_share, bcov_most_doubt);
  if (try_frontier (p, job, given / bcov_prospect_transition (p), done, result, NULL))
    *done = false;
  return BCOV_OK;
}

/* Counts a component that did not end soon, with the frontier if that is likely to be faster than a
   search.  Sets *TRIED to whether the frontier has had its chance. */
static bcov_status count_long (bcov_prospect *p, const bcov_job *job, bool *done, bool *tried,
                               bcov_result *result, bcov_error *err)
{
  bcov_cost cost;
  bcov_status status = bcov_prospect_forecast (p, err);
  if (!status)
    status = bcov_prospect_search_fewer (p, bcov_mirror_ask (job), &cost, err);
  if (status)
    return status;
  *tried = is_faster (p, cost.seconds) || cost.seconds > bcov_long_search;
  if (is_faster (p, cost.seconds))
    return try_frontier (p, job, most_transitions (p, cost.seconds), done, result, err);
  if (cost.seconds > bcov_endless_search && !is_open (p, cost.seconds))
    return try_in_doubt (p, job, cost.seconds, done, result);
  if (cost.seconds <= bcov_long_search || !is_open (p, cost.seconds))
    return BCOV_OK;
  search_for (p, job, bcov_search_soon + cost.seconds * bcov_first_share, done, result);
  if (!*done) {
    result->engine = BCOV_FRONTIER;
    if (try_frontier (p, job, last_transitions (cost.seconds), done, result, NULL))
      *done = false;
  }
  return BCOV_OK;
}

/* Returns the seconds that the frontier takes by its forecast, or INFINITY if it does not fit. */
static double frontier_seconds (bcov_prospect *p)
{
  if (!p->has_frontier || bcov_prospect_forecast (p, NULL) ||
      p->forecast.bytes > (double)bcov_mem_left (p->job.model->mem))
    return INFINITY;
  return p->forecast.states.transitions * bcov_prospect_transition (p);
}

/* Searches.  If the search takes more than ten times as long as estimated, the frontier gets a try
   as soon as the search has taken about as long as that. */
static bcov_status search_in_doubt (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                                    bcov_error *err)
{
  bcov_cost cost;
  bool done = false;
  if (!p->has_frontier || bcov_prospect_search_fewer (p, bcov_mirror_ask (job), &cost, NULL))
    return search (p, job, result, err);
  double given = bcov_search_soon + bcov_estimate_slack * cost.seconds, other = INFINITY;
  do {
    search_for (p, job, given, &done, result);
    if (done)
      return BCOV_OK;
    other = frontier_seconds (p);
    given *= bcov_more_search;
  } while (given < other && other < bcov_most_search * given);
  if (given >= other) {
    result->engine = BCOV_FRONTIER;
    bcov_status status = try_frontier (p, job, most_transitions (p, given), &done, result, NULL);
    if (!status && done)
      return BCOV_OK;
    start_again (result);
  }
  return search (p, job, result, err);
}

/* Returns whether the frontier might end within SECONDS, so that a forecast, which takes
   milliseconds, pays.  The order has more states than that because of dead ones. */
static bool deserves_forecast (const bcov_prospect *p, double seconds)
{
  double states = exp2 (p->order_bits - bcov_order_excess);
  return seconds > bcov_search_at_once && p->order_bits > 0 &&
         states * bcov_prospect_transition (p) < seconds;
}

/* Returns whether a search of SECONDS ends at once, and sooner than the frontier. */
static bool ends_at_once (bcov_prospect *p, double seconds)
{
  return seconds < bcov_search_soon &&
         (!deserves_forecast (p, seconds) || frontier_seconds (p) > seconds / 2);
}

static bcov_status ask_search (bcov_prospect *p, const bcov_job *job, bool *soon)
{
  bcov_cost cost;
  bcov_status status = bcov_prospect_search_fewer (p, bcov_mirror_ask (job), &cost, NULL);
  *soon = !status && ends_at_once (p, cost.seconds);
  return status;
}

/* Tries the frontier for a moment, which is shorter if pieces are used once, because a search may
   then end SOON. */
static bcov_status try_soon (bcov_prospect *p, const bcov_job *job, bool *done, bool *soon,
                             bcov_result *result)
{
  bool local = bcov_prospect_is_local (&p->program);
  bcov_status status = BCOV_OK;
  *soon = false;
  if (!local)
    status = try_frontier (p, job, BCOV_SOON_ONCE, done, result, NULL);
  if (!status && !*done && !local)
    status = ask_search (p, job, soon);
  if (!status && !*done && !*soon) {
    start_again (result);
    status = try_frontier (p, job, BCOV_SOON, done, result, NULL);
  }
  return status;
}

/* Goes on with SEARCH for WORK steps; sets *OVER to whether it has ended. */
static bcov_status search_on (bcov_search *search, uint64_t work, bool *over)
{
  atomic_bool never = false;
  return bcov_search_step (search, work, &(bcov_turn){.halt = &never}, over);
}

/* Returns whether solutions are so rare that counting them one by one is no waste. */
static bool are_rare (const bcov_search *search)
{
  return bcov_search_found (search) * BCOV_PLAIN_RARE <= bcov_search_nodes (search);
}

/* Returns the work for SEARCH if it is estimated to end at once although its order is hopeless for
   the frontier, as in problems without any structure; otherwise 0. */
static uint64_t work_without_frontier (bcov_prospect *p, const bcov_search *search)
{
  double nodes;
  if (!are_rare (search) || !bcov_prospect_order (p) || p->order_bits < bcov_hopeless_bits ||
      bcov_prospect_search_nodes (p, &nodes, NULL))
    return 0;
  double seconds = nodes * bcov_search_node;
  return seconds > bcov_search_at_once ? 0
                                       : (uint64_t)(bcov_plain_slack * seconds / bcov_plain_step);
}

/* Returns whether SEARCH, which has not ended, is about to: much of the tree has been seen, or
   locks keep it small, and solutions are rare. */
static bool ends_soon (const bcov_search *search)
{
  bool small = bcov_search_locks (search) ||
               bcov_search_fraction (search) * BCOV_PLAIN_MOST >= BCOV_PLAIN_FIRST;
  return small && are_rare (search);
}

/* Searches small models for a moment before anything is prepared. */
static bcov_status count_plainly (bcov_prospect *p, const bcov_job *job, bool *done,
                                  bcov_result *result)
{
  bcov_job own = p->job;
  bcov_search *search;
  bcov_search_effort effort = {.locks = true, .bitset_bytes = BCOV_PLAIN_BYTES};
  own.sink = NULL;
  own.represent = NULL;
  if (own.model->impossible || job->share.parts > 1 || job->residues ||
      own.model->touches.count > BCOV_PLAIN_TOUCHES)
    return BCOV_OK;
  bcov_status status = bcov_search_open (&own, &effort, &search, NULL);
  if (status)
    return status;
  status = search_on (search, BCOV_PLAIN_FIRST, done);
  if (!status && !*done && ends_soon (search))
    status = search_on (search, BCOV_PLAIN_MOST, done);
  uint64_t more = status || *done ? 0 : work_without_frontier (p, search);
  if (more)
    status = search_on (search, more, done);
  if (!status && *done) {
    mpz_set_ui (result->found.value, bcov_search_found (search));
    result->nodes += bcov_search_nodes (search);
    result->engine = BCOV_SEARCH;
  }
  if (!*done)
    atomic_store (&job->control->found, 0);
  bcov_search_close (search);
  return status;
}

/* Returns the seconds that a count takes by the better forecast. */
static double count_seconds (bcov_prospect *p, const bcov_job *job)
{
  bcov_cost cost = {0};
  bcov_status status = bcov_prospect_search_fewer (p, bcov_mirror_ask (job), &cost, NULL);
  return status ? 0 : fmin (cost.seconds, frontier_seconds (p));
}

/* Counts the solutions of a component with the faster engine. */
static bcov_status count_either (bcov_prospect *p, const bcov_job *job, bcov_disproof *disproof,
                                 bcov_result *result, bcov_error *err)
{
  bool done = false, soon = false, tried = false;
  bcov_status later = BCOV_OK, status = count_plainly (p, job, &done, result);
  if (done)
    return status;
  result->engine = BCOV_FRONTIER;
  status = bcov_prospect_frontier (p, NULL);
  if (!status)
    status = try_soon (p, job, &done, &soon, result);
  if (!status && !done && !soon) {
    start_again (result);
    done = bcov_disproof_try (disproof, count_seconds (p, job));
    if (!done)
      later = count_long (p, job, &done, &tried, result, err);
  }
  if (result->engine == BCOV_FRONTIER)
    result->saves = 0;
  if (status && bcov_control_status (job->control, NULL)) {
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
    return BCOV_OK;
  }
  if (later || (!status && done))
    return later;
  start_again (result); /* too wide for the frontier or for memory, or slower */
  return status || tried ? search (p, job, result, err) : search_in_doubt (p, job, result, err);
}

/* ---- running ---- */

/* Runs ENGINE on the model of P. */
static bcov_status run_prospect (bcov_prospect *p, bcov_engine engine, const bcov_job *job,
                                 bcov_result *result, bcov_error *err)
{
  result->engine = engine;
  if (engine == BCOV_SEARCH)
    return search (p, job, result, err);
  if (engine != BCOV_AUTO)
    return bcov_engine_find (engine, p, job)->run (p, job, result, err);
  if (job->objective == BCOV_MOST)
    return bcov_filling_applies (p, job) ? bcov_filling_run (p, job, result, err)
                                         : list_either (p, job, result, err);
  bcov_disproof disproof;
  bcov_status status = BCOV_OK;
  if (!bcov_disproof_start (p, true, &disproof))
    status = job->sink ? list_either (p, job, result, err)
                       : count_either (p, job, &disproof, result, err);
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
  assert (job->model == plan->setting.model && engine != BCOV_MATCH);
  assert (!job->residues || (engine == BCOV_FRONTIER && !job->sink && !job->residues->values));
  if (engine == BCOV_BRUTE) {
    bcov_prospect compiled;
    bcov_prospect_start (&plan->setting, job->model, &compiled);
    return bcov_engine_find (engine, &compiled, job)->run (&compiled, job, result, err);
  }
  bcov_status status = reduce (plan, err);
  if (status)
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
  if (engine != BCOV_AUTO)
    return bcov_plan_run (plan, engine, job, result, err);
  bcov_status status = split (plan, err);
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

/* Returns whether count_either will use the frontier; the forecast must be made. */
static bool is_for_frontier (bcov_prospect *p, const bcov_represent *represent)
{
  bcov_cost cost;
  if (bcov_prospect_frontier (p, NULL))
    return false;
  if (p->forecast.states.transitions < BCOV_SOON_ONCE)
    return true;
  bcov_status status = bcov_prospect_search_fewer (p, represent, &cost, NULL);
  bool soon = !status && !bcov_prospect_is_local (&p->program) && ends_at_once (p, cost.seconds);
  return !status && !soon && is_faster (p, cost.seconds);
}

static bcov_status foresee_component (bcov_prospect *p, bcov_engine engine,
                                      const bcov_represent *represent, bcov_outcome *sum,
                                      bcov_error *err)
{
  bcov_cost search = {0}, frontier = {0};
  bcov_job job = p->job;
  bool better = engine == BCOV_FRONTIER;
  job.represent = represent;
  bcov_status status = bcov_engine_find (BCOV_SEARCH, p, &p->job)->estimate (p, &job, &search, err);
  if (!status && engine != BCOV_SEARCH) {
    bcov_status seen = bcov_engine_find (BCOV_FRONTIER, p, &p->job)
                           ->estimate (p, &job, &frontier, better ? err : NULL);
    if (better)
      status = seen;
    else
      better = !seen && is_for_frontier (p, represent);
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
