/* Depth-first search for models of every kind.

   At each level the item in need with the fewest ways left is chosen, and its options are tried one
   after the other.  An option that has been tried is ruled out before the next one is: the
   solutions with it are done.  So each set of options is met once, however many touches an item
   wants, and ruling out more and more often shows early that the rest of the level is hopeless.

   When no item needs anything, what is left is optional: the same loop takes or rules out one
   option alive after the other, and what has been taken is a solution when none is alive.  A model
   of cells to cover exactly never has any left; a board of `?` cells has nothing else.

   For `fill` nothing has a lower bound, every level is of the optional kind, and a branch is cut
   when the cells covered and those that could still be, rounded down to what the options' sizes
   allow, do not exceed the best.

   Parts: the nodes at a fixed depth (and solutions above it) are numbered as they are met, and part
   K of N takes those with number = K-1 modulo N.  The depth is the least that gives enough nodes.
   Threads are parts of a part; short runs never get that far (bcov_search_effort, ALONE).  For a
   list the parts of threads are stretches of the numbers, and what they find is handed on in their
   order (ordered_output.h).

   When one solution is enough, an unlucky choice near the top may cost hours, while most orders of
   items and options are lucky.  So the search is interrupted time and again for an attempt in
   another order (bcov_model_shuffle), as long as Luby's sequence says (Luby, Sinclair and Zuckerman
   1993), and gets as many nodes itself; so no more than twice the nodes are spent where there is no
   solution.

   What is alive is kept as rows of bits (rows.h) where the model allows that and is not too large,
   else as sparse sets (state.h); both make the same tree.

   Invariant: on entering a level the trail is at its mark; leaving it, everything behind the mark
   is undone.  Memory: 32 bytes a touch and a few words a level and an item; none is taken in the
   search but for the growth of trail and levels.  Time: nodes x touches of the options ruled out.
 */

#include "engine/search/search.h"
#include "engine/search/rows.h"
#include "engine/search/state.h"
#include "engine/ordered_output.h"
#include "base/random.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum {
  POLL = 1024,         /* nodes between two looks at the control */
  POLL_WORK = 1 << 22, /* changes and items between two looks, where nodes are large */
  MOST_UNITS = 1 << 20,
  CHUNKS_A_WORKER = 16,
  DEEPEST_SPLIT = 64,
  SHOWN_LEVELS = 24, /* that the progress estimate looks at */
  ATTEMPT = 8192,    /* nodes of the shortest attempt in another order */
  DIVES = 60,
  DEEPEST_DIVE = 100000
};

static const bcov_units all_units = {.to = UINT64_MAX, .step = 1};

typedef struct {
  uint32_t item;   /* BCOV_NO_ITEM: an optional level */
  uint32_t option; /* being tried */
  uint32_t cursor; /* where in the item's column it stands, or its place in the rows */
  uint32_t tried, ways;
  size_t mark;
} level;

typedef struct {
  const bcov_job *job;
  const bcov_parity *parity; /* NULL: none */
  bool in_rows;              /* which of the two states is used */
  bcov_rows rows;
  bcov_state state;
  BCOV_VEC (level) levels;
  BCOV_VEC (uint32_t) taken;  /* options on the way, by their numbers in the compiled model */
  BCOV_VEC (bcov_lean) leans; /* before each of those, and after the last; see parity.h */
  uint64_t odd;               /* nodes left out for that */
  size_t depth;
  uint64_t found, nodes, polled_nodes, polled_found;
  uint64_t work;             /* since the last look at the control */
  uint64_t gain, best, step; /* `fill`: covered now; best so far + 1; divisor of all gains */
  bcov_result *result;       /* where the best goes */
  uint32_t split_depth;      /* 0: no split */
  bcov_units dealt;          /* units of the tree that are counted by OWN, ... */
  bcov_units stretch;        /* ... of which those in this stretch are ours */
  uint64_t unit, own;        /* units seen, and those of them in DEALT */
  uint64_t units;            /* that there are, for the progress; 0: unknown */
  bool probing;              /* counts units and goes no deeper */
  bool aside;                /* an attempt in another order, beside the search proper */
  uint64_t node_limit;       /* 0: none */
  const atomic_bool *halt;   /* another thread has found all that is wanted; NULL: no other */
  size_t worker;
  bool enough; /* the sink has seen enough, or the best cannot be bettered */
  bool stopped;
  bcov_status status; /* not BCOV_OK: memory ended */
  bcov_error *err;
} search;

