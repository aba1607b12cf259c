/* The rows of the engine table.  A row gets the data that its engine needs from the prospect, and
   passes it to the engine.

   Effort: a small tree ends before threads have started; a large one is divided into units, so that
   threads share it evenly and progress can be shown.  Parts are always units, whatever the size,
   because part K of N must be the same everywhere. */

#include "engine/plan/engines.h"
#include "engine/bound/branch.h"
#include "engine/levels/listing.h"
#include "engine/plan/tuning.h"
#include "engine/sat/sat.h"
#include "engine/search/brute.h"
#include "model/reduce/reduce.h"

#include <assert.h>
#include <math.h>

static const char *const words[] = {
    [BCOV_AUTO] = "auto",         [BCOV_BRUTE] = "brute", [BCOV_SEARCH] = "search",
    [BCOV_FRONTIER] = "frontier", [BCOV_SAT] = "sat",     [BCOV_MATCH] = "match"};

static_assert (sizeof words / sizeof *words == BCOV_MATCH + 1, "each engine has a word");

const char *bcov_engine_name (bcov_engine engine)
{
  assert (engine < sizeof words / sizeof *words);
  return words[engine];
}

/* ---- effort ---- */

static bool is_part (const bcov_job *job)
{
  return job->share.parts > 1;
}

bcov_quick_effort bcov_effort_quick (const bcov_job *job, double nodes, const bcov_parity *parity)
{
  assert (job->workers && nodes >= 0);
  double most = (double)bcov_mem_left (job->model->mem) / 8 / job->workers;
  double dead = fmax (BCOV_QUICK_DEAD_NODE * nodes, BCOV_QUICK_LEAST_DEAD);
  double cache = job->without & BCOV_WITHOUT_SHAPES ? 0 : BCOV_QUICK_CACHE_NODE * nodes;
  bcov_quick_effort effort = {.parity = parity,
                              .dead_bytes = (size_t)fmin (fmin (dead, BCOV_QUICK_MOST_DEAD), most),
                              .cache_bytes =
                                  (size_t)fmin (fmin (cache, BCOV_QUICK_MOST_CACHE), most)};
  bool together = job->workers > 1, large = nodes > BCOV_QUICK_WARM;
  if (is_part (job))
    effort.units = (uint64_t)fmax (BCOV_QUICK_UNITS, (double)job->share.parts * BCOV_UNITS_A_PART);
  else if (job->sink && (together ? large : nodes > BCOV_QUICK_SHORT))
    effort.units = (uint64_t)fmin (BCOV_QUICK_UNITS, nodes / BCOV_QUICK_UNIT);
  if (together && (effort.units || !job->sink)) {
    effort.alone = BCOV_QUICK_ALONE;
    effort.warm = BCOV_QUICK_WARM;
  }
  return effort;
}

bcov_search_effort bcov_effort_search (const bcov_job *job, double nodes, const bcov_parity *parity)
{
  bool large = nodes > BCOV_SEARCH_LARGE;
  bool together = job->workers > 1 && job->objective != BCOV_MOST;
  uint32_t parts = is_part (job) ? job->share.parts : BCOV_WHOLE_PARTS;
  size_t most = bcov_mem_left (job->model->mem) / BCOV_BITSET_SHARE / job->workers;
  bcov_search_effort effort = {.parity = parity,
                               .locks = !job->sink && !is_part (job),
                               .bitset_bytes = most < BCOV_BITSET_BYTES ? most : BCOV_BITSET_BYTES};
  if (is_part (job) || (large && (job->sink || !together)))
    effort.units = (uint64_t)parts * BCOV_UNITS_A_PART;
  if (together && (effort.units || !job->sink))
    effort.alone = BCOV_SEARCH_ALONE;
  return effort;
}

/* Returns JOB for the model of P. */
static bcov_job job_of (const bcov_prospect *p, const bcov_job *job)
{
  bcov_job own = *job;
  own.model = p->job.model;
  return own;
}

