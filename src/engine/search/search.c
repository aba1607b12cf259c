/* Depth-first search for models of every kind.

   Each level chooses the item in need with the fewest options left and tries these one after the
   other.  It rules out each option that has been tried before it tries the next one, because all
   solutions with that option are known.  So the search meets each set of options once, however many
   touches an item needs, and often detects early that the rest of a level has no solution.

   When no item needs any more touches, the remaining options are optional: the same loop takes or
   rules out one option alive after the other, and the options taken are a solution when none is
   alive.  If all cells must be covered, there are no optional options; on a board of `?` cells, all
   options are optional.

   For `fill`, no item has a lower bound, and every level is optional.  A branch is cut when the
   cells covered, plus those that could still be covered, rounded down to what the sizes of options
   allow, do not exceed the best.

   Parts: the nodes at a fixed depth, and solutions above it, are numbered as they are met.  Part K
   of N takes those with number K-1 modulo N.  The depth is the least that gives enough nodes.

   Threads: one thread begins, and the others join it if the run is not short (bcov_search_effort,
   ALONE).  If the tree is divided into units, for a part or a list, each thread walks the tree
   above them by itself and takes the next free unit; a list puts the solutions in their order
   (ordered_output.h).  In a count, a thread without work gets a *gift*: the untried options of the
   topmost level of another thread that has some.  It replays the path to this level, so that its
   subtrees are the same as without threads, and no node is visited twice.

   A search in steps pauses after a number of nodes, so that it can take turns with other methods
   (plan/portfolio.c).

   The options alive are kept as bitsets (rows.h) if the model allows that and is not too large,
   else as sparse sets (state.h).  Both make the same tree.

   Invariant: on entering a level the trail is at its mark; leaving it undoes everything behind the
   mark.  Memory: 32 bytes a touch and a few words a level and an item; during the search only the
   trail and the levels grow.  Time: nodes x touches of the options ruled out. */

#include "engine/search/search.h"
#include "engine/search/locks.h"
#include "engine/search/rows.h"
#include "engine/search/state.h"
#include "engine/handover.h"
#include "engine/ordered_output.h"
#include "base/random.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum {
  POLL = 1024,         /* nodes between two polls */
  POLL_WORK = 1 << 20, /* touches and items between two polls, for large nodes */
  MOST_UNITS = 1 << 20,
  DEEPEST_SPLIT = 64,
  GIVEN_APART = 32,  /* nodes between two gifts of a thread */
  SHOWN_LEVELS = 24, /* that the progress estimate uses */
  DIVES = 60,
  DEEPEST_DIVE = 100000
};

#define ALL_UNITS ((bcov_units){.to = UINT64_MAX, .step = 1})

typedef struct {
  uint32_t item;   /* BCOV_NO_ITEM: an optional level */
  uint32_t option; /* being tried */
  uint32_t cursor; /* its index in the item's column, or its place in the bitset */
  uint32_t tried, ways;
  bool given; /* the untried options belong to another thread */
  size_t mark;
} level;

typedef struct team team;

/* The part of the tree that a search visits, and when it ends. */
typedef struct {
  uint32_t split_depth;    /* 0: no split */
  bcov_units dealt;        /* the units of the tree that belong to the run */
  uint64_t units;          /* in all, for the progress; 0: unknown */
  uint64_t node_limit;     /* 0: none */
  uint64_t work_limit;     /* 0: none */
  const atomic_bool *halt; /* set when another thread has found everything wanted; may be NULL */
  size_t worker;
  bool probing; /* count units and go no deeper */
  bool aside;   /* one of several methods that take turns, which does not report progress */
} portion;

