/* An estimate begins with a count, if the forecast of the frontier, or that of matchings, says that
   it takes only part of the effort: then the result is exact.  Otherwise random probes follow
   (engine/probe). */

#include "engine/plan/probing.h"
#include "engine/plan/contest.h"
#include "engine/plan/engines.h"
#include "engine/plan/tuning.h"
#include "engine/probe/probe.h"

#include <assert.h>
#include <math.h>

static bcov_guess exactly (double log, uint64_t probes)
{
  return (bcov_guess){log, log, log, .exact = true, .found = !isinf (log), .probes = probes};
}

static double log_of (const bcov_number *number)
{
  long bits;
  double mantissa = mpz_get_d_2exp (&bits, number->value);
  return mpz_sgn (number->value) ? log (mantissa) + (double)bits * log (2) : -INFINITY;
}

/* Returns the transitions that the effort allows. */
static double affordable (const bcov_prospect *p, const bcov_probing *how)
{
  double workers = p->job.workers;
  return how->work ? (double)how->work
                   : how->seconds * workers / bcov_prospect_transition (p) / bcov_probe_caution;
}

/* Counts with the frontier if it is likely to finish soon; sets *DONE if it has. */
static bcov_status count_first (bcov_prospect *p, const bcov_probing *how, bool *done,
                                bcov_guess *out, bcov_error *err)
{
  bcov_result result;
  double most = affordable (p, how) * bcov_probe_count_share;
  if (bcov_prospect_frontier (p, NULL) || bcov_prospect_forecast (p, NULL))
    return bcov_control_status (p->job.control, err);
  if (p->forecast.states.transitions > most && !(p->forecast.states.exact && p->forecast.dense))
    return BCOV_OK;
  bcov_result_init (p->job.model->mem, &result);
  bcov_status status = bcov_frontier_try (&p->job, &p->frontier, (uint64_t)(2 * most) + 1, NULL,
                                          NULL, done, &result, NULL);
  if (status || !result.complete)
    *done = false; /* too much memory: probes need less */
  if (*done)
    *out = exactly (log_of (&result.found), result.states + 1);
  bcov_result_free (&result);
  return bcov_control_status (p->job.control, err);
}

/* Counts matchings if that takes less than the effort, which as work is worth a transition each;
 *sets DONE if it has. */
static bcov_status match_first (bcov_prospect *p, const bcov_probing *how, bool *done,
                                bcov_guess *out, bcov_error *err)
{
  bcov_result result;
  double seconds, most = how->work ? (double)how->work * bcov_simple_transition : how->seconds;
  if (!bcov_contest_is_matched (p, &p->job, &seconds) || seconds > most)
    return BCOV_OK;
  bcov_result_init (p->job.model->mem, &result);
  bcov_status status = bcov_engine_find (BCOV_MATCH, p, &p->job)->run (p, &p->job, &result, NULL);
  *done = !status && result.complete;
  if (*done)
    *out = exactly (log_of (&result.found), result.nodes + 1);
  bcov_result_free (&result);
  return bcov_control_status (p->job.control, err);
}

/* Returns how many states a beam may have, so that all workers fit into a quarter of the memory. */
static size_t most_states (const bcov_prospect *p)
{
  size_t each = ((size_t)p->program.words + 3) * sizeof (uint64_t) * BCOV_PROBE_CHOICES;
  size_t left = bcov_mem_left (p->job.model->mem) / 4 / p->job.workers / each;
  return left < BCOV_PROBE_STATES ? left + 1 : BCOV_PROBE_STATES;
}

static bcov_status probe (bcov_prospect *p, const bcov_probing *how, bcov_guess *out,
                          bcov_error *err)
{
  bcov_probe_limits limits = bcov_probes;
  bcov_pockets pockets = {0};
  bcov_status status = BCOV_OK;
  bool beams = how->engine != BCOV_SEARCH && !bcov_prospect_program (p, NULL);
  if (beams && !(p->job.without & BCOV_WITHOUT_POCKETS))
    status = bcov_pockets_make (p->job.model, &p->program, &pockets, err);
  if (status)
    return status;
  double options = bcov_model_options (p->job.model);
  if (beams)
    limits.most_states = most_states (p);
  bcov_probe probe = {.model = p->job.model,
                      .program = beams ? &p->program : NULL,
                      .pockets = pockets.levels.count ? &pockets : NULL,
                      .dives = how->engine != BCOV_FRONTIER,
                      .bound = beams ? fmin (p->program.bound, options) : options,
                      .bitset_bytes = BCOV_BITSET_BYTES,
                      .work = how->work,
                      .seconds = how->seconds,
                      .seed = how->seed,
                      .workers = p->job.workers,
                      .control = p->job.control,
                      .limits = &limits};
  status = bcov_probe_run (&probe, out, err);
  bcov_pockets_free (&pockets);
  return status;
}

bcov_status bcov_probing_run (bcov_prospect *p, const bcov_probing *how, bcov_guess *out,
                              bcov_error *err)
{
  bool done = false;
  bcov_status status = BCOV_OK;
  *out = exactly (-INFINITY, 0);
  assert (how->work || how->seconds > 0);
  if (p->job.model->impossible)
    return BCOV_OK;
  if (how->engine == BCOV_AUTO)
    status = match_first (p, how, &done, out, err);
  if (!status && !done && how->engine != BCOV_SEARCH)
    status = count_first (p, how, &done, out, err);
  return status || done ? status : probe (p, how, out, err);
}
