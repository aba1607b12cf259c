/* A search finds its first solutions either early or only after a long time; the frontier has no
   result until the end.  So, if the request names no engine, a search runs for half a second.  If
   that finds nothing, all methods of `solve` look for the first solution; then a forecast
   determines which of the two runs next.

   The answer does not depend on the engine: it is the smaller one of count and limit, and it is
   complete only below the limit, even if the frontier knows more. */

#include "question/count_limit.h"

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
  bcov_result_free (&run->result);
  bcov_result_init (run->puzzle->mem, &run->result);
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
  watch.seconds = bcov_control_seconds (&run->control) + bcov_plan_limit_soon ();
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

/* Sets BETTER to whether the frontier is expected to count all solutions sooner than a search. */
static bcov_status ask_frontier (bcov_run *run, bool *better, bcov_error *err)
{
  bcov_outcome outcome;
  bcov_status status = bcov_plan_foresee (&run->plan, run->engine, NULL, &outcome, err);
  *better = !status && outcome.engine == BCOV_FRONTIER && outcome.fits;
  return status;
}

/* Counts all solutions.  The result is at least the number found before. */
static bcov_status count_all (counter *c)
{
  bcov_run *run = c->run;
  bcov_result_free (&run->result);
  bcov_result_init (run->puzzle->mem, &run->result);
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

/* Looks for one solution by all methods, because a search has found none. */
static bcov_status solve_first (counter *c)
{
  bcov_run *run = c->run;
  bcov_job job = bcov_run_job (run, false);
  bcov_result_free (&run->result);
  bcov_result_init (run->puzzle->mem, &run->result);
  job.sink = count_one;
  job.data = c;
  bcov_status status = bcov_plan_solve (&run->plan, BCOV_AUTO, &job, &run->result, c->err);
  run->result.complete = run->result.complete && !c->found;
  return status ? status : c->status;
}

static bcov_status count_freely (counter *c)
{
  bool better = false;
  search_soon (c);
  if (is_decided (c))
    return BCOV_OK;
  if (!c->found && !c->run->request.up_to_symmetry && c->run->request.parts <= 1) {
    bcov_status first = solve_first (c);
    if (first || is_decided (c))
      return first;
  }
  bcov_status status = ask_frontier (c->run, &better, c->err);
  if (status)
    return status;
  return better ? count_all (c) : count_singly (c, BCOV_SEARCH, &c->run->control);
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