typedef struct {
  const bcov_job *job;
  const bcov_parity *parity; /* NULL: none */
  portion part;
  bool in_rows; /* which of the two states is used */
  bcov_rows rows;
  bcov_state state;
  bool locking; /* draw conclusions from LOCKS as well; only with STATE */
  bcov_locks locks;
  BCOV_VEC (level) levels;
  BCOV_VEC (uint32_t) taken;  /* options on the path, by their numbers in the compiled model */
  BCOV_VEC (bcov_lean) leans; /* before each of these, and after the last; see parity.h */
  uint64_t odd;               /* nodes cut by parity */
  size_t depth;
  uint64_t found, nodes, polled_nodes, polled_found;
  uint32_t touches;          /* of an option, on average */
  uint64_t work;             /* since the last poll: touches changed and items examined */
  uint64_t polled_work;      /* before it */
  size_t deepest;            /* level so far */
  uint64_t first_descent;    /* work since the last poll that led deeper than all before */
  uint64_t gain, best, step; /* `fill`: covered now; best so far + 1; divisor of all gains */
  bcov_result *result;       /* receives the best */
  uint64_t unit, own;        /* units met, and those of them in DEALT */
  team *team;                /* NULL: this thread searches alone */
  bcov_output_turn turn;     /* of a team: the unit in DEALT that is searched now or next */
  bool in_unit, walked;      /* that unit is open; there are no more units */
  bool replayed;             /* this is a gift */
  double begin, end, shown;  /* of a team: share of the tree that it searches; position reported */
  uint64_t gave;             /* nodes at the last gift */
  uint64_t target;           /* `fill`: that many cells are enough; 0: never */
  bool enough;               /* the sink wants no more */
  bool stopped;
  bcov_status status; /* not BCOV_OK: out of memory */
  bcov_error *err;
} search;

struct bcov_search {
  search search;
};

/* The threads of a run, and what they share. */
struct team {
  const bcov_job *job;
  const bcov_search_effort *effort;
  void *first; /* the member of worker 0, which began alone */
  uint32_t split_depth;
  uint64_t units; /* of the job */
  atomic_uint_fast64_t next, done;
  atomic_uint_fast64_t searched; /* share of the tree, in SHARES */
  bcov_handover handover;
  bcov_ordered_output *output; /* NULL: a count */
  uint64_t handed;             /* to the sink: solutions with those that they represent */
  atomic_uint_fast64_t found, nodes, odd;
  atomic_int status;
  atomic_bool stopped;
};

/* A part of a tree that a thread gives away: it tries that many options of each level. */
typedef struct {
  double begin, end; /* of the tree, as in SEARCH */
  size_t levels;
  uint32_t tried[]; /* on each level */
} gift;

#define SHARES 0x1p60

/* ---- one of two states ---- */

/* Returns FINE, or false after a failed allocation. */
static bool checked (search *s, bool fine)
{
  bcov_status status = s->in_rows ? s->rows.status : s->state.status;
  if (status)
    s->status = status;
  return fine && !status;
}

/* Draws conclusions from the changes of the state since MARK. */
static bool settle (search *s, size_t mark)
{
  return !s->locking || bcov_locks_settle (&s->locks, &s->state, mark);
}

static bool take (search *s, const level *l)
{
  size_t before = s->state.trail_count;
  return checked (s, s->in_rows ? bcov_rows_take (&s->rows, l->cursor)
                                : bcov_state_take (&s->state, l->option) && settle (s, before));
}

static bool ban (search *s, const level *l)
{
  size_t before = s->state.trail_count;
  return checked (s, s->in_rows ? bcov_rows_ban (&s->rows, l->cursor)
                                : bcov_state_ban (&s->state, l->option) && settle (s, before));
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
                          portion part, bcov_error *err)
{
  *s = (search){.job = job, .parity = effort->parity, .part = part, .step = 1, .err = err};
  s->touches = (uint32_t)(job->model->touches.count / (bcov_model_options (job->model) + 1u)) + 1;
  s->in_rows = job->objective != BCOV_MOST && bcov_rows_apply (job->model, effort->bitset_bytes);
  if (s->in_rows)
    return bcov_rows_start (&s->rows, job->model, err);
  bcov_status status = bcov_state_start (&s->state, job->model, err);
  if (!status && effort->locks && job->objective != BCOV_MOST)
    status = bcov_locks_start (&s->locks, job->model, &s->locking, err);
  if (status)
    bcov_state_end (&s->state);
  return status;
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
  if (s->locking)
    bcov_locks_end (&s->locks);
}

/* ---- the search ---- */

/* Returns the share of the tree that has been searched, if all branches of a level had the same
   size.  This overestimates the share: the first branches are larger, because later ones lack the
   options that were tried before.  The share of the units met is an underestimate; the mean of both
   is about right. */
