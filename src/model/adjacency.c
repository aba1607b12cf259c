/* Neighbours from common options.

   Two adjacent cells share more placements than two distant ones.  So, for each option, its items
   are joined to a tree by the pairs that share the largest part of their options.  Among equal
   pairs, all are taken that join items which better pairs have not joined.  The pairs of all trees
   are the neighbours.  On the lattices this finds the cells that have a common side, for any
   pieces, and it works for models that are not boards.

   Items that share options with many others, such as pieces and quotas of a row, would make
   everything adjacent.  If every option covers a cell (an item with gain), only cells are ordered;
   other items that share options with few cells are links, and the rest are ignored.

   Time: the squares of the lengths of options of up to MOST_PAIRED items; the items of longer
   options are joined in a chain. */

#include "model/adjacency.h"

#include <assert.h>

enum {
  MOST_PAIRED = 12,      /* items of an option */
  MOST_LINKED = 8,       /* guards that a link may join */
  MOST_STEPS = 32 << 20, /* larger models have no adjacency */
};

typedef struct {
  bcov_adjacency *out;
  bcov_mem *mem;
  bcov_control *control;
  bcov_status status; /* the first failure */
  bcov_error *err;
  uint32_t items, options;
  uint32_t *count;           /* scratch of each item, all zero between uses */
  size_t *pairs;             /* of each option: index of its first pair in WEIGHTS */
  uint32_t *weights;         /* of each pair: the number of options that contain both items */
  BCOV_VEC (uint64_t) edges; /* in both directions */
  uint64_t work;
} maker;

static uint32_t degree (const maker *m, uint32_t item)
{
  return m->out->columns.start[item + 1] - m->out->columns.start[item];
}

/* ---- roles ---- */

static bool may_guard (const bcov_item *item, bool all_gain)
{
  return item->hi == 1 && !item->coloured && (item->gain || !all_gain);
}

static bool always_gain (const bcov_model *model)
{
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    bool gain = false;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      gain = gain || may_guard (&model->items.data[model->touches.data[t].item], true);
    if (!gain)
      return false;
  }
  return true;
}

/* Whether ITEM shares options with at least one and at most MOST_LINKED guards. */
static bool is_link (const maker *m, uint32_t item)
{
  const bcov_model *model = m->out->model;
  const bcov_columns *c = &m->out->columns;
  uint32_t met[MOST_LINKED], count = 0;
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t other = model->touches.data[t].item, at = 0;
      if (m->out->role[other] != BCOV_GUARD)
        continue;
      while (at < count && met[at] != other)
        at++;
      if (at == MOST_LINKED)
        return false;
      if (at == count)
        met[count++] = other;
    }
  }
  return count > 0;
}

static void give_roles (maker *m)
{
  const bcov_model *model = m->out->model;
  bool all_gain = always_gain (model);
  for (uint32_t i = 0; i < m->items; i++)
    if (may_guard (&model->items.data[i], all_gain))
      m->out->role[i] = BCOV_GUARD;
  for (uint32_t i = 0; i < m->items; i++)
    if (m->out->role[i] == BCOV_FAR && is_link (m, i))
      m->out->role[i] = BCOV_LINK;
}

/* ---- shared options ---- */

static void list_local (maker *m)
{
  const bcov_model *model = m->out->model;
  bcov_lists *local = &m->out->local;
  for (uint32_t o = 0; !m->status && o < m->options; o++) {
    local->first[o] = (uint32_t)local->of.count;
    for (uint32_t t = model->first.data[o]; !m->status && t < model->first.data[o + 1]; t++)
      if (m->out->role[model->touches.data[t].item])
        m->status = bcov_vec_push (m->mem, &local->of, model->touches.data[t].item, m->err);
  }
  local->first[m->options] = (uint32_t)local->of.count;
}

static uint32_t length_of (const maker *m, uint32_t option)
{
  return m->out->local.first[option + 1] - m->out->local.first[option];
}

/* The local items of OPTION; NULL if it has none. */
static const uint32_t *items_of (const maker *m, uint32_t option)
{
  return length_of (m, option) ? &m->out->local.of.data[m->out->local.first[option]] : NULL;
}

/* Assigns the indices of pairs; returns false if there is too much work. */
static bool lay_pairs (maker *m)
{
  size_t pairs = 0, steps = 0;
  for (uint32_t o = 0; o < m->options; o++) {
    size_t length = length_of (m, o);
    m->pairs[o] = pairs;
    steps += length * length;
    if (length <= MOST_PAIRED)
      pairs += length * (length - (length > 0)) / 2;
    if (steps > MOST_STEPS)
      return false;
  }
  m->pairs[m->options] = pairs;
  return true;
}

