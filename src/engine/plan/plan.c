/* The way from a compiled model to a result.

   For a count the reduced model falls into components whose counts multiply; they are run from the
   smallest to the largest, so that a component without solution ends the run early and the progress
   shown in the end is that of the one that matters.  A part of several is a part of the largest
   component, times all of the others.  For a list the model stays whole: engines go through
   the product of the components' solutions by themselves. */

#include "engine/plan/plan.h"
#include "engine/count/frontier.h"
#include "engine/levels/listing.h"
#include "engine/plan/mirror.h"
#include "engine/order/order.h"
#include "engine/plan/seek.h"
#include "model/reduce/component.h"
#include "model/reduce/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  POLL = 256, /* components between two looks at the control: small ones never look */
  SOON_ONCE = BCOV_FRONTIER_SOON / 10 /* transitions of the shortest try */
};

/* Seconds that a transition of the frontier takes, about: of keys of one word of bits, and others.
 */
static const double simple_transition = 6e-8, other_transition = 2.5e-7;

/* So many seconds of a search are not worth trying anything else. */
static const double search_soon = 0.2;

/* The part of its time that a long search gets before the frontier is tried, and what is long. */
static const double first_share = 0.15, long_search = 8;

/* A forecast of the frontier was never so many times too high. */
static const double far_too_high = 20;

static const char *const names[] = {[BCOV_AUTO] = "auto",
                                    [BCOV_BRUTE] = "brute",
                                    [BCOV_SEARCH] = "search",
                                    [BCOV_FRONTIER] = "frontier",
                                    [BCOV_MATCH] = "match"};

const char *bcov_engine_name (bcov_engine engine)
{
  return names[engine];
}

bcov_status bcov_plan_choose (const bcov_plan *plan, bcov_engine *out, bcov_error *err)
{
  bool matches = plan->fill && plan->holes;
  *out = matches ? BCOV_MATCH : BCOV_AUTO;
  if (!plan->wish || !strcmp (plan->wish, "auto"))
    return BCOV_OK;
  for (bcov_engine e = BCOV_BRUTE; e <= BCOV_MATCH; e++)
    if (!strcmp (plan->wish, names[e])) {
      *out = e;
      if (e == BCOV_MATCH && !matches)
        return bcov_error_add (err, BCOV_INPUT, NULL,
                               "the match engine only does `fill` with the rule "
                               "pieces-fill-holes; leave --engine out");
      return BCOV_OK;
    }
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "unknown engine '%s'; there are auto, brute, search, frontier and match",
                         plan->wish);
}

static int by_size (const void *a, const void *b)
{
  size_t x = ((const bcov_model *)a)->origin.count, y = ((const bcov_model *)b)->origin.count;
  return (x > y) - (x < y);
}

static bcov_status search_model (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  result->engine = BCOV_SEARCH;
  atomic_store (&job->control->levels, 0); /* of a frontier that was tried before */
  bcov_control_step (job->control, 0, 1);
  atomic_store (&job->control->fraction, -1);
  return bcov_seek_run (job, result, err);
}

/* Searches, with what symmetry saves. */
static bcov_status search (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return bcov_mirror_run (search_model, job, result, err);
}

/* About how many nodes and seconds that takes. */
static bcov_status estimate_search (const bcov_job *job, double *seconds, double *nodes,
                                    bcov_error *err)
{
  bcov_status status = bcov_seek_estimate (job, seconds, nodes, err);
  double saves = bcov_mirror_applies (job) ? bcov_represent_saves (job->represent) : 1;
  *nodes /= saves;
  *seconds /= saves;
  return status;
}

/* From kept levels of the frontier if these are few; else *DONE is false.  The order of solutions
   depends on this, so that it must not depend on the machine. */
static bcov_status try_listing (const bcov_job *job, bool *done, bcov_result *result,
                                bcov_error *err)
{
  bcov_listing listing;
  bcov_status status = bcov_listing_open (job, BCOV_LISTING_STATES, &listing, err);
  *done = true;
  if (status == BCOV_STOPPED && bcov_control_status (job->control, NULL)) {
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
    return BCOV_OK;
  }
  *done = !listing.given_up;
  if (status || !*done)
    return status;
  result->engine = BCOV_FRONTIER;
  status = bcov_listing_answer (&listing, job, result, err);
  bcov_listing_close (&listing);
  return status;
}