static bool always (bcov_prospect *p, const bcov_job *job)
{
  (void)p;
  (void)job;
  return true;
}

/* ---- brute ---- */

static bcov_status run_brute (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  bcov_job own = job_of (p, job);
  return bcov_brute_run (&own, result, err);
}

/* ---- searches ---- */

static bcov_status estimate_search (bcov_prospect *p, const bcov_job *job, bcov_cost *out,
                                    bcov_error *err)
{
  return bcov_prospect_search_fewer (p, job->represent, out, err);
}

static bool is_for_quick (bcov_prospect *p, const bcov_job *job)
{
  return p->quick && !(job->without & BCOV_WITHOUT_QUICK);
}

static bcov_status run_quick (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  const bcov_parity *parity;
  bcov_job own = job_of (p, job);
  assert (p->has_search && p->quick);
  bcov_status status = bcov_prospect_parity (p, &parity, err);
  if (status)
    return status;
  bcov_quick_effort effort = bcov_effort_quick (&own, p->nodes, parity);
  return bcov_quick_run (&own, &p->plan, &effort, result, err);
}

/* Searches a model that is reduced as far as possible. */
static bcov_status run_search (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                               bcov_error *err)
{
  const bcov_parity *parity;
  bcov_model reduced;
  bcov_job own = *job;
  double nodes = 0;
  bcov_status status = bcov_prospect_parity (p, &parity, err);
  if (!status)
    status = bcov_reduce (p->job.model, BCOV_REDUCE_STEPS, job->control, &reduced, err);
  if (status)
    return status;
  own.model = &reduced;
  if (!status && own.objective != BCOV_MOST && !job->control->most_nodes)
    status = bcov_search_estimate (&reduced, job->control, &nodes, err);
  if (!status) {
    bcov_search_effort effort = bcov_effort_search (&own, nodes, parity);
    status = bcov_search_run (&own, &effort, result, err);
  }
  bcov_model_free (&reduced);
  return status;
}

/* ---- the SAT solver ---- */

static bool is_for_sat (bcov_prospect *p, const bcov_job *job)
{
  (void)p;
  return job->objective == BCOV_EACH;
}

/* Further reduction did not pay: of five boards, one had half as many conflicts with it, one twelve
   times as many, and the others the same (one run each). */
static bcov_status run_sat (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                            bcov_error *err)
{
  bcov_job own = job_of (p, job);
  return bcov_sat_run (&own, result, err);
}

/* ---- branch and bound ---- */

bool bcov_engine_branches (bcov_prospect *p, const bcov_job *job)
{
  size_t most = bcov_mem_left (p->job.model->mem) / BCOV_BITSET_SHARE;
  return job->objective == BCOV_MOST && !job->sink && !is_part (job) &&
         bcov_branch_applies (p->job.model, most, job->workers);
}

/* A search for better fillings than the best of BRANCH. */
typedef struct {
  const bcov_job *job;
  const bcov_branch *branch;
  uint64_t nodes;
} filling_search;

static bcov_status search_filling (const filling_search *f, size_t worker, bcov_result *found,
                                   bcov_error *err)
{
  bcov_job own = *f->job;
  bcov_search_effort effort = {.nodes = f->nodes,
                               .above = bcov_branch_gain (f->branch),
                               .enough = bcov_branch_upper (f->branch),
                               .worker = worker};
  own.workers = 1;
  return bcov_search_run (&own, &effort, found, err);
}

/* The run of a bcov_branch_guest. */
static bcov_status search_as_guest (void *data, size_t worker, bcov_result *found)
{
  return search_filling (data, worker, found, NULL);
}

bcov_status bcov_engine_search_beside (const bcov_job *job, bcov_branch *branch, uint64_t nodes,
                                       double work, bool *done, bcov_error *err)
{
  filling_search search = {job, branch, nodes};
  bcov_branch_invite (branch, &(bcov_branch_guest){search_as_guest, &search});
  return bcov_branch_search (branch, work, done, err);
}