/* ---- one of two states ---- */

/* FINE, unless memory has ended. */
static bool checked (search *s, bool fine)
{
  bcov_status status = s->in_rows ? s->rows.status : s->state.status;
  if (status)
    s->status = status;
  return fine && !status;
}

static bool take (search *s, const level *l)
{
  return checked (s, s->in_rows ? bcov_rows_take (&s->rows, l->cursor)
                                : bcov_state_take (&s->state, l->option));
}

static bool ban (search *s, const level *l)
{
  return checked (s, s->in_rows ? bcov_rows_ban (&s->rows, l->cursor)
                                : bcov_state_ban (&s->state, l->option));
}

static size_t mark (const search *s)
{
  return s->in_rows ? bcov_rows_mark (&s->rows) : bcov_state_mark (&s->state);
}

static void undo (search *s, size_t to)
{
  if (s->in_rows)
    bcov_rows_undo (&s->rows, to);
  else
    bcov_state_undo (&s->state, to);
}

static uint32_t choose (const search *s)
{
  return s->in_rows ? bcov_rows_choose (&s->rows) : bcov_state_choose (&s->state);
}

static uint32_t choose_free (const search *s)
{
  return s->in_rows ? bcov_rows_choose_free (&s->rows) : bcov_state_choose_free (&s->state);
}

static uint32_t size_of (const search *s, uint32_t item)
{
  return s->in_rows ? bcov_rows_size (&s->rows, item) : s->state.items[item].size;
}

static uint32_t next_of (const search *s, uint32_t item, uint32_t *cursor)
{
  return s->in_rows ? bcov_rows_next (&s->rows, item, cursor)
                    : bcov_state_next (&s->state, item, cursor);
}

static bcov_status start (search *s, const bcov_job *job, const bcov_search_effort *effort,
                          bcov_error *err)
{
  *s = (search){
      .job = job, .parity = effort->parity, .dealt = all_units, .stretch = all_units, .err = err};
  s->in_rows = job->objective != BCOV_MOST && bcov_rows_apply (job->model, effort->bitset_bytes);
  return s->in_rows ? bcov_rows_start (&s->rows, job->model, err)
                    : bcov_state_start (&s->state, job->model, err);
}

static void finish (search *s)
{
  bcov_mem *mem = s->job->model->mem;
  bcov_vec_free (mem, &s->levels);
  bcov_vec_free (mem, &s->taken);
  bcov_vec_free (mem, &s->leans);
  if (s->in_rows)
    bcov_rows_end (&s->rows);
  else
    bcov_state_end (&s->state);
}

/* ---- the search ---- */

/* The share of the tree that lies behind us, if all branches of a level weighed the same.  That is
   too much: the first branches are the larger ones, as what was tried is ruled out in the others.
   The share of the units that were met is too little; the mean of both is about right. */
static double fraction_done (const search *s)
{
  double done = 0, weight = 1;
  for (size_t d = 0; d < s->depth && d < SHOWN_LEVELS; d++) {
    const level *l = &s->levels.data[d];
    assert (l->ways);
    done += weight * l->tried / l->ways;
    weight /= l->ways;
  }
  return done;
}

/* Tells the control what has been done since the last time. */
static void tell (search *s)
{
  bcov_control *control = s->job->control;
  atomic_fetch_add (&control->nodes, s->nodes - s->polled_nodes);
  atomic_fetch_add (&control->found, s->found - s->polled_found);
  s->polled_nodes = s->nodes;
  s->polled_found = s->found;
  if (s->units)
    bcov_control_done (control, sqrt (fraction_done (s) * (double)s->unit / (double)s->units));
  else if (!s->split_depth && !s->aside)
    bcov_control_done (control, fraction_done (s));
}

