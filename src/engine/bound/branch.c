/* Branch and bound with a linear relaxation at each node.

   A node takes options and rules others out.  Its relaxation bounds what can be covered below it.
   A node is cut if that is less than the *goal*: the least number of cells above the best filling
   that the sizes of the pieces allow.  Otherwise prices decide more: an option whose price exceeds
   what may still be lost is ruled out, and a cell whose price does must be covered.  Then the node
   takes the likeliest option of the cell with the fewest ways, and afterwards rules it out.

   Threads: the open nodes are a list in the order of a depth-first search.  A *round* searches the
   first of them side by side, each for a fixed number of nodes and with the goal at the start of
   the round.  What an open node leaves takes its place in the list.  So the tree does not depend on
   the number of threads, and neither does the filling: of equally good ones the first counts.
   Another search may be a *guest* of a round, which then has work for a second thread from the
   start.
   Between rounds a local search (refill.h) tries to reach the goal.

   Invariant: every filling with at least GOAL cells lies below an open node.  Time of a node: a few
   dozen pivots of the relaxation.  Memory: a relaxation and a state for each thread, and the
   decisions that lead to the open nodes. */

#include "engine/bound/branch.h"
#include "engine/bound/lp.h"
#include "engine/bound/refill.h"
#include "engine/bound/sums.h"
#include "engine/bound/sweep.h"
#include "engine/search/state.h"
#include "base/threads.h"

#include <assert.h>
#include <string.h>

enum {
  ROUND = 64,       /* open nodes that are searched in a round */
  MOST_PIVOTS = 64, /* between two polls, ... */
  LEAST_PIVOTS = 4,
  WORK_A_POLL = 20000000 /* ... of rows squared each */
};

static const double whole = 1e-6; /* values that differ by less are integers */

typedef BCOV_VEC (uint32_t) numbers;

/* A node that is not searched yet: option x 2 + whether it is taken, for each decision. */
typedef struct {
  numbers path;
  uint64_t bound; /* cells */
} open_node;

typedef BCOV_VEC (open_node) open_nodes;

/* A node that the depth-first search is below of. */
typedef struct {
  uint32_t option; /* taken */
  size_t mark;     /* of the state, and ... */
  size_t length;   /* ... of the path before */
  uint64_t bound;
} level;

/* The search of one thread. */
typedef struct {
  bool started;
  bcov_state state;
  bcov_lp *lp;
  uint8_t *in; /* of each option: taken */
  BCOV_VEC (level) levels;
  numbers path;
  uint64_t gain; /* of the options taken */
} searcher;

/* What the search below one open node finds. */
typedef struct {
  uint64_t gain;
  numbers best;
  open_nodes rest;
  uint64_t nodes, pivots;
  bcov_status status;
} finding;

struct bcov_branch {
  const bcov_job *job;
  bcov_branch_effort effort;
  bcov_mem *mem;
  bcov_sums sums;
  bcov_refill *refill;
  bcov_lp *root;
  searcher *searchers;
  finding *findings; /* of a round */
  open_nodes open;   /* the next one last */
  uint64_t upper;    /* no filling covers more */
  uint64_t gain;     /* covered by the best, ... */
  numbers best;      /* ... and its options, by their numbers in the compiled model */
  uint64_t nodes, pivots;
  uint64_t node_limit;            /* of the round */
  const bcov_branch_guest *guest; /* of the next round, or NULL */
  bcov_result found;              /* by the guest, ... */
  bcov_status guest_status;       /* ... unless it failed */
  bool solved;                    /* the relaxation of the whole model */
  bool started;                   /* the search of the tree */
  atomic_bool stopped;
};

static uint64_t goal_of (const bcov_branch *b, uint64_t gain)
{
  return bcov_sums_above (&b->sums, gain);
}

static bool is_done (const bcov_branch *b)
{
  return b->gain >= b->upper;
}

/* ---- start and end ---- */

bool bcov_branch_applies (const bcov_model *model, size_t bytes, uint32_t workers)
{
  return bcov_lp_bytes (model) * (workers + 1.0) <= (double)bytes;
}

