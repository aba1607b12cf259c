/* Runs the quick search on a job.

   Units: for parts and lists, the nodes with DEEP options taken, and solutions with fewer, are
   numbered as they are met.  The tree above them is small, and each worker walks it.  Units are
   assigned to workers as they become free; part K of N has the units with number K-1 modulo N.
   Solutions are passed on in the order of the units (ordered_output.h), so that the output does not
   depend on the threads.

   One thread begins, and the others join it if the run is not short.  In a count, a thread without
   work gets the untried choices of another one (handover.h); a count of the whole tree needs no
   units. */

#include "engine/quick/quick_search.h"
#include "engine/handover.h"
#include "engine/ordered_output.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum {
  PAUSE = 2048,      /* nodes between two polls */
  ASKED = 256,       /* nodes between two questions whether a thread waits for work */
  SHOWN_FRAMES = 24, /* that the progress estimate uses */
  MOST_UNITS = 1 << 20,
  DEEPEST = 64 /* options before a unit */
};

#define SHARES 0x1p60 /* the whole tree, for progress */

typedef struct worker worker;

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
  atomic_uint_fast64_t searched; /* of SHARES, without units */
  worker *first;                 /* worker 0, which begins alone */
  bcov_handover handover;
  atomic_uint_fast64_t found, nodes, dead, remembered, looked_up, odd;
  uint64_t handed; /* solutions passed to the sink in order */
  atomic_bool stopped, enough;
  atomic_int status;
  bcov_ordered_output *output; /* NULL: the sink is called at once */
} crew;

struct worker {
  crew *c;
  bcov_quick_search search;
  size_t number;
  bool gift;          /* it searches a gift ... */
  bool walked;        /* ... because there are no more units */
  uint64_t met, mine; /* units met so far; the number of the next one of this worker */
  bcov_output_turn turn;
  uint64_t found, told_nodes, told_found;
  /* Without units, the share of the tree that it searches: at frame FROM it has come to BASE, the
     choice being tried there has the share SPAN, and END is the end of all. */
  uint32_t from;
  double base, span, end, shown;
};

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
  w->walked =
      w->c->deep && w->c->effort->alone && w->c->units < MOST_UNITS && w->mine >= w->c->units;
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

/* ---- progress without units ---- */

/* Moves *AT and *SPAN from the choice being tried before frame W->FROM to that of frame LAST. */
static void move_down (const worker *w, uint32_t last, double *at, double *span)
{
  for (uint32_t f = w->from; f <= last && f < w->from + SHOWN_FRAMES; f++) {
    const bcov_quick_frame *frame = &w->search.frames[f];
    double choices = frame->end - frame->first;
    *at += *span * (frame->next > frame->first ? frame->next - frame->first - 1 : 0) / choices;
    *span /= choices;
  }
}

static void tell_share (worker *w, bool over)
{
  double at = w->base, span = w->span;
  move_down (w, w->search.depth, &at, &span);
  at = over ? w->end : fmin (fmax (at, w->shown), w->end);
  uint64_t more = (uint64_t)((at - w->shown) * SHARES);
  w->shown = at;
  more += atomic_fetch_add (&w->c->searched, more);
  bcov_control_done (w->c->job->control, fmin (1, (double)more / SHARES));
}

/* ---- gifts ---- */

/* Returns whether another worker waits for a part of this worker's tree. */
static bool is_asked (const worker *w)
{
  const crew *c = w->c;
  return !c->output && bcov_handover_wanted (&c->handover) &&
         (!c->deep || w->gift || w->search.floor);
}

/* Gives the untried choices of FRAME away; without memory, this worker does it all. */
static void give (worker *w, uint32_t frame)
{
  bcov_quick_search *s = &w->search;
  bcov_quick_gift *gift = bcov_quick_search_give (s, frame);
  if (!gift || !bcov_handover_claim (&w->c->handover)) {
    bcov_mem_free (w->c->job->model->mem, gift);
    return;
  }
  move_down (w, frame, &w->base, &w->span);
  w->from = frame + 1;
  gift->begin = fmin (w->base + w->span, w->end);
  gift->end = w->end;
  w->end = gift->begin;
  bcov_quick_search_yield (s, frame);
  bcov_handover_give (&w->c->handover, gift);
}

/* ---- the search ---- */

