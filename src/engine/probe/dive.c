/* The search of search.c with random gaps.

   Each child of a node is visited with a probability p that depends only on its depth, so a
   solution at depth d is met with the product of the probabilities up to d, and counts as one over
   that product: the expected value of the sum is the number of solutions.  The probabilities are
   chosen such that about NODES nodes are visited at each depth, by what earlier probes have learnt
   about the tree; see Chen, "Heterogeneous sampling" (1992).  If nothing is known yet, exactly one
   child of each node is visited (Knuth 1975).

   The choice is systematic: at each depth a counter, which starts at random, advances by p for each
   child, and the child at which it passes an integer is visited.  So brothers and cousins are
   thinned out evenly.  The counters of different depths are independent, and the children met at a
   depth do not depend on its own counter, so the probabilities are as stated.

   What was learnt may be wrong, and the tree may be much larger than that below some node.  As soon
   as a depth is expected to have had CROWD times as many nodes as it should, its further children
   are visited with a smaller probability.  That must depend on the children met alone: if it
   depended on those visited, and so on the counter of the depth, the results would be too small.

   Invariant: each level has taken one option; its weight is one over the probability of its node.
   Time: nodes x touches of the options ruled out. */

#include "engine/probe/dive.h"
#include "base/random.h"
#include "engine/search/rows.h"
#include "engine/search/state.h"

#include <assert.h>
#include <math.h>

enum {
  POLL = 1 << 14, /* work between two polls */
  CROWD = 4,
  WORK_SHARE = 16 /* touches that take as long as a transition of the frontier */
};

typedef struct {
  uint32_t item;   /* BCOV_NO_ITEM: an optional level */
  uint32_t option; /* being tried */
  uint32_t cursor;
  size_t mark;
  double weight; /* logarithm */
  double share;  /* without a shape: the probability of each child, ... */
  double passed; /* ... and the counter */
} level;

/* At each depth. */
typedef struct {
  double chance; /* the logarithm of the probability of a node */
  double share;  /* the probability of each child */
  double passed; /* the counter */
  double nodes;  /* met, weighted; a logarithm */
  double visits; /* expected, of the children met so far */
} depth_facts;

typedef struct {
  const bcov_dive *dive;
  bool in_rows;
  bcov_rows rows;
  bcov_state state;
  BCOV_VEC (level) levels;
  BCOV_VEC (depth_facts) depths;
  bcov_random random;
  double log; /* of the solutions */
  bool dropped;
  uint32_t touches; /* of an option, on average */
  uint64_t touched, work, polled;
  bool stopped;
  bcov_status status;
  bcov_error *err;
} dive;

static double draw_share (bcov_random *random)
{
  return (double)(bcov_random_next (random) >> 11) * 0x1p-53;
}

/* Returns the logarithm of the sum of two numbers. */
static double add_logs (double a, double b)
{
  double greater = fmax (a, b);
  return isinf (greater) ? greater : greater + log1p (exp (-fabs (a - b)));
}

/* ---- one of two states ---- */

static bool checked (dive *d, bool fine)
{
  bcov_status status = d->in_rows ? d->rows.status : d->state.status;
  if (status)
    d->status = status;
  return fine && !status;
}

static bool take (dive *d, const level *l)
{
  return checked (d, d->in_rows ? bcov_rows_take (&d->rows, l->cursor)
                                : bcov_state_take (&d->state, l->option));
}

static bool ban (dive *d, const level *l)
{
  return checked (d, d->in_rows ? bcov_rows_ban (&d->rows, l->cursor)
                                : bcov_state_ban (&d->state, l->option));
}

static size_t mark (const dive *d)
{
  return d->in_rows ? bcov_rows_mark (&d->rows) : bcov_state_mark (&d->state);
}

static void undo (dive *d, size_t to)
{
  if (d->in_rows)
    bcov_rows_undo (&d->rows, to);
  else
    bcov_state_undo (&d->state, to);
}

static uint32_t size_of (const dive *d, uint32_t item)
{
  return d->in_rows ? bcov_rows_size (&d->rows, item) : d->state.items[item].size;
}

/* ---- shapes ---- */

void bcov_tree_shape_free (bcov_mem *mem, bcov_tree_shape *shape)
{
  bcov_vec_free (mem, &shape->nodes);
  *shape = (bcov_tree_shape){0};
}

/* Adds what DIVE has met to SHAPE. */
static bcov_status learn (const dive *d, bcov_tree_shape *shape)
{
  bcov_mem *mem = d->dive->model->mem;
  bcov_status status = BCOV_OK;
  double size = log ((double)d->dive->nodes);
  while (!status && shape->nodes.count < d->depths.count)
    status = bcov_vec_push (mem, &shape->nodes, -INFINITY, d->err);
  for (size_t k = 0; !status && k < d->depths.count; k++)
    shape->nodes.data[k] = add_logs (shape->nodes.data[k], d->depths.data[k].nodes + size);
  shape->size += (double)d->dive->nodes;
  return status;
}

/* Returns the logarithm of the probability of a node at depth K + 1 if that of its parent is
   ABOVE. */
static double chance (const dive *d, size_t k, double above)
{
  const bcov_tree_shape *shape = d->dive->shape;
  if (!shape || k >= shape->nodes.count || isinf (shape->nodes.data[k]))
    return above;
  double nodes = shape->nodes.data[k] - log (shape->size);
  return fmin (above, log ((double)d->dive->nodes) - nodes);
}

