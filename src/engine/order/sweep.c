/* Sweeps after Cuthill and McKee, and growth after Sloan (1986), on the graph of neighbours.

   On a rectangle of cells distances are those of a taxi, so the ends found are the corners, the
   shortest way between two corners of a side is that side alone, and breadth first from it, in the
   order of its cells, goes column by column (or row by row) with every column in the same
   direction.  That is the smoothest order there is, and for other boards the same sweep bends along
   with them.

   Growth looks at what a step would open, and so goes round corners and into dead ends where it
   pays.  Time: for a sweep the neighbours, for growth also items times the width of the front. */

#include "engine/order/sweep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NOT_YET UINT32_MAX

bcov_status bcov_sweep_new (const bcov_adjacency *graph, bcov_sweep *out, bcov_error *err)
{
  bcov_mem *mem = graph->model->mem;
  size_t items = graph->model->items.count + 1;
  *out = (bcov_sweep){.graph = graph};
  uint32_t **const rooms[] = {&out->depth, &out->fresh, &out->born, &out->open, &out->queue};
  bool fine = true;
  for (size_t k = 0; fine && k < sizeof rooms / sizeof *rooms; k++)
    fine = (*rooms[k] = bcov_mem_alloc (mem, items, sizeof (uint32_t), err)) != NULL;
  for (size_t k = 0; fine && k < BCOV_MOST_ENDS; k++)
    fine = (out->distance[k] = bcov_mem_alloc (mem, items, sizeof (uint32_t), err)) != NULL;
  if (!fine) {
    bcov_sweep_free (out);
    return bcov_mem_status (mem);
  }
  memset (out->depth, 0xff, items * sizeof *out->depth);
  return BCOV_OK;
}

void bcov_sweep_free (bcov_sweep *sweep)
{
  if (!sweep->graph)
    return;
  bcov_mem *mem = sweep->graph->model->mem;
  for (size_t k = 0; k < BCOV_MOST_ENDS; k++)
    bcov_mem_free (mem, sweep->distance[k]);
  bcov_mem_free (mem, sweep->depth);
  bcov_mem_free (mem, sweep->fresh);
  bcov_mem_free (mem, sweep->born);
  bcov_mem_free (mem, sweep->open);
  bcov_mem_free (mem, sweep->queue);
  *sweep = (bcov_sweep){0};
}

/* Breadth first from the first COUNT items of QUEUE, which are laid into DEPTH as 0. */
static uint32_t flood (const bcov_sweep *sweep, uint32_t count, uint32_t *queue, uint32_t *depth)
{
  const bcov_lists *beside = &sweep->graph->beside;
  for (uint32_t k = 0; k < count; k++) {
    assert (depth[queue[k]] == NOT_YET); /* each once, and nothing is left of the call before */
    depth[queue[k]] = 0;
  }
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t k = beside->first[queue[at]]; k < beside->first[queue[at] + 1]; k++) {
      uint32_t next = beside->of.data[k];
      if (depth[next] != NOT_YET)
        continue;
      depth[next] = depth[queue[at]] + 1;
      queue[count++] = next;
    }
  return count;
}

/* The same within the part, which is connected: all of it is reached. */
static void flood_part (const bcov_sweep *sweep, uint32_t count, uint32_t *queue, uint32_t *depth)
{
  count = flood (sweep, count, queue, depth);
  assert (count == sweep->count);
}

static void forget (const bcov_sweep *sweep, uint32_t *depth)
{
  for (uint32_t k = 0; k < sweep->count; k++)
    depth[sweep->part[k]] = NOT_YET;
}

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

uint32_t bcov_sweep_reach (bcov_sweep *sweep, uint32_t item, uint32_t *part)
{
  part[0] = item;
  uint32_t count = flood (sweep, 1, part, sweep->depth);
  for (uint32_t k = 0; k < count; k++)
    sweep->depth[part[k]] = NOT_YET;
  qsort (part, count, sizeof *part, ascending);
  return count;
}