static void poll (search *s)
{
  tell (s);
  s->work = 0;
  if (!bcov_control_go_on (s->job->control, s->worker) ||
      (s->node_limit && s->nodes >= s->node_limit) || (s->halt && atomic_load (s->halt)))
    s->stopped = true;
}

/* Of large models a single step may rule out, or look through, millions: CHANGES and items. */
static void count_work (search *s, size_t changes)
{
  s->work += s->in_rows ? bcov_rows_current (&s->rows)->words : changes + s->state.n_items;
  if (s->work >= POLL_WORK)
    poll (s);
}

/* Whether the subtree or solution met at this moment belongs to this run. */
static bool ours (search *s)
{
  if (!bcov_units_has (&s->dealt, s->unit++))
    return false;
  return bcov_units_has (&s->stretch, s->own++);
}

static void keep_best (search *s)
{
  s->best = s->gain + 1;
  s->result->gain = s->gain;
  s->result->best.count = 0;
  for (size_t k = 0; k < s->taken.count && !s->status; k++)
    s->status = bcov_vec_push (s->result->mem, &s->result->best, s->taken.data[k], s->err);
}

/* What has been taken is a solution. */
static void solution (search *s)
{
  const bcov_job *job = s->job;
  if ((s->taken.count < s->split_depth && !ours (s)) || s->probing)
    return;
  s->found += bcov_represent_weight (job->represent, s->taken.data, s->taken.count);
  if (job->objective == BCOV_MOST && s->gain >= s->best)
    keep_best (s);
  if (job->sink && !job->sink (job->data, s->taken.data, s->taken.count))
    s->enough = true;
}

/* `fill`: whether the cells covered and those that still could be do not exceed the best. */
static bool hopeless (const search *s)
{
  assert (s->job->objective != BCOV_MOST || s->step);
  return s->job->objective == BCOV_MOST && s->gain + s->state.live / s->step * s->step < s->best;
}

/* The next option to try on LEVEL; false when there is none (which may make a solution). */
static bool next_option (search *s, level *l)
{
  uint32_t item = l->item;
  if (item == BCOV_NO_ITEM) {
    item = choose_free (s);
    if (item == BCOV_NO_ITEM)
      solution (s);
  }
  if (item == BCOV_NO_ITEM || !size_of (s, item))
    return false;
  if (l->item == BCOV_NO_ITEM)
    l->cursor = 0;
  l->option = next_of (s, item, &l->cursor);
  return true;
}

/* Room for the lean after one more option. */
static bcov_status reserve_leans (search *s)
{
  bcov_status status = bcov_vec_reserve (s->job->model->mem, &s->leans, s->taken.count + 2, s->err);
  if (!status && !s->taken.count)
    s->leans.data[0] = s->parity->start;
  return status;
}

/* Whether the rest can be balanced after the option that was taken last. */
static bool is_even (search *s)
{
  size_t n = s->taken.count;
  if (!s->parity)
    return true;
  bool even =
      bcov_parity_take (s->parity, s->taken.data[n - 1], s->leans.data[n - 1], &s->leans.data[n]);
  s->odd += !even;
  return even;
}

/* Opens a level below the last, unless the subtree belongs to another part or leads nowhere. */
static void enter (search *s)
{
  bcov_mem *mem = s->job->model->mem;
  assert (s->taken.count == s->depth); /* each level above has taken one option */
  if (++s->nodes % POLL == 0)
    poll (s);
  if (s->split_depth && s->depth == s->split_depth && (!ours (s) || s->probing))
    return;
  if (hopeless (s))
    return;
  level fresh = {.item = choose (s)};
  uint32_t item = fresh.item == BCOV_NO_ITEM ? choose_free (s) : fresh.item;
  fresh.ways = item == BCOV_NO_ITEM ? 1 : size_of (s, item) + (fresh.item == BCOV_NO_ITEM);
  bcov_status status = bcov_vec_reserve (mem, &s->taken, s->depth + 1, s->err);
  if (!status)
    status = bcov_vec_reserve (mem, &s->levels, s->depth + 1, s->err);
  if (!status && s->parity)
    status = reserve_leans (s);
  if (status)
    s->status = status;
  else
    s->levels.data[s->depth++] = fresh;
}

