/* The time that a method needs for one solution varies by orders of magnitude, and no method is
   best for all models.  So all of them take turns: in each round, every method that has not failed
   gets its share of the time, and each round is half as long again as the round before.  The total
   is then at most a small multiple of the time of the best method alone.

   - search: by the most constrained item.
   - repair: local search, for boards with many coverings and for loose packings.
   - quick search, also reversed: along the frontier's order, from either end of the board.
   - first open cell: for large pieces.
   - search, shuffled: with options, or options and items, in other orders, because an unlucky
     choice near the top of the tree may cost hours while most orders are lucky (Gomes, Selman and
     others 2000).  The lengths of the attempts follow Luby's sequence (Luby, Sinclair and Zuckerman
     1993).
   - strips: a beam search, for large boards on which few placements fit.
   - frontier: up to a number of states; it also proves quickly that a long board has no solution.
   - frontier, counting: the same without keeping states; it has one turn, late, and can only prove
     that there is no solution.
   - sat: the SAT solver, which learns from conflicts, set to find solutions.
   - sat, proving: the same, set to prove that there is none.

   The shares depend on the model and the round.  If pieces are large, the first open cell gets most
   of the time, because it visits the most nodes in a second, and the other methods choose hardly
   better.  Otherwise repair gets more in early rounds, and sat in late ones.  A turn of sat has a
   least length: many models need few conflicts, but a solver that is interrupted takes another
   path.

   A method starts when a turn lasts at least as long as its start, so that small puzzles are solved
   before anything is prepared.

   Invariant: the answer depends only on the rounds, which count work.  In each round the first
   method in the order of the table that ends decides.  With several threads, the methods of a round
   run side by side; those behind one that has ended are stopped, those before it finish their turn.
 */

#include "engine/plan/portfolio.h"
#include "engine/levels/listing.h"
#include "engine/plan/engines.h"
#include "engine/plan/tuning.h"
#include "engine/program/program_make.h"
#include "engine/repair/repair.h"
#include "engine/sat/sat.h"
#include "engine/search/corner.h"
#include "engine/strips/strips.h"
#include "model/reduce/reduce.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum { ATTEMPT = 1 << 21, QUICK_PAUSE = 1 << 14, FORECAST_SLACK = 3 };

typedef enum { UNDECIDED, FOUND, NONE, RETIRED } outcome;

/* The kinds of rounds. */
typedef enum { EARLY, LATE, LARGE, KINDS } kind;

typedef struct portfolio portfolio;
typedef struct runner runner;

typedef struct {
  const char *name;
  bool reduced;                    /* works on the model that is reduced as far as possible */
  bool ordered;                    /* needs the order of the items */
  double start;                    /* seconds to start, for a touch of the model */
  double node;                     /* seconds of a step, ... */
  double node_touch;               /* ... and for a touch of the model in addition */
  double least;                    /* steps of a turn */
  double shares[KINDS];            /* of the time of a round */
  bcov_status (*open) (runner *r); /* before the first turn; NULL: nothing to do */
  /* Plays a turn of about WORK steps. */
  bcov_status (*play) (runner *r, uint64_t work, const bcov_turn *turn);
} method;

/* A method with its state. */
struct runner {
  portfolio *all;
  const method *method;
  outcome outcome;
  bool started;
  uint64_t nodes; /* so far */
  uint64_t work;  /* so far, of the searches by items */
  uint64_t attempts;
  atomic_bool halt;
  BCOV_VEC (uint32_t) solution;
  bcov_job job; /* its sink keeps one solution */
  bcov_search *search;
  bcov_program program; /* reversed */
  bcov_quick_plan plan;
  bcov_quick_search quick;
  bcov_corner *corner;
  bcov_repair *repair;
  bcov_strips *strips;
  bcov_sat *sat;
};

enum { METHODS = 11, THOROUGH = 0, CORNER = 4 /* in the table */ };

struct portfolio {
  bcov_prospect *prospect;
  const bcov_job *job;
  bcov_model reduced; /* as far as possible, for the searches by items */
  bool has_reduced;
  bcov_search_effort effort;
  runner runners[METHODS];
  uint32_t round;
  kind kind;      /* of the round */
  double seconds; /* of all turns so far, as planned */
  bool prepared;  /* the order has been sought */
  bcov_status status;
  bcov_error *err;
};

/* Notes that NODES nodes have been visited in all, by a method that does not tell the control. */
static void count_nodes (runner *r, uint64_t nodes)
{
  atomic_fetch_add (&r->job.control->nodes, nodes - r->nodes);
  r->nodes = nodes;
}