/* Prepares the next depth. */
static void prepare_depth (dive *d)
{
  size_t k = d->depths.count;
  depth_facts fresh = {.nodes = -INFINITY, .passed = draw_share (&d->random)};
  double above = k ? d->depths.data[k - 1].chance : 0;
  fresh.chance = chance (d, k, above);
  fresh.share = exp (fresh.chance - above);
  bcov_status status = bcov_vec_push (d->dive->model->mem, &d->depths, fresh, d->err);
  if (status)
    d->status = status;
}

/* ---- the search ---- */

/* Finds the next option to try on level L; returns false if there is none, which may be a
   solution. */
static bool next_option (dive *d, level *l)
{
  uint32_t item = l->item;
  if (item == BCOV_NO_ITEM) {
    item = d->in_rows ? bcov_rows_choose_free (&d->rows) : bcov_state_choose_free (&d->state);
    if (item == BCOV_NO_ITEM)
      d->log = add_logs (d->log, l->weight);
    l->cursor = 0;
  }
  if (item == BCOV_NO_ITEM || !size_of (d, item))
    return false;
  l->option = d->in_rows ? bcov_rows_next (&d->rows, item, &l->cursor)
                         : bcov_state_next (&d->state, item, &l->cursor);
  return true;
}

/* Advances a counter by SHARE; returns whether it passes an integer. */
static bool passes (double *passed, double share)
{
  *passed += share;
  if (*passed < 1)
    return false;
  *passed -= 1;
  return true;
}

/* Returns whether the child that level L has just met is visited. */
static bool stays (dive *d, level *l, double *weight)
{
  depth_facts *f = &d->depths.data[d->levels.count - 1];
  double share = d->dive->shape ? f->share : l->share, most = CROWD * (double)d->dive->nodes;
  if (d->dive->shape && f->visits > most)
    share *= most / f->visits;
  f->visits += share;
  f->nodes = add_logs (f->nodes, l->weight);
  *weight = l->weight;
  if (share >= 1)
    return true;
  d->dropped = true;
  *weight -= log (share);
  return passes (d->dive->shape ? &f->passed : &l->passed, share);
}

static void enter (dive *d, double weight)
{
  level fresh = {.weight = weight};
  fresh.item = d->in_rows ? bcov_rows_choose (&d->rows) : bcov_state_choose (&d->state);
  if (!d->dive->shape) {
    uint32_t size = fresh.item == BCOV_NO_ITEM ? 2 : size_of (d, fresh.item);
    fresh.share = 1.0 / (size ? size : 1);
    fresh.passed = draw_share (&d->random);
  }
  bcov_status status = bcov_vec_push (d->dive->model->mem, &d->levels, fresh, d->err);
  if (status)
    d->status = status;
  else if (d->levels.count > d->depths.count)
    prepare_depth (d);
}

/* Takes back the option of level L and rules it out; returns false if the level is done. */
static bool go_on (dive *d, const level *l)
{
  undo (d, l->mark);
  return ban (d, l) && !d->status;
}

static void count_work (dive *d, size_t changes)
{
  d->touched +=
      d->in_rows ? bcov_rows_work (&d->rows) : changes * d->touches + d->state.n_needy / 2 + 1;
  d->work = d->touched / WORK_SHARE;
  if (d->work - d->polled < POLL)
    return;
  d->polled = d->work;
  d->stopped = !bcov_control_go_on (d->dive->control, d->dive->worker) ||
               (d->dive->most && d->work > d->dive->most) ||
               (d->dive->until > 0 && bcov_control_seconds (d->dive->control) > d->dive->until);
}

/* Tries the next option of the last level; returns false if the level is done. */
static bool step_down (dive *d)
{
  size_t depth = d->levels.count;
  level *l = &d->levels.data[depth - 1];
  double weight;
  if (!next_option (d, l))
    return false;
  l->mark = mark (d);
  bool fine = take (d, l);
  count_work (d, mark (d) - l->mark);
  if (fine && stays (d, l, &weight))
    enter (d, weight);
  return d->levels.count > depth || go_on (d, &d->levels.data[depth - 1]);
}

static void explore (dive *d)
{
  enter (d, 0);
  while (d->levels.count && !d->stopped && !d->status)
    if (!step_down (d))
      do
        d->levels.count--;
      while (d->levels.count && !go_on (d, &d->levels.data[d->levels.count - 1]));
}

bcov_status bcov_dive_run (const bcov_dive *job, bcov_tree_shape *learnt, bcov_draw *out,
                           bcov_error *err)
{
  const bcov_model *model = job->model;
  dive d = {.dive = job, .random = {job->seed}, .log = -INFINITY, .err = err};
  assert (job->nodes && !model->impossible && (!learnt || learnt != job->shape));
  d.in_rows = bcov_rows_apply (model, job->bitset_bytes);
  d.touches = (uint32_t)(model->touches.count / (bcov_model_options (model) + 1u)) + 1;
  bcov_status status =
      d.in_rows ? bcov_rows_start (&d.rows, model, err) : bcov_state_start (&d.state, model, err);
  if (status)
    return status;
  explore (&d);
  if (!d.status && learnt)
    d.status = learn (&d, learnt);
  *out = (bcov_draw){
      .log = d.log, .work = d.work + 1, .exact = !d.dropped && !d.stopped, .complete = !d.stopped};
  bcov_vec_free (model->mem, &d.levels);
  bcov_vec_free (model->mem, &d.depths);
  if (d.in_rows)
    bcov_rows_end (&d.rows);
  else
    bcov_state_end (&d.state);
  return d.status;
}