/* Takes back the option of the last level, if it is taken, and rules it out; false when the level
   is done with. */
static bool go_on (search *s, level *l)
{
  undo (s, l->mark);
  assert (mark (s) == l->mark);
  assert (s->taken.data[s->taken.count - 1] == s->job->model->origin.data[l->option]);
  if (s->job->objective == BCOV_MOST)
    s->gain -= bcov_model_gain (s->job->model, l->option);
  s->taken.count--;
  l->tried++;
  return ban (s, l) && !hopeless (s) && !s->status;
}

/* Tries the next option of the last level; false when the level is done with. */
static bool step_down (search *s, level *l)
{
  const bcov_model *model = s->job->model;
  size_t depth = s->depth;
  if (!next_option (s, l))
    return false;
  l->mark = mark (s);
  s->taken.data[s->taken.count++] = model->origin.data[l->option];
  if (s->job->objective == BCOV_MOST)
    s->gain += bcov_model_gain (model, l->option);
  bool fine = is_even (s) && take (s, l);
  count_work (s, mark (s) - l->mark);
  if (fine)
    enter (s);
  return s->depth > depth || go_on (s, &s->levels.data[depth - 1]);
}

/* Goes on with the tree that was entered. */
static void proceed (search *s)
{
  while (s->depth && !s->stopped && !s->enough && !s->status)
    if (!step_down (s, &s->levels.data[s->depth - 1]))
      do
        s->depth--;
      while (s->depth && !go_on (s, &s->levels.data[s->depth - 1]));
  tell (s);
}

/* Searches the tree, or what is ours of it. */
static void explore (search *s)
{
  enter (s);
  proceed (s);
}

/* ---- parts and threads ---- */

/* The least depth at which the tree has WANTED nodes, as far as it has them at all. */
static bcov_status choose_split (const bcov_job *job, const bcov_search_effort *effort,
                                 uint64_t wanted, uint32_t *depth, uint64_t *units, bcov_error *err)
{
  uint64_t before = 0;
  bcov_status status = BCOV_OK;
  if (wanted > MOST_UNITS)
    wanted = MOST_UNITS;
  for (*depth = 1; !status; ++*depth) {
    search s;
    status = start (&s, job, effort, err);
    if (status)
      break;
    s.split_depth = *depth;
    s.probing = true;
    s.step = 1;
    explore (&s);
    status = s.status;
    *units = s.unit;
    bool stopped = s.stopped;
    finish (&s);
    if (*units >= wanted || stopped || *depth == DEEPEST_SPLIT || (*units == before && *depth > 8))
      break;
    before = *units;
  }
  return status;
}

/* What is ours of the tree, and when to end. */
typedef struct {
  uint32_t split_depth;
  bcov_units dealt, stretch; /* as in a search */
  uint64_t units, node_limit;
  const atomic_bool *halt;
  size_t worker;
} portion;

static bcov_status run_one (const bcov_job *job, const bcov_search_effort *effort,
                            const portion *part, bcov_result *result, uint64_t *found,
                            bool *stopped, bcov_error *err)
{
  search s;
  bcov_status status = start (&s, job, effort, err);
  if (status)
    return status;
  s.split_depth = part->split_depth;
  s.dealt = part->dealt;
  s.stretch = part->stretch;
  s.units = part->units;
  s.node_limit = part->node_limit;
  s.halt = part->halt;
  s.worker = part->worker;
  s.result = result;
  s.step = 0;
  for (uint32_t o = 0; job->objective == BCOV_MOST && o < bcov_model_options (job->model); o++)
    for (uint64_t a = bcov_model_gain (job->model, o), b; a; a = b)
      b = s.step % a, s.step = a;
  s.step += !s.step;
  explore (&s);
  status = s.status;
  *found = s.found;
  *stopped = s.stopped || s.enough;
  result->nodes += s.nodes;
  result->odd += s.odd;
  finish (&s);
  return status;
}

typedef struct {
  const bcov_job *job;
  const bcov_search_effort *effort;
  uint32_t split_depth;
  size_t chunks;
  uint64_t *found, *nodes, *odd; /* of each chunk */
  atomic_size_t done;
  atomic_int status;
  atomic_bool stopped;
} team;