bcov_status bcov_branch_new (const bcov_job *job, const bcov_branch_effort *effort,
                             bcov_branch **out, bcov_error *err)
{
  bcov_mem *mem = job->model->mem;
  bcov_branch *b = bcov_mem_alloc (mem, 1, sizeof *b, err);
  *out = b;
  if (!b)
    return bcov_mem_status (mem);
  b->job = job;
  b->effort = *effort;
  b->mem = mem;
  bcov_status status = bcov_sums_make (job->model, &b->sums, err);
  if (!status)
    status = bcov_refill_new (job->model, &b->refill, err);
  if (!status && (!(b->searchers = bcov_mem_alloc (mem, job->workers, sizeof *b->searchers, err)) ||
                  !(b->findings = bcov_mem_alloc (mem, ROUND, sizeof *b->findings, err))))
    status = bcov_mem_status (mem);
  b->upper = job->most && !status ? bcov_sums_upto (&b->sums, job->most) : b->sums.most;
  if (status) {
    bcov_branch_free (b);
    *out = NULL;
  }
  return status;
}

static void free_open (bcov_mem *mem, open_nodes *open)
{
  for (size_t k = 0; k < open->count; k++)
    bcov_vec_free (mem, &open->data[k].path);
  bcov_vec_free (mem, open);
}

static void end_searcher (bcov_mem *mem, searcher *s)
{
  if (s->started)
    bcov_state_end (&s->state);
  bcov_lp_free (s->lp);
  bcov_mem_free (mem, s->in);
  bcov_vec_free (mem, &s->levels);
  bcov_vec_free (mem, &s->path);
}

void bcov_branch_free (bcov_branch *b)
{
  if (!b)
    return;
  bcov_mem *mem = b->mem;
  for (uint32_t k = 0; b->searchers && k < b->job->workers; k++)
    end_searcher (mem, &b->searchers[k]);
  bcov_mem_free (mem, b->searchers);
  bcov_mem_free (mem, b->findings);
  bcov_lp_free (b->root);
  bcov_refill_free (b->refill);
  bcov_sums_free (&b->sums);
  free_open (mem, &b->open);
  bcov_vec_free (mem, &b->best);
  bcov_mem_free (mem, b);
}

static bcov_status start_searcher (const bcov_branch *b, searcher *s)
{
  const bcov_model *model = b->job->model;
  if (s->started)
    return BCOV_OK;
  bcov_status status = bcov_state_start (&s->state, model, NULL);
  if (status)
    return status;
  s->started = true;
  status = bcov_lp_new (model, &s->lp, NULL);
  if (!status && !(s->in = bcov_mem_alloc (b->mem, bcov_model_options (model) + 1u, 1, NULL)))
    status = bcov_mem_status (b->mem);
  return status;
}

/* ---- decisions ---- */

static bcov_status decide (const bcov_branch *b, searcher *s, uint32_t option, bool take)
{
  bcov_status status = bcov_vec_push (b->mem, &s->path, option * 2 + take, NULL);
  if (status)
    return status;
  if (take) {
    s->in[option] = 1;
    s->gain += bcov_model_gain (b->job->model, option);
    bcov_state_take (&s->state, option);
  } else
    bcov_state_ban (&s->state, option);
  return s->state.status;
}

/* Takes back all decisions from LENGTH on. */
static void take_back (const bcov_branch *b, searcher *s, size_t length, size_t mark)
{
  while (s->path.count > length) {
    uint32_t decision = s->path.data[--s->path.count];
    if (decision % 2) {
      s->in[decision / 2] = 0;
      s->gain -= bcov_model_gain (b->job->model, decision / 2);
    }
  }
  bcov_state_undo (&s->state, mark);
}

/* ---- a node ---- */

/* Returns the pivots between two polls: for large models fewer, so that stops are seen in time. */
static uint64_t pivots_a_poll (const bcov_lp *lp)
{
  uint64_t pivots = WORK_A_POLL / ((uint64_t)lp->rows * lp->rows + 1);
  return pivots < LEAST_PIVOTS ? LEAST_PIVOTS : pivots > MOST_PIVOTS ? MOST_PIVOTS : pivots;
}