/* Counts the options that each other item shares with ITEM, and adds the row of ITEM to NEAR. */
static void share (maker *m, uint32_t item)
{
  const bcov_columns *c = &m->out->columns;
  uint64_t steps = 0;
  for (uint32_t k = c->start[item]; !m->status && k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]], length = length_of (m, o);
    const uint32_t *other = items_of (m, o);
    steps += length;
    for (uint32_t j = 0; j < length; j++)
      if (m->count[other[j]]++ == 0 && other[j] != item && !m->status)
        m->status = bcov_vec_push (m->mem, &m->out->near.of, other[j], m->err);
  }
  m->count[item] = 0;
  if (!m->status)
    m->status = bcov_control_work (m->control, &m->work, steps, m->err);
}

/* Stores the counts as weights of the pairs that begin with ITEM. */
static void weigh_pairs (maker *m, uint32_t item)
{
  const bcov_columns *c = &m->out->columns;
  for (uint32_t k = c->start[item]; k < c->start[item + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]], length = length_of (m, o), i = 0;
    const uint32_t *other = items_of (m, o);
    if (length > MOST_PAIRED)
      continue;
    while (i < length && other[i] != item)
      i++;
    assert (i < length);
    for (size_t j = i + 1; j < length; j++)
      m->weights[m->pairs[o] + j * (j - 1) / 2 + i] = m->count[other[j]];
  }
}

static void share_all (maker *m)
{
  bcov_lists *near = &m->out->near;
  m->weights = bcov_mem_alloc (m->mem, m->pairs[m->options] + 1, sizeof *m->weights, m->err);
  if (!m->weights)
    m->status = bcov_mem_status (m->mem);
  for (uint32_t i = 0; !m->status && i < m->items; i++) {
    near->first[i] = (uint32_t)near->of.count;
    if (m->out->role[i]) {
      share (m, i);
      weigh_pairs (m, i);
    }
    for (size_t k = near->first[i]; k < near->of.count; k++)
      m->count[near->of.data[k]] = 0;
  }
  near->first[m->items] = (uint32_t)near->of.count;
}

/* ---- the trees ---- */

/* A double distinguishes all ratios, because there are at most MOST_STEPS options. */
typedef struct {
  double near;   /* options with both items, divided by the sum of the options of each */
  uint32_t i, j; /* positions in the option */
} pair;

/* Lists the pairs of OPTION, closest first; returns their number. */
static uint32_t sort_pairs (const maker *m, uint32_t option, pair *pairs)
{
  const uint32_t *item = items_of (m, option);
  uint32_t count = 0;
  for (uint32_t j = 1; j < length_of (m, option); j++)
    for (uint32_t i = 0; i < j; i++) {
      uint32_t all = degree (m, item[i]) + degree (m, item[j]), at = count++;
      pair p = {m->weights[m->pairs[option] + j * (j - 1) / 2 + i] / (double)all, i, j};
      for (; at && p.near > pairs[at - 1].near; at--)
        pairs[at] = pairs[at - 1];
      pairs[at] = p;
    }
  return count;
}

static void add_edge (maker *m, uint32_t a, uint32_t b)
{
  assert (a != b && a < m->items && b < m->items && m->out->role[a] && m->out->role[b]);
  if (!m->status)
    m->status = bcov_vec_push (m->mem, &m->edges, (uint64_t)a << 32 | b, m->err);
  if (!m->status)
    m->status = bcov_vec_push (m->mem, &m->edges, (uint64_t)b << 32 | a, m->err);
}

/* Joins the trees of A and B.  TREE has the items of each item's tree, as bits. */
static void merge (uint32_t *tree, uint32_t a, uint32_t b)
{
  uint32_t both = tree[a] | tree[b];
  for (uint32_t rest = both; rest; rest &= rest - 1)
    tree[__builtin_ctz (rest)] = both;
}

static void join_paired (maker *m, uint32_t option)
{
  const uint32_t *item = items_of (m, option);
  pair pairs[MOST_PAIRED * (MOST_PAIRED - 1) / 2];
  uint32_t tree[MOST_PAIRED], all = (1u << length_of (m, option)) - 1;
  assert (length_of (m, option) <= MOST_PAIRED);
  uint32_t count = sort_pairs (m, option, pairs), end;
  for (uint32_t k = 0; k < MOST_PAIRED; k++)
    tree[k] = 1u << k;
  for (uint32_t from = 0; from < count && tree[0] != all; from = end) {
    for (end = from; end < count && pairs[end].near == pairs[from].near; end++)
      if (tree[pairs[end].i] != tree[pairs[end].j])
        add_edge (m, item[pairs[end].i], item[pairs[end].j]);
    for (uint32_t k = from; k < end; k++)
      if (tree[pairs[k].i] != tree[pairs[k].j])
        merge (tree, pairs[k].i, pairs[k].j);
  }
}