static double fraction_done (const search *s)
{
  double done = 0, weight = 1;
  for (size_t d = 0; d < s->depth && d < SHOWN_LEVELS; d++) {
    const level *l = &s->levels.data[d];
    assert (l->ways);
    done += weight * fmin (l->tried, l->ways) / l->ways;
    weight /= l->ways;
  }
  return done;
}

/* Reports the progress of the team. */
static void tell_team (search *s)
{
  team *t = s->team;
  double done;
  if (t->split_depth) {
    done = (double)atomic_load (&t->done) / ((double)t->units + 1);
  } else {
    double at = s->depth ? fmin (fmax (fraction_done (s), s->shown), s->end) : s->end;
    uint64_t more = (uint64_t)((at - s->shown) * SHARES);
    s->shown = at;
    done = (double)(atomic_fetch_add (&t->searched, more) + more) / SHARES;
  }
  bcov_control_done (s->job->control, fmin (1, done));
}

/* Reports the work done since the last report. */
static void tell (search *s)
{
  bcov_control *control = s->job->control;
  atomic_fetch_add (&control->nodes, s->nodes - s->polled_nodes);
  atomic_fetch_add (&control->found, s->found - s->polled_found);
  s->polled_nodes = s->nodes;
  s->polled_found = s->found;
  if (s->team)
    tell_team (s);
  else if (s->part.units)
    bcov_control_done (control, sqrt (fraction_done (s) * (double)s->unit / (double)s->part.units));
  else if (!s->part.split_depth && !s->part.aside)
    bcov_control_done (control, fraction_done (s));
}

static void poll (search *s)
{
  tell (s);
  s->polled_work += s->work;
  s->work = s->first_descent = 0;
  if (!bcov_control_go_on (s->job->control, s->part.worker) ||
      (s->part.node_limit && s->nodes >= s->part.node_limit) ||
      (s->part.work_limit && s->polled_work >= s->part.work_limit) ||
      (s->part.halt && atomic_load (s->part.halt)))
    s->stopped = true;
}

/* Polls by work as well: in a large model a single step may change or examine millions of options.
   CHANGES is the number of changes of a step. */
static void count_work (search *s, size_t changes)
{
  uint64_t work =
      s->in_rows ? bcov_rows_work (&s->rows) : changes * s->touches + s->state.n_needy / 2 + 1;
  work += s->locks.work;
  s->locks.work = 0;
  if (s->depth > s->deepest) {
    s->deepest = s->depth;
    s->first_descent += work;
  } else
    s->work += work;
  if (s->work + s->first_descent >= POLL_WORK ||
      (s->part.work_limit && s->polled_work + s->work >= s->part.work_limit))
    poll (s);
}

/* Takes the next unit of the team. */
static void deal (search *s)
{
  s->turn.unit = atomic_fetch_add (&s->team->next, 1);
  s->walked = s->turn.unit >= s->team->units;
}

/* Returns whether the subtree or solution just met belongs to this search, which then begins it. */
static bool ours (search *s)
{
  if (!bcov_units_has (&s->part.dealt, s->unit++))
    return false;
  assert (!s->team || s->own <= s->turn.unit); /* units are taken in ascending order */
  s->in_unit = !s->team || s->own == s->turn.unit;
  s->own++;
  return s->in_unit;
}

/* Ends the unit that OURS began. */
static void end_unit (search *s)
{
  s->in_unit = false;
  if (!s->team)
    return;
  if (s->team->output && !bcov_ordered_output_end (s->team->output, &s->turn))
    s->enough = true;
  atomic_fetch_add (&s->team->done, 1);
  deal (s);
}

static void keep_best (search *s)
{
  s->best = s->gain + 1;
  s->enough = s->target && s->gain >= s->target;
  s->result->gain = s->gain;
  s->result->best.count = 0;
  for (size_t k = 0; k < s->taken.count && !s->status; k++)
    s->status = bcov_vec_push (s->result->mem, &s->result->best, s->taken.data[k], s->err);
}