/* Solves the relaxation of the current node. */
static void relax (bcov_branch *b, searcher *s, finding *f, uint64_t goal, size_t worker)
{
  bcov_lp *lp = s->lp;
  uint64_t before = lp->pivots;
  for (uint32_t o = 0; o < lp->options; o++)
    lp->choice[o] = s->in[o] ? BCOV_LP_IN : s->state.dead[o] ? BCOV_LP_OUT : BCOV_LP_FREE;
  f->nodes++;
  do
    if (!bcov_control_go_on (b->job->control, worker))
      atomic_store (&b->stopped, true);
  while (!atomic_load (&b->stopped) && bcov_lp_solve (lp, goal, pivots_a_poll (lp)));
  f->pivots += lp->pivots - before;
}

/* Rules out the options that cost too much for GOAL. */
static bcov_status fix (searcher *s, uint64_t goal)
{
  const bcov_lp *lp = s->lp;
  int64_t least = (int64_t)goal * BCOV_LP_UNIT;
  for (uint32_t o = 0; o < lp->options && !s->state.status; o++)
    if (lp->choice[o] == BCOV_LP_FREE && lp->worth[o] < 0 && lp->bound + lp->worth[o] < least)
      bcov_state_ban (&s->state, o);
  return s->state.status;
}

static bool is_fractional (const bcov_lp *lp, uint32_t option)
{
  double value = bcov_lp_value (lp, option);
  return value > whole && value < 1 - whole;
}

/* Returns whether every option is taken as a whole or not at all. */
static bool is_integral (const searcher *s)
{
  for (uint32_t o = 0; o < s->lp->options; o++)
    if (s->lp->choice[o] == BCOV_LP_FREE && is_fractional (s->lp, o))
      return false;
  return true;
}

static bcov_status keep (const bcov_branch *b, const searcher *s, finding *f)
{
  f->gain = s->gain;
  f->best.count = 0;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < s->path.count && !status; k++)
    if (s->path.data[k] % 2)
      status = bcov_vec_push (b->mem, &f->best, s->path.data[k] / 2, NULL);
  return status;
}

/* Takes all options that the relaxation takes, as far as they can be combined, and keeps the
   filling if it is better. */
static bcov_status round_off (const bcov_branch *b, searcher *s, finding *f)
{
  size_t length = s->path.count, mark = bcov_state_mark (&s->state);
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; o < s->lp->options && !status; o++)
    if (s->lp->choice[o] == BCOV_LP_FREE && !s->state.dead[o] && bcov_lp_value (s->lp, o) > 0.5)
      status = decide (b, s, o, true);
  if (!status && s->gain > f->gain)
    status = keep (b, s, f);
  take_back (b, s, length, mark);
  return status;
}

/* The ways to treat item I: its options, and none if it may stay empty. */
static uint32_t count_ways (const searcher *s, uint32_t i, uint64_t goal, bool *fractional)
{
  const bcov_state_item *item = &s->state.items[i];
  const bcov_lp *lp = s->lp;
  uint32_t row = lp->row_of[i];
  *fractional = false;
  for (uint32_t k = 0; k < item->size && !*fractional; k++)
    *fractional = is_fractional (lp, s->state.owner[s->state.set[item->start + k]]);
  bool must = row != BCOV_NO_ITEM && lp->bound - lp->price[row] < (int64_t)goal * BCOV_LP_UNIT;
  return item->size + !must;
}

/* Returns the cell to decide next: one that the relaxation splits, with the fewest ways. */
static uint32_t choose_item (const searcher *s, uint64_t goal)
{
  uint32_t best = BCOV_NO_ITEM, fewest = UINT32_MAX;
  bool split = false;
  for (uint32_t i = 0; i < s->state.n_items; i++) {
    const bcov_state_item *item = &s->state.items[i];
    bool fractional;
    if (!item->gain || item->closed || !item->size)
      continue;
    uint32_t ways = count_ways (s, i, goal, &fractional);
    if (fractional > split || (fractional == split && ways < fewest)) {
      split = fractional;
      fewest = ways;
      best = i;
    }
  }
  return best;
}

