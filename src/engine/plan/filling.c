/* Each method of `fill` is best for some boards: a frontier with prices for narrow ones, a search
   for pieces that are used once, branch and bound with a linear relaxation for compact boards, and
   local search for a first filling.  They take turns, each with work for about the same time; the
   turns grow.  The best filling and the bound are common to all (bound/branch.h), so each method
   profits from what the others have found.

   Invariant: the answer depends on the amounts of work, never on the clock or the threads.  All
   constants are in tuning.h. */

#include "engine/plan/filling.h"
#include "engine/plan/engines.h"
#include "engine/plan/tuning.h"

#include <assert.h>
#include <math.h>

/* Sweeps along the program of P, if there is one, with at most STATES states, or with a beam of
   that many at each level. */
static bcov_status sweep (bcov_prospect *p, bcov_branch *branch, uint64_t states, uint64_t beam,
                          bool *done, bcov_result *result, bcov_error *err)
{
  if (bcov_prospect_program (p, NULL))
    return BCOV_OK; /* too wide, or not enough memory */
  bcov_status status = bcov_branch_sweep (branch, &p->program, states, beam, done, err);
  if (*done)
    result->engine = BCOV_FRONTIER;
  return status;
}

/* Returns about how many seconds the relaxation of MODEL takes. */
static double relaxation_seconds (const bcov_model *model)
{
  double rows = (double)model->items.count;
  return rows * rows * rows * bcov_branch_operation;
}

/* Returns the nodes of a search of MODEL that takes about SECONDS. */
static uint64_t nodes_for (const bcov_model *model, double seconds)
{
  double nodes = seconds / bcov_fill_touch / ((double)model->touches.count + 1);
  return nodes < BCOV_FILL_FIRST ? BCOV_FILL_FIRST : (uint64_t)nodes;
}

/* Returns the nodes of the first long search if pieces are used once: more with colours, which
   prices and areas do not see. */
static uint64_t nodes_of_once (const bcov_model *model)
{
  for (size_t i = 0; i < model->items.count; i++)
    if (model->items.data[i].coloured)
      return BCOV_FILL_COLOURED;
  return BCOV_FILL_LATER;
}

/* Returns the width of a beam that takes about SECONDS. */
static uint64_t beam_for (const bcov_model *model, double seconds)
{
  double choices = (double)model->items.count + bcov_model_options (model);
  return (uint64_t)(seconds / bcov_sweep_choice / choices) + 1;
}

/* Runs what needs no relaxation, the cheapest first, because most boards are covered easily, or
   are narrow.  If pieces are used once, a search is the best way to place all of them.  The last
   steps take about as long as the relaxation would. */
static bcov_status fill_plainly (bcov_prospect *p, const bcov_job *job, bcov_branch *branch,
                                 bool *done, bcov_result *result, bcov_error *err)
{
  double seconds = fmin (relaxation_seconds (job->model), bcov_fill_plain);
  bcov_status status = bcov_engine_search_filling (job, branch, BCOV_FILL_FIRST, done, err);
  if (!status && !*done)
    status = bcov_branch_refill (branch, BCOV_REFILL_FIRST, done, err);
  if (!status && !*done)
    status = sweep (p, branch, BCOV_SWEPT_FIRST, 0, done, result, err);
  if (!status && !*done && p->has_program && !bcov_prospect_is_local (&p->program))
    status = bcov_engine_search_filling (job, branch, nodes_of_once (job->model), done, err);
  if (!status && !*done)
    status = bcov_branch_refill (branch, BCOV_REFILL_LATER, done, err);
  if (!status && !*done)
    status = sweep (p, branch, BCOV_SWEPT_LATER, 0, done, result, err);
  if (!status && !*done)
    status = bcov_engine_search_filling (job, branch, nodes_for (job->model, seconds), done, err);
  if (!status && !*done)
    status = sweep (p, branch, BCOV_SWEPT_MOST, beam_for (job->model, seconds), done, result, err);
  return status;
}

/* Sweeps with more and more states, beginning with *STATES, for about SECONDS.  Sweeps give up as
   soon as they foresee too many states, so most of these attempts are short. */
static bcov_status sweep_for (bcov_prospect *p, bcov_branch *branch, double seconds,
                              uint64_t *states, bool *done, bcov_result *result, bcov_error *err)
{
  double left = seconds / bcov_sweep_choice, last = 0;
  bcov_status status = BCOV_OK;
  for (; !status && !*done && *states < BCOV_SWEPT_MOST && 2 * last < left; *states *= 2) {
    last = -(double)bcov_branch_nodes (branch);
    status = sweep (p, branch, *states, 0, done, result, err);
    last += (double)bcov_branch_nodes (branch);
    left -= last;
  }
  return status;
}

/* A turn of about SECONDS for each: a beam, sweeps, the search, and branch and bound or, if the
   model is not to be RELAXED, the local search.  Sweeps use all threads; the search, which uses
   one, runs beside branch and bound. */
static bcov_status take_turn (bcov_prospect *p, const bcov_job *job, bcov_branch *branch,
                              bool relaxed, double seconds, uint64_t *states, bool *done,
                              bcov_result *result, bcov_error *err)
{
  const bcov_model *model = job->model;
  uint64_t beam = beam_for (model, seconds / 2);
  bcov_status status = relaxed ? bcov_branch_relax (branch, done, err) : BCOV_OK;
  if (!status && !*done)
    status = sweep (p, branch, BCOV_SWEPT_MOST, beam, done, result, err);
  if (!status && !*done)
    status = sweep_for (p, branch, seconds, states, done, result, err);
  if (!status && !*done && relaxed)
    return bcov_engine_search_beside (job, branch, nodes_for (model, seconds),
                                      seconds / bcov_branch_operation, done, err);
  if (!status && !*done)
    status = bcov_engine_search_filling (job, branch, nodes_for (model, seconds), done, err);
  if (!status && !*done)
    status = bcov_branch_refill (branch, (uint64_t)(seconds / bcov_refill_step), done, err);
  return status;
}

bool bcov_filling_applies (const bcov_prospect *p, const bcov_job *job)
{
  return !p->job.model->impossible && !job->sink && job->share.parts <= 1;
}

bcov_status bcov_filling_run (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  bcov_branch *branch;
  bcov_job own = *job;
  bool done = false, fits = bcov_engine_branches (p, job);
  double relaxation = relaxation_seconds (p->job.model);
  uint64_t states = BCOV_SWEPT_LATER;
  own.model = p->job.model;
  bcov_status status = bcov_branch_new (&own, &bcov_branch_efforts, &branch, err);
  if (status)
    return status;
  result->engine = BCOV_SEARCH;
  status = fill_plainly (p, &own, branch, &done, result, err);
  for (double seconds = bcov_fill_turn; !status && !done; seconds *= bcov_fill_more) {
    bool relaxed = fits && relaxation < bcov_relax_worth * seconds;
    status = take_turn (p, &own, branch, relaxed, seconds, &states, &done, result, err);
  }
  if (!status)
    status = bcov_branch_answer (branch, result, err);
  bcov_branch_free (branch);
  return status;
}
