/* Runs the quick search on a job.

   Units: the nodes with DEEP options taken, and solutions with fewer, are numbered as they are met.
   The tree above them is small, and each worker walks it.  Units are assigned to workers as they
   become free; part K of N has the units with number K-1 modulo N.  Solutions are passed on in the
   order of the units (ordered_output.h), so that the output does not depend on the threads.

   One thread searches a small tree without units. */

#include "engine/quick/quick_search.h"
#include "engine/ordered_output.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum {
  PAUSE = 2048, /* nodes between two polls */
  MOST_UNITS = 1 << 20,
  DEEPEST = 64 /* options before a unit */
};

typedef struct {
  const bcov_job *job;
  const bcov_quick_plan *plan;
  const bcov_quick_effort *effort;
  bcov_dead_states dead_states; /* shared by all workers */
  uint32_t deep;                /* 0: no units */
  bcov_units dealt;             /* to this part */
  uint64_t units;
  atomic_uint_fast64_t next; /* unit of this part, from 0, that is assigned next */
  atomic_uint_fast64_t done;
  atomic_uint_fast64_t found, nodes, dead, remembered, looked_up, odd;
  uint64_t handed; /* solutions passed to the sink in order */
  atomic_bool stopped, enough;
  atomic_int status;
  bcov_ordered_output *output; /* NULL: the sink is called at once */
} crew;

typedef struct {
  crew *c;
  bcov_quick_search search;
  size_t number;
  uint64_t met, mine; /* units met so far; the number of the next one of this worker */
  bcov_output_turn turn;
  uint64_t found, told_nodes, told_found;
} worker;

/* ---- units ---- */

/* Counts the units with DEEP, up to ENOUGH. */
static bcov_status count_units (crew *c, uint32_t deep, uint64_t enough, uint64_t *units,
                                bcov_error *err)
{
  bcov_quick_search s;
  bcov_status status = bcov_quick_search_start (c->plan, 0, 0, &s, err);
  if (!status && c->effort->parity)
    bcov_quick_search_lean (&s, c->effort->parity);
  *units = 0;
  for (bcov_quick_stop stop = BCOV_QUICK_PAUSE; !status && stop != BCOV_QUICK_OVER;) {
    stop = bcov_quick_search_go (&s, PAUSE, deep);
    *units += stop == BCOV_QUICK_DEEP || stop == BCOV_QUICK_FOUND;
    if (stop == BCOV_QUICK_DEEP)
      bcov_quick_search_skip (&s);
    if (!bcov_control_go_on (c->job->control, 0))
      atomic_store (&c->stopped, true);
    if (*units >= enough || atomic_load (&c->stopped))
      break;
  }
  bcov_quick_search_end (&s);
  return status;
}

/* Finds the least depth with WANTED units, if there are that many. */
static bcov_status choose_deep (crew *c, uint64_t wanted, bcov_error *err)
{
  uint64_t before = 0;
  bcov_status status = BCOV_OK;
  wanted = wanted > MOST_UNITS ? MOST_UNITS : wanted;
  for (c->deep = 1; !status && !atomic_load (&c->stopped); c->deep++) {
    status = count_units (c, c->deep, MOST_UNITS, &c->units, err);
    if (c->units >= wanted || c->deep == DEEPEST || (c->units == before && c->deep > 8))
      break;
    before = c->units;
  }
  return status;
}

static void deal (worker *w)
{
  w->turn.unit = atomic_fetch_add (&w->c->next, 1);
  w->mine = w->c->dealt.from + w->c->dealt.step * w->turn.unit;
}

/* Returns whether this worker searches the unit just met. */
static bool meet (worker *w)
{
  assert (w->met <= w->mine); /* units are assigned in ascending order */
  return w->met++ == w->mine;
}

static void end_unit (worker *w)
{
  crew *c = w->c;
  if (c->output && !bcov_ordered_output_end (c->output, &w->turn))
    atomic_store (&c->enough, true);
  uint64_t done = atomic_fetch_add (&c->done, 1) + 1;
  if (c->units)
    bcov_control_done (c->job->control,
                       fmin (1, (double)(done * c->job->share.parts) / (double)c->units));
  deal (w);
}

/* ---- the search ---- */

static void tell (worker *w)
{
  bcov_control *control = w->c->job->control;
  atomic_fetch_add (&control->nodes, w->search.nodes - w->told_nodes);
  atomic_fetch_add (&control->found, w->found - w->told_found);
  w->told_nodes = w->search.nodes;
  w->told_found = w->found;
}

static void solution (worker *w)
{
  crew *c = w->c;
  const bcov_job *job = c->job;
  bool more = true;
  w->found += bcov_represent_weight (job->represent, w->search.taken, w->search.n_taken);
  if (c->output)
    more = bcov_ordered_output_put (c->output, &w->turn, w->search.taken, w->search.n_taken);
  else if (job->sink)
    more = job->sink (job->data, w->search.taken, w->search.n_taken);
  if (!more)
    atomic_store (&c->enough, true);
}