static void run_chunk (void *data, size_t chunk, size_t worker)
{
  team *t = data;
  const bcov_job *job = t->job;
  bcov_result scratch = {.mem = job->model->mem};
  bool stopped = false;
  if (atomic_load (&t->status) || atomic_load (&t->stopped))
    return;
  portion part = {.split_depth = t->split_depth,
                  .dealt = bcov_units_dealt (job->share, chunk, t->chunks),
                  .stretch = all_units,
                  .worker = worker};
  bcov_status status = run_one (job, t->effort, &part, &scratch, &t->found[chunk], &stopped, NULL);
  t->nodes[chunk] = scratch.nodes;
  t->odd[chunk] = scratch.odd;
  if (status)
    atomic_store (&t->status, status);
  if (stopped)
    atomic_store (&t->stopped, true);
  size_t done = atomic_fetch_add (&t->done, 1) + 1;
  bcov_control_done (job->control, (double)done / (double)t->chunks);
}

static bcov_status run_team (const bcov_job *job, const bcov_search_effort *effort,
                             uint32_t split_depth, bcov_result *result, bcov_error *err)
{
  bcov_mem *mem = job->model->mem;
  assert (split_depth && job->workers && !job->sink && job->objective == BCOV_EACH);
  team t = {.job = job,
            .effort = effort,
            .split_depth = split_depth,
            .chunks = job->workers * CHUNKS_A_WORKER};
  t.found = bcov_mem_alloc (mem, 3 * t.chunks, sizeof *t.found, err);
  if (!t.found)
    return bcov_mem_status (mem);
  t.nodes = t.found + t.chunks;
  t.odd = t.nodes + t.chunks;
  bcov_threads_for (job->workers, t.chunks, run_chunk, &t);
  for (size_t k = 0; k < t.chunks; k++) {
    bcov_number_add (&result->found, t.found[k]);
    result->nodes += t.nodes[k];
    result->odd += t.odd[k];
  }
  result->complete = !atomic_load (&t.stopped);
  bcov_mem_free (mem, t.found);
  bcov_status status = (bcov_status)atomic_load (&t.status);
  return status ? bcov_error_add (err, status, NULL, "a thread ran out of memory") : BCOV_OK;
}

static bcov_status run_alone (const bcov_job *job, const bcov_search_effort *effort,
                              uint32_t split_depth, uint64_t units, bcov_result *result,
                              bcov_error *err)
{
  uint64_t found = 0;
  bool stopped = false;
  portion part = {.split_depth = split_depth,
                  .dealt = bcov_units_dealt (job->share, 0, 1),
                  .stretch = all_units,
                  .units = units,
                  .node_limit = effort->alone};
  bcov_status status = run_one (job, effort, &part, result, &found, &stopped, err);
  bcov_number_add (&result->found, found);
  result->complete = !stopped;
  return status;
}

/* ---- a list by threads ---- */

/* The units of the job fall into stretches, and what is found is handed on in their order. */
typedef struct {
  const bcov_job *job;
  const bcov_search_effort *effort;
  uint32_t split_depth;
  uint64_t units; /* of the job */
  size_t stretches;
  bcov_ordered_output output;
  atomic_uint_fast64_t nodes, odd;
  uint64_t handed; /* solutions, with those that they stand for */
  atomic_size_t done;
  atomic_int status;
  atomic_bool stopped;
} crew;

/* A sink: one stretch of the list. */
typedef struct {
  crew *c;
  bcov_output_turn turn;
} stretch_output;

static bool put_in_turn (void *data, const uint32_t *options, size_t count)
{
  stretch_output *v = data;
  return bcov_ordered_output_put (&v->c->output, &v->turn, options, count);
}

/* The sink of the ordered output: all of the list. */
static bool hand_over (void *data, const uint32_t *options, size_t count)
{
  crew *c = data;
  c->handed += bcov_represent_weight (c->job->represent, options, count);
  return c->job->sink (c->job->data, options, count);
}