/* Returns the option of ITEM with the largest value, the first of several. */
static uint32_t choose_option (const searcher *s, uint32_t item)
{
  uint32_t cursor = 0, best = BCOV_NO_OPTION;
  double largest = -1;
  for (uint32_t left = s->state.items[item].size; left > 0; left--, cursor++) {
    uint32_t option = bcov_state_next (&s->state, item, &cursor);
    double value = bcov_lp_value (s->lp, option);
    if (value > largest + whole) {
      largest = value;
      best = option;
    }
  }
  return best;
}

/* Looks at the current node.  Takes an option, or sets *OVER if nothing below it reaches the goal.
 */
static bcov_status look (bcov_branch *b, searcher *s, finding *f, size_t worker, bool *over)
{
  uint64_t goal = goal_of (b, f->gain);
  bcov_status status = BCOV_OK;
  *over = true;
  if (goal == UINT64_MAX)
    return BCOV_OK;
  relax (b, s, f, goal, worker);
  if (atomic_load (&b->stopped) || s->lp->bound < (int64_t)goal * BCOV_LP_UNIT)
    return BCOV_OK;
  if (is_integral (s))
    status = round_off (b, s, f);
  goal = goal_of (b, f->gain);
  if (status || goal == UINT64_MAX || s->lp->bound < (int64_t)goal * BCOV_LP_UNIT)
    return status;
  status = fix (s, goal);
  uint32_t item = status ? BCOV_NO_ITEM : choose_item (s, goal);
  if (item == BCOV_NO_ITEM) {
    if (!status && s->gain > f->gain)
      status = keep (b, s, f);
    return status;
  }
  level fresh = {.option = choose_option (s, item),
                 .mark = bcov_state_mark (&s->state),
                 .length = s->path.count,
                 .bound = (uint64_t)(s->lp->bound / BCOV_LP_UNIT)};
  status = bcov_vec_push (b->mem, &s->levels, fresh, NULL);
  *over = false;
  return status ? status : decide (b, s, fresh.option, true);
}

/* ---- the search below an open node ---- */

static bcov_status enter (const bcov_branch *b, searcher *s, const open_node *node)
{
  bcov_status status = BCOV_OK;
  bcov_lp_copy (s->lp, b->root);
  assert (!s->path.count && !s->gain && !bcov_state_mark (&s->state));
  for (size_t k = 0; k < node->path.count && !status; k++)
    status = decide (b, s, node->path.data[k] / 2, node->path.data[k] % 2);
  return status;
}

/* Adds to the rest what the current path leaves open up to LENGTH, with or without one more
   decision. */
static bcov_status leave (const bcov_branch *b, const searcher *s, finding *f, size_t length,
                          const uint32_t *decision, uint64_t bound)
{
  open_node node = {.bound = bound};
  bcov_status status = bcov_vec_reserve (b->mem, &node.path, length + 1, NULL);
  if (status)
    return status;
  if (length)
    memcpy (node.path.data, s->path.data, length * sizeof *node.path.data);
  node.path.count = length;
  if (decision)
    node.path.data[node.path.count++] = *decision;
  status = bcov_vec_push (b->mem, &f->rest, node, NULL);
  if (status)
    bcov_vec_free (b->mem, &node.path);
  return status;
}

/* Leaves all open nodes of the depth-first search, the deepest last. */
static bcov_status leave_all (const bcov_branch *b, const searcher *s, finding *f, uint64_t bound,
                              bool over)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < s->levels.count && !status; k++) {
    const level *l = &s->levels.data[k];
    uint32_t decision = l->option * 2;
    status = leave (b, s, f, l->length, &decision, l->bound);
    bound = l->bound;
  }
  return status || over ? status : leave (b, s, f, s->path.count, NULL, bound);
}

/* Goes to the next node: the last option taken is ruled out. */
static bcov_status step_back (const bcov_branch *b, searcher *s)
{
  level l = s->levels.data[--s->levels.count];
  take_back (b, s, l.length, l.mark);
  return decide (b, s, l.option, false);
}

static bcov_status search (bcov_branch *b, searcher *s, const open_node *node, finding *f,
                           size_t worker)
{
  bool over = false;
  bcov_status status = enter (b, s, node);
  while (!status && f->nodes < b->node_limit && !atomic_load (&b->stopped)) {
    status = look (b, s, f, worker, &over);
    if (atomic_load (&b->stopped))
      over = false;
    if (!over || status)
      continue;
    if (!s->levels.count)
      break;
    status = step_back (b, s);
    over = false;
  }
  if (!status)
    status = leave_all (b, s, f, node->bound, over);
  s->levels.count = 0;
  take_back (b, s, 0, 0);
  return status;
}