static void react (worker *w, bcov_quick_stop stop)
{
  bcov_quick_search *s = &w->search;
  bool above = w->c->deep && !s->floor; /* above all units */
  assert (stop != BCOV_QUICK_DEEP || above);
  assert (stop != BCOV_QUICK_UP || s->floor);
  if (stop == BCOV_QUICK_DEEP) {
    if (meet (w))
      s->floor = s->depth;
    else
      bcov_quick_search_skip (s);
  } else if (stop == BCOV_QUICK_UP) {
    s->floor = 0;
    end_unit (w);
  } else if (stop == BCOV_QUICK_FOUND && (!above || meet (w))) {
    solution (w);
    if (above)
      end_unit (w);
  }
}

static bool over (const crew *c)
{
  return atomic_load (&c->stopped) || atomic_load (&c->enough) || atomic_load (&c->status);
}

static void explore (worker *w)
{
  crew *c = w->c;
  bcov_quick_search *s = &w->search;
  bcov_quick_stop stop = BCOV_QUICK_PAUSE;
  uint64_t look = PAUSE;
  while (stop != BCOV_QUICK_OVER && !over (c)) {
    stop = bcov_quick_search_go (s, PAUSE, s->floor ? 0 : c->deep);
    react (w, stop);
    if (s->nodes < look)
      continue;
    look = s->nodes + PAUSE;
    tell (w);
    if (!bcov_control_go_on (c->job->control, w->number))
      atomic_store (&c->stopped, true);
  }
  tell (w);
}

static void run_worker (void *data, size_t part, size_t number)
{
  crew *c = data;
  worker w = {.c = c, .number = number};
  (void)part;
  bool shares = c->dead_states.names;
  bcov_status status = bcov_quick_search_start (c->plan, shares ? 0 : c->effort->dead_bytes,
                                                c->effort->cache_bytes, &w.search, NULL);
  if (shares)
    w.search.dead_states = bcov_dead_states_share (&c->dead_states, number);
  if (!status && c->effort->parity)
    bcov_quick_search_lean (&w.search, c->effort->parity);
  if (!status) {
    deal (&w);
    explore (&w);
  } else
    atomic_store (&c->status, status);
  if (c->output && over (c))
    bcov_ordered_output_enough (c->output);
  atomic_fetch_add (&c->found, w.found);
  atomic_fetch_add (&c->nodes, w.search.nodes);
  atomic_fetch_add (&c->dead, w.search.dead);
  atomic_fetch_add (&c->remembered, w.search.remembered);
  atomic_fetch_add (&c->odd, w.search.odd);
  atomic_fetch_add (&c->looked_up, w.search.shape_cache.looks - w.search.shape_cache.drawn);
  bcov_vec_free (c->job->model->mem, &w.turn.words);
  bcov_quick_search_end (&w.search);
}

/* ---- the run ---- */

/* The sink of the ordered output. */
static bool hand_over (void *data, const uint32_t *options, size_t count)
{
  crew *c = data;
  c->handed += bcov_represent_weight (c->job->represent, options, count);
  return c->job->sink (c->job->data, options, count);
}

static bcov_status run_crew (crew *c, size_t workers, bcov_error *err)
{
  const bcov_job *job = c->job;
  bcov_mem *mem = job->model->mem;
  bcov_status status = BCOV_OK;
  if (job->sink && workers > 1) {
    c->output = bcov_mem_alloc (mem, 1, sizeof *c->output, err);
    if (!c->output)
      return bcov_mem_status (mem);
    bcov_ordered_output_start (mem, hand_over, c, c->output, err);
  }
  bcov_threads_for (workers, workers, run_worker, c);
  if (c->output) {
    status = c->output->status;
    atomic_store (&c->found, c->handed);
    bcov_ordered_output_stop (c->output);
    bcov_mem_free (mem, c->output);
  }
  bcov_status failed = (bcov_status)atomic_load (&c->status);
  if (!status && failed)
    status = bcov_error_add (err, failed, NULL, "a thread ran out of memory");
  return status;
}

bcov_status bcov_quick_run (const bcov_job *job, const bcov_quick_plan *plan,
                            const bcov_quick_effort *effort, bcov_result *result, bcov_error *err)
{
  assert (job->objective == BCOV_EACH && job->workers);
  crew c = {
      .job = job, .plan = plan, .effort = effort, .dealt = bcov_units_dealt (job->share, 0, 1)};
  bcov_status status = BCOV_OK;
  if (effort->units)
    status = choose_deep (&c, effort->units, err);
  if (!status && c.deep && job->workers > 1 && plan->name_words == 1)
    status = bcov_dead_states_new (job->model->mem, 1, effort->dead_bytes * job->workers,
                                   &c.dead_states, err);
  if (!status)
    status = run_crew (&c, c.deep ? job->workers : 1, err);
  bcov_dead_states_free (&c.dead_states);
  mpz_set_ui (result->found.value, c.found);
  result->nodes += c.nodes;
  result->dead += c.dead;
  result->remembered += c.remembered;
  result->looked_up += c.looked_up;
  result->odd += c.odd;
  result->complete = !c.stopped && !c.enough;
  return status;
}