static void run_stretch (void *data, size_t stretch, size_t worker)
{
  crew *c = data;
  stretch_output v = {.c = c, .turn.unit = stretch};
  bcov_job job = *c->job;
  bcov_result scratch = {.mem = job.model->mem};
  uint64_t found = 0;
  bool stopped = false;
  portion part = {.split_depth = c->split_depth,
                  .dealt = bcov_units_dealt (job.share, 0, 1),
                  .stretch = bcov_units_stretch (c->units, stretch, c->stretches),
                  .halt = &c->output.enough,
                  .worker = worker};
  job.sink = put_in_turn;
  job.data = &v;
  if (!atomic_load (&c->stopped)) {
    bcov_status status = run_one (&job, c->effort, &part, &scratch, &found, &stopped, NULL);
    if (status)
      atomic_store (&c->status, status);
    if (status || stopped)
      atomic_store (&c->stopped, true);
  }
  atomic_fetch_add (&c->nodes, scratch.nodes);
  atomic_fetch_add (&c->odd, scratch.odd);
  if (atomic_load (&c->stopped))
    bcov_ordered_output_enough (&c->output);
  bcov_ordered_output_end (&c->output, &v.turn);
  bcov_control_done (job.control,
                     (double)(atomic_fetch_add (&c->done, 1) + 1) / (double)c->stretches);
}

static bcov_status list_by_team (const bcov_job *job, const bcov_search_effort *effort,
                                 uint32_t split_depth, uint64_t units, bcov_result *result,
                                 bcov_error *err)
{
  bcov_mem *mem = job->model->mem;
  assert (split_depth && job->workers && job->sink);
  crew *c = bcov_mem_alloc (mem, 1, sizeof *c, err);
  if (!c)
    return bcov_mem_status (mem);
  c->job = job;
  c->effort = effort;
  c->split_depth = split_depth;
  c->units = bcov_units_of_share (job->share, units);
  c->stretches = job->workers * CHUNKS_A_WORKER;
  bcov_ordered_output_start (mem, hand_over, c, &c->output, err);
  bcov_threads_for (job->workers, c->stretches, run_stretch, c);
  bcov_status status = c->output.status, failed = (bcov_status)atomic_load (&c->status);
  if (!status && failed)
    status = bcov_error_add (err, failed, NULL, "a thread ran out of memory");
  bcov_number_add (&result->found, c->handed);
  result->nodes += c->nodes;
  result->odd += c->odd;
  /* The sink may have had enough after the last stretch was searched. */
  result->complete = !atomic_load (&c->stopped) && !atomic_load (&c->output.enough);
  bcov_ordered_output_stop (&c->output);
  bcov_mem_free (mem, c);
  return status;
}

/* ---- one solution ---- */

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...; K from 1 on. */
static uint64_t luby (uint64_t k)
{
  uint64_t size = 1;
  assert (k);
  while (size < k)
    size = 2 * size + 1;
  return size == k ? (size + 1) / 2 : luby (k - size / 2);
}

/* So many nodes of the search in another order; OVER when that has found what is to be found. */
static bcov_status attempt (const bcov_job *job, const bcov_search_effort *effort, uint64_t seed,
                            uint64_t nodes, bool *over, bcov_result *result, bcov_error *err)
{
  bcov_model shuffled;
  bcov_job other = *job;
  search s;
  bcov_status status = bcov_model_shuffle (job->model, seed, &shuffled, err);
  if (status)
    return status;
  other.model = &shuffled;
  status = start (&s, &other, effort, err);
  if (!status) {
    s.aside = true;
    s.node_limit = nodes;
    explore (&s);
    status = s.status;
    *over = s.enough || !s.stopped;
    result->nodes += s.nodes;
    result->odd += s.odd;
    result->complete = !s.stopped && !s.enough;
    bcov_number_add (&result->found, *over ? s.found : 0);
    finish (&s);
  }
  bcov_model_free (&shuffled);
  return status;
}