/* ---- the frontier of a component ---- */

/* With symmetry the frontier may have a model of its own. */
typedef struct {
  bcov_job job; /* with the model of the frontier */
  bcov_model gathered;
  bcov_frontier frontier;
} scene;

/* Opens the frontier of JOB.  Where the frontier folds its states itself (fold.h) that saves more
   than representatives do, and would be lost with them.  Close it even after a failure. */
static bcov_status open_scene (const bcov_job *job, scene *out, bcov_error *err)
{
  *out = (scene){.job = *job};
  bcov_status status = bcov_frontier_open (job, &out->frontier, err);
  if (status || out->frontier.full || out->frontier.folds.first.count || !bcov_mirror_applies (job))
    return status;
  status = bcov_mirror_gather (job, &out->gathered, err);
  if (status) {
    out->gathered = (bcov_model){0};
    return status;
  }
  bcov_frontier_close (&out->frontier);
  out->job.model = &out->gathered;
  out->job.order = NULL;
  return bcov_frontier_open (&out->job, &out->frontier, err);
}

static void close_scene (scene *s)
{
  bcov_frontier_close (&s->frontier);
  if (s->gathered.mem)
    bcov_model_free (&s->gathered);
}

/* Counts with the frontier. */
static bcov_status count_by_frontier (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  scene s;
  if (!bcov_mirror_applies (job))
    return bcov_frontier_run (job, result, err);
  bcov_status status = open_scene (job, &s, err);
  bcov_frontier_close (&s.frontier);
  s.frontier = (bcov_frontier){0};
  result->saves = s.gathered.mem ? 1 : 0;
  if (!status)
    status = bcov_frontier_run (&s.job, result, err);
  close_scene (&s);
  return status;
}

/* The frontier counts without keeping anything; all else it answers from kept levels. */
static bcov_engine_run *runner (bcov_engine engine, const bcov_job *job)
{
  if (engine != BCOV_FRONTIER)
    return search;
  return job->sink || job->most || job->parts > 1 ? bcov_listing_run : count_by_frontier;
}

static double transition_time (const bcov_frontier *frontier)
{
  bool simple = frontier->program.plain && frontier->program.words == 1;
  return simple ? simple_transition : other_transition;
}

/* Whether the frontier will be faster than a search of so many seconds, and fits into memory. */
static bool is_faster (const bcov_job *job, const bcov_frontier *frontier,
                       const bcov_forecast *forecast, double seconds)
{
  bool fits = forecast->bytes < (double)bcov_mem_left (job->model->mem);
  return forecast->dense ||
         forecast->states.transitions * transition_time (frontier) < seconds * (fits ? 1 : 1e-3);
}

/* Whether the frontier may yet be faster, if its forecast is as far too high as such have been. */
static bool is_open (const bcov_frontier *frontier, const bcov_forecast *forecast, double seconds)
{
  return forecast->states.transitions * transition_time (frontier) < seconds * far_too_high;
}

/* Forecasts err, above all where each piece is used once: before a long search the frontier gets
   half the time that it will take. */
static bcov_status search_last (const bcov_job *job, const bcov_frontier *frontier,
                                const bcov_forecast *forecast, double seconds, bool *done,
                                bcov_result *result)
{
  double transitions = fmin (seconds / 2 / other_transition, 1e12); /* tables will be large */
  return bcov_frontier_try (job, frontier, (uint64_t)transitions, forecast, done, result, NULL);
}

/* Forgets what an attempt in vain has left. */
static void start_again (bcov_result *result)
{
  mpz_set_ui (result->found.value, 1);
  result->complete = true;
}

/* Estimates err by a factor of ten at times: a search that may take SECONDS gets a part of that
   first.  *DONE is false when it did not come to its end, unless all is to end. */
static void search_first (const bcov_job *job, double seconds, bool *done, bcov_result *result)
{
  bcov_control *control = job->control;
  bcov_control_give (control, search_soon + seconds * first_share);
  bcov_status status = search (job, result, NULL);
  bcov_control_give (control, 0);
  *done = !status && (result->complete || bcov_control_status (control, NULL));
  if (!*done)
    start_again (result);
}

/* Where a forecast turns out to be far too low, the search has its turn after all: after so many
   transitions. */
static uint64_t most_transitions (const bcov_frontier *frontier, const bcov_forecast *forecast,
                                  double seconds)
{
  double most = fmax (8 * forecast->states.transitions, 2 * seconds / transition_time (frontier));
  return (uint64_t)fmin (most, 1e18);
}

