/* From a model to a graph, in linear time: the options are sorted by their ends (and sides), so
   that parallel options become neighbours and each run of them an edge.

   A rotation system is a cyclic order of the darts at each vertex (Heffter 1891, Edmonds 1960).  It
   determines a drawing on an orientable surface in which every face is a disk: a walk that always
   turns to the next dart goes around a face.  By Euler's formula V - E + F = 2 - 2g in each
   component, the number of faces gives the genus g.  Whoever relies on a genus needs only that: any
   cyclic order is a drawing on some surface, so a careless order costs planarity but never leads to
   a wrong answer. */

#include "engine/match/graph.h"

#include <assert.h>

enum { SIDES = BCOV_MOST_SIDES + 1 };

/* An option as a line.  B is the number of items if it touches a single item. */
typedef struct {
  uint32_t a, b, option;
  uint8_t sides; /* SIDES * side of a + side of b */
} line;

typedef struct {
  const bcov_model *model;
  bcov_graph *graph;
  line *lines, *sorted;
  uint32_t *count; /* scratch for sorting */
} maker;

/* ---- from options to lines ---- */

static bool is_simple (const bcov_model *model, const bcov_touch *touch)
{
  const bcov_item *item = &model->items.data[touch->item];
  return item->hi == 1 && item->lo <= 1 && !item->coloured && touch->times == 1;
}

static bool is_graph (const bcov_model *model)
{
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t n = model->first.data[o + 1] - model->first.data[o];
    if (n < 1 || n > 2)
      return false;
  }
  for (size_t t = 0; t < model->touches.count; t++)
    if (!is_simple (model, &model->touches.data[t]))
      return false;
  return true;
}

static void draw_lines (maker *m)
{
  uint32_t items = (uint32_t)m->model->items.count, n;
  for (uint32_t o = 0; o < bcov_model_options (m->model); o++) {
    const bcov_touch *t = bcov_model_touches (m->model, o, &n);
    m->lines[o] = (line){t->item, n == 2 ? t[1].item : items, o,
                         (uint8_t)(SIDES * t->side + (n == 2 ? t[1].side : 0))};
    assert (m->lines[o].a < m->lines[o].b);
  }
}

static uint32_t key (const line *l, int pass)
{
  return pass == 0 ? l->sides : pass == 1 ? l->b : l->a;
}

/* A pass of a radix sort, by a key below KEYS. */
static void sort_by (maker *m, int pass, uint32_t keys)
{
  uint32_t options = bcov_model_options (m->model);
  for (uint32_t k = 0; k <= keys; k++)
    m->count[k] = 0;
  for (uint32_t o = 0; o < options; o++)
    m->count[key (&m->lines[o], pass) + 1]++;
  for (uint32_t k = 0; k < keys; k++)
    m->count[k + 1] += m->count[k];
  for (uint32_t o = 0; o < options; o++)
    m->sorted[m->count[key (&m->lines[o], pass)]++] = m->lines[o];
  line *swap = m->lines;
  m->lines = m->sorted;
  m->sorted = swap;
}

static void sort_lines (maker *m)
{
  uint32_t items = (uint32_t)m->model->items.count;
  sort_by (m, 0, SIDES * SIDES);
  sort_by (m, 1, items + 1);
  sort_by (m, 2, items + 1);
}

static bool is_parallel (const line *k, const line *l)
{
  return k->a == l->a && k->b == l->b && k->sides == l->sides;
}

/* Counts edges and pendant vertices. */
static void count_edges (maker *m)
{
  bcov_graph *g = m->graph;
  g->vertices = g->items;
  for (uint32_t k = 0; k < bcov_model_options (m->model); k++)
    if (!k || !is_parallel (&m->lines[k - 1], &m->lines[k])) {
      g->edges++;
      g->vertices += m->lines[k].b == g->items;
    }
}

/* ---- from lines to edges ---- */

/* Fills in the edges.  SIDE gets the side of each dart. */
static void lay_edges (maker *m, uint8_t *side)
{
  bcov_graph *g = m->graph;
  uint32_t edge = 0, pendant = g->items, options = bcov_model_options (m->model);
  for (uint32_t k = 0; k < options; k++) {
    const line *l = &m->lines[k];
    g->option[k] = l->option;
    if (k && is_parallel (l - 1, l))
      continue;
    g->first[edge] = k;
    g->tail[2 * edge] = l->a;
    g->tail[2 * edge + 1] = l->b < g->items ? l->b : pendant++;
    side[2 * edge] = l->sides / SIDES;
    side[2 * edge + 1] = l->b < g->items ? l->sides % SIDES : 1;
    edge++;
  }
  g->first[edge] = options;
  assert (edge == g->edges && pendant == g->vertices);
}

