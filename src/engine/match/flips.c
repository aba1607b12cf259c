/* The lattice of matchings (Propp 2002, "Lattice structure for orientations of graphs").

   Fix one perfect matching, and let x(e) be 1 for its edges, else 0.  Edge e has a face L(e) on its
   left, as seen from its black end, and a face R(e) on its right.  Number the faces by integers r,
   with 0 for one face, the *outer* one.  If 0 <= x(e) + r(L(e)) - r(R(e)) <= 1 for all edges, then
   these sums are a perfect matching again, because they do not change the sum at any vertex.  In a
   connected graph, each perfect matching comes from exactly one such r: two matchings differ by
   cycles, which are boundaries of sets of faces.  If r and r' satisfy the inequalities, so do their
   least and their greatest values: a distributive lattice.  As the inequalities bound differences,
   the highest r is the distance of each face from the outer one, where steps cost 0 or 1, and the
   lowest r is found in the same way.

   A flip changes one r by one.  Suppose r is not the highest.  Among the faces for which the
   highest r exceeds r the most, some face can be flipped up, unless each is blocked by an edge to
   another one of them.  Then there is a cycle of faces of which none can move without the others,
   and the edges between them are in all perfect matchings or in none.  Without such edges, flips up
   lead to the highest r.  The edges that remain are those on alternating cycles: with edges outside
   the matching directed from black to white, and those of the matching back, they lie within
   strongly connected components, which Tarjan's algorithm finds.  Each of these is drawn in the
   plane by itself, and any of its faces can be the outer one; the longest face is best, because it
   would be flipped least often.

   Colours of faces: next is always a face whose neighbours have as many colours as possible (Brelaz
   1979), so that the squares of a grid get two colours, and the hexagons of a honeycomb three. */

#include "engine/match/flips.h"

#include <assert.h>
#include <stdlib.h>

#define NONE UINT32_MAX

enum { MOST_CLASSES = 63, CLASS_BITS = 6, LENGTH_BITS = 26 };

typedef struct {
  const bcov_graph *g;
  bcov_flips *out;
  bcov_rooms rooms;
  const uint32_t *mate; /* of each vertex: its dart in the matching */
  /* strongly connected components */
  uint32_t *part;                  /* of each vertex */
  uint32_t *number, *low, *cursor; /* of each black vertex */
  uint32_t *stack, *calls;         /* of black vertices */
  uint32_t visited, stacked, called, parts;
  uint32_t *size; /* of each component: its black vertices */
  /* faces of the edges that are kept */
  uint32_t *next, *of; /* of each dart */
  uint32_t faces;
  uint32_t *first, *dart; /* face f: dart[first[f] .. first[f + 1]) */
  uint32_t *outer;        /* of each component */
  uint32_t *far[2];       /* of each face: how far the lowest and the highest r are from 0 */
  uint32_t *now, *later;
  uint8_t *settled;
  uint64_t *near;     /* of each face: the colours of its neighbours, as bits */
  uint8_t *class;     /* of each face, plus 1 */
  uint64_t *sorted;   /* the faces that are flipped */
  uint32_t *position; /* of each edge */
} maker;

static uint32_t head (const maker *m, uint32_t dart)
{
  return bcov_graph_head (m->g, dart);
}

static bool leaves_black (const maker *m, uint32_t dart)
{
  return !m->g->colour[m->g->tail[dart]];
}

static bool is_matched (const maker *m, uint32_t dart)
{
  return m->mate[m->g->tail[dart]] == dart;
}

/* ---- components ---- */

static void enter (maker *m, uint32_t v)
{
  m->number[v] = m->low[v] = ++m->visited;
  m->cursor[v] = m->g->start[v];
  m->stack[m->stacked++] = v;
  m->calls[m->called++] = v;
}

/* Numbers the component that ends on the stack with V. */
static void close_part (maker *m, uint32_t v)
{
  uint32_t u;
  do {
    u = m->stack[--m->stacked];
    m->part[u] = m->part[head (m, m->mate[u])] = m->parts;
    m->size[m->parts]++;
  } while (u != v);
  m->parts++;
}