static void join_all (maker *m)
{
  for (uint32_t o = 0; !m->status && o < m->options; o++) {
    const uint32_t *item = items_of (m, o);
    uint32_t length = length_of (m, o);
    m->status = bcov_control_work (m->control, &m->work, (uint64_t)length * length, m->err);
    if (length <= MOST_PAIRED)
      join_paired (m, o);
    else
      for (uint32_t k = 1; k < length; k++)
        add_edge (m, item[k - 1], item[k]);
  }
}

/* A pass of a radix sort of the edges, by one of their ends. */
static void scatter (const maker *m, const uint64_t *from, uint64_t *to, unsigned shift)
{
  for (size_t k = 0; k < m->edges.count; k++)
    m->count[(uint32_t)(from[k] >> shift) + 1]++;
  for (uint32_t i = 0; i < m->items; i++)
    m->count[i + 1] += m->count[i];
  for (size_t k = 0; k < m->edges.count; k++)
    to[m->count[(uint32_t)(from[k] >> shift)]++] = from[k];
  for (uint32_t i = 0; i <= m->items; i++)
    m->count[i] = 0;
}

static void list_beside (maker *m)
{
  bcov_lists *beside = &m->out->beside;
  uint64_t *sorted = bcov_mem_alloc (m->mem, m->edges.count + 1, sizeof *sorted, m->err);
  if (!sorted) {
    m->status = bcov_mem_status (m->mem);
    return;
  }
  scatter (m, m->edges.data, sorted, 0);
  scatter (m, sorted, m->edges.data, 32);
  bcov_mem_free (m->mem, sorted);
  size_t k = 0;
  for (uint32_t i = 0; !m->status && i <= m->items; i++) {
    beside->first[i] = (uint32_t)beside->of.count;
    for (; !m->status && k < m->edges.count && m->edges.data[k] >> 32 == i; k++)
      if (!k || m->edges.data[k] != m->edges.data[k - 1])
        m->status = bcov_vec_push (m->mem, &beside->of, (uint32_t)m->edges.data[k], m->err);
  }
}

/* ---- construction ---- */

static bcov_status take_room (maker *m)
{
  bcov_adjacency *out = m->out;
  size_t items = (size_t)m->items + 2, options = (size_t)m->options + 1;
  if (bcov_model_columns (out->model, &out->columns, m->err) ||
      !(out->role = bcov_mem_alloc (m->mem, items, 1, m->err)) ||
      !(out->local.first = bcov_mem_alloc (m->mem, options, sizeof (uint32_t), m->err)) ||
      !(out->near.first = bcov_mem_alloc (m->mem, items, sizeof (uint32_t), m->err)) ||
      !(out->beside.first = bcov_mem_alloc (m->mem, items, sizeof (uint32_t), m->err)) ||
      !(m->count = bcov_mem_alloc (m->mem, items, sizeof *m->count, m->err)) ||
      !(m->pairs = bcov_mem_alloc (m->mem, options, sizeof *m->pairs, m->err)))
    return bcov_mem_status (m->mem);
  return BCOV_OK;
}

bcov_status bcov_adjacency_make (const bcov_model *model, bcov_control *control,
                                 bcov_adjacency *out, bool *worth, bcov_error *err)
{
  maker m = {.out = out,
             .mem = model->mem,
             .control = control,
             .err = err,
             .items = (uint32_t)model->items.count,
             .options = bcov_model_options (model)};
  assert (bcov_model_is_valid (model));
  *out = (bcov_adjacency){.model = model};
  *worth = false;
  m.status = take_room (&m);
  if (!m.status) {
    give_roles (&m);
    list_local (&m);
    *worth = !m.status && lay_pairs (&m);
  }
  if (*worth) {
    share_all (&m);
    join_all (&m);
    if (!m.status)
      list_beside (&m);
  }
  bcov_mem_free (m.mem, m.count);
  bcov_mem_free (m.mem, m.pairs);
  bcov_mem_free (m.mem, m.weights);
  bcov_vec_free (m.mem, &m.edges);
  if (m.status)
    bcov_adjacency_free (out);
  return m.status;
}

static void free_rows (bcov_mem *mem, bcov_lists *rows)
{
  bcov_mem_free (mem, rows->first);
  bcov_vec_free (mem, &rows->of);
}

void bcov_adjacency_free (bcov_adjacency *adjacency)
{
  if (!adjacency->model)
    return;
  bcov_mem *mem = adjacency->model->mem;
  bcov_columns_free (mem, &adjacency->columns);
  bcov_mem_free (mem, adjacency->role);
  free_rows (mem, &adjacency->local);
  free_rows (mem, &adjacency->near);
  free_rows (mem, &adjacency->beside);
  *adjacency = (bcov_adjacency){0};
}
