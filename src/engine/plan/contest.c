/* A count is a contest between the better search, the plain search and the frontier.  Each has a
   forecast in seconds.  The engine with the least forecast runs until it has had four times that,
   or more than the second least, and then gets a new forecast from what it has done.  Before that,
   every engine whose forecast is not far off has a trial for a small share of the least forecast,
   which replaces its first forecast; the first forecasts of a search come from random descents and
   are often wrong by a factor of ten.

   A plain search for a moment comes before everything else, and a moment of the frontier before the
   forecasts, so that small models end before anything is prepared or estimated.

   The frontier keeps its place while others run: it asks between two levels.  A search begins anew
   each time; its trials are short and its turns at least double, so that this costs little.  With
   several workers the frontier also begins anew after its trial, which uses one.

   Invariant: the number of solutions does not depend on who finishes, and all times are counts of
   nodes or transitions, so that runs with one thread are the same everywhere. */

#include "engine/plan/contest.h"
#include "engine/plan/engines.h"
#include "engine/plan/tuning.h"

#include <assert.h>
#include <math.h>

typedef enum { BETTER, PLAIN, FRONTIER, RIVALS } name;

typedef struct {
  double seconds; /* forecast; INFINITY: it cannot count */
  double given;   /* seconds of its longest turn */
  double relied;  /* the forecast with which it began a turn that was to be its last; 0: none */
} rival;

typedef struct {
  bcov_prospect *p;
  const bcov_job *job;
  bcov_disproof *disproof;
  bcov_result *result;
  bcov_error *err;
  rival rivals[RIVALS];
  bool estimated;      /* the searches have forecasts */
  double saves;        /* by symmetry, for searches */
  double turn;         /* seconds after which the frontier asks */
  bool alone;          /* the frontier is running with one worker, and can wait */
  name last;           /* who ran last */
  bool over, complete; /* somebody has finished, or the run was stopped */
  bcov_status status;
} contest;

/* Who runs next, and for how long. */
typedef struct {
  name who;
  double seconds;
} next_turn;

/* ---- forecasts ---- */

/* Returns the seconds of the frontier by FORECAST; far more if it does not fit into memory. */
static double frontier_seconds (const bcov_prospect *p, const bcov_forecast *forecast)
{
  double seconds = forecast->states.transitions * bcov_prospect_transition (p);
  if (forecast->dense)
    seconds = p->frontier.full
                  ? p->frontier.dense.work * bcov_dense_place
                  : fmin (seconds, p->frontier.dense.work * bcov_dense_place + bcov_search_at_once);
  bool fits = forecast->bytes < (double)bcov_mem_left (p->job.model->mem);
  return fits ? seconds : seconds / bcov_unfit;
}

/* Returns the factor by which searches of boards without single pieces are worse than they seem:
   they meet most states again and again. */
static double doubt (const contest *c)
{
  const bcov_prospect *p = c->p;
  return p->has_program && bcov_prospect_is_local (&p->program) ? bcov_local_doubt : 1;
}

/* Lets the plain search take part, with SAVES from symmetry, if it is not the better one. */
static void invite_plain (contest *c)
{
  bcov_prospect *p = c->p;
  double nodes;
  if (!p->quick || bcov_prospect_is_local (&p->program) ||
      bcov_prospect_search_nodes (p, &nodes, NULL))
    return;
  c->rivals[PLAIN].seconds = nodes / c->saves * bcov_search_node;
}

static void estimate_searches (contest *c)
{
  bcov_prospect *p = c->p;
  bcov_cost cost;
  c->estimated = true;
  c->rivals[BETTER].seconds = c->rivals[PLAIN].seconds = INFINITY;
  if (bcov_prospect_search_fewer (p, bcov_mirror_ask (c->job), &cost, NULL))
    return;
  c->saves = p->nodes > 0 && cost.nodes > 0 ? p->nodes / cost.nodes : 1;
  c->rivals[p->quick ? BETTER : PLAIN].seconds = cost.seconds * doubt (c);
}

/* Returns the forecast of a search from where it was after NODES nodes and after half of them.
   Shares of the tree are guesses from the numbers of branches, so that the forecast by the whole
   turn may be far too low, and that by its second half far too high. */
static double extrapolate (double share, double half, double seconds)
{
  double by_all = seconds / share, by_half = seconds + (1 - share) * seconds / 2 / (share - half);
  double most = seconds * bcov_most_live;
  return fmin (share > half ? sqrt (by_all * by_half) : INFINITY, most);
}

/* ---- who runs next ---- */

static name find_least (const contest *c, name except)
{
  name least = except == BETTER ? PLAIN : BETTER;
  for (name k = BETTER; k < RIVALS; k++)
    if (k != except && c->rivals[k].seconds < c->rivals[least].seconds)
      least = k;
  return least;
}

/* Returns whether WHO has had no trial of SECONDS, although it may be faster than the LEAST
   forecast. */