static void leave (maker *m, uint32_t v)
{
  if (m->low[v] == m->number[v])
    close_part (m, v);
  if (--m->called) {
    uint32_t parent = m->calls[m->called - 1];
    if (m->low[v] < m->low[parent])
      m->low[parent] = m->low[v];
  }
}

/* A step of Tarjan's algorithm at V, the last vertex that was entered. */
static void step (maker *m, uint32_t v)
{
  if (m->cursor[v] == m->g->start[v + 1]) {
    leave (m, v);
    return;
  }
  uint32_t u = head (m, m->mate[head (m, m->g->dart[m->cursor[v]++])]);
  if (!m->number[u])
    enter (m, u);
  else if (m->part[u] == NONE && m->number[u] < m->low[v])
    m->low[v] = m->number[u];
}

static void find_parts (maker *m)
{
  const bcov_graph *g = m->g;
  for (uint32_t v = 0; v < g->vertices; v++)
    m->part[v] = NONE;
  for (uint32_t v = 0; v < g->vertices; v++)
    if (!g->colour[v] && !m->number[v])
      for (enter (m, v); m->called;)
        step (m, m->calls[m->called - 1]);
}

static bool is_kept (const maker *m, uint32_t dart)
{
  uint32_t part = m->part[m->g->tail[dart]];
  return m->part[head (m, dart)] == part && m->size[part] > 1;
}

static void list_fixed (maker *m)
{
  for (uint32_t d = 0; d < 2 * m->g->edges; d += 2)
    if (is_matched (m, d) && !is_kept (m, d))
      m->out->fixed[m->out->fixed_count++] = d / 2;
}

/* ---- faces ---- */

/* Sets NEXT of each dart that is kept, as in graph.c. */
static void chain_darts (maker *m)
{
  const bcov_graph *g = m->g;
  for (uint32_t v = 0; v < g->vertices; v++)
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t j = k;
      if (!is_kept (m, g->dart[k]))
        continue;
      do
        j = j + 1 < g->start[v + 1] ? j + 1 : g->start[v];
      while (!is_kept (m, g->dart[j]));
      m->next[g->dart[k] ^ 1] = g->dart[j];
    }
}

static void trace_face (maker *m, uint32_t from)
{
  uint32_t listed = m->first[m->faces], part = m->part[m->g->tail[from]];
  if (!leaves_black (m, from))
    from = m->next[from];
  for (uint32_t d = from; m->of[d] == NONE; d = m->next[d]) {
    m->of[d] = m->faces;
    m->dart[listed++] = d;
  }
  uint32_t length = listed - m->first[m->faces], longest = m->outer[part];
  if (longest == NONE || length > m->first[longest + 1] - m->first[longest])
    m->outer[part] = m->faces;
  m->first[++m->faces] = listed;
}

static void trace_faces (maker *m)
{
  for (uint32_t p = 0; p < m->parts; p++)
    m->outer[p] = NONE;
  for (uint32_t d = 0; d < 2 * m->g->edges; d++)
    m->of[d] = NONE;
  for (uint32_t d = 0; d < 2 * m->g->edges; d++)
    if (m->of[d] == NONE && is_kept (m, d))
      trace_face (m, d);
}

static bool is_outer (const maker *m, uint32_t face)
{
  return m->outer[m->part[m->g->tail[m->dart[m->first[face]]]]] == face;
}

/* ---- the lowest and the highest matching ---- */

/* Continues the distances from face F, at distance LEVEL, to its neighbours. */
static void spread (maker *m, bool high, uint32_t f, uint32_t level, uint32_t *now, uint32_t *later)
{
  uint32_t *far = m->far[high];
  for (uint32_t k = m->first[f]; k < m->first[f + 1]; k++) {
    uint32_t d = m->dart[k], g = m->of[d ^ 1];
    bool costs = is_matched (m, d) == (leaves_black (m, d) == high);
    if (far[g] <= level + costs)
      continue;
    far[g] = level + costs;
    if (costs)
      m->later[(*later)++] = g;
    else
      m->now[(*now)++] = g;
  }
}