/* A sink: keeps one solution. */
static bool keep (void *data, const uint32_t *options, size_t count)
{
  runner *r = data;
  bcov_mem *mem = r->all->job->model->mem;
  r->outcome = FOUND;
  r->solution.count = 0;
  for (size_t k = 0; k < count; k++)
    if (bcov_vec_push (mem, &r->solution, options[k], NULL))
      r->outcome = RETIRED;
  return false;
}

/* ---- searches by items ---- */

static bcov_status step (runner *r, uint64_t work, const bcov_turn *turn)
{
  bool over = false;
  uint64_t nodes = bcov_search_nodes (r->search), before = bcov_search_work (r->search);
  bcov_status status = bcov_search_step (r->search, work, turn, &over);
  r->nodes += bcov_search_nodes (r->search) - nodes;
  r->work += bcov_search_work (r->search) - before;
  if (!status && over && r->outcome == UNDECIDED)
    r->outcome = NONE;
  return status;
}

static bcov_status open_thorough (runner *r)
{
  return bcov_search_open (&r->job, &r->all->effort, &r->search, NULL);
}

/* Returns element K of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from 1 on. */
static uint64_t luby (uint64_t k)
{
  uint64_t size = 1;
  assert (k);
  while (size < k)
    size = 2 * size + 1;
  return size == k ? (size + 1) / 2 : luby (k - size / 2);
}

static bcov_status attempt (runner *r, uint64_t nodes, const bcov_turn *turn)
{
  bcov_model shuffled;
  bcov_status status =
      bcov_model_shuffle (&r->all->reduced, r->attempts, r->attempts % 2 == 0, &shuffled, NULL);
  if (status)
    return status;
  r->job.model = &shuffled;
  status = bcov_search_open (&r->job, &r->all->effort, &r->search, NULL);
  if (!status)
    status = step (r, nodes, turn);
  bcov_search_close (r->search);
  r->search = NULL;
  bcov_model_free (&shuffled);
  return status;
}

static bcov_status play_shuffled (runner *r, uint64_t work, const bcov_turn *turn)
{
  uint64_t end = r->work + work;
  bcov_status status = BCOV_OK;
  while (!status && r->outcome == UNDECIDED && r->work < end &&
         bcov_turn_goes_on (turn, r->job.control))
    status = attempt (r, luby (++r->attempts) * ATTEMPT, turn);
  return status;
}

static bcov_status open_corner (runner *r)
{
  bcov_status status = bcov_corner_open (r->job.model, &r->corner, NULL);
  if (!r->corner)
    r->outcome = RETIRED;
  return status;
}

static bcov_status play_corner (runner *r, uint64_t tests, const bcov_turn *turn)
{
  bool over = false;
  bcov_corner_step (r->corner, tests, turn, r->job.control, &over);
  count_nodes (r, bcov_corner_nodes (r->corner));
  size_t count;
  const uint32_t *solution = bcov_corner_solution (r->corner, &count);
  if (solution)
    keep (r, solution, count);
  else if (over)
    r->outcome = NONE;
  return BCOV_OK;
}

/* ---- local search ---- */

static bcov_status open_repair (runner *r)
{
  bcov_status status = bcov_repair_open (r->job.model, &r->repair, NULL);
  if (!r->repair)
    r->outcome = RETIRED;
  return status;
}

static bcov_status play_repair (runner *r, uint64_t work, const bcov_turn *turn)
{
  bool found = bcov_repair_step (r->repair, work, turn, r->job.control);
  count_nodes (r, bcov_repair_nodes (r->repair));
  if (found) {
    size_t count;
    const uint32_t *taken = bcov_repair_taken (r->repair, &count);
    keep (r, taken, count);
  }
  return BCOV_OK;
}

/* ---- strips ---- */

static bcov_status open_strips (runner *r)
{
  bcov_status status = bcov_strips_open (r->job.model, r->job.control, &r->strips, NULL);
  if (!r->strips)
    r->outcome = RETIRED;
  return status;
}

static bcov_status play_strips (runner *r, uint64_t work, const bcov_turn *turn)
{
  bcov_strips_outcome end;
  bcov_status status = bcov_strips_step (r->strips, work, turn, r->job.control, &end);
  count_nodes (r, bcov_strips_nodes (r->strips));
  if (!status && end == BCOV_STRIPS_FOUND) {
    size_t count;
    const uint32_t *solution = bcov_strips_solution (r->strips, &count);
    keep (r, solution, count);
  } else if (!status && end == BCOV_STRIPS_NONE)
    r->outcome = NONE;
  return status;
}

