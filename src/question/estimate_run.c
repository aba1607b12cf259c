/* An estimate is about all coverings, so the options that select some of them are refused. */

#include "question/estimate_run.h"

#include <math.h>

static const double usual_seconds = 1;

bcov_status bcov_estimate_effort (const bcov_request *request, bcov_probing *out, bcov_error *err)
{
  bcov_wish wish = {.word = request->engine};
  bcov_status status = bcov_plan_choose (&wish, &out->engine, err);
  if (status)
    return status;
  out->work = request->probes;
  out->seconds = request->seconds > 0 ? request->seconds : usual_seconds;
  out->seed = request->seed;
  if (!bcov_plan_estimates (out->engine))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the %s engine makes no estimates; use auto, search or frontier",
                           bcov_engine_name (out->engine));
  if (request->up_to_symmetry)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an estimate is about all coverings, not those up to symmetry; divide "
                           "it by the number of symmetries that `explain` prints");
  if (request->parts > 1 || request->limit)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an estimate is about all coverings; leave out the %s",
                           request->limit ? "limit" : "part");
  return BCOV_OK;
}

bcov_status bcov_estimate_run (bcov_run *run, const bcov_probing *how, bcov_guess *out,
                               bcov_error *err)
{
  bool none;
  bcov_status status = bcov_run_look (run, &none, err);
  *out = (bcov_guess){-INFINITY, -INFINITY, -INFINITY, .exact = true};
  return status || none ? status : bcov_plan_probe (&run->plan, how, out, err);
}