bcov_status bcov_engine_search_filling (const bcov_job *job, bcov_branch *branch, uint64_t nodes,
                                        bool *done, bcov_error *err)
{
  bcov_result first;
  bcov_result_init (job->model->mem, &first);
  bcov_status status = search_filling (&(filling_search){job, branch, nodes}, 0, &first, err);
  if (!status)
    status = bcov_branch_offer (branch, &first, err);
  bcov_result_free (&first);
  *done = bcov_branch_gain (branch) >= bcov_branch_upper (branch) ||
          !bcov_control_go_on (job->control, 0);
  return status;
}

static bcov_status run_branch (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                               bcov_error *err)
{
  bcov_job own = job_of (p, job);
  bcov_branch *branch = NULL;
  bool done = false;
  bcov_status status = bcov_branch_new (&own, &bcov_branch_efforts, &branch, err);
  if (status)
    return status;
  status = bcov_engine_search_filling (&own, branch, BCOV_FILL_LATER, &done, err);
  while (!status && !done)
    status = bcov_branch_search (branch, 0, &done, err);
  if (!status)
    status = bcov_branch_answer (branch, result, err);
  bcov_branch_free (branch);
  return status;
}

/* ---- the frontier ---- */

/* The seconds are those of the forecast that decides about counts; a close one, for which a count
   has no time, shows states and memory, if there is room for it. */
static bcov_status estimate_frontier (bcov_prospect *p, const bcov_job *job, bcov_cost *out,
                                      bcov_error *err)
{
  (void)job;
  bcov_forecast close = {0}, *seen = &p->forecast;
  *out = (bcov_cost){0};
  bcov_status status = bcov_prospect_frontier (p, err);
  if (!status)
    status = bcov_prospect_forecast (p, err);
  if (status)
    return status;
  if (!seen->states.exact && !bcov_frontier_foresee (&p->job, &p->frontier, true, &close, NULL))
    seen = &close;
  *out = (bcov_cost){.seconds = p->forecast.states.transitions * bcov_prospect_transition (p),
                     .bytes = seen->bytes,
                     .states = seen->states.total,
                     .widest = seen->states.widest};
  bcov_frontier_forget (p->job.model->mem, &close);
  return BCOV_OK;
}

/* Sets *NONE if there is nothing to compute: the model has no levels, or the share is empty. */
static bcov_status start_residues (const bcov_prospect *p, const bcov_job *job, bool *none,
                                   bcov_error *err)
{
  const bcov_program *program = p->frontier.program;
  *none = !program || !program->levels.count;
  if (*none)
    return BCOV_OK;
  bcov_status status =
      bcov_residues_start (program->mem, program->bound, job->share, job->residues, err);
  *none = !status && job->residues->units.from == job->residues->units.to;
  return status;
}

/* Makes a forecast, which the progress display needs, only if the count does not end soon. */
static bcov_status run_frontier (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                                 bcov_error *err)
{
  bool done = true, none = false;
  bcov_status status = bcov_prospect_frontier (p, err);
  if (!status && job->residues)
    status = start_residues (p, job, &none, err);
  if (status)
    return status;
  bcov_job own = job_of (p, job);
  if (none) {
    mpz_set_ui (result->found.value, p->job.model->impossible ? 0 : 1);
    return BCOV_OK;
  }
  status = bcov_frontier_try (&own, &p->frontier, BCOV_SOON, NULL, NULL, &done, result, err);
  if (!status && !done)
    status = bcov_prospect_forecast (p, err);
  if (!status && !done)
    status = bcov_frontier_try (&own, &p->frontier, 0, NULL, &p->forecast, &done, result, err);
  return status;
}

