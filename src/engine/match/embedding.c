/* Vertices that need not be covered are replaced by a chain of triangles.  Let these vertices be
   t1, t2,
   ..., tk.  Triangle i consists of ti and two new vertices ai and bi, and bi is joined to a(i+1). A
   *link* is such an edge, and its state is whether the matching contains it.  If ti is matched in
   the original graph, then ai and bi are matched with each other or both with their links, so the
   states of the links before and after the triangle are equal.  Otherwise ti is matched with one of
   the two, and the states differ.  So each set of uncovered vertices has exactly one completion if
   its size is even and none if it is odd; all have the parity of the number of vertices.  If they
   are odd, a last vertex behind the chain makes the link there necessary.

   The larger graph is planar if t1, ..., tk lie beside a common face in this order.  To find the
   order, the graph is drawn with a *hub* that is joined to all of them. */

#include "engine/match/embedding.h"
#include "engine/match/planarity.h"

#include <assert.h>

typedef struct {
  uint32_t a, b;
  int64_t weight;
} weighted;

/* A graph under construction: its edges, in any order. */
typedef struct {
  bcov_mem *mem;
  uint32_t vertices;
  BCOV_VEC (weighted) edges;
  uint32_t *edge; /* of each edge of the original graph */
} sketch;

/* ---- graphs ---- */

static void free_graph (bcov_embedding *d)
{
  bcov_graph *g = &d->graph;
  if (!g->mem)
    return;
  bcov_mem_free (g->mem, d->weight);
  bcov_graph_free (g);
  d->weight = NULL;
}

static bcov_status take_graph (bcov_embedding *d, const sketch *s, bcov_error *err)
{
  bcov_graph *g = &d->graph;
  size_t n = s->vertices + 1ull, darts = 2 * s->edges.count + 1;
  *g = (bcov_graph){.mem = s->mem,
                    .items = s->vertices,
                    .vertices = s->vertices,
                    .edges = (uint32_t)s->edges.count};
  if (!(g->must = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->gain = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->colour = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->part = bcov_mem_alloc (g->mem, n, sizeof *g->part, err)) ||
      !(g->start = bcov_mem_alloc (g->mem, n + 1, sizeof *g->start, err)) ||
      !(g->tail = bcov_mem_alloc (g->mem, darts, sizeof *g->tail, err)) ||
      !(g->dart = bcov_mem_alloc (g->mem, darts, sizeof *g->dart, err)) ||
      !(g->first = bcov_mem_alloc (g->mem, darts, sizeof *g->first, err)) ||
      !(g->option = bcov_mem_alloc (g->mem, darts, sizeof *g->option, err)) ||
      !(d->weight = bcov_mem_alloc (g->mem, darts, sizeof *d->weight, err)))
    return bcov_mem_status (s->mem);
  return BCOV_OK;
}

static void lay_edges (bcov_embedding *d, const sketch *s)
{
  bcov_graph *g = &d->graph;
  uint32_t *place = g->start + 1;
  for (uint32_t e = 0; e < g->edges; e++) {
    g->tail[2 * e] = s->edges.data[e].a;
    g->tail[2 * e + 1] = s->edges.data[e].b;
    g->first[e] = g->option[e] = e;
    d->weight[e] = s->edges.data[e].weight;
  }
  g->first[g->edges] = g->edges;
  for (uint32_t k = 0; k < 2 * g->edges; k++)
    place[g->tail[k] + 1]++;
  for (uint32_t v = 0; v < g->vertices; v++)
    place[v + 1] += place[v];
  for (uint32_t k = 0; k < 2 * g->edges; k++)
    g->dart[place[g->tail[k]]++] = k;
}