static __attribute__ ((unused)) bool is_ascending (const uint32_t *items, uint32_t count)
{
  for (uint32_t k = 1; k < count; k++)
    if (items[k - 1] >= items[k])
      return false;
  return true;
}

/* ---- ends ---- */

static uint32_t neighbours (const bcov_sweep *sweep, uint32_t item)
{
  return sweep->graph->beside.first[item + 1] - sweep->graph->beside.first[item];
}

/* An end is as far as can be from all ends before it together, and of those in a corner. */
static uint32_t find_end (const bcov_sweep *sweep)
{
  uint32_t best = sweep->part[0];
  uint64_t best_sum = 0;
  for (uint32_t k = 0; k < sweep->count; k++) {
    uint32_t item = sweep->part[k];
    uint64_t sum = 0;
    bool taken = false;
    for (uint32_t e = 0; e < sweep->n_ends; e++) {
      assert (sweep->distance[e][item] < sweep->count);
      sum += sweep->distance[e][item];
      taken = taken || sweep->ends[e] == item;
    }
    if (!taken && (sum > best_sum ||
                   (sum == best_sum && neighbours (sweep, item) < neighbours (sweep, best)))) {
      best = item;
      best_sum = sum;
    }
  }
  return best;
}

static void measure (bcov_sweep *sweep, uint32_t end)
{
  assert (sweep->n_ends < BCOV_MOST_ENDS);
  uint32_t *distance = sweep->distance[sweep->n_ends];
  for (uint32_t k = 0; k < sweep->count; k++)
    distance[sweep->part[k]] = NOT_YET;
  sweep->queue[0] = end;
  flood_part (sweep, 1, sweep->queue, distance);
  sweep->ends[sweep->n_ends++] = end;
}

void bcov_sweep_set (bcov_sweep *sweep, const uint32_t *part, uint32_t count, uint32_t most)
{
  assert (count && most <= BCOV_MOST_ENDS && is_ascending (part, count));
  sweep->part = part;
  sweep->count = count;
  sweep->n_ends = 0;
  measure (sweep, part[0]); /* only to find the first from */
  uint32_t first = find_end (sweep);
  sweep->n_ends = 0;
  measure (sweep, first);
  while (sweep->n_ends < most && sweep->n_ends < count)
    measure (sweep, find_end (sweep));
}

/* ---- orders ---- */

/* A shortest way from end A to end B into WAY, along the rim where there is a choice. */
static uint32_t find_way (const bcov_sweep *sweep, uint32_t a, uint32_t b, uint32_t *way)
{
  assert (a < sweep->n_ends && b < sweep->n_ends);
  const bcov_lists *beside = &sweep->graph->beside;
  const uint32_t *distance = sweep->distance[b];
  uint32_t count = 0, at = sweep->ends[a];
  for (way[count++] = at; at != sweep->ends[b]; way[count++] = at) {
    uint32_t best = NOT_YET;
    for (uint32_t k = beside->first[at]; k < beside->first[at + 1]; k++) {
      uint32_t next = beside->of.data[k];
      if (distance[next] < distance[at] &&
          (best == NOT_YET || neighbours (sweep, next) < neighbours (sweep, best)))
        best = next;
    }
    assert (best != NOT_YET && distance[best] + 1 == distance[at]);
    at = best;
  }
  return count;
}

/* Keeps the guards among the first COUNT items of ORDER. */
static void keep_guards (const bcov_sweep *sweep, uint32_t count, uint32_t *order)
{
  uint32_t guards = 0;
  for (uint32_t k = 0; k < count; k++)
    if (sweep->graph->role[order[k]] == BCOV_GUARD)
      order[guards++] = order[k];
}

static bcov_layers compare_layers (const bcov_sweep *sweep, const uint32_t *order)
{
  uint32_t first = 0, length = 0;
  bool even = true;
  for (uint32_t k = 0; k < sweep->count && length <= first; k++) {
    assert (!k || sweep->depth[order[k]] >= sweep->depth[order[k - 1]]);
    bool same = k && sweep->depth[order[k]] == sweep->depth[order[k - 1]];
    even &= same || length == first;
    length = same ? length + 1 : 1;
    first += sweep->depth[order[k]] == 0;
  }
  return length > first ? BCOV_ROUGH : even && length == first ? BCOV_EVEN : BCOV_STRIP;
}

