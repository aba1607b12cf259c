/* A search finds its first solutions either early or only after a long time; the frontier has no
   result until the end.  So, if the request names no engine, a search runs for half a second.  If
   that finds nothing, all methods of `solve` look for the first solution.  Then a forecast
   determines what comes next: a short search, then, if the limit is small, the methods of `solve`
   again for one solution after the other, then the frontier or a long search.  These times may
   follow the clock, because they do not change the answer.

   The answer does not depend on the engine: it is the smaller one of count and limit, and it is
   complete only below the limit, even if the frontier knows more. */

#include "question/count_limit.h"

#include <math.h>

typedef struct {
  bcov_run *run;
  uint64_t limit, found;
  bcov_sink *see;
  void *data;
  bool enough; /* SEE wants no more solutions */
  bcov_status status;
  bcov_error *err;
} counter;

static bool count_one (void *data, const uint32_t *options, size_t count)
{
  counter *c = data;
  if (!bcov_run_counts (c->run, options, count, &c->status, c->err))
    return !c->status;
  c->found++;
  c->enough = c->see && !c->see (c->data, options, count);
  return !c->enough && c->found < c->limit;
}

/* Counts solutions one by one with ENGINE; the statistics go to the run. */
static bcov_status count_singly (counter *c, bcov_engine engine, bcov_control *control)
{
  bcov_run *run = c->run;
  bcov_job job = bcov_run_job (run, false);
  bcov_run_restart (run);
  job.sink = count_one;
  job.data = c;
  job.control = control;
  c->found = 0;
  bcov_status status = bcov_plan_run (&run->plan, engine, &job, &run->result, c->err);
  mpz_set_ui (run->result.found.value, c->found);
  return status ? status : c->status;
}

/* Searches for half a second, on the clock of the run.  Failures are ignored, because they will
   occur again in the main run. */
static void search_soon (counter *c)
{
  bcov_run *run = c->run;
  bcov_watch watch = run->control.watch;
  bcov_control control;
  bcov_error *err = c->err;
  watch.seconds = bcov_control_seconds (&run->control) + bcov_plan_limits.soon;
  if (run->request.seconds > 0 && run->request.seconds < watch.seconds)
    watch.seconds = run->request.seconds;
  bcov_control_start (&control, &watch);
  control.started = run->control.started;
  c->err = NULL;
  if (count_singly (c, BCOV_SEARCH, &control))
    run->result.complete = false;
  c->err = err;
  c->status = BCOV_OK;
  bcov_control_go_on (&run->control, 0); /* notices whether the run was stopped too */
}

/* Counts all solutions.  The result is at least the number found before. */
static bcov_status count_all (counter *c)
{
  bcov_run *run = c->run;
  bcov_run_restart (run);
  bcov_status status = bcov_run_count (run, c->err);
  if (mpz_cmp_ui (run->result.found.value, c->found) < 0)
    mpz_set_ui (run->result.found.value, c->found);
  return status;
}

static bool is_decided (const counter *c)
{
  return c->found >= c->limit || c->enough || c->run->result.complete ||
         bcov_control_status (&c->run->control, NULL) != BCOV_OK;
}

/* Counts up to LIMIT solutions by the methods of `solve`, which do not list them.  If that decides
   nothing, the number found before stays. */
static bcov_status count_few (counter *c, uint64_t limit)
{
  bcov_run *run = c->run;
  bcov_job job = bcov_run_job (run, false);
  bool known = false;
  job.limit = 1;
  bcov_run_restart (run);
  bcov_status status = bcov_plan_few (&run->plan, &job, limit, &known, &run->result, c->err);
  if (status || !known)
    mpz_set_ui (run->result.found.value, c->found);
  else
    c->found = mpz_cmp_ui (run->result.found.value, limit) < 0
                   ? mpz_get_ui (run->result.found.value)
                   : limit;
  return status ? status : bcov_run_tell (run, c->err);
}

/* Searches for some times as long as FORESEEN, in seconds of processor time. */
static bcov_status search_long (counter *c, double foreseen)
{
  bcov_control *control = &c->run->control;
  bcov_control_give (control, bcov_plan_limits.slack * foreseen + bcov_plan_limits.soon);
  bcov_status status = count_singly (c, BCOV_SEARCH, control);
  bcov_control_give (control, 0);
  return status;
}

/* Counts by the methods of `solve`, for half of the SECONDS that another count is expected to take,
   but at least as long as the run has taken, because the next solution may take as long as the
   first. */
static bcov_status count_few_before (counter *c, double seconds)
{
  bcov_control *control = &c->run->control;
  bcov_control_give (control, fmax (seconds / 2, bcov_control_seconds (control)));
  bcov_status status = count_few (c, c->limit);
  bcov_control_give (control, 0);
  return status;
}

static bool suits_solve (const counter *c)
{
  const bcov_request *request = &c->run->request;
  return c->limit <= bcov_plan_limits.few && !c->see && !request->up_to_symmetry &&
         request->parts <= 1;
}

/* Counts solutions for which a search of half a second was too short. */
static bcov_status count_long (counter *c)
{
  bcov_run *run = c->run;
  bcov_outcome outcome;
  bcov_status status = bcov_plan_foresee (&run->plan, run->engine, NULL, &outcome, c->err);
  double seconds = outcome.cost.seconds;
  bool frontier = (outcome.engine == BCOV_FRONTIER || outcome.engine == BCOV_MATCH) && outcome.fits;
  if (!status && suits_solve (c)) {
    if (!frontier && seconds < bcov_plan_limits.long_count)
      status = search_long (c, seconds);
    if (!status && !is_decided (c))
      status = count_few_before (c, seconds);
    if (is_decided (c))
      return status;
  }
  if (status)
    return status;
  return frontier ? count_all (c) : count_singly (c, BCOV_SEARCH, &run->control);
}

/* Returns whether a matching is the one solution that is wanted. */
static bool is_matched (counter *c)
{
  const bcov_pairs *pairs;
  return c->limit == 1 && suits_solve (c) && !bcov_plan_pairs (&c->run->plan, &pairs, NULL) &&
         pairs && pairs->matching.covers;
}

static bcov_status count_freely (counter *c)
{
  bcov_status status = BCOV_OK;
  if (is_matched (c)) {
    c->run->result.engine = BCOV_MATCH;
    mpz_set_ui (c->run->result.found.value, 1);
    return BCOV_OK;
  }
  search_soon (c);
  if (!is_decided (c) && !c->found && !c->see && !c->run->request.up_to_symmetry &&
      c->run->request.parts <= 1)
    status = count_few (c, 1);
  return status || is_decided (c) ? status : count_long (c);
}

bcov_status bcov_count_limit_run (bcov_run *run, uint64_t limit, bcov_sink *see, void *data,
                                  bcov_error *err)
{
  counter c = {.run = run, .limit = limit, .see = see, .data = data, .err = err};
  bool none = false;
  bcov_status status = bcov_run_look (run, &none, err);
  if (!status && none)
    mpz_set_ui (run->result.found.value, 0);
  else if (!status && run->engine == BCOV_AUTO)
    status = count_freely (&c);
  else if (!status)
    status = run->engine == BCOV_FRONTIER ? count_all (&c)
                                          : count_singly (&c, run->engine, &run->control);
  if (mpz_cmp_ui (run->result.found.value, limit) >= 0) {
    mpz_set_ui (run->result.found.value, limit);
    run->result.complete = false;
  }
  return status;
}