/* ---- searches along the order ---- */

static bcov_status open_along (runner *r, const bcov_program *program)
{
  const bcov_job *job = &r->all->prospect->job;
  bool can = false;
  bcov_status status =
      bcov_quick_plan_make (job->model, program, job->without, &r->plan, &can, NULL);
  if (!status && !can)
    r->outcome = RETIRED;
  if (status || !can)
    return status;
  bcov_quick_effort effort = bcov_effort_quick (&r->job, INFINITY, NULL);
  status =
      bcov_quick_search_start (&r->plan, effort.dead_bytes, effort.cache_bytes, &r->quick, NULL);
  if (status) {
    bcov_quick_plan_free (&r->plan);
    r->plan = (bcov_quick_plan){0};
  }
  return status;
}

/* Without an order there is nothing to play. */
static bcov_status open_ordered (runner *r)
{
  if (!r->all->prospect->has_program)
    r->outcome = RETIRED;
  return BCOV_OK;
}

static bcov_status open_quick (runner *r)
{
  bcov_status status = open_ordered (r);
  return r->outcome == RETIRED ? status : open_along (r, &r->all->prospect->program);
}

static bcov_status play_quick (runner *r, uint64_t nodes, const bcov_turn *turn)
{
  uint64_t end = r->quick.nodes + nodes;
  while (r->outcome == UNDECIDED && r->quick.nodes < end) {
    bcov_quick_stop stop = bcov_quick_search_go (&r->quick, QUICK_PAUSE, 0);
    if (stop == BCOV_QUICK_FOUND)
      keep (r, r->quick.taken, r->quick.n_taken);
    else if (stop == BCOV_QUICK_OVER)
      r->outcome = NONE;
    else if (!bcov_turn_goes_on (turn, r->job.control))
      break;
  }
  count_nodes (r, r->quick.nodes);
  return BCOV_OK;
}

static bcov_status reverse_program (runner *r)
{
  const bcov_model *model = r->all->prospect->job.model;
  const uint32_t *order = r->all->prospect->order;
  size_t items = model->items.count;
  uint32_t *reversed = bcov_mem_alloc (model->mem, items + 1, sizeof *reversed, NULL);
  if (!reversed)
    return bcov_mem_status (model->mem);
  for (size_t k = 0; k < items; k++)
    reversed[k] = order[items - 1 - k];
  bcov_status status = bcov_program_make (model, reversed, NULL, &r->program, NULL);
  bcov_mem_free (model->mem, reversed);
  return status;
}

static bcov_status open_reversed (runner *r)
{
  bcov_status status = open_ordered (r);
  if (r->outcome == RETIRED)
    return status;
  status = reverse_program (r);
  return status ? status : open_along (r, &r->program);
}

/* ---- the frontier ---- */

/* Returns the job of R for a turn in which *PART sees that another method has won. */
static bcov_job job_of_turn (runner *r, const bcov_turn *turn, bcov_control *part)
{
  bcov_job job = r->job;
  bcov_control_start_part (part, r->job.control, turn->worker, turn->halt);
  job.control = part;
  job.workers = 1;
  return job;
}

/* Starts again in each round, with more states. */
static bcov_status play_levels (runner *r, uint64_t nodes, const bcov_turn *turn)
{
  bcov_prospect *p = r->all->prospect;
  bcov_control part;
  bcov_listing listing;
  bcov_result result;
  bcov_job job = job_of_turn (r, turn, &part);
  bcov_status status = bcov_listing_open (&job, &p->program, nodes, &listing, NULL);
  if (status || listing.given_up)
    return status;
  bcov_result_init (p->job.model->mem, &result);
  status = bcov_listing_answer (&listing, &job, &result, NULL);
  if (!status && r->outcome == UNDECIDED && result.complete)
    r->outcome = NONE;
  bcov_result_free (&result);
  bcov_listing_close (&listing);
  return status;
}

static bcov_status open_count (runner *r)
{
  bcov_prospect *p = r->all->prospect;
  bcov_status status = bcov_prospect_frontier (p, NULL);
  return status ? status : bcov_prospect_forecast (p, NULL);
}

/* Counts the solutions, once everybody else has had about as much time as that takes by the
   forecast.  It can only prove that there is none. */
