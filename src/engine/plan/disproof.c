/* Counts and lists of a model without solutions may take for ever, although a short argument, or
   the methods of `solve`, would prove it in a moment.  So, after 0.1, 0.3, 0.9, ... seconds without
   a solution, the thread that polls sets the run aside and looks for a proof, for a share of the
   time that has passed.  The run does not start again afterwards: if there is no proof, it has lost
   that share.  A count also looks once when its forecast is known, for a share of the forecast.
   Large models in which both cells and pieces are needed are reduced at the start, because their
   preparation takes much longer than that.

   Invariant: a proof changes no answer; it only comes earlier.  So these times, unlike others, may
   follow the clock. */

#include "engine/plan/disproof.h"
#include "engine/plan/portfolio.h"
#include "engine/plan/tuning.h"
#include "model/reduce/reduce.h"

#include <math.h>

/* Starts a control that stops with the run, and after SECONDS. */
static void start_control (const bcov_control *whole, double seconds, bcov_control *out)
{
  bcov_watch watch = whole->watch;
  watch.progress = NULL;
  bcov_control_start (out, &watch);
  out->started = whole->started;
  bcov_control_give (out, seconds);
}

/* Returns false for large models and little time, and if the run uses most of the memory. */
static bool is_affordable (const bcov_model *model, double seconds)
{
  return seconds > (double)model->touches.count * bcov_disproof_touch &&
         bcov_mem_used (model->mem) < bcov_mem_left (model->mem);
}

static void reduce (bcov_disproof *d, double seconds)
{
  const bcov_job *job = &d->of->job;
  bcov_refutation refutation;
  bcov_control control;
  start_control (job->control, seconds, &control);
  double steps = fmin (seconds / bcov_reduce_step, 1e15);
  if (bcov_reduce_refute (job->model, (int64_t)steps, &control, &refutation, NULL))
    return;
  d->none = refutation.found;
  d->reduces = !refutation.all;
  d->refuted = d->none;
}

static void solve (bcov_disproof *d, double seconds)
{
  bcov_prospect prospect;
  bcov_control control;
  bcov_result result;
  bcov_job job = d->of->job;
  start_control (job.control, seconds, &control);
  job.control = &control;
  job.workers = 1;
  bcov_result_init (job.model->mem, &result);
  bcov_prospect_start (&job, job.model, &prospect);
  bcov_status status = bcov_portfolio_run (&prospect, &job, &result, NULL);
  bool decided = !status && result.complete;
  d->none = decided && !mpz_sgn (result.found.value);
  d->solves = !decided;
  if (d->none)
    d->winner = result.winner;
  bcov_prospect_end (&prospect);
  bcov_result_free (&result);
}

/* Looks for a proof for about SECONDS.  The methods of `solve` get at most MOST of them. */
static void look (bcov_disproof *d, double seconds, double most)
{
  if (!is_affordable (d->of->job.model, seconds))
    return;
  if (d->reduces)
    reduce (d, d->solves ? seconds / 2 : seconds);
  if (!d->none && d->solves)
    solve (d, fmin (seconds / 2, most));
}

/* A bcov_aside. */
static void look_aside (void *data)
{
  bcov_disproof *d = data;
  bcov_control *control = d->of->job.control;
  double seconds = bcov_control_seconds (control);
  d->aside.at = seconds * bcov_disproof_growth;
  if (atomic_load (&control->found) > d->found)
    d->solves = d->reduces = false;
  look (d, seconds * bcov_disproof_share, INFINITY);
  if (d->none)
    bcov_control_end (control);
  else if (!d->solves && !d->reduces)
    d->aside.at = INFINITY;
}

/* Returns whether the options of MODEL are many, and may leave cells as well as pieces in need. */
static bool deserves_glance (const bcov_model *model)
{
  bool needed[2] = {false, false};
  for (size_t i = 0; i < model->items.count; i++)
    if (model->items.data[i].lo)
      needed[model->items.data[i].gain] = true;
  return model->touches.count > BCOV_GLANCE_TOUCHES && needed[0] && needed[1];
}

bool bcov_disproof_start (const bcov_prospect *prospect, bool solves, bcov_disproof *out)
{
  const bcov_model *model = prospect->job.model;
  bcov_control *control = prospect->job.control;
  *out = (bcov_disproof){.of = prospect,
                         .reduces = true,
                         .solves = solves,
                         .found = atomic_load (&control->found),
                         .aside = {.at = bcov_disproof_first, .run = look_aside, .data = out}};
  if (deserves_glance (model))
    reduce (out, (double)model->touches.count * bcov_glance_touch);
  control->aside = &out->aside;
  return out->none;
}

bool bcov_disproof_try (bcov_disproof *d, double foreseen)
{
  if (foreseen > bcov_disproof_from && (d->reduces || d->solves))
    look (d, fmin (foreseen * bcov_disproof_share, bcov_disproof_most), bcov_disproof_methods);
  return d->none;
}

bcov_status bcov_disproof_end (bcov_disproof *d, bcov_status status, bcov_result *result)
{
  bcov_control *control = d->of->job.control;
  control->aside = NULL;
  if (!d->none)
    return status;
  bcov_control_resume (control);
  mpz_set_ui (result->found.value, 0);
  result->complete = true;
  result->winner = d->refuted ? "reduction" : d->winner;
  result->refuted = d->refuted;
  return BCOV_OK;
}

bcov_status bcov_disproof_solve (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                 bcov_error *err)
{
  bcov_disproof disproof;
  bcov_status status = BCOV_OK;
  if (bcov_portfolio_begin (prospect, job, result))
    return BCOV_OK;
  if (!bcov_disproof_start (prospect, false, &disproof))
    status = bcov_portfolio_go_on (prospect, job, result, err);
  return bcov_disproof_end (&disproof, status, result);
}