/* Searches for one solution, in this order and others by turns. */
static bcov_status run_first (const bcov_job *job, const bcov_search_effort *effort,
                              bcov_result *result, bcov_error *err)
{
  search s;
  bool over = false;
  assert (job->objective == BCOV_EACH && job->share.parts == 1);
  bcov_status status = start (&s, job, effort, err);
  if (status)
    return status;
  enter (&s);
  for (uint64_t k = 1; !status && !over; k++) {
    uint64_t nodes = luby (k) * ATTEMPT;
    s.node_limit = s.nodes + nodes;
    s.stopped = false;
    proceed (&s);
    status = s.status;
    if (status || !s.stopped || s.nodes < s.node_limit)
      break;
    status = attempt (job, effort, k, nodes, &over, result, err);
  }
  if (!over) {
    bcov_number_add (&result->found, s.found);
    result->complete = !s.stopped && !s.enough;
  }
  result->nodes += s.nodes;
  result->odd += s.odd;
  finish (&s);
  return status;
}

/* A count that seemed to be short: alone at first, by threads if it is not. */
static bcov_status run_short (const bcov_job *job, const bcov_search_effort *effort,
                              uint32_t split_depth, uint64_t units, bcov_result *result,
                              bcov_error *err)
{
  bcov_status status = run_alone (job, effort, split_depth, units, result, err);
  if (status || !effort->alone || result->complete || !bcov_control_go_on (job->control, 0))
    return status;
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 0);
  atomic_store (&job->control->found, 0);
  if (!split_depth)
    status = choose_split (job, effort, effort->team_units, &split_depth, &units, err);
  return status ? status : run_team (job, effort, split_depth, result, err);
}

static __attribute__ ((unused)) bool is_reduced (const bcov_model *model)
{
  for (size_t t = 0; t < model->touches.count; t++)
    if (model->touches.data[t].times > model->items.data[model->touches.data[t].item].hi)
      return false;
  return true;
}

bcov_status bcov_search_run (const bcov_job *job, const bcov_search_effort *effort,
                             bcov_result *result, bcov_error *err)
{
  uint32_t split_depth = 0;
  uint64_t units = 0;
  bcov_status status = BCOV_OK;
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 0);
  if (job->model->impossible)
    return BCOV_OK;
  assert (is_reduced (job->model));
  if (effort->restarts)
    return run_first (job, effort, result, err);
  if (effort->units)
    status = choose_split (job, effort, effort->units, &split_depth, &units, err);
  if (status)
    return status;
  if (effort->team)
    return job->sink ? list_by_team (job, effort, split_depth, units, result, err)
                     : run_team (job, effort, split_depth, result, err);
  return run_short (job, effort, split_depth, units, result, err);
}

/* ---- estimate ---- */

/* One random way down: each node stands for as many as there were ways to choose on it.  NODES is
   added to. */
static bcov_status dive (bcov_state *s, bcov_random *random, bcov_control *control, uint64_t *work,
                         double *nodes)
{
  double weight = 1;
  size_t mark = bcov_state_mark (s), before = mark;
  bcov_status status = BCOV_OK;
  *nodes += 1;
  for (int depth = 0; depth < DEEPEST_DIVE && !status; depth++) {
    uint32_t item = bcov_state_choose (s);
    bool free = item == BCOV_NO_ITEM;
    if (free && (item = bcov_state_choose_free (s)) == BCOV_NO_ITEM)
      break;
    uint32_t size = s->items[item].size;
    uint32_t k = s->items[item].start + (uint32_t)bcov_random_below (random, size);
    assert (size);
    weight *= free ? 2 : size;
    *nodes += weight;
    if (!bcov_state_take (s, s->owner[s->set[k]]))
      break;
    status = bcov_control_work (control, work, bcov_state_mark (s) - before + s->n_items, s->err);
    before = bcov_state_mark (s);
  }
  bcov_state_undo (s, mark);
  return status ? status : s->status;
}

bcov_status bcov_search_estimate (const bcov_model *model, bcov_control *control, double *nodes,
                                  bcov_error *err)
{
  bcov_state state;
  bcov_random random = {1};
  uint64_t work = 0;
  *nodes = 0;
  if (model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_state_start (&state, model, err);
  if (status)
    return status;
  for (int k = 0; k < DIVES && !status; k++)
    status = dive (&state, &random, control, &work, nodes);
  *nodes /= DIVES;
  bcov_state_end (&state);
  return status;
}