static bcov_status play_count (runner *r, uint64_t transitions, const bcov_turn *turn)
{
  bcov_prospect *p = r->all->prospect;
  bcov_control part;
  bcov_result result;
  bool done = false;
  (void)transitions;
  double all = p->forecast.states.transitions, seconds = all * bcov_prospect_transition (p);
  if (r->all->seconds < seconds || p->forecast.bytes > (double)bcov_mem_left (p->job.model->mem))
    return BCOV_OK;
  bcov_job job = job_of_turn (r, turn, &part);
  job.sink = NULL;
  job.limit = 0;
  bcov_result_init (p->job.model->mem, &result);
  bcov_status status =
      bcov_frontier_try (&job, &p->frontier, (uint64_t)fmin (FORECAST_SLACK * all + 1, 1e18), NULL,
                         NULL, &done, &result, NULL);
  bool none = !status && done && result.complete && !mpz_sgn (result.found.value);
  r->outcome = none ? NONE : RETIRED;
  bcov_result_free (&result);
  return status;
}

/* ---- the SAT solver ---- */

static bcov_status open_either_sat (runner *r, bcov_sat_aim aim)
{
  if (bcov_sat_exists ())
    return bcov_sat_new (r->all->prospect->job.model, aim, r->job.control, &r->sat, NULL);
  r->outcome = RETIRED;
  return BCOV_OK;
}

static bcov_status open_sat (runner *r)
{
  return open_either_sat (r, BCOV_SAT_FINDING);
}

static bcov_status open_proving_sat (runner *r)
{
  return open_either_sat (r, BCOV_SAT_PROVING);
}

static bcov_status play_sat (runner *r, uint64_t conflicts, const bcov_turn *turn)
{
  bcov_sat_outcome end = BCOV_SAT_OPEN;
  bcov_control part;
  bcov_job job = job_of_turn (r, turn, &part);
  bcov_status status = bcov_sat_solve (r->sat, conflicts, job.control, &end, NULL);
  count_nodes (r, bcov_sat_conflicts (r->sat));
  if (!status && end == BCOV_SAT_FOUND) {
    size_t count;
    const uint32_t *chosen = bcov_sat_chosen (r->sat, &count);
    keep (r, chosen, count);
  } else if (!status && end == BCOV_SAT_NONE)
    r->outcome = NONE;
  return status;
}

/* ---- the table ---- */

/* Times and shares are by hand, from the boards of bench/solve.py. */
static const method methods[METHODS] = {
    /* name, reduced, ordered, start, step, for a touch, least; shares: early, late, large */
    {"search", true, false, 0, 6e-9, 0, 0, {1, 1, 2}, open_thorough, step},
    {"repair", true, false, 5e-8, 4e-9, 0, 0, {3, 2, 1}, open_repair, play_repair},
    {"quick search", false, true, 2e-7, 1e-7, 0, 0, {1, 1, 1}, open_quick, play_quick},
    {"quick search, reversed", false, true, 2e-7, 1e-7, 0, 0, {1, 1, 1}, open_reversed, play_quick},
    {"first open cell", true, false, 1e-7, 1e-8, 0, 0, {2, 2, 24}, open_corner, play_corner},
    {"search, shuffled", true, false, 3e-7, 6e-9, 0, 0, {2, 2, 1}, NULL, play_shuffled},
    {"strips", false, false, 1e-7, 2e-8, 0, 0, {4, 3, 1}, open_strips, play_strips},
    {"frontier", false, true, 1e-6, 1e-6, 0, 0, {1, 1, 1}, open_ordered, play_levels},
    {"sat", false, false, 1e-6, 3e-5, 3.3e-9, 1000, {3, 4, 3}, open_sat, play_sat},
    {"sat, proving", false, false, 4e-6, 3e-5, 3.3e-9, 1000, {1, 2, 1}, open_proving_sat, play_sat},
    {"frontier, counting", false, true, 1e-5, 1, 0, 0, {0, 0, 0}, open_count, play_count},
};

/* The seconds of the first round, and the factor from one round to the next (by hand). */
static const double first_round = 0.004, growth = 1.5;

static double round_seconds (const portfolio *all)
{
  return first_round * pow (growth, all->round);
}

/* Pieces are large if a placement touches this many items on average; a run is late when the turns
   so far have lasted this many seconds (by hand). */
static const double large_placement = 12, late = 2;