static bool deserves_trial (const contest *c, name who, double least, double seconds)
{
  const rival *r = &c->rivals[who];
  bool near = r->seconds < least * bcov_near || (least > bcov_endless && !isinf (r->seconds));
  return near && r->given < seconds / 2;
}

static next_turn choose_turn (const contest *c)
{
  name first = find_least (c, RIVALS), second = find_least (c, first);
  double least = c->rivals[first].seconds, next = c->rivals[second].seconds;
  double trial = fmin (fmax (least * bcov_trial_share, bcov_least_trial), bcov_most_trial);
  for (name k = BETTER; k < RIVALS && least > bcov_worth_trials; k++)
    if ((k != first || next < least * bcov_near) && deserves_trial (c, k, least, trial))
      return (next_turn){k, trial};
  if (!(c->rivals[first].given > 0))
    return (next_turn){first, fmax (bcov_trial_share * next, bcov_least_trial)};
  return (next_turn){first, fmax (bcov_turn_slack * least, bcov_next_slack * next)};
}

/* ---- searches ---- */

/* Resets the result after an attempt that did not finish. */
static void start_again (bcov_result *result)
{
  mpz_set_ui (result->found.value, 1);
  result->complete = true;
}

/* Searches for a turn. */
static void search (contest *c, const next_turn *t)
{
  bcov_job job = *c->job;
  bcov_control *control = job.control;
  rival *r = &c->rivals[t->who];
  bool quick = t->who == BETTER;
  double nodes = t->seconds / (quick ? bcov_quick_live : bcov_search_live);
  job.without |= quick ? 0 : BCOV_WITHOUT_QUICK;
  uint64_t found = atomic_load (&control->found);
  if (nodes < 1e15)
    bcov_control_give_nodes (control, (uint64_t)nodes + 1);
  c->status = bcov_engine_search (c->p, &job, c->result, c->err);
  bcov_control_give_nodes (control, 0);
  c->complete = c->result->complete;
  c->over = c->status || c->complete || bcov_control_status (control, NULL);
  if (c->over)
    return;
  double share = fmax (0, atomic_load (&control->fraction));
  double seen = extrapolate (share, atomic_load (&control->some_fraction), t->seconds);
  r->given = t->seconds;
  double weight = 1 - 0.5 * fmin (1, sqrt (bcov_least_trial / t->seconds));
  r->seconds = pow (r->seconds, 1 - weight) * pow (seen * doubt (c), weight);
  r->seconds = fmax (r->seconds, t->seconds);
  if (quick && r->seconds > bcov_invite_from && isinf (c->rivals[PLAIN].seconds))
    invite_plain (c);
  atomic_store (&control->found, found);
  start_again (c->result);
}

/* ---- the frontier ---- */

/* Lets searches run until the frontier is to run; returns the transitions of its turn, or 0 if the
   contest is over. */
static uint64_t take_turns (contest *c)
{
  if (!c->estimated) {
    estimate_searches (c);
    double least = c->rivals[find_least (c, RIVALS)].seconds;
    if (bcov_disproof_try (c->disproof, isinf (least) ? 0 : least))
      c->over = true;
  }
  for (;;) {
    next_turn t = choose_turn (c);
    rival *r = &c->rivals[t.who];
    if (!c->over)
      c->last = t.who;
    if (!(r->relied > 0) && t.seconds > r->seconds)
      r->relied = r->seconds;
    if (c->over || t.who == FRONTIER)
      return c->over ? 0 : (uint64_t)fmin (t.seconds / bcov_prospect_transition (c->p) + 1, 1e18);
    search (c, &t);
  }
}

/* Returns the factor by which a forecast of the frontier is likely to be too low, if the run has
   come to a part of it of 1 / LEFT. */
static double caution (const bcov_prospect *p, double left)
{
  return bcov_prospect_is_local (&p->program) ? 1 : fmin (fmax (1, sqrt (left)), bcov_most_caution);
}

/* A bcov_frontier_ask. */
static uint64_t ask (void *data, const bcov_forecast *forecast)
{
  contest *c = data;
  rival *r = &c->rivals[FRONTIER];
  uint64_t done = atomic_load (&c->job->control->nodes);
  r->given = fmax (c->turn, (double)done * bcov_prospect_transition (c->p));
  double seconds = frontier_seconds (c->p, forecast);
  r->seconds = fmax (seconds * caution (c->p, seconds / r->given), r->given);
  if (!c->alone)
    return 0;
  uint64_t more = take_turns (c);
  c->result->engine = c->over ? c->result->engine : BCOV_FRONTIER;
  if (c->job->workers > 1 && more > BCOV_SOON)
    return 0;
  more = more < BCOV_ASKED * done + BCOV_SOON_ONCE ? more : BCOV_ASKED * done + BCOV_SOON_ONCE;
  c->turn = (double)more * bcov_prospect_transition (c->p);
  return more;
}