static void tell (worker *w, bool over)
{
  bcov_control *control = w->c->job->control;
  atomic_fetch_add (&control->nodes, w->search.nodes - w->told_nodes);
  atomic_fetch_add (&control->found, w->found - w->told_found);
  w->told_nodes = w->search.nodes;
  w->told_found = w->found;
  if (!w->c->deep)
    tell_share (w, over);
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
  bool above = w->c->deep && !s->floor && !w->gift; /* above all units */
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

static void poll (worker *w)
{
  crew *c = w->c;
  tell (w, false);
  if (!bcov_control_go_on (c->job->control, w->number))
    atomic_store (&c->stopped, true);
}

/* Searches until the worker has visited MOST nodes; returns false if there is nothing more to do.
 */
static bool explore (worker *w, uint64_t most)
{
  crew *c = w->c;
  bcov_quick_search *s = &w->search;
  bcov_quick_stop stop = BCOV_QUICK_PAUSE;
  uint64_t look = s->nodes + PAUSE, step = c->effort->alone ? ASKED : PAUSE;
  while (stop != BCOV_QUICK_OVER && !w->walked && !over (c) && s->nodes < most) {
    stop = bcov_quick_search_go (s, step, s->floor || w->gift ? 0 : c->deep);
    react (w, stop);
    uint32_t spare = is_asked (w) ? bcov_quick_search_spare (s) : s->depth;
    if (spare < s->depth)
      give (w, spare);
    if (s->nodes < look)
      continue;
    look = s->nodes + PAUSE;
    poll (w);
  }
  tell (w, stop == BCOV_QUICK_OVER);
  return stop != BCOV_QUICK_OVER && !w->walked && !over (c);
}

static void search_gift (worker *w, const bcov_quick_gift *gift)
{
  bcov_quick_search_receive (&w->search, gift);
  w->gift = true;
  w->walked = false;
  w->from = 0;
  w->base = w->shown = gift->begin;
  w->end = gift->end;
  w->span = w->end - w->base;
  explore (w, UINT64_MAX);
}

/* ---- workers ---- */

static bcov_status start_worker (crew *c, size_t number, worker *w)
{
  bool shares = c->dead_states.names;
  *w = (worker){.c = c, .number = number, .span = number ? 0 : 1, .end = number ? 0 : 1};
  bcov_status status = bcov_quick_search_start (c->plan, shares ? 0 : c->effort->dead_bytes,
                                                c->effort->cache_bytes, &w->search, NULL);
  if (status) {
    atomic_store (&c->status, status);
    return status;
  }
  if (shares)
    w->search.dead_states = bcov_dead_states_share (&c->dead_states, number);
  if (c->effort->parity)
    bcov_quick_search_lean (&w->search, c->effort->parity);
  deal (w);
  return BCOV_OK;
}

static void end_worker (worker *w)
{
  crew *c = w->c;
  atomic_fetch_add (&c->found, w->found);
  atomic_fetch_add (&c->nodes, w->search.nodes);
  atomic_fetch_add (&c->dead, w->search.dead);
  atomic_fetch_add (&c->remembered, w->search.remembered);
  atomic_fetch_add (&c->odd, w->search.odd);
  atomic_fetch_add (&c->looked_up, w->search.shape_cache.looks - w->search.shape_cache.drawn);
  bcov_vec_free (c->job->model->mem, &w->turn.words);
  bcov_quick_search_end (&w->search);
}

/* Wakes the workers that wait if the run is over. */
static void wake_others (crew *c)
{
  if (!over (c))
    return;
  if (c->output)
    bcov_ordered_output_enough (c->output);
  bcov_handover_end (&c->handover);
}

static void search_gifts (worker *w, size_t workers)
{
  crew *c = w->c;
  bcov_quick_gift *gift;
  while (!over (c) && (gift = bcov_handover_take (&c->handover, workers))) {
    search_gift (w, gift);
    bcov_mem_free (c->job->model->mem, gift);
  }
}

/* What a thread does: its units, then gifts. */
static void run_worker (void *data, bcov_team *team, size_t number)
{
  crew *c = data;
  worker own, *w = number ? &own : c->first;
  bcov_status status = number ? start_worker (c, number, w) : BCOV_OK;
  if (!status && (c->deep || !number))
    explore (w, UINT64_MAX);
  if (!status && !c->output)
    search_gifts (w, team->size);
  wake_others (c);
  if (!status)
    end_worker (w);
}

/* Searches alone for a while; returns whether the others are to join in.  They would begin with
   empty shape caches, so they start later if the cache is used. */
static bool explore_alone (worker *w)
{
  const bcov_quick_effort *effort = w->c->effort;
  if (effort->alone == 1)
    return true;
  bool more = explore (w, effort->alone ? effort->alone : UINT64_MAX);
  if (more && w->search.shape_cache.slots)
    more = explore (w, effort->warm);
  return more;
}

/* One thread searches for a while, then all of them. */
static void run_workers (crew *c)
{
  worker first;
  if (start_worker (c, 0, &first))
    return;
  c->first = &first;
  first.search.dead_states.shared = false;
  if (explore_alone (&first)) {
    first.search.dead_states.shared = c->dead_states.names;
    bcov_team_run (c->job->workers, run_worker, c);
  } else
    end_worker (&first);
}

/* ---- the run ---- */

/* The sink of the ordered output. */
static bool hand_over (void *data, const uint32_t *options, size_t count)
{
  crew *c = data;
  c->handed += bcov_represent_weight (c->job->represent, options, count);
  return c->job->sink (c->job->data, options, count);
}

static bcov_status run_crew (crew *c, bcov_error *err)
{
  const bcov_job *job = c->job;
  bcov_mem *mem = job->model->mem;
  bcov_status status = BCOV_OK;
  if (job->sink && c->effort->alone) {
    c->output = bcov_mem_alloc (mem, 1, sizeof *c->output, err);
    if (!c->output)
      return bcov_mem_status (mem);
    bcov_ordered_output_start (mem, hand_over, c, c->output, err);
  }
  bcov_handover_start (&c->handover);
  run_workers (c);
  bcov_handover_stop (&c->handover, mem);
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
  assert (!effort->alone || effort->units || !job->sink);
  crew c = {.job = job, .plan = plan, .effort = effort, .dealt = bcov_units_dealt (job->share)};
  bcov_status status = BCOV_OK;
  if (effort->units)
    status = choose_deep (&c, effort->units, err);
  if (!status && effort->alone && plan->name_words == 1)
    status = bcov_dead_states_new (job->model->mem, 1, effort->dead_bytes, &c.dead_states, err);
  if (!status)
    status = run_crew (&c, err);
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