/* Handles a solution: the options taken. */
static void solution (search *s)
{
  const bcov_job *job = s->job;
  bool above = s->taken.count < s->part.split_depth;
  if ((above && !ours (s)) || s->part.probing)
    return;
  s->found += bcov_represent_weight (job->represent, s->taken.data, s->taken.count);
  if (job->objective == BCOV_MOST && s->gain >= s->best)
    keep_best (s);
  if (job->sink && !job->sink (job->data, s->taken.data, s->taken.count))
    s->enough = true;
  if (above)
    end_unit (s);
}

/* `fill`: returns whether the branch cannot exceed the best. */
static bool hopeless (const search *s)
{
  assert (s->job->objective != BCOV_MOST || s->step);
  return s->job->objective == BCOV_MOST && s->gain + s->state.live / s->step * s->step < s->best;
}

/* Finds the next option to try on level L; returns false if there is none, which may be a solution.
 */
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

/* Makes room for the lean after one more option. */
static bcov_status reserve_leans (search *s)
{
  bcov_status status = bcov_vec_reserve (s->job->model->mem, &s->leans, s->taken.count + 2, s->err);
  if (!status && !s->taken.count)
    s->leans.data[0] = s->parity->start;
  return status;
}

/* Returns whether the remaining pieces can balance the colours after the last option taken. */
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