/* Runs the frontier from its start, for TRANSITIONS until it asks. */
static void run_frontier (contest *c, uint64_t transitions)
{
  bool done = false;
  bcov_frontier_asked asked = {ask, c};
  c->turn = (double)transitions * bcov_prospect_transition (c->p);
  c->alone = c->job->workers == 1 || transitions <= BCOV_SOON;
  c->result->engine = BCOV_FRONTIER;
  bcov_status status = bcov_frontier_try (c->job, &c->p->frontier, transitions, &asked, NULL, &done,
                                          c->result, NULL);
  bool stopped = bcov_control_status (c->job->control, NULL);
  if (c->over) {
    c->result->complete = c->complete;
    return;
  }
  c->over = stopped || (!status && done);
  if (stopped)
    mpz_set_ui (c->result->found.value, 0);
  c->result->complete &= !stopped;
  if (c->over && !status)
    c->result->saves = 0;
  if (status)
    c->rivals[FRONTIER].seconds = INFINITY; /* too much memory */
  if (!c->over)
    start_again (c->result);
}

/* Returns the transitions of the first turn of the frontier, or 0 if forecasts come first: with the
   dense table there is nothing to try. */
static uint64_t first_turn (contest *c)
{
  bcov_prospect *p = c->p;
  rival *r = &c->rivals[FRONTIER];
  r->seconds = INFINITY;
  if (bcov_prospect_frontier (p, NULL))
    return 0;
  r->seconds = p->frontier.full ? p->frontier.dense.work * bcov_dense_place : 0;
  if (p->frontier.full && r->seconds > bcov_search_at_once)
    return 0;
  return bcov_prospect_is_local (&p->program) ? BCOV_SOON : BCOV_SOON_ONCE;
}

/* ---- the plain search before everything else ---- */

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

/* ---- matchings ---- */

/* The work of an elimination is known before it starts, so no trial is needed, and a forecast of
   the frontier only on thin boards. */
bool bcov_contest_is_matched (bcov_prospect *p, const bcov_job *job, double *seconds)
{
  const bcov_engine_row *row = bcov_engine_find (BCOV_MATCH, p, job);
  bcov_cost cost;
  if (p->job.model->impossible || !row || row->estimate (p, job, &cost, NULL))
    return false;
  *seconds = cost.seconds;
  double items = (double)p->job.model->items.count;
  double states = items * exp2 (bcov_match_growth * bcov_kasteleyn_width (&p->kasteleyn));
  double frontier = bcov_match_item * items + bcov_match_state * states * (1 + items / 128);
  if (cost.seconds < bcov_match_at_once || cost.seconds < frontier)
    return true;
  return bcov_prospect_frontier (p, NULL) || bcov_prospect_forecast (p, NULL) ||
         cost.seconds < frontier_seconds (p, &p->forecast);
}

/* Counts matchings if that is faster.  Without memory for it, others go on. */
static void try_matchings (contest *c)
{
  double seconds;
  if (!bcov_contest_is_matched (c->p, c->job, &seconds))
    return;
  c->over = !bcov_engine_find (BCOV_MATCH, c->p, c->job)->run (c->p, c->job, c->result, NULL);
  if (c->over)
    c->result->engine = BCOV_MATCH;
  else
    start_again (c->result);
}

/* ---- the contest ---- */

/* Notes in the result that an engine was left because its forecast was far too low. */
static void tell_switch (contest *c)
{
  static const char *const names[RIVALS] = {
      [BETTER] = "quick search", [PLAIN] = "search", [FRONTIER] = "frontier"};
  for (name k = BETTER; k < RIVALS; k++)
    if (k != c->last && c->rivals[k].seconds > bcov_near * c->rivals[k].relied &&
        c->rivals[k].relied > bcov_search_at_once)
      c->result->left = names[k];
}

bcov_status bcov_contest_run (bcov_prospect *p, const bcov_job *job, bcov_disproof *disproof,
                              bcov_result *result, bcov_error *err)
{
  contest c = {.p = p, .job = job, .disproof = disproof, .result = result, .err = err};
  bcov_status status = count_plainly (p, job, &c.over, result);
  if (c.over)
    return status;
  try_matchings (&c);
  if (c.over)
    return BCOV_OK;
  for (uint64_t turn = first_turn (&c); !c.over; turn = 0) {
    if (!turn)
      turn = take_turns (&c);
    if (!c.over)
      run_frontier (&c, turn);
  }
  tell_switch (&c);
  return c.status;
}

bool bcov_contest_foresee (bcov_prospect *p, const bcov_represent *represent)
{
  bcov_cost cost;
  if (bcov_prospect_frontier (p, NULL))
    return false;
  assert (p->has_forecast);
  if (p->forecast.states.transitions < BCOV_SOON_ONCE)
    return true;
  double worth = bcov_prospect_is_local (&p->program) ? 1 : bcov_foreseen_worth;
  return !bcov_prospect_search_fewer (p, represent, &cost, NULL) &&
         frontier_seconds (p, &p->forecast) * worth < cost.seconds;
}