static void list_darts (bcov_graph *g)
{
  uint32_t *place = g->start + 1; /* where the next dart of each vertex goes */
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    place[g->tail[d] + 1]++;
  for (uint32_t v = 0; v < g->vertices; v++)
    place[v + 1] += place[v];
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    g->dart[place[g->tail[d]]++] = d;
  assert (g->start[g->vertices] == 2 * g->edges);
}

/* Whether the darts of each vertex are on different sides. */
static bool has_rotation (const bcov_graph *g, const uint8_t *side)
{
  for (uint32_t v = 0; v < g->vertices; v++)
    for (uint32_t k = g->start[v], seen = 1; k < g->start[v + 1]; k++) {
      if (seen >> side[g->dart[k]] & 1)
        return false;
      seen |= 1u << side[g->dart[k]];
    }
  return true;
}

/* Insertion sort: a vertex has at most BCOV_MOST_SIDES darts. */
static void turn_darts (bcov_graph *g, const uint8_t *side)
{
  for (uint32_t v = 0; v < g->vertices; v++)
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t d = g->dart[k], at = k;
      for (; at > g->start[v] && side[g->dart[at - 1]] > side[d]; at--)
        g->dart[at] = g->dart[at - 1];
      g->dart[at] = d;
    }
}

static void mark_vertices (const bcov_model *model, bcov_graph *g)
{
  for (uint32_t i = 0; i < g->items; i++) {
    g->must[i] = model->items.data[i].lo > 0;
    g->gain[i] = model->items.data[i].gain;
  }
}

/* ---- components and colours ---- */

/* Visits the component of FIRST, breadth first. */
static void visit (bcov_graph *g, uint32_t first, uint32_t *queue)
{
  uint32_t head = 0, tail = 0;
  g->part[first] = g->parts;
  queue[tail++] = first;
  while (head < tail) {
    uint32_t v = queue[head++];
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t u = bcov_graph_head (g, g->dart[k]);
      if (g->part[u] == UINT32_MAX) {
        g->part[u] = g->parts;
        g->colour[u] = !g->colour[v];
        queue[tail++] = u;
      } else if (g->colour[u] == g->colour[v])
        g->bipartite = false;
    }
  }
}

static void find_parts (bcov_graph *g, uint32_t *queue)
{
  g->bipartite = true;
  for (uint32_t v = 0; v < g->vertices; v++)
    g->part[v] = UINT32_MAX;
  for (uint32_t v = 0; v < g->vertices; v++)
    if (g->part[v] == UINT32_MAX) {
      visit (g, v, queue);
      g->parts++;
    }
}

/* ---- construction ---- */

static bcov_status take_graph (bcov_graph *g, uint32_t options, bcov_error *err)
{
  size_t n = (size_t)g->vertices + 1, darts = 2 * (size_t)g->edges + 1;
  if (!(g->must = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->gain = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->colour = bcov_mem_alloc (g->mem, n, 1, err)) ||
      !(g->part = bcov_mem_alloc (g->mem, n, sizeof *g->part, err)) ||
      !(g->start = bcov_mem_alloc (g->mem, n + 1, sizeof *g->start, err)) ||
      !(g->tail = bcov_mem_alloc (g->mem, darts, sizeof *g->tail, err)) ||
      !(g->dart = bcov_mem_alloc (g->mem, darts, sizeof *g->dart, err)) ||
      !(g->first = bcov_mem_alloc (g->mem, darts, sizeof *g->first, err)) ||
      !(g->option = bcov_mem_alloc (g->mem, options + 1, sizeof *g->option, err)))
    return bcov_mem_status (g->mem);
  return BCOV_OK;
}

/* Builds the graph from sorted lines. */
static bcov_status build (maker *m, bcov_error *err)
{
  bcov_graph *g = m->graph;
  count_edges (m);
  bcov_rooms rooms = {.mem = g->mem, .err = err};
  uint8_t *side = bcov_mem_take_room (&rooms, 2 * (size_t)g->edges + 1, 1);
  uint32_t *queue = bcov_mem_take_room (&rooms, (size_t)g->vertices + 1, sizeof *queue);
  bcov_status status =
      rooms.status ? rooms.status : take_graph (g, bcov_model_options (m->model), err);
  if (!status) {
    mark_vertices (m->model, g);
    lay_edges (m, side);
    list_darts (g);
    g->rotation = has_rotation (g, side);
    if (g->rotation)
      turn_darts (g, side);
    find_parts (g, queue);
  }
  bcov_mem_free_rooms (&rooms);
  return status;
}