/* What did not end soon: counted by the frontier if that is likely to be faster than a search.  JOB
   has the model of the frontier, WHOLE that of the search. */
static bcov_status count_long (const bcov_job *job, const bcov_job *whole,
                               const bcov_frontier *frontier, bool *done, bcov_result *result,
                               bcov_error *err)
{
  double seconds = 0, nodes;
  bcov_forecast forecast;
  bcov_status status = bcov_frontier_foresee (job, frontier, &forecast, err);
  if (!status)
    status = estimate_search (job, &seconds, &nodes, err);
  if (!status && is_faster (job, frontier, &forecast, seconds))
    status = bcov_frontier_try (job, frontier, most_transitions (frontier, &forecast, seconds),
                                &forecast, done, result, err);
  else if (!status && seconds > long_search && is_open (frontier, &forecast, seconds)) {
    search_first (whole, seconds, done, result);
    if (!*done) {
      result->engine = BCOV_FRONTIER;
      if (search_last (job, frontier, &forecast, seconds, done, result))
        *done = false;
    }
  }
  bcov_frontier_forget (job->model->mem, &forecast);
  return status;
}

/* Whether a search will be over at once; where the states of the frontier are LOCAL it is not asked
   for. */
static bcov_status ask_search (const bcov_job *job, bool local, bool *soon)
{
  double seconds = 0, nodes;
  *soon = false;
  if (local)
    return BCOV_OK;
  bcov_status status = estimate_search (job, &seconds, &nodes, NULL);
  *soon = !status && seconds < search_soon;
  return status;
}

/* Tries the frontier for a moment: a shorter one where pieces are used once, since then a search
   may be over SOON. */
static bcov_status try_soon (const bcov_job *job, const bcov_job *whole,
                             const bcov_frontier *frontier, bool *done, bool *soon,
                             bcov_result *result)
{
  bool local = bcov_program_local (&frontier->program);
  bcov_status status = BCOV_OK;
  *soon = false;
  if (!local)
    status = bcov_frontier_try (job, frontier, SOON_ONCE, NULL, done, result, NULL);
  if (!status && !*done)
    status = ask_search (whole, local, soon);
  if (!status && !*done && !*soon) {
    start_again (result);
    status = bcov_frontier_try (job, frontier, BCOV_FRONTIER_SOON, NULL, done, result, NULL);
  }
  return status;
}

/* Counts the solutions of a component with whatever is faster. */
static bcov_status count_either (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bool done = false, soon = false;
  scene s;
  bcov_status later = BCOV_OK;
  result->engine = BCOV_FRONTIER;
  bcov_status status = open_scene (job, &s, NULL);
  if (!status)
    status = try_soon (&s.job, job, &s.frontier, &done, &soon, result);
  if (!status && !done && !soon) {
    start_again (result);
    later = count_long (&s.job, job, &s.frontier, &done, result, err);
  }
  if (result->engine == BCOV_FRONTIER)
    result->saves = s.gathered.mem ? 1 : 0;
  close_scene (&s);
  if (status && bcov_control_status (job->control, NULL)) {
    mpz_set_ui (result->found.value, 0);
    result->complete = false;
    return BCOV_OK;
  }
  if (later || (!status && done))
    return later;
  start_again (result); /* too wide for the frontier, or for memory, or slower */
  return search (job, result, err);
}

/* Lists, or fills, from kept levels if these are few. */
static bcov_status list_either (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bool done = false;
  bcov_status status = try_listing (job, &done, result, err);
  return status || done ? status : search (job, result, err);
}

/* An order for all that is tried on the model of JOB.  NULL when there is none: whoever needs one
   then meets the reason again, and says so. */
static uint32_t *find_order (const bcov_job *job, double *bits)
{
  const bcov_model *model = job->model;
  uint32_t *order = NULL;
  if (!model->impossible)
    order = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *order, NULL);
  if (order && bcov_order_find (model, job->control, order, bits, NULL)) {
    bcov_mem_free (model->mem, order);
    order = NULL;
  }
  return order;
}