bcov_layers bcov_sweep_layers (bcov_sweep *sweep, uint32_t a, uint32_t b, uint32_t *order)
{
  flood_part (sweep, find_way (sweep, a, b, order), order, sweep->depth);
  bcov_layers layers = compare_layers (sweep, order);
  forget (sweep, sweep->depth);
  keep_guards (sweep, sweep->count, order);
  return layers;
}

/* Growth.  OPEN: whether it was touched.  FRESH: how many items that share an option with this one
   are not open yet.  BORN: when it became a candidate; those are QUEUE[0 .. count), in no order. */
typedef struct {
  bcov_sweep *sweep;
  uint32_t width, depth;
  uint32_t count, time;
} growth;

static void make_candidate (growth *g, uint32_t item)
{
  bcov_sweep *sweep = g->sweep;
  if (sweep->graph->role[item] != BCOV_GUARD || sweep->born[item] != NOT_YET)
    return;
  sweep->born[item] = g->time++;
  sweep->queue[g->count++] = item;
}

static void open_item (growth *g, uint32_t item)
{
  bcov_sweep *sweep = g->sweep;
  const bcov_lists *near = &sweep->graph->near;
  if (sweep->open[item])
    return;
  sweep->open[item] = 1;
  make_candidate (g, item);
  for (uint32_t k = near->first[item]; k < near->first[item + 1]; k++) {
    assert (sweep->fresh[near->of.data[k]]);
    sweep->fresh[near->of.data[k]]--;
    if (sweep->graph->role[item] == BCOV_LINK)
      make_candidate (g, near->of.data[k]);
  }
}

/* Takes the best candidate out. */
static uint32_t choose (growth *g)
{
  const bcov_sweep *sweep = g->sweep;
  uint32_t best = 0;
  uint64_t least = UINT64_MAX;
  for (uint32_t k = 0; k < g->count; k++) {
    uint32_t item = sweep->queue[k];
    uint64_t score =
        (uint64_t)g->width * sweep->fresh[item] + (uint64_t)g->depth * sweep->depth[item];
    if (score < least || (score == least && sweep->born[item] < sweep->born[sweep->queue[best]])) {
      least = score;
      best = k;
    }
  }
  uint32_t item = sweep->queue[best];
  sweep->queue[best] = sweep->queue[--g->count];
  return item;
}

static void start_growth (growth *g, uint32_t a, uint32_t b, uint32_t *order)
{
  bcov_sweep *sweep = g->sweep;
  const uint32_t *first = sweep->graph->near.first;
  uint32_t at = 0;
  flood_part (sweep, find_way (sweep, a, b, order), order, sweep->depth);
  for (uint32_t k = 0; k < sweep->count; k++) {
    uint32_t item = sweep->part[k];
    sweep->fresh[item] = first[item + 1] - first[item];
    sweep->born[item] = NOT_YET;
    sweep->open[item] = 0;
  }
  while (sweep->graph->role[order[at]] != BCOV_GUARD)
    at++;
  assert (at < sweep->count);
  make_candidate (g, order[at]);
}

bool bcov_sweep_grow (bcov_sweep *sweep, uint32_t a, uint32_t b, uint32_t width, uint32_t depth,
                      uint64_t *steps, uint32_t *order)
{
  const bcov_lists *near = &sweep->graph->near;
  growth g = {.sweep = sweep, .width = width, .depth = depth};
  uint32_t done = 0;
  uint64_t most = *steps;
  start_growth (&g, a, b, order);
  for (*steps = 0; g.count && *steps <= most; *steps += g.count) {
    assert (done < sweep->count);
    uint32_t item = order[done++] = choose (&g);
    open_item (&g, item);
    for (uint32_t k = near->first[item]; k < near->first[item + 1]; k++)
      open_item (&g, near->of.data[k]);
  }
  forget (sweep, sweep->depth);
  return !g.count;
}