/* Each face gets into the lists at most twice, because its distance falls at most once. */
static void find_extreme (maker *m, bool high)
{
  uint32_t now = 0, later = 0;
  for (uint32_t f = 0; f < m->faces; f++) {
    m->settled[f] = false;
    m->far[high][f] = is_outer (m, f) ? 0 : NONE;
    if (is_outer (m, f))
      m->now[now++] = f;
  }
  for (uint32_t level = 0; now; level++) {
    while (now) {
      uint32_t f = m->now[--now];
      if (!m->settled[f])
        spread (m, high, f, level, &now, &later);
      m->settled[f] = true;
    }
    uint32_t *swap = m->now;
    m->now = m->later;
    m->later = swap;
    now = later;
    later = 0;
  }
}

static bool is_in_extreme (const maker *m, bool high, uint32_t dart)
{
  uint32_t d = leaves_black (m, dart) ? dart : dart ^ 1;
  int64_t x = is_matched (m, d), left = m->far[high][m->of[d]], right = m->far[high][m->of[d ^ 1]];
  x += high ? left - right : right - left;
  assert (x == 0 || x == 1);
  return x;
}

/* ---- classes ---- */

/* Tells the neighbours of face F about its colour; those with one and with two colours are listed.
 */
static void tell_neighbours (maker *m, uint32_t f, uint32_t *now, uint32_t *later)
{
  for (uint32_t k = m->first[f]; k < m->first[f + 1]; k++) {
    uint32_t g = m->of[m->dart[k] ^ 1];
    uint64_t before = m->near[g];
    m->near[g] |= (uint64_t)1 << (m->class[f] - 1);
    if (m->class[g] || is_outer (m, g) || m->near[g] == before)
      continue;
    if (!before)
      m->later[(*later)++] = g;
    else if (!(before & (before - 1)))
      m->now[(*now)++] = g;
  }
}

/* Returns whether there is a colour for face F. */
static bool colour_face (maker *m, uint32_t f)
{
  uint32_t colour = (uint32_t)__builtin_ctzll (~m->near[f]);
  m->class[f] = (uint8_t)(colour + 1);
  if (colour >= m->out->classes)
    m->out->classes = colour + 1;
  return colour < MOST_CLASSES;
}

static bool colour_faces (maker *m)
{
  uint32_t now = 0, later = 0;
  for (uint32_t first = 0; first < m->faces; first++) {
    uint32_t f = first;
    while (true) {
      if (!m->class[f] && !is_outer (m, f)) {
        if (!colour_face (m, f))
          return false;
        tell_neighbours (m, f, &now, &later);
      }
      if (!now && !later)
        break;
      f = now ? m->now[--now] : m->later[--later];
    }
  }
  return true;
}

