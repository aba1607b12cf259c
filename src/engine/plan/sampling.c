/* A sample is a promise: the same seed draws the same coverings on every machine and in every later
   version.  So a board whose levels can be kept on a usual machine is always sampled from them,
   even if that is slower, and the decision depends on nothing but the board.

   Finding an order for the levels takes longer than anything else on a large board.  The layers of
   a breadth-first search show sooner that a board is wide. */

#include "engine/plan/sampling.h"
#include "engine/plan/tuning.h"

/* Visits the component of FROM layer by layer.  Returns the most vertices of a layer, and sets
 *LAST to a vertex of the last one.  STAMP is new for each call. */
static uint32_t layer_width (const bcov_graph *g, uint32_t from, uint8_t stamp, uint8_t *met,
                             uint32_t *queue, uint32_t *last)
{
  uint32_t first = 0, end = 0, width = 0;
  queue[end++] = from;
  met[from] = stamp;
  while (first < end) {
    uint32_t layer = end;
    width = layer - first > width ? layer - first : width;
    for (; first < layer; first++) {
      uint32_t v = queue[first];
      for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
        uint32_t u = bcov_graph_head (g, g->dart[k]);
        if (met[u] != stamp)
          queue[end++] = u;
        met[u] = stamp;
      }
    }
  }
  *last = queue[end - 1];
  return width;
}

/* Sets *WIDE to whether some component has a wide layer, as seen from one of its ends. */
static bcov_status find_width (const bcov_graph *g, bool *wide, bcov_error *err)
{
  bcov_rooms rooms = {.mem = g->mem, .err = err};
  uint8_t *met = bcov_mem_take_room (&rooms, (size_t)g->vertices + 1, 1);
  uint32_t *queue = bcov_mem_take_room (&rooms, (size_t)g->vertices + 1, sizeof *queue), end;
  bcov_status status = rooms.status;
  *wide = false;
  for (uint32_t v = 0; !status && !*wide && v < g->vertices; v++)
    if (!met[v]) {
      layer_width (g, v, 1, met, queue, &end);
      layer_width (g, end, 2, met, queue, &end);
      *wide = layer_width (g, end, 3, met, queue, &end) > BCOV_SAMPLE_MOST_WIDTH;
    }
  bcov_mem_free_rooms (&rooms);
  return status;
}

/* Sets *LARGE to whether there are too many states to keep. */
static bcov_status is_large (bcov_plan *plan, const bcov_graph *graph, bool *large, bcov_error *err)
{
  double bits = 0;
  bcov_status status = find_width (graph, large, err);
  if (status || *large)
    return status;
  status = bcov_plan_order_bits (plan, &bits, err);
  *large = bits > bcov_sample_bits;
  return status;
}

bcov_status bcov_plan_sampler (bcov_plan *plan, bcov_engine engine, bcov_sampler *out,
                               bcov_sampler_verdict *verdict, bcov_error *err)
{
  const bcov_pairs *pairs;
  bool large = engine == BCOV_MATCH;
  *out = (bcov_sampler){0};
  *verdict = BCOV_SAMPLER_SMALL;
  if (!large && (engine != BCOV_AUTO || plan->setting.model->items.count < BCOV_SAMPLE_LEAST_ITEMS))
    return BCOV_OK;
  bcov_status status = bcov_plan_pairs (plan, &pairs, err);
  if (status)
    return status;
  *verdict = BCOV_SAMPLER_NO_PAIRS;
  if (pairs)
    status = bcov_sampler_open (pairs, large ? UINT32_MAX : BCOV_SAMPLE_HOLE, out, verdict, err);
  if (status || *verdict != BCOV_SAMPLER_OPEN)
    return status;
  if (!large)
    status = is_large (plan, &pairs->graph, &large, err);
  if (status || !large) {
    bcov_sampler_close (out);
    *verdict = BCOV_SAMPLER_SMALL;
  }
  return status;
}