/* Returns whether the pieces of MODEL are large.  Then the first open cell is nearly as constrained
   as any other one, and the search that is the fastest for each node gets most of the time. */
static bool is_large (const bcov_model *model)
{
  return (double)model->touches.count >= large_placement * bcov_model_options (model);
}

/* Returns the kind of the current round, which decides the shares. */
static kind round_kind (const portfolio *all)
{
  return is_large (&all->reduced) ? LARGE : all->seconds < late ? EARLY : LATE;
}

static double turn_seconds (const portfolio *all, const method *m)
{
  return m->shares[all->kind] * round_seconds (all);
}

/* Returns whether a turn is as long as the start of method M.  The first round belongs to methods
   that start at once. */
static bool is_due (const portfolio *all, const method *m)
{
  return m->start == 0 ||
         (all->round && round_seconds (all) >= m->start * (double)all->reduced.touches.count);
}

/* Plays the turn of method K. */
static void play (void *data, size_t k, size_t worker)
{
  portfolio *all = data;
  runner *r = &all->runners[k];
  const method *m = r->method;
  double touches = (double)all->reduced.touches.count;
  double seconds = turn_seconds (all, m);
  bcov_turn turn = {worker, &r->halt};
  if (!is_due (all, m) || r->outcome != UNDECIDED || atomic_load (&r->halt))
    return;
  double nodes = fmax (m->least, seconds / (m->node + m->node_touch * touches));
  bcov_status status = r->started || !m->open ? BCOV_OK : m->open (r);
  r->started = true;
  if (!status && r->outcome == UNDECIDED)
    status = m->play (r, (uint64_t)fmin (nodes, 1e18), &turn);
  if (status) /* out of memory, or stopped */
    r->outcome = RETIRED;
  if (r->outcome == FOUND || r->outcome == NONE)
    for (size_t j = k + 1; j < METHODS; j++)
      atomic_store (&all->runners[j].halt, true);
}

/* Finds the order once it is needed.  Without one, the methods that need it retire. */
static void prepare (portfolio *all)
{
  bool wanted = false;
  for (size_t k = 0; k < METHODS; k++)
    wanted = wanted || (methods[k].ordered && is_due (all, &methods[k]));
  if (wanted && !all->prepared)
    bcov_prospect_program (all->prospect, NULL); /* without one, the methods retire */
  all->prepared = wanted;
}

/* Returns the first runner that has decided, or NULL; sets *LEFT to whether any can go on. */
static const runner *find_winner (const portfolio *all, bool *left)
{
  *left = false;
  for (size_t k = 0; k < METHODS; k++) {
    const runner *r = &all->runners[k];
    if (r->outcome == FOUND || r->outcome == NONE)
      return r;
    *left = *left || r->outcome == UNDECIDED;
  }
  return NULL;
}

static void add_seconds (portfolio *all)
{
  for (size_t k = 0; k < METHODS; k++)
    if (all->runners[k].started && all->runners[k].outcome == UNDECIDED)
      all->seconds += turn_seconds (all, &methods[k]);
}

/* Plays rounds until one decides. */
static const runner *play_rounds (portfolio *all)
{
  const runner *winner = NULL;
  bool left = true;
  for (all->round = 0; left && !winner && bcov_control_go_on (all->job->control, 0); all->round++) {
    all->kind = round_kind (all);
    prepare (all);
    bcov_threads_for (all->job->workers, METHODS, play, all);
    winner = find_winner (all, &left);
    add_seconds (all);
  }
  if (!left && !winner && !bcov_control_status (all->job->control, NULL))
    all->status = bcov_error_add (all->err, bcov_mem_status (all->job->model->mem), NULL,
                                  "no method has enough memory");
  return winner;
}

/* ---- start and end ---- */

static void start_runners (portfolio *all)
{
  for (size_t k = 0; k < METHODS; k++) {
    runner *r = &all->runners[k];
    r->all = all;
    r->method = &methods[k];
    r->job = all->prospect->job;
    r->job.sink = keep;
    r->job.data = r;
    r->job.limit = 1;
  }
}

static void end_runner (runner *r)
{
  bcov_mem *mem = r->all->job->model->mem;
  bcov_search_close (r->search);
  bcov_corner_close (r->corner);
  bcov_repair_close (r->repair);
  bcov_strips_close (r->strips);
  bcov_sat_free (r->sat);
  if (r->plan.program) {
    bcov_quick_search_end (&r->quick);
    bcov_quick_plan_free (&r->plan);
  }
  bcov_program_free (&r->program);
  bcov_vec_free (mem, &r->solution);
}