/* Visits the component of FIRST. */
static void visit (bcov_graph *g, uint32_t first, uint32_t *stack)
{
  uint32_t n = 0;
  g->part[first] = g->parts;
  stack[n++] = first;
  while (n) {
    uint32_t v = stack[--n];
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t u = bcov_graph_head (g, g->dart[k]);
      if (g->part[u] == UINT32_MAX) {
        g->part[u] = g->parts;
        g->colour[u] = !g->colour[v];
        stack[n++] = u;
      } else if (g->colour[u] == g->colour[v])
        g->bipartite = false;
    }
  }
}

static bcov_status find_parts (bcov_graph *g, bcov_error *err)
{
  uint32_t *stack = bcov_mem_alloc (g->mem, g->vertices + 1ull, sizeof *stack, err);
  if (!stack)
    return bcov_mem_status (g->mem);
  g->bipartite = true;
  for (uint32_t v = 0; v < g->vertices; v++) {
    g->part[v] = UINT32_MAX;
    g->must[v] = 1;
  }
  for (uint32_t v = 0; v < g->vertices; v++)
    if (g->part[v] == UINT32_MAX) {
      visit (g, v, stack);
      g->parts++;
    }
  bcov_mem_free (g->mem, stack);
  return BCOV_OK;
}

/* Makes D->graph from S. */
static bcov_status build (bcov_embedding *d, const sketch *s, bcov_error *err)
{
  bcov_status status = take_graph (d, s, err);
  if (!status) {
    lay_edges (d, s);
    status = find_parts (&d->graph, err);
  }
  if (status)
    free_graph (d);
  return status;
}

/* ---- sketches ---- */

static bcov_status add_edge (sketch *s, uint32_t a, uint32_t b, int64_t weight, bcov_error *err)
{
  weighted edge = {a, b, weight};
  return bcov_vec_push (s->mem, &s->edges, edge, err);
}

/* Copies the edges of GRAPH; those with the same ends, which follow each other, become one unless
   they are to be kept APART. */
static bcov_status copy_edges (const bcov_graph *graph, bool apart, sketch *s, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *s = (sketch){.mem = graph->mem, .vertices = graph->vertices};
  if (!(s->edge = bcov_mem_alloc (s->mem, graph->edges + 1ull, sizeof *s->edge, err)))
    return bcov_mem_status (s->mem);
  for (uint32_t e = 0; !status && e < graph->edges; e++) {
    uint32_t a = graph->tail[2 * e], b = graph->tail[2 * e + 1];
    int64_t weight = bcov_graph_options (graph, e);
    weighted *last = s->edges.count ? &s->edges.data[s->edges.count - 1] : NULL;
    if (!apart && last && last->a == a && last->b == b)
      last->weight += weight;
    else
      status = add_edge (s, a, b, weight, err);
    s->edge[e] = (uint32_t)s->edges.count - 1;
  }
  return status;
}

/* Ends S, and lets D have what it needs of it. */
static void end_sketch (sketch *s, bcov_embedding *d)
{
  if (d->drawn) {
    d->edge = s->edge;
    s->edge = NULL;
  }
  bcov_mem_free (s->mem, s->edge);
  bcov_vec_free (s->mem, &s->edges);
}

/* ---- the chain ---- */

typedef BCOV_VEC (uint32_t) list;

/* Lists the vertices that need not be covered. */
static bcov_status list_free (const bcov_graph *graph, list *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t v = 0; !status && v < graph->vertices; v++)
    if (!graph->must[v])
      status = bcov_vec_push (graph->mem, out, v, err);
  return status;
}

/* Draws S with a hub that is joined to ENDS, and sorts ENDS by their order around it. */
static bcov_status sort_ends (sketch *s, list *ends, bool *planar, bcov_error *err)
{
  bcov_embedding d = {0};
  size_t edges = s->edges.count;
  uint32_t hub = s->vertices++;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < ends->count; k++)
    status = add_edge (s, hub, ends->data[k], 1, err);
  if (!status)
    status = build (&d, s, err);
  if (!status)
    status = bcov_planarity_draw (&d.graph, planar, err);
  for (size_t k = 0; !status && *planar && k < ends->count; k++)
    ends->data[k] = bcov_graph_head (&d.graph, d.graph.dart[d.graph.start[hub] + k]);
  free_graph (&d);
  s->vertices--;
  s->edges.count = edges;
  return status;
}