/* ---- rounds ---- */

/* The guest comes first, because it may take longer than an open node. */
static void run_part (void *data, size_t part, size_t worker)
{
  bcov_branch *b = data;
  if (b->guest && part-- == 0) {
    b->guest_status = b->guest->run (b->guest->data, worker, &b->found);
    return;
  }
  finding *f = &b->findings[part];
  searcher *s = &b->searchers[worker];
  *f = (finding){.gain = b->gain};
  f->status = start_searcher (b, s);
  if (!f->status)
    f->status = search (b, s, &b->open.data[b->open.count - 1 - part], f, worker);
  if (f->status)
    atomic_store (&b->stopped, true);
  atomic_fetch_add (&b->job->control->nodes, f->nodes);
}

/* Keeps a filling, by the numbers of its options in the compiled model. */
static bcov_status keep_best (bcov_branch *b, uint64_t gain, const uint32_t *options, size_t count,
                              bcov_error *err)
{
  if (gain <= b->gain)
    return BCOV_OK;
  bcov_status status = bcov_vec_reserve (b->mem, &b->best, count, err);
  if (status)
    return status;
  b->gain = gain;
  b->best.count = count;
  if (count)
    memcpy (b->best.data, options, count * sizeof *options);
  return BCOV_OK;
}

bcov_status bcov_branch_offer (bcov_branch *b, const bcov_result *found, bcov_error *err)
{
  bcov_status status = keep_best (b, found->gain, found->best.data, found->best.count, err);
  b->nodes += found->nodes;
  if (!status && found->complete)
    b->upper = b->gain;
  return status;
}

/* Keeps a filling, by the numbers of its options in the model. */
static bcov_status take_best (bcov_branch *b, uint64_t gain, const uint32_t *options, size_t count,
                              bcov_error *err)
{
  if (gain <= b->gain)
    return BCOV_OK;
  bcov_status status = keep_best (b, gain, options, count, err);
  for (size_t k = 0; k < b->best.count && !status; k++)
    b->best.data[k] = b->job->model->origin.data[b->best.data[k]];
  return status;
}

/* Replaces the PARTS open nodes of the round by what is left of them. */
static bcov_status gather (bcov_branch *b, size_t parts, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < parts; k++) {
    b->open.count--;
    bcov_vec_free (b->mem, &b->open.data[b->open.count].path);
  }
  for (size_t k = parts; k-- > 0;) {
    finding *f = &b->findings[k];
    b->nodes += f->nodes;
    b->pivots += f->pivots;
    if (f->status && !status)
      status = bcov_error_add (err, f->status, NULL, "a thread ran out of memory");
    for (size_t j = 0; j < f->rest.count && !status; j++) {
      status = bcov_vec_push (b->mem, &b->open, f->rest.data[j], err);
      if (!status)
        f->rest.data[j].path = (numbers){0};
    }
  }
  for (size_t k = 0; k < parts; k++) {
    finding *f = &b->findings[k];
    if (!status)
      status = take_best (b, f->gain, f->best.data, f->best.count, err);
    bcov_vec_free (b->mem, &f->best);
    free_open (b->mem, &f->rest);
  }
  return status;
}

/* Lowers the bound to that of the open nodes, and drops nodes that cannot reach the goal. */
static void lower (bcov_branch *b)
{
  uint64_t upper = b->gain, goal = goal_of (b, b->gain);
  size_t kept = 0;
  for (size_t k = 0; k < b->open.count; k++) {
    open_node *node = &b->open.data[k];
    if (node->bound < goal) {
      bcov_vec_free (b->mem, &node->path);
      continue;
    }
    uint64_t bound = bcov_sums_upto (&b->sums, node->bound);
    upper = bound > upper ? bound : upper;
    b->open.data[kept++] = *node;
  }
  b->open.count = kept;
  if (upper < b->upper)
    b->upper = upper;
}

static void tell (bcov_branch *b)
{
  bcov_control *control = b->job->control;
  atomic_store (&control->best, b->gain);
  atomic_store (&control->bound, b->upper);
}