/* Runs ENGINE on JOB, whose model was reduced. */
static bcov_status run_whole (bcov_engine engine, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  bcov_job whole = *job;
  bool counts = !job->sink && !job->most;
  result->engine = engine;
  uint32_t *order = find_order (job, &whole.order_bits);
  whole.order = order;
  bcov_status status = engine != BCOV_AUTO ? runner (engine, job) (&whole, result, err)
                       : counts            ? count_either (&whole, result, err)
                                           : list_either (&whole, result, err);
  bcov_mem_free (job->model->mem, order);
  return status;
}

/* Runs one component; a part of several only if it is the LAST one. */
static bcov_status run_component (bcov_engine engine, const bcov_job *job, const bcov_model *model,
                                  bool last, bcov_result *result, bcov_error *err)
{
  bcov_job piece = *job;
  bcov_result part;
  piece.model = model;
  if (!last)
    piece.part = piece.parts = 1;
  bcov_result_init (model->mem, &part);
  bcov_status status = run_whole (engine, &piece, &part, err);
  if (!status)
    status = bcov_result_combine (result, &part, err);
  result->engine = part.engine;
  bcov_result_free (&part);
  return status;
}

static bcov_status run_components (bcov_engine engine, const bcov_job *job, const bcov_model *model,
                                   bcov_result *result, bcov_error *err)
{
  bcov_components parts;
  bcov_status status = bcov_component_split (model, &parts, err);
  if (status)
    return status;
  if (parts.count)
    qsort (parts.data, parts.count, sizeof *parts.data, by_size);
  else if (job->part > 1) /* the one empty solution belongs to the first part */
    mpz_set_ui (result->found.value, 0);
  for (size_t k = 0; !status && k < parts.count && mpz_sgn (result->found.value); k++) {
    status = run_component (engine, job, &parts.data[k], k + 1 == parts.count, result, err);
    if (k % POLL == POLL - 1 && !bcov_control_go_on (job->control, 0))
      result->complete = false;
    if (!result->complete && k + 1 < parts.count) {
      mpz_set_ui (result->found.value, 0); /* nothing is known of the components still to come */
      break;
    }
  }
  bcov_components_free (model->mem, &parts);
  return status;
}

bcov_status bcov_plan_run (bcov_engine engine, const bcov_job *job, bcov_result *result,
                           bcov_error *err)
{
  bcov_model reduced;
  if (engine == BCOV_BRUTE)
    return bcov_brute_run (job, result, err);
  bcov_job whole = *job;
  bool done = false;
  whole.model = &reduced;
  bcov_status status = bcov_reduce_lightly (job->model, job->control, &reduced, err);
  if (status)
    return status;
  if (engine == BCOV_AUTO && job->parts > 1) { /* parts are to have what a list of them has */
    engine = BCOV_SEARCH;
    status = try_listing (&whole, &done, result, err);
  }
  if (!status && !done)
    status = job->sink ? run_whole (engine, &whole, result, err)
                       : run_components (engine, job, &reduced, result, err);
  bcov_model_free (&reduced);
  return status;
}

/* ---- what it will take ---- */

static bcov_status foresee_component (bcov_engine engine, const bcov_job *job, bcov_prospect *sum,
                                      bcov_error *err)
{
  bcov_forecast forecast = {0};
  double seconds = 0, nodes = 0;
  bool frontier = engine == BCOV_FRONTIER;
  bcov_status status = estimate_search (job, &seconds, &nodes, err);
  if (!status && engine != BCOV_SEARCH) {
    scene s;
    bcov_status seen = open_scene (job, &s, frontier ? err : NULL);
    if (!seen)
      seen = bcov_frontier_foresee (&s.job, &s.frontier, &forecast, frontier ? err : NULL);
    status = frontier ? seen : BCOV_OK;
    bool soon = forecast.states.transitions < SOON_ONCE;
    frontier = !seen && (frontier || soon || is_faster (job, &s.frontier, &forecast, seconds));
    close_scene (&s);
  }
  sum->engine = frontier ? BCOV_FRONTIER : BCOV_SEARCH;
  sum->nodes += frontier ? 0 : nodes;
  sum->states += frontier ? forecast.states.total : 0;
  if (frontier && forecast.bytes > sum->bytes) {
    sum->bytes = forecast.bytes;
    sum->widest = forecast.states.widest;
  }
  bcov_frontier_forget (job->model->mem, &forecast);
  return status;
}