static bcov_status add_chain (sketch *s, const list *ends, bcov_error *err)
{
  bool odd = s->vertices & 1;
  uint32_t before = UINT32_MAX;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < ends->count; k++) {
    uint32_t a = s->vertices++, b = s->vertices++;
    status = add_edge (s, ends->data[k], a, 1, err);
    if (!status)
      status = add_edge (s, ends->data[k], b, 1, err);
    if (!status)
      status = add_edge (s, a, b, 1, err);
    if (!status && before != UINT32_MAX)
      status = add_edge (s, before, a, 1, err);
    before = b;
  }
  if (!status && odd)
    status = add_edge (s, before, s->vertices++, 1, err);
  return status;
}

/* ---- drawings ---- */

static bcov_status trace (bcov_embedding *d, uint32_t most_genus, bcov_error *err)
{
  bcov_status status = bcov_faces_trace (&d->graph, &d->faces, err);
  d->drawn = !status && d->faces.genus <= most_genus;
  if (!d->drawn)
    bcov_faces_free (&d->faces);
  return status;
}

static bcov_status draw_plane (bcov_embedding *d, const sketch *s, bcov_error *err)
{
  bool planar = false;
  bcov_status status = build (d, s, err);
  if (!status)
    status = bcov_planarity_draw (&d->graph, &planar, err);
  if (!status && planar)
    status = trace (d, 0, err);
  if (!d->drawn)
    free_graph (d);
  return status;
}

static bcov_status draw_with_chain (const bcov_graph *graph, list *ends, bcov_embedding *d,
                                    bcov_error *err)
{
  sketch s;
  bool planar = true;
  bcov_status status = copy_edges (graph, false, &s, err);
  if (!status && ends->count)
    status = sort_ends (&s, ends, &planar, err);
  if (!status && planar && ends->count)
    status = add_chain (&s, ends, err);
  if (!status && planar)
    status = draw_plane (d, &s, err);
  end_sketch (&s, d);
  return status;
}

/* Uses the rotation system that GRAPH has.  The edges keep their numbers. */
static bcov_status draw_as_given (const bcov_graph *graph, bcov_embedding *d, bcov_error *err)
{
  sketch s;
  bcov_status status = copy_edges (graph, true, &s, err);
  if (!status)
    status = build (d, &s, err);
  if (!status) {
    for (uint32_t k = 0; k < 2 * graph->edges; k++)
      d->graph.dart[k] = graph->dart[k];
    d->graph.rotation = true;
    status = trace (d, 1, err);
  }
  if (!d->drawn)
    free_graph (d);
  end_sketch (&s, d);
  return status;
}

static bcov_status draw (const bcov_graph *graph, list *ends, bcov_embedding *d, bcov_error *err)
{
  bcov_status status = list_free (graph, ends, err);
  if (!status && graph->rotation && !ends->count)
    status = draw_as_given (graph, d, err);
  if (status || (d->drawn && !d->faces.genus))
    return status;
  bcov_embedding plane = {0};
  status = draw_with_chain (graph, ends, &plane, err);
  if (plane.drawn) {
    bcov_embedding_free (d);
    *d = plane;
  }
  return status;
}

bcov_status bcov_embedding_make (const bcov_graph *graph, bcov_embedding *out, bcov_error *err)
{
  list ends = {0};
  *out = (bcov_embedding){0};
  bcov_status status = draw (graph, &ends, out, err);
  bcov_vec_free (graph->mem, &ends);
  if (status)
    bcov_embedding_free (out);
  return status;
}

void bcov_embedding_free (bcov_embedding *d)
{
  if (d->edge)
    bcov_mem_free (d->graph.mem, d->edge);
  bcov_faces_free (&d->faces);
  free_graph (d);
  *d = (bcov_embedding){0};
}