static void report (const runner *winner, const bcov_job *job, bcov_result *result)
{
  mpz_set_ui (result->found.value, winner && winner->outcome == FOUND);
  result->complete = winner;
  if (!winner)
    return;
  result->winner = winner->method->name;
  if (winner->outcome == FOUND && job->sink)
    job->sink (job->data, winner->solution.data, winner->solution.count);
}

/* Searches a small model for a moment. */
static bcov_status play_small (runner *r, const bcov_turn *turn)
{
  const bcov_search_effort effort = {.locks = true, .bitset_bytes = BCOV_PLAIN_BYTES};
  bcov_status status = bcov_search_open (&r->job, &effort, &r->search, NULL);
  if (!status)
    status = step (r, BCOV_PLAIN_FIRST, turn);
  bcov_search_close (r->search);
  r->search = NULL;
  return status;
}

/* Covers the first open cell for about as long as a reduction takes.  The method starts again with
   the reduced model, which it may suit better. */
static bcov_status play_large (runner *r, const bcov_turn *turn)
{
  bcov_status status = open_corner (r);
  if (!status && r->corner)
    status = play_corner (r, r->job.model->touches.count, turn);
  bcov_corner_close (r->corner);
  r->corner = NULL;
  if (r->outcome == UNDECIDED || r->outcome == RETIRED) {
    r->outcome = UNDECIDED;
    r->nodes = 0;
  }
  return status;
}

/* Plays a turn before the model is reduced further; returns the runner if that decides, or NULL. */
static const runner *play_plainly (portfolio *all)
{
  const bcov_model *model = all->prospect->job.model;
  bool small = model->touches.count <= BCOV_PLAIN_TOUCHES;
  runner *r = &all->runners[small ? THOROUGH : CORNER];
  bcov_turn turn = {0, &r->halt};
  if (model->impossible || !(small || is_large (model)))
    return NULL;
  bcov_status status = small ? play_small (r, &turn) : play_large (r, &turn);
  return !status && (r->outcome == FOUND || r->outcome == NONE) ? r : NULL;
}

/* Reduces the model and plays rounds; sets *WINNER. */
static bcov_status play_in_turns (portfolio *all, const runner **winner)
{
  const bcov_parity *parity;
  bcov_status status = bcov_reduce (all->prospect->job.model, BCOV_REDUCE_STEPS, all->job->control,
                                    &all->reduced, all->err);
  all->has_reduced = !status;
  if (!status)
    status = bcov_prospect_parity (all->prospect, &parity, all->err);
  if (status)
    return status;
  all->effort = bcov_effort_search (&all->runners[THOROUGH].job, 0, parity);
  all->effort.locks = true; /* any solution will do */
  for (size_t k = 0; k < METHODS; k++)
    if (methods[k].reduced)
      all->runners[k].job.model = &all->reduced;
  if (all->reduced.impossible) {
    all->runners[THOROUGH].outcome = NONE;
    *winner = &all->runners[THOROUGH];
  } else
    *winner = play_rounds (all);
  return all->status;
}

/* Reports WINNER, which may be NULL, and frees everything. */
static void end_portfolio (portfolio *all, const runner *winner, bcov_result *result)
{
  if (!all->status)
    report (winner, all->job, result);
  for (size_t k = 0; k < METHODS; k++) {
    result->nodes += all->runners[k].nodes;
    end_runner (&all->runners[k]);
  }
  if (all->has_reduced)
    bcov_model_free (&all->reduced);
}

bool bcov_portfolio_begin (bcov_prospect *prospect, const bcov_job *job, bcov_result *result)
{
  portfolio all = {.prospect = prospect, .job = job};
  start_runners (&all);
  const runner *winner = play_plainly (&all);
  end_portfolio (&all, winner, result);
  return winner;
}

bcov_status bcov_portfolio_go_on (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                  bcov_error *err)
{
  portfolio all = {.prospect = prospect, .job = job, .err = err};
  const runner *winner = NULL;
  start_runners (&all);
  all.status = play_in_turns (&all, &winner);
  end_portfolio (&all, winner, result);
  return all.status;
}

bcov_status bcov_portfolio_run (bcov_prospect *prospect, const bcov_job *job, bcov_result *result,
                                bcov_error *err)
{
  if (bcov_portfolio_begin (prospect, job, result))
    return BCOV_OK;
  return bcov_portfolio_go_on (prospect, job, result, err);
}