/* Takes over what the guest of the round has found. */
static bcov_status dismiss_guest (bcov_branch *b, bcov_error *err)
{
  bcov_status status = b->guest_status;
  if (status)
    bcov_error_add (err, status, NULL, "a thread ran out of memory");
  else
    status = bcov_branch_offer (b, &b->found, err);
  bcov_result_free (&b->found);
  b->guest = NULL;
  return status;
}

static bcov_status run_round (bcov_branch *b, bcov_error *err)
{
  size_t parts = b->open.count < ROUND ? b->open.count : ROUND;
  b->node_limit = b->node_limit ? 2 * b->node_limit : b->effort.first_nodes;
  if (b->node_limit > b->effort.most_nodes)
    b->node_limit = b->effort.most_nodes;
  assert (b->node_limit);
  if (b->guest)
    bcov_result_init (b->mem, &b->found);
  bcov_threads_for (b->job->workers, parts + (b->guest != NULL), run_part, b);
  bcov_status guest = b->guest ? dismiss_guest (b, err) : BCOV_OK;
  bcov_status status = gather (b, parts, guest ? NULL : err);
  status = guest ? guest : status;
  if (!status)
    lower (b);
  tell (b);
  return status;
}

/* ---- the whole ---- */

static bcov_status try_refill (bcov_branch *b, uint64_t steps, bcov_error *err)
{
  bcov_refill_run (b->refill, steps, b->upper, b->job->control);
  bcov_status status =
      take_best (b, b->refill->gain, b->refill->best.data, b->refill->best.count, err);
  tell (b);
  return status;
}

/* Solves the relaxation of the whole model.  It has no bound if the run is stopped before it. */
static bcov_status solve_root (bcov_branch *b, bcov_error *err)
{
  uint64_t bound = b->upper;
  bool more = true;
  bcov_status status = bcov_lp_new (b->job->model, &b->root, err);
  if (status)
    return status;
  while (more && bcov_control_go_on (b->job->control, 0)) {
    more = bcov_lp_solve (b->root, 0, pivots_a_poll (b->root));
    bound = bcov_sums_upto (&b->sums, (uint64_t)(b->root->bound / BCOV_LP_UNIT));
  }
  if (more)
    atomic_store (&b->stopped, true);
  b->solved = true;
  b->pivots += b->root->pivots;
  if (bound < b->upper)
    b->upper = bound;
  tell (b);
  return bcov_vec_push (b->mem, &b->open, (open_node){.bound = b->upper}, err);
}

/* Polls the control; returns whether there is more to do. */
static bool goes_on (bcov_branch *b)
{
  if (!is_done (b) && !bcov_control_go_on (b->job->control, 0))
    atomic_store (&b->stopped, true);
  return !is_done (b) && !atomic_load (&b->stopped);
}

uint64_t bcov_branch_gain (const bcov_branch *b)
{
  return b->gain;
}

uint64_t bcov_branch_upper (const bcov_branch *b)
{
  return b->upper;
}

uint64_t bcov_branch_nodes (const bcov_branch *b)
{
  return b->nodes;
}

bcov_status bcov_branch_refill (bcov_branch *b, uint64_t steps, bool *done, bcov_error *err)
{
  bcov_status status = goes_on (b) ? try_refill (b, steps, err) : BCOV_OK;
  *done = !status && !goes_on (b);
  return status;
}

bcov_status bcov_branch_relax (bcov_branch *b, bool *done, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!b->solved && goes_on (b))
    status = solve_root (b, err);
  *done = !status && !goes_on (b);
  return status;
}

/* ---- sweeps ---- */

/* Sets PRICE and WORTH to those of the relaxation; before it is solved, to one for each cell. */
static bcov_prices find_prices (const bcov_branch *b, int64_t *price, int64_t *worth)
{
  const bcov_model *model = b->job->model;
  const bcov_lp *lp = b->root;
  for (uint32_t i = 0; i < model->items.count; i++)
    price[i] = !lp                             ? model->items.data[i].gain * BCOV_LP_UNIT
               : lp->row_of[i] != BCOV_NO_ITEM ? lp->price[lp->row_of[i]]
                                               : 0;
  for (uint32_t o = 0; lp && o < lp->options; o++)
    worth[o] = lp->worth[o];
  return (bcov_prices){.unit = BCOV_LP_UNIT,
                       .bound = lp ? lp->bound : (int64_t)b->sums.cells * BCOV_LP_UNIT,
                       .price = price,
                       .worth = worth};
}