static int by_value (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint32_t length_of (const maker *m, uint32_t face)
{
  return m->first[face + 1] - m->first[face];
}

/* The face in the place NUMBER of the order by class, length and number. */
static uint32_t face_at (const maker *m, uint32_t number)
{
  return (uint32_t)m->sorted[number];
}

static bool sort_faces (maker *m)
{
  bcov_flips *out = m->out;
  for (uint32_t f = 0; f < m->faces; f++) {
    uint64_t length = length_of (m, f);
    if (is_outer (m, f))
      continue;
    if (length >> LENGTH_BITS)
      return false;
    if (length > out->longest)
      out->longest = (uint32_t)length;
    m->sorted[out->faces++] = ((uint64_t)m->class[f] - 1) << (64 - CLASS_BITS) | length << 32 | f;
  }
  qsort (m->sorted, out->faces, sizeof *m->sorted, by_value);
  return true;
}

/* ---- positions and runs ---- */

static bool are_alike (const maker *m, uint32_t i, uint32_t j)
{
  return m->sorted[i] >> 32 == m->sorted[j] >> 32;
}

static void place_edge (maker *m, uint32_t dart)
{
  bcov_flips *out = m->out;
  if (m->position[dart / 2] != NONE)
    return;
  out->edge[out->positions] = dart / 2;
  out->extreme[out->positions] =
      (uint8_t)(is_in_extreme (m, false, dart) | is_in_extreme (m, true, dart) << 1);
  m->position[dart / 2] = out->positions++;
}

/* Gives positions to the edges of the faces numbered FIRST to END, which are alike. */
static void place_edges (maker *m, uint32_t first, uint32_t end)
{
  uint32_t length = length_of (m, face_at (m, first));
  for (uint32_t k = 0; k < length; k++)
    for (uint32_t i = first; i < end; i++)
      place_edge (m, m->dart[m->first[face_at (m, i)] + k]);
}

static uint32_t position_of (const maker *m, uint32_t number, uint32_t k)
{
  return m->position[m->dart[m->first[face_at (m, number)] + k] / 2];
}

/* Whether the face NUMBER belongs to the run that began with face FIRST. */
static bool continues (const maker *m, uint32_t first, uint32_t number)
{
  uint32_t length = length_of (m, face_at (m, first));
  if (!are_alike (m, first, number))
    return false;
  for (uint32_t k = 0; k < length; k++)
    if (position_of (m, number, k) != position_of (m, first, k) + (number - first))
      return false;
  return true;
}

/* Makes a run that begins with face FIRST, and returns its end. */
static uint32_t make_run (maker *m, uint32_t first, uint32_t *listed)
{
  bcov_flips *out = m->out;
  uint32_t end = first + 1, length = length_of (m, face_at (m, first));
  while (end < out->faces && continues (m, first, end))
    end++;
  out->run[out->runs++] = (bcov_flip_run){end - first, length, first, *listed};
  for (uint32_t k = 0; k < length; k++)
    out->at[(*listed)++] = position_of (m, first, k);
  return end;
}

static void make_runs (maker *m)
{
  bcov_flips *out = m->out;
  uint32_t listed = 0, classes = 0;
  for (uint32_t first = 0, end; first < out->faces; first = end) {
    end = first + 1;
    while (end < out->faces && are_alike (m, first, end))
      end++;
    place_edges (m, first, end);
  }
  for (uint32_t first = 0; first < out->faces;) {
    if (m->sorted[first] >> (64 - CLASS_BITS) >= classes) {
      out->class_run[classes] = out->runs;
      out->class_face[classes++] = first;
    }
    first = make_run (m, first, &listed);
  }
  assert (classes == out->classes);
  out->class_run[classes] = out->runs;
  out->class_face[classes] = out->faces;
}

/* ---- chances ---- */

/* Sets *UP and *DOWN to how many choices of options there are for face F.  Returns false if they
   are too many. */
static bool weigh (const maker *m, uint32_t f, uint64_t *up, uint64_t *down)
{
  *up = *down = 1;
  for (uint32_t k = m->first[f]; k < m->first[f + 1]; k++) {
    uint64_t *weight = leaves_black (m, m->dart[k]) ? up : down;
    if (__builtin_mul_overflow (*weight, bcov_graph_options (m->g, m->dart[k] / 2), weight) ||
        *weight >> 62)
      return false;
  }
  return true;
}

/* 2^64 * UP / (UP + DOWN) - 1, bit by bit. */
static uint64_t chance_of (uint64_t up, uint64_t down)
{
  uint64_t rest = up, chance = 0;
  for (int k = 0; k < 64; k++) {
    rest *= 2;
    chance = 2 * chance + (rest >= up + down);
    rest -= rest >= up + down ? up + down : 0;
  }
  return chance - 1;
}

static bool weigh_faces (maker *m)
{
  bcov_flips *out = m->out;
  bool even = true;
  uint64_t up, down;
  for (uint32_t k = 0; k < out->faces; k++) {
    if (!weigh (m, face_at (m, k), &up, &down))
      return false;
    out->chance[k] = chance_of (up, down);
    even &= up == down;
  }
  if (even) {
    bcov_mem_free (out->mem, out->chance);
    out->chance = NULL;
  }
  return true;
}

/* ---- construction ---- */

static void *take (maker *m, size_t count, size_t size)
{
  return bcov_mem_take_room (&m->rooms, count + 1, size);
}

static bcov_status take_rooms (maker *m)
{
  size_t n = m->g->vertices, darts = 2 * (size_t)m->g->edges, faces = m->g->edges;
  m->part = take (m, n, sizeof *m->part);
  m->number = take (m, n, sizeof *m->number);
  m->low = take (m, n, sizeof *m->low);
  m->cursor = take (m, n, sizeof *m->cursor);
  m->stack = take (m, n, sizeof *m->stack);
  m->calls = take (m, n, sizeof *m->calls);
  m->size = take (m, n, sizeof *m->size);
  m->outer = take (m, n, sizeof *m->outer);
  m->next = take (m, darts, sizeof *m->next);
  m->of = take (m, darts, sizeof *m->of);
  m->first = take (m, faces, sizeof *m->first);
  m->dart = take (m, darts, sizeof *m->dart);
  m->far[0] = take (m, faces, sizeof *m->far[0]);
  m->far[1] = take (m, faces, sizeof *m->far[1]);
  m->now = take (m, 2 * faces, sizeof *m->now);
  m->later = take (m, 2 * faces, sizeof *m->later);
  m->settled = take (m, faces, 1);
  m->near = take (m, faces, sizeof *m->near);
  m->class = take (m, faces, 1);
  m->sorted = take (m, faces, sizeof *m->sorted);
  m->position = take (m, m->g->edges, sizeof *m->position);
  return m->rooms.status;
}

static bcov_status take_flips (bcov_flips *out, const bcov_graph *g, bcov_error *err)
{
  bcov_mem *mem = out->mem;
  size_t edges = (size_t)g->edges + 1;
  if (!(out->edge = bcov_mem_alloc (mem, edges, sizeof *out->edge, err)) ||
      !(out->extreme = bcov_mem_alloc (mem, edges, 1, err)) ||
      !(out->fixed = bcov_mem_alloc (mem, edges, sizeof *out->fixed, err)) ||
      !(out->class_run = bcov_mem_alloc (mem, MOST_CLASSES + 1, sizeof *out->class_run, err)) ||
      !(out->class_face = bcov_mem_alloc (mem, MOST_CLASSES + 1, sizeof *out->class_face, err)) ||
      !(out->run = bcov_mem_alloc (mem, edges, sizeof *out->run, err)) ||
      !(out->at = bcov_mem_alloc (mem, 2 * edges, sizeof *out->at, err)) ||
      !(out->chance = bcov_mem_alloc (mem, edges, sizeof *out->chance, err)))
    return bcov_mem_status (mem);
  return BCOV_OK;
}

static bool make_flips (maker *m)
{
  find_parts (m);
  list_fixed (m);
  chain_darts (m);
  trace_faces (m);
  find_extreme (m, false);
  find_extreme (m, true);
  for (uint32_t e = 0; e < m->g->edges; e++)
    m->position[e] = NONE;
  if (!colour_faces (m) || !sort_faces (m))
    return false;
  make_runs (m);
  return weigh_faces (m);
}

bcov_status bcov_flips_make (const bcov_graph *graph, const bcov_matching *matching,
                             bcov_flips *out, bool *made, bcov_error *err)
{
  assert (graph->bipartite && graph->rotation && matching->covers);
  *out = (bcov_flips){.mem = graph->mem};
  maker m = {.g = graph, .out = out, .mate = matching->dart};
  m.rooms = (bcov_rooms){.mem = graph->mem, .err = err};
  bcov_status status = take_rooms (&m);
  if (!status)
    status = take_flips (out, graph, err);
  *made = !status && make_flips (&m);
  bcov_mem_free_rooms (&m.rooms);
  if (!*made)
    bcov_flips_free (out);
  return status;
}

void bcov_flips_free (bcov_flips *flips)
{
  if (!flips->mem)
    return;
  bcov_mem_free (flips->mem, flips->edge);
  bcov_mem_free (flips->mem, flips->extreme);
  bcov_mem_free (flips->mem, flips->fixed);
  bcov_mem_free (flips->mem, flips->class_run);
  bcov_mem_free (flips->mem, flips->class_face);
  bcov_mem_free (flips->mem, flips->run);
  bcov_mem_free (flips->mem, flips->at);
  bcov_mem_free (flips->mem, flips->chance);
  *flips = (bcov_flips){0};
}