/* The frontier counts without keeping levels; all other jobs need kept levels. */
static bool is_for_levels (bcov_prospect *p, const bcov_job *job)
{
  (void)p;
  return job->sink || job->objective == BCOV_MOST || (job->share.parts > 1 && !job->residues);
}

static bcov_status run_levels (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                               bcov_error *err)
{
  bcov_listing listing = {0};
  bcov_job own = job_of (p, job);
  bcov_status status = bcov_prospect_program (p, err);
  if (!status)
    status = bcov_listing_open (&own, &p->program, 0, &listing, err);
  if (status == BCOV_STOPPED && bcov_control_status (job->control, NULL)) {
    bcov_number_clear (&result->found);
    bcov_number_init (&result->found, 0);
    result->complete = false;
    return BCOV_OK;
  }
  if (status)
    return status;
  status = bcov_listing_answer (&listing, &own, result, err);
  bcov_listing_close (&listing);
  return status;
}

/* ---- matchings ---- */

/* Only whole counts; the model is a graph in the plane or on a torus. */
static bool is_for_match (bcov_prospect *p, const bcov_job *job)
{
  return !job->sink && job->objective == BCOV_EACH && job->share.parts <= 1 && !job->residues &&
         (p->job.model->impossible || (!bcov_prospect_matchings (p, NULL) && p->matched));
}

static bcov_status estimate_match (bcov_prospect *p, const bcov_job *job, bcov_cost *out,
                                   bcov_error *err)
{
  (void)job;
  *out = (bcov_cost){.seconds = p->job.model->impossible ? 0 : INFINITY};
  bcov_status status = bcov_prospect_matchings (p, err);
  if (!status && p->matched)
    out->seconds = bcov_kasteleyn_seconds (&p->kasteleyn);
  return status;
}

static bcov_status run_match (bcov_prospect *p, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  bool done = true;
  if (p->job.model->impossible) {
    mpz_set_ui (result->found.value, 0);
    return BCOV_OK;
  }
  bcov_status status =
      bcov_kasteleyn_count (&p->kasteleyn, job->workers, job->control, &result->found, &done, err);
  result->complete = !status && done;
  return status;
}

/* ---- the table ---- */

/* The match row only counts.  Single matchings are found before the model is reduced (see try_pairs
   in plan.c), and whole holes are matched with pieces before there are items and options
   (model/compile/classes.h). */
const bcov_engine_row bcov_engine_table[] = {
    {"brute", BCOV_BRUTE, always, NULL, run_brute},
    {"branch", BCOV_SEARCH, bcov_engine_branches, NULL, run_branch},
    {"quick", BCOV_SEARCH, is_for_quick, estimate_search, run_quick},
    {"search", BCOV_SEARCH, always, estimate_search, run_search},
    {"levels", BCOV_FRONTIER, is_for_levels, NULL, run_levels},
    {"frontier", BCOV_FRONTIER, always, estimate_frontier, run_frontier},
    {"sat", BCOV_SAT, is_for_sat, NULL, run_sat},
    {"match", BCOV_MATCH, is_for_match, estimate_match, run_match},
};

const size_t bcov_engine_rows = sizeof bcov_engine_table / sizeof *bcov_engine_table;

const bcov_engine_row *bcov_engine_find (bcov_engine engine, bcov_prospect *p, const bcov_job *job)
{
  for (size_t k = 0; k < bcov_engine_rows; k++)
    if (bcov_engine_table[k].word == engine && bcov_engine_table[k].applies (p, job))
      return &bcov_engine_table[k];
  return NULL;
}

/* ---- the better search ---- */

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
  bool plain = job->without & BCOV_WITHOUT_QUICK;
  bcov_status status = plain ? BCOV_OK : bcov_prospect_choose_search (p, err);
  return status ? status : bcov_engine_find (BCOV_SEARCH, p, job)->run (p, job, result, err);
}

bcov_status bcov_engine_search (bcov_prospect *p, const bcov_job *job, bcov_result *result,
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