/* Looks for a filling with at least GOAL cells; sets *DONE unless it gave up. */
static bcov_status sweep_once (bcov_branch *b, const bcov_sweep_asked *asked, bool *done,
                               bcov_error *err)
{
  bcov_sweep sweep;
  bcov_status status = bcov_sweep_run (asked, &sweep, err);
  *done = !status && !sweep.given_up;
  b->nodes += sweep.nodes;
  if (*done)
    status = take_best (b, sweep.gain, sweep.options.data, sweep.options.count, err);
  if (*done && !sweep.narrowed)
    b->upper = sweep.gain ? sweep.gain : bcov_sums_upto (&b->sums, asked->goal - 1);
  bcov_sweep_free (&sweep);
  tell (b);
  return status;
}

static bcov_status sweep_down (bcov_branch *b, bcov_sweep_asked *asked, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (bool going = true; !status && going && !is_done (b);) {
    asked->goal = b->root && !asked->beam ? b->upper : goal_of (b, b->gain);
    status = sweep_once (b, asked, &going, err);
    going = going && !asked->beam;
  }
  return status;
}

bcov_status bcov_branch_sweep (bcov_branch *b, const bcov_program *program, uint64_t states,
                               uint64_t beam, bool *done, bcov_error *err)
{
  const bcov_model *model = b->job->model;
  bcov_rooms rooms = {.mem = b->mem, .err = err};
  int64_t *price = bcov_mem_take_room (&rooms, model->items.count + 1, sizeof *price);
  int64_t *worth = bcov_mem_take_room (&rooms, bcov_model_options (model) + 1u, sizeof *worth);
  bcov_status status = rooms.status;
  if (!status) {
    bcov_sweep_asked asked = {.program = program,
                              .model = model,
                              .prices = find_prices (b, price, worth),
                              .states = states,
                              .beam = beam,
                              .workers = b->job->workers,
                              .control = b->job->control};
    status = sweep_down (b, &asked, err);
  }
  bcov_mem_free_rooms (&rooms);
  if (status == BCOV_STOPPED && bcov_control_status (b->job->control, NULL))
    status = BCOV_OK; /* the caller notices */
  *done = !status && !goes_on (b);
  return status;
}

/* ---- the search ---- */

void bcov_branch_invite (bcov_branch *b, const bcov_branch_guest *guest)
{
  b->guest = guest;
}

static bcov_status start_search (bcov_branch *b, bcov_error *err)
{
  bool done;
  bcov_status status = bcov_branch_relax (b, &done, err);
  if (!status && !done)
    status = try_refill (b, b->effort.root_steps, err);
  b->started = true;
  return status;
}

bcov_status bcov_branch_search (bcov_branch *b, double work, bool *done, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  uint64_t from = b->pivots;
  atomic_store (&b->stopped, !bcov_control_go_on (b->job->control, 0));
  if (!b->started && !atomic_load (&b->stopped))
    status = start_search (b, err);
  double rows = b->root ? b->root->rows : 1;
  while (!status && !is_done (b) && b->open.count && !atomic_load (&b->stopped) &&
         (!(work > 0) || (double)(b->pivots - from) * rows * rows < work)) {
    status = run_round (b, err);
    if (!status && !is_done (b) && !atomic_load (&b->stopped))
      status = try_refill (b, b->effort.round_steps, err);
  }
  b->guest = NULL;
  *done = is_done (b) || atomic_load (&b->stopped);
  return status;
}

bcov_status bcov_branch_answer (const bcov_branch *b, bcov_result *result, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  result->gain = b->gain;
  result->bound = b->upper;
  result->nodes += b->nodes;
  result->complete = is_done (b);
  result->best.count = 0;
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 1);
  for (size_t k = 0; k < b->best.count && !status; k++)
    status = bcov_vec_push (result->mem, &result->best, b->best.data[k], err);
  return status;
}