/* Opens a level below the last. */
static void open_level (search *s)
{
  bcov_mem *mem = s->job->model->mem;
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

/* ---- gifts ---- */

/* Returns whether another thread waits for a part of this search. */
static bool is_asked (const search *s)
{
  return s->team && !s->team->output && bcov_handover_wanted (&s->team->handover) &&
         s->nodes - s->gave >= GIVEN_APART && (s->in_unit || s->replayed || !s->part.split_depth);
}

/* Finds the topmost level with untried options, from the first level of a unit on; returns the
   depth if there is none. */
static size_t find_untried (const search *s)
{
  size_t d = s->part.split_depth;
  for (; d < s->depth; d++) {
    const level *l = &s->levels.data[d];
    if (!l->given && (l->item == BCOV_NO_ITEM || l->tried + 1 < l->ways))
      break;
  }
  return d;
}

/* Returns the share of the tree that ends with the option being tried on level LAST. */
static double end_of_option (const search *s, size_t last)
{
  double end = 0, weight = 1;
  for (size_t d = 0; d <= last; d++) {
    const level *l = &s->levels.data[d];
    end += weight * fmin (l->tried + (d == last), l->ways) / l->ways;
    weight /= l->ways;
  }
  return fmin (end, s->end);
}

/* Gives the untried options of a level to another thread. */
static void give (search *s)
{
  bcov_mem *mem = s->job->model->mem;
  size_t last = find_untried (s);
  s->gave = s->nodes;
  if (last >= s->depth)
    return;
  gift *g = bcov_mem_alloc (mem, 1, sizeof *g + (last + 1) * sizeof *g->tried, NULL);
  if (!g || !bcov_handover_claim (&s->team->handover)) {
    bcov_mem_free (mem, g); /* short of memory, this thread does it all */
    return;
  }
  g->begin = end_of_option (s, last);
  g->end = s->end;
  g->levels = last + 1;
  for (size_t d = 0; d <= last; d++)
    g->tried[d] = s->levels.data[d].tried + (d == last);
  s->end = g->begin;
  s->levels.data[last].given = true;
  bcov_handover_give (&s->team->handover, g);
}

/* ---- levels ---- */

/* Opens a level below the last, unless the subtree belongs to another part or is hopeless. */
static void enter (search *s)
{
  assert (s->taken.count == s->depth); /* each level above has taken one option */
  if (++s->nodes % POLL == 0)
    poll (s);
  if (is_asked (s))
    give (s);
  if (s->part.split_depth && s->depth == s->part.split_depth && (!ours (s) || s->part.probing))
    return;
  if (!hopeless (s))
    open_level (s);
}

/* Takes back the option of the last level and rules it out; returns false if the level is done. */
static bool go_on (search *s, level *l)
{
  undo (s, l->mark);
  assert (mark (s) == l->mark);
  assert (s->taken.data[s->taken.count - 1] == s->job->model->origin.data[l->option]);
  if (s->job->objective == BCOV_MOST)
    s->gain -= bcov_model_gain (s->job->model, l->option);
  s->taken.count--;
  l->tried++;
  return !l->given && ban (s, l) && !hopeless (s) && !s->status;
}

/* Takes the option that level L tries; returns false if that leads nowhere. */
static bool take_option (search *s, level *l)
{
  const bcov_model *model = s->job->model;
  l->mark = mark (s);
  s->taken.data[s->taken.count++] = model->origin.data[l->option];
  if (s->job->objective == BCOV_MOST)
    s->gain += bcov_model_gain (model, l->option);
  return is_even (s) && take (s, l);
}

/* Tries the next option of the last level; returns false if the level is done. */
static bool step_down (search *s, level *l)
{
  size_t depth = s->depth;
  if (!next_option (s, l))
    return false;
  bool fine = take_option (s, l);
  count_work (s, mark (s) - l->mark);
  if (fine)
    enter (s);
  return s->depth > depth || go_on (s, &s->levels.data[depth - 1]);
}

/* Closes the last level. */
static void close_level (search *s)
{
  s->depth--;
  if (s->in_unit && s->depth == s->part.split_depth)
    end_unit (s);
}

static bool goes_on (const search *s)
{
  return s->depth && !s->stopped && !s->enough && !s->walked && !s->status;
}

/* Continues the search until it ends or stops. */
static void proceed (search *s)
{
  while (goes_on (s))
    if (!step_down (s, &s->levels.data[s->depth - 1]))
      do
        close_level (s);
      while (s->depth && !go_on (s, &s->levels.data[s->depth - 1]));
  tell (s);
}

/* Opens the first level. */
static void begin (search *s)
{
  if (!s->locking || bcov_locks_saturate (&s->locks, &s->state))
    enter (s);
  s->nodes += !s->nodes;
}

static void explore (search *s)
{
  begin (s);
  proceed (s);
}

/* ---- parts and threads ---- */

/* Finds the least depth at which the tree has WANTED nodes, or the depth with the most nodes if
   there are fewer. */
static bcov_status choose_split (const bcov_job *job, const bcov_search_effort *effort,
                                 uint64_t wanted, uint32_t *depth, uint64_t *units, bcov_error *err)
{
  uint64_t before = 0;
  bcov_status status = BCOV_OK;
  if (wanted > MOST_UNITS)
    wanted = MOST_UNITS;
  for (*depth = 1; !status; ++*depth) {
    search s;
    portion part = {*depth, ALL_UNITS, .probing = true};
    status = start (&s, job, effort, part, err);
    if (status)
      break;
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

/* Returns the greatest divisor of the gains of all options. */
static uint64_t find_step (const bcov_model *model)
{
  uint64_t step = 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    for (uint64_t a = bcov_model_gain (model, o), b; a; a = b) {
      b = step % a;
      step = a;
    }
  return step ? step : 1;
}

static bcov_status run_one (const bcov_job *job, const bcov_search_effort *effort, portion part,
                            bcov_result *result, uint64_t *found, bool *stopped, bcov_error *err)
{
  search s;
  bcov_status status = start (&s, job, effort, part, err);
  if (status)
    return status;
  s.result = result;
  if (job->objective == BCOV_MOST)
    s.step = find_step (job->model);
  s.best = effort->above ? effort->above + 1 : 0;
  s.target = effort->enough;
  explore (&s);
  status = s.status;
  *found = s.found;
  *stopped = s.stopped || s.enough;
  result->nodes += s.nodes;
  result->odd += s.odd;
  finish (&s);
  return status;
}

static bcov_status run_alone (const bcov_job *job, const bcov_search_effort *effort,
                              uint32_t split_depth, uint64_t units, bcov_result *result,
                              bcov_error *err)
{
  uint64_t found = 0;
  bool stopped = false;
  portion part = {split_depth, bcov_units_dealt (job->share), .units = units,
                  .node_limit = effort->nodes, .worker = effort->worker};
  bcov_status status = run_one (job, effort, part, result, &found, &stopped, err);
  bcov_number_add (&result->found, found);
  result->complete = !stopped;
  return status;
}

/* ---- teams ---- */

/* A thread: its search, and its copy of the job. */
typedef struct {
  search search;
  bcov_job job;
} member;

/* Goes back to the root. */
static void restart (search *s)
{
  if (s->in_rows)
    bcov_rows_restart (&s->rows);
  else
    bcov_state_undo (&s->state, 0);
  s->depth = s->taken.count = 0;
  s->in_unit = s->walked = false;
  s->replayed = true;
}

/* Opens a level and rules out the first TRIED options; returns false if none can be left. */
static bool replay_level (search *s, uint32_t tried)
{
  open_level (s);
  bool fine = !s->status;
  for (uint32_t k = 0; k < tried && fine; k++) {
    level *l = &s->levels.data[s->depth - 1];
    fine = next_option (s, l) && ban (s, l);
    l->tried++;
  }
  return fine;
}

/* Searches what another thread has given away.  The levels above it belong to others. */
static void search_gift (search *s, const gift *g)
{
  bool fine = true;
  restart (s);
  s->begin = s->shown = g->begin;
  s->end = g->end;
  for (size_t d = 0; d < g->levels && fine; d++) {
    fine = replay_level (s, g->tried[d]);
    if (!fine || d + 1 == g->levels)
      break;
    level *l = &s->levels.data[d];
    l->given = true;
    fine = next_option (s, l) && take_option (s, l);
    assert (fine || s->status); /* the giver has come here, too */
  }
  if (!fine)
    s->depth = 0;
  proceed (s);
}

/* A sink: puts the solution in its order. */
static bool put_in_turn (void *data, const uint32_t *options, size_t count)
{
  search *s = data;
  return bcov_ordered_output_put (s->team->output, &s->turn, options, count);
}

/* The sink of the ordered output. */
static bool hand_over (void *data, const uint32_t *options, size_t count)
{
  team *t = data;
  t->handed += bcov_represent_weight (t->job->represent, options, count);
  return t->job->sink (t->job->data, options, count);
}

static bcov_status start_member (team *t, size_t worker, member *m)
{
  portion part = {.split_depth = t->split_depth,
                  .dealt = bcov_units_dealt (t->job->share),
                  .halt = t->output ? &t->output->enough : &t->stopped,
                  .worker = worker};
  m->job = *t->job;
  if (t->output) {
    m->job.sink = put_in_turn;
    m->job.data = &m->search;
  }
  bcov_status status = start (&m->search, &m->job, t->effort, part, NULL);
  m->search.team = t;
  m->search.end = worker ? 0 : 1;
  if (!status && t->split_depth)
    deal (&m->search);
  return status;
}

static void stop_team (team *t)
{
  atomic_store (&t->stopped, true);
  if (t->output)
    bcov_ordered_output_enough (t->output);
  bcov_handover_end (&t->handover);
}

static void end_member (member *m)
{
  search *s = &m->search;
  team *t = s->team;
  atomic_fetch_add (&t->found, s->found);
  atomic_fetch_add (&t->nodes, s->nodes);
  atomic_fetch_add (&t->odd, s->odd);
  if (s->status)
    atomic_store (&t->status, s->status);
  if (s->status || s->stopped || s->enough)
    stop_team (t);
  bcov_vec_free (t->job->model->mem, &s->turn.words);
  finish (s);
}

/* Searches gifts until there are no more. */
static void search_gifts (search *s, size_t workers)
{
  team *t = s->team;
  gift *g;
  while (!s->stopped && !s->status && (g = bcov_handover_take (&t->handover, workers))) {
    search_gift (s, g);
    bcov_mem_free (t->job->model->mem, g);
  }
}

/* What a thread does: its units, then gifts. */
static void work_in_team (void *data, bcov_team *threads, size_t worker)
{
  team *t = data;
  member own, *m = worker ? &own : (member *)t->first;
  bcov_status status = worker ? start_member (t, worker, m) : BCOV_OK;
  if (status) {
    atomic_store (&t->status, status);
    stop_team (t);
    return;
  }
  if (m->search.nodes)
    proceed (&m->search);
  else if ((t->split_depth || !worker) && !m->search.walked)
    explore (&m->search);
  if (!t->output)
    search_gifts (&m->search, threads->size);
  end_member (m);
}

/* One thread searches for a while, then all of them. */
static void run_members (team *t)
{
  member first;
  search *s = &first.search;
  bcov_status status = start_member (t, 0, &first);
  t->first = &first;
  if (status) {
    atomic_store (&t->status, status);
    return;
  }
  bool longer = t->effort->alone == 1;
  s->part.node_limit = t->effort->alone;
  if (!longer && !s->walked) {
    explore (s);
    longer = s->stopped && s->nodes >= s->part.node_limit && !s->enough && !s->status &&
             bcov_control_go_on (t->job->control, 0);
  }
  s->part.node_limit = 0;
  s->stopped = s->stopped && !longer;
  if (longer)
    bcov_team_run (t->job->workers, work_in_team, t);
  else
    end_member (&first);
}

static bcov_status run_team (const bcov_job *job, const bcov_search_effort *effort,
                             uint32_t split_depth, uint64_t units, bcov_result *result,
                             bcov_error *err)
{
  bcov_mem *mem = job->model->mem;
  bcov_status status = BCOV_OK;
  assert (job->workers && job->objective == BCOV_EACH && (split_depth || !job->sink));
  team t = {.job = job,
            .effort = effort,
            .split_depth = split_depth,
            .units = bcov_units_of_share (job->share, units)};
  if (job->sink) {
    t.output = bcov_mem_alloc (mem, 1, sizeof *t.output, err);
    if (!t.output)
      return bcov_mem_status (mem);
    bcov_ordered_output_start (mem, hand_over, &t, t.output, err);
  }
  bcov_handover_start (&t.handover);
  run_members (&t);
  bcov_handover_stop (&t.handover, mem);
  result->complete = !atomic_load (&t.stopped);
  if (t.output) {
    status = t.output->status;
    /* The sink may have ended the run after the last unit was searched. */
    result->complete = result->complete && !atomic_load (&t.output->enough);
    bcov_ordered_output_stop (t.output);
    bcov_mem_free (mem, t.output);
  }
  bcov_number_add (&result->found, job->sink ? t.handed : t.found);
  result->nodes += t.nodes;
  result->odd += t.odd;
  bcov_status failed = (bcov_status)atomic_load (&t.status);
  if (!status && failed)
    status = bcov_error_add (err, failed, NULL, "a thread ran out of memory");
  return status;
}

/* ---- in steps ---- */

bcov_status bcov_search_open (const bcov_job *job, const bcov_search_effort *effort,
                              bcov_search **out, bcov_error *err)
{
  bcov_mem *mem = job->model->mem;
  assert (job->objective == BCOV_EACH && job->share.parts == 1);
  *out = bcov_mem_alloc (mem, 1, sizeof **out, err);
  if (!*out)
    return bcov_mem_status (mem);
  portion part = {0, ALL_UNITS, .aside = true};
  bcov_status status = start (&(*out)->search, job, effort, part, err);
  if (status) {
    bcov_mem_free (mem, *out);
    *out = NULL;
  }
  return status;
}

bcov_status bcov_search_step (bcov_search *steps, uint64_t work, const bcov_turn *turn, bool *over)
{
  search *s = &steps->search;
  s->part.worker = turn->worker;
  s->part.halt = turn->halt;
  s->part.work_limit = s->polled_work + work;
  s->stopped = false;
  if (!s->nodes)
    begin (s);
  proceed (s);
  *over = !s->status && (s->enough || !s->stopped);
  return s->status;
}

uint64_t bcov_search_nodes (const bcov_search *steps)
{
  return steps->search.nodes;
}

uint64_t bcov_search_work (const bcov_search *steps)
{
  return steps->search.polled_work + steps->search.work;
}

bool bcov_search_locks (const bcov_search *steps)
{
  return steps->search.locking;
}

uint64_t bcov_search_found (const bcov_search *steps)
{
  return steps->search.found;
}

double bcov_search_fraction (const bcov_search *steps)
{
  return fraction_done (&steps->search);
}

void bcov_search_close (bcov_search *steps)
{
  if (!steps)
    return;
  bcov_mem *mem = steps->search.job->model->mem;
  finish (&steps->search);
  bcov_mem_free (mem, steps);
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
  if (effort->units)
    status = choose_split (job, effort, effort->units, &split_depth, &units, err);
  if (status)
    return status;
  return effort->alone ? run_team (job, effort, split_depth, units, result, err)
                       : run_alone (job, effort, split_depth, units, result, err);
}

/* ---- estimate ---- */

/* Descends at random.  Adds to *NODES, for each node, the product of the numbers of choices above
   it. */
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