bcov_status bcov_plan_foresee (bcov_engine engine, const bcov_job *job, bcov_prospect *out,
                               bcov_error *err)
{
  bcov_model reduced;
  bcov_components parts = {0};
  bcov_job piece = *job;
  *out = (bcov_prospect){.engine = engine == BCOV_AUTO ? BCOV_FRONTIER : engine};
  bcov_status status = bcov_reduce_lightly (job->model, job->control, &reduced, err);
  if (status)
    return status;
  status = bcov_component_split (&reduced, &parts, err);
  if (!status && parts.count)
    qsort (parts.data, parts.count, sizeof *parts.data, by_size);
  for (size_t k = 0; !status && k < parts.count; k++) {
    piece.model = &parts.data[k];
    status = foresee_component (engine, &piece, out, err);
  }
  out->fits = out->bytes <= (double)bcov_mem_left (job->model->mem);
  bcov_components_free (reduced.mem, &parts);
  bcov_model_free (&reduced);
  return status;
}

/* ---- up to symmetry ---- */

typedef struct {
  const bcov_orbits *orbits;
  BCOV_VEC (uint32_t) scratch;
  uint64_t least;
  bcov_status status;
  bcov_error *err;
} filter;

static bool count_least (void *data, const uint32_t *options, size_t count)
{
  filter *f = data;
  f->status = bcov_vec_reserve (f->orbits->mem, &f->scratch, 2 * count + 1, f->err);
  if (f->status)
    return false;
  f->least += bcov_orbits_least (f->orbits, options, count, f->scratch.data);
  return true;
}

static bcov_status count_filtered (bcov_engine engine, const bcov_job *job,
                                   const bcov_orbits *orbits, bcov_result *result, bcov_error *err)
{
  filter f = {.orbits = orbits, .err = err};
  bcov_job listing = *job;
  listing.sink = count_least;
  listing.data = &f;
  bcov_status status = bcov_plan_run (engine, &listing, result, err);
  mpz_set_ui (result->found.value, f.least);
  bcov_vec_free (orbits->mem, &f.scratch);
  return status ? status : f.status;
}

/* Counts the solutions of JOB and adds them to SUM. */
static bcov_status count_more (bcov_engine engine, const bcov_job *job, bcov_result *sum,
                               bcov_error *err)
{
  bcov_result part;
  bcov_result_init (job->model->mem, &part);
  bcov_status status = bcov_plan_run (engine, job, &part, err);
  bcov_number_add_number (&sum->found, &part.found);
  if (part.nodes >= sum->nodes)
    sum->engine = part.engine;
  sum->nodes += part.nodes;
  sum->dead += part.dead;
  sum->remembered += part.remembered;
  sum->looked_up += part.looked_up;
  sum->odd += part.odd;
  sum->halved = sum->halved || part.halved;
  sum->states += part.states;
  sum->widest = part.widest > sum->widest ? part.widest : sum->widest;
  sum->saves = part.saves > sum->saves ? part.saves : sum->saves;
  sum->complete = part.complete;
  bcov_result_free (&part);
  return status;
}

static bcov_status count_fixed (bcov_engine engine, const bcov_job *job, const bcov_orbits *orbits,
                                uint32_t g, bcov_result *sum, bcov_error *err)
{
  bcov_model fixed;
  bcov_job piece = *job;
  if (!g) /* the identity */
    return count_more (engine, job, sum, err);
  bcov_status status = bcov_orbits_fixed (orbits, job->model, g, &fixed, err);
  if (status)
    return status;
  piece.model = &fixed;
  piece.represent = NULL;
  status = count_more (engine, &piece, sum, err);
  bcov_model_free (&fixed);
  return status;
}

bcov_status bcov_plan_count_orbits (bcov_engine engine, const bcov_job *job,
                                    const bcov_orbits *orbits, bcov_result *result, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (engine == BCOV_BRUTE || job->parts > 1)
    return count_filtered (engine, job, orbits, result, err);
  mpz_set_ui (result->found.value, 0);
  for (uint32_t g = 0; !status && result->complete && g < orbits->count; g++)
    status = count_fixed (engine, job, orbits, g, result, err);
  if (status)
    return status;
  if (!result->complete) /* each orbit has at most COUNT members */
    mpz_cdiv_q_ui (result->found.value, result->found.value, orbits->count);
  else if (!bcov_number_divide (&result->found, orbits->count))
    status = bcov_error_add (err, BCOV_FAULT, NULL,
                             "internal error: fixed coverings do not add up to whole orbits");
  return status;
}