bcov_status bcov_graph_make (const bcov_model *model, bcov_graph *out, bool *applies,
                             bcov_error *err)
{
  assert (bcov_model_is_valid (model));
  *out = (bcov_graph){0};
  *applies = is_graph (model);
  if (!*applies)
    return BCOV_OK;
  *out = (bcov_graph){.mem = model->mem, .items = (uint32_t)model->items.count};
  size_t options = (size_t)bcov_model_options (model) + 1;
  bcov_rooms rooms = {.mem = model->mem, .err = err};
  maker m = {.model = model, .graph = out};
  m.lines = bcov_mem_take_room (&rooms, options, sizeof *m.lines);
  m.sorted = bcov_mem_take_room (&rooms, options, sizeof *m.sorted);
  m.count = bcov_mem_take_room (&rooms, model->items.count + SIDES * SIDES + 2, sizeof *m.count);
  bcov_status status = rooms.status;
  if (!status) {
    draw_lines (&m);
    sort_lines (&m);
    status = build (&m, err);
  }
  bcov_mem_free_rooms (&rooms);
  if (status)
    bcov_graph_free (out);
  return status;
}

void bcov_graph_free (bcov_graph *g)
{
  if (!g->mem)
    return;
  bcov_mem_free (g->mem, g->must);
  bcov_mem_free (g->mem, g->gain);
  bcov_mem_free (g->mem, g->colour);
  bcov_mem_free (g->mem, g->part);
  bcov_mem_free (g->mem, g->start);
  bcov_mem_free (g->mem, g->tail);
  bcov_mem_free (g->mem, g->dart);
  bcov_mem_free (g->mem, g->first);
  bcov_mem_free (g->mem, g->option);
  *g = (bcov_graph){0};
}

/* ---- faces ---- */

/* Sets NEXT of each dart: the dart after it on the boundary of its face.  At the end of a dart, the
   boundary turns to the next dart, clockwise, after the reverse. */
static void chain_darts (const bcov_graph *g, uint32_t *next)
{
  for (uint32_t v = 0; v < g->vertices; v++)
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++)
      next[g->dart[k] ^ 1] = g->dart[k + 1 < g->start[v + 1] ? k + 1 : g->start[v]];
}

static void walk_faces (const bcov_graph *g, const uint32_t *next, bcov_faces *faces)
{
  uint32_t listed = 0;
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    faces->of[d] = UINT32_MAX;
  for (uint32_t d = 0; d < 2 * g->edges; d++) {
    if (faces->of[d] != UINT32_MAX)
      continue;
    for (uint32_t at = d; faces->of[at] == UINT32_MAX; at = next[at]) {
      faces->of[at] = faces->count;
      faces->dart[listed++] = at;
    }
    faces->start[++faces->count] = listed;
  }
  assert (listed == 2 * g->edges);
}

static uint32_t find_genus (const bcov_graph *g, uint32_t faces)
{
  int64_t euler = (int64_t)g->vertices - g->edges + faces;
  for (uint32_t v = 0; v < g->vertices; v++)
    euler += g->start[v] == g->start[v + 1];
  int64_t handles = 2 * (int64_t)g->parts - euler;
  assert (handles >= 0 && handles % 2 == 0);
  return (uint32_t)(handles / 2);
}

bcov_status bcov_faces_trace (const bcov_graph *graph, bcov_faces *out, bcov_error *err)
{
  assert (graph->rotation);
  bcov_mem *mem = graph->mem;
  size_t darts = 2 * (size_t)graph->edges + 1;
  *out = (bcov_faces){.mem = mem};
  uint32_t *next = bcov_mem_alloc (mem, darts, sizeof *next, err);
  if (!next || !(out->start = bcov_mem_alloc (mem, darts + 1, sizeof *out->start, err)) ||
      !(out->dart = bcov_mem_alloc (mem, darts, sizeof *out->dart, err)) ||
      !(out->of = bcov_mem_alloc (mem, darts, sizeof *out->of, err))) {
    bcov_mem_free (mem, next);
    bcov_faces_free (out);
    return bcov_mem_status (mem);
  }
  chain_darts (graph, next);
  walk_faces (graph, next, out);
  out->genus = find_genus (graph, out->count);
  bcov_mem_free (mem, next);
  return BCOV_OK;
}

void bcov_faces_free (bcov_faces *faces)
{
  if (!faces->mem)
    return;
  bcov_mem_free (faces->mem, faces->start);
  bcov_mem_free (faces->mem, faces->dart);
  bcov_mem_free (faces->mem, faces->of);
  *faces = (bcov_faces){0};
}
