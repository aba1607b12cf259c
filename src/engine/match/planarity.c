/* The left-right planarity test (de Fraysseix and Rosenstiehl 1982; the formulation of Brandes,
   "The left-right planarity test", 2009).

   A depth-first search directs all edges: tree edges away from the root, back edges towards it.  In
   a drawing, each back edge returns on the left or on the right of the tree path that it closes.
   Two return edges that overlap must be on the same side or on different sides, which depends only
   on where they return to.  The graph is planar if sides can be chosen accordingly.  The test goes
   up the tree with a stack of *conflict pairs*: two intervals of return edges, sorted by the
   heights they return to, that must be on different sides.  Then the chosen sides determine the
   order of the edges at each vertex.

   An edge is named by the dart that has its direction. */

#include "engine/match/planarity.h"

#include <assert.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* Return edges from LOW to HIGH, linked by REF from high to low; both NONE: empty. */
typedef struct {
  uint32_t low, high;
} interval;

typedef struct {
  interval left, right;
} conflict;

/* What is known about an edge. */
typedef struct {
  int32_t lowpt,
      lowpt2;      /* the lowest heights, two different ones if possible, that returns reach */
  int32_t nesting; /* edges leave a vertex in this order */
  int32_t side;    /* 1: right, -1: left; relative to REF */
  uint32_t ref, lowpt_edge;
  uint32_t bottom; /* conflict pairs on the stack when the edge was entered */
} fact;

typedef struct {
  bcov_graph *g;
  int32_t *height;   /* of each vertex; -1: not visited */
  uint32_t *parent;  /* of each vertex: the edge that leads to it */
  uint32_t *next;    /* of each vertex: the next dart to look at */
  uint32_t *stack;   /* of vertices */
  uint8_t *directed; /* of each dart */
  fact *of;          /* of each dart */
  uint32_t
      *leaving; /* the directed darts of v: leaving[g->start[v] .. g->start[v] + leavings[v]) */
  uint32_t *leavings;
  conflict *pairs;
  uint32_t count;                                          /* of pairs */
  uint32_t *after, *before, *first, *left_ref, *right_ref; /* the drawing: cyclic lists of darts */
} tester;

static uint32_t head_of (const tester *t, uint32_t dart)
{
  return bcov_graph_head (t->g, dart);
}

/* ---- orientation ---- */

static void enter (tester *t, uint32_t v, uint32_t edge)
{
  t->parent[v] = edge;
  t->height[v] = edge == NONE ? 0 : t->height[t->g->tail[edge]] + 1;
  t->next[v] = t->g->start[v];
}

/* Takes the returns of EDGE, which is complete, to the edge that leads to its tail. */
static void pass_lowpoints (tester *t, uint32_t edge)
{
  uint32_t v = t->g->tail[edge], e = t->parent[v];
  fact *own = &t->of[edge], *up = &t->of[e];
  own->nesting = 2 * own->lowpt + (own->lowpt2 < t->height[v]);
  if (e == NONE)
    return;
  if (own->lowpt < up->lowpt) {
    up->lowpt2 = up->lowpt < own->lowpt2 ? up->lowpt : own->lowpt2;
    up->lowpt = own->lowpt;
  } else {
    int32_t other = own->lowpt > up->lowpt ? own->lowpt : own->lowpt2;
    up->lowpt2 = other < up->lowpt2 ? other : up->lowpt2;
  }
}

/* Directs the next edge at V; returns the vertex to visit, or NONE. */
static uint32_t direct_edge (tester *t, uint32_t v, uint32_t d)
{
  uint32_t w = head_of (t, d);
  if (t->directed[d] || t->directed[d ^ 1])
    return NONE;
  t->directed[d] = 1;
  t->of[d] = (fact){t->height[v], t->height[v], 0, 1, NONE, NONE, 0};
  t->leaving[t->g->start[v] + t->leavings[v]++] = d;
  if (t->height[w] < 0) {
    enter (t, w, d);
    return w;
  }
  t->of[d].lowpt = t->height[w];
  pass_lowpoints (t, d);
  return NONE;
}

static void orient (tester *t, uint32_t root)
{
  uint32_t n = 0;
  enter (t, root, NONE);
  t->stack[n++] = root;
  while (n) {
    uint32_t v = t->stack[n - 1];
    if (t->next[v] < t->g->start[v + 1]) {
      uint32_t w = direct_edge (t, v, t->g->dart[t->next[v]++]);
      if (w != NONE)
        t->stack[n++] = w;
      continue;
    }
    if (t->parent[v] != NONE)
      pass_lowpoints (t, t->parent[v]);
    n--;
  }
}

/* Sorts the edges that leave each vertex by nesting: a heap sort would do; degrees are small, and
   merging runs keeps equal ones in order. */
static void sort_edges (tester *t, uint32_t *edge, uint32_t count, uint32_t *scratch)
{
  if (count < 2)
    return;
  uint32_t half = count / 2, i = 0, j = half, k = 0;
  sort_edges (t, edge, half, scratch);
  sort_edges (t, edge + half, count - half, scratch);
  while (i < half || j < count) {
    bool first = j == count || (i < half && t->of[edge[i]].nesting <= t->of[edge[j]].nesting);
    scratch[k++] = first ? edge[i++] : edge[j++];
  }
  for (k = 0; k < count; k++)
    edge[k] = scratch[k];
}

static void sort_all (tester *t)
{
  for (uint32_t v = 0; v < t->g->vertices; v++)
    sort_edges (t, &t->leaving[t->g->start[v]], t->leavings[v], t->stack);
}

/* ---- the test ---- */

static bool is_empty (const interval *i)
{
  return i->low == NONE && i->high == NONE;
}

static bool conflicts (const tester *t, const interval *i, uint32_t edge)
{
  return !is_empty (i) && t->of[i->high].lowpt > t->of[edge].lowpt;
}

static void swap_sides (conflict *c)
{
  interval left = c->left;
  c->left = c->right;
  c->right = left;
}

static int32_t lowest (const tester *t, const conflict *c)
{
  int32_t left = is_empty (&c->left) ? INT32_MAX : t->of[c->left.low].lowpt;
  int32_t right = is_empty (&c->right) ? INT32_MAX : t->of[c->right.low].lowpt;
  return left < right ? left : right;
}

static void refer (tester *t, uint32_t edge, uint32_t to)
{
  if (edge != NONE)
    t->of[edge].ref = to;
}

/* Appends Q below I. */
static void append (tester *t, interval *i, const interval *q)
{
  if (is_empty (i))
    i->high = q->high;
  else
    refer (t, i->low, q->high);
  i->low = q->low;
}

/* Adds the constraints between the returns of EDGE and those of earlier edges at the head of UP. */
static bool add_constraints (tester *t, uint32_t edge, uint32_t up)
{
  conflict p = {{NONE, NONE}, {NONE, NONE}};
  do { /* the returns of EDGE are on the same side */
    assert (t->count);
    conflict q = t->pairs[--t->count];
    if (!is_empty (&q.left))
      swap_sides (&q);
    if (!is_empty (&q.left))
      return false;
    if (t->of[q.right.low].lowpt > t->of[up].lowpt)
      append (t, &p.right, &q.right);
    else
      refer (t, q.right.low, t->of[up].lowpt_edge);
  } while (t->count != t->of[edge].bottom);
  while (t->count && (conflicts (t, &t->pairs[t->count - 1].left, edge) ||
                      conflicts (t, &t->pairs[t->count - 1].right, edge))) {
    conflict q = t->pairs[--t->count];
    if (conflicts (t, &q.right, edge))
      swap_sides (&q);
    if (conflicts (t, &q.right, edge))
      return false;
    refer (t, p.right.low, q.right.high);
    if (q.right.low != NONE)
      p.right.low = q.right.low;
    append (t, &p.left, &q.left);
  }
  if (!is_empty (&p.left) || !is_empty (&p.right))
    t->pairs[t->count++] = p;
  return true;
}

/* Removes the returns to vertex U from interval I; OTHER is the other interval of the pair. */
static void trim (tester *t, interval *i, const interval *other, uint32_t u)
{
  while (i->high != NONE && head_of (t, i->high) == u)
    i->high = t->of[i->high].ref;
  if (i->high == NONE && i->low != NONE) {
    t->of[i->low].ref = other->low;
    t->of[i->low].side = -1;
    i->low = NONE;
  }
}

/* Leaves EDGE towards the root: returns to its tail are complete. */
static void remove_returns (tester *t, uint32_t edge)
{
  uint32_t u = t->g->tail[edge];
  while (t->count && lowest (t, &t->pairs[t->count - 1]) == t->height[u]) {
    conflict p = t->pairs[--t->count];
    if (p.left.low != NONE)
      t->of[p.left.low].side = -1;
  }
  if (t->count) {
    conflict *p = &t->pairs[t->count - 1];
    trim (t, &p->left, &p->right, u);
    trim (t, &p->right, &p->left, u);
  }
  if (t->of[edge].lowpt < t->height[u]) {
    assert (t->count);
    const conflict *p = &t->pairs[t->count - 1];
    uint32_t l = p->left.high, r = p->right.high;
    bool left = l != NONE && (r == NONE || t->of[l].lowpt > t->of[r].lowpt);
    t->of[edge].ref = left ? l : r;
  }
}

/* Ends the visit of the K-th edge that leaves V. */
static bool leave_edge (tester *t, uint32_t v, uint32_t k)
{
  uint32_t edge = t->leaving[t->g->start[v] + k], up = t->parent[v];
  if (t->of[edge].lowpt >= t->height[v])
    return true;
  if (k)
    return add_constraints (t, edge, up);
  t->of[up].lowpt_edge = t->of[edge].lowpt_edge;
  return true;
}

static bool test_from (tester *t, uint32_t root)
{
  uint32_t n = 0;
  t->stack[n++] = root;
  t->next[root] = 0;
  while (n) {
    uint32_t v = t->stack[n - 1], k = t->next[v];
    if (k == t->leavings[v]) {
      uint32_t e = t->parent[v];
      n--;
      if (e == NONE)
        continue;
      remove_returns (t, e);
      uint32_t u = t->g->tail[e];
      if (!leave_edge (t, u, t->next[u]++))
        return false;
      continue;
    }
    uint32_t edge = t->leaving[t->g->start[v] + k], w = head_of (t, edge);
    t->of[edge].bottom = t->count;
    if (t->parent[w] == edge) {
      t->next[w] = 0;
      t->stack[n++] = w;
      continue;
    }
    t->of[edge].lowpt_edge = edge;
    t->pairs[t->count++] = (conflict){{NONE, NONE}, {edge, edge}};
    if (!leave_edge (t, v, t->next[v]++))
      return false;
  }
  return true;
}

/* ---- the drawing ---- */

/* Sets the side of EDGE from those that it refers to.  The chain is walked twice. */
static void resolve_side (tester *t, uint32_t edge)
{
  uint32_t n = 0;
  for (uint32_t e = edge; e != NONE; e = t->of[e].ref)
    t->stack[n++] = e;
  for (uint32_t k = n - 1; k-- > 0;) {
    fact *own = &t->of[t->stack[k]];
    own->side *= t->of[t->stack[k + 1]].side;
    own->ref = NONE;
  }
}

/* Places DART directly after REFERENCE, clockwise; NONE: alone. */
static void place_after (tester *t, uint32_t dart, uint32_t reference)
{
  uint32_t v = t->g->tail[dart];
  if (reference == NONE) {
    t->after[dart] = t->before[dart] = t->first[v] = dart;
    return;
  }
  uint32_t next = t->after[reference];
  t->after[reference] = dart;
  t->before[dart] = reference;
  t->after[dart] = next;
  t->before[next] = dart;
}

static void place_before (tester *t, uint32_t dart, uint32_t reference)
{
  uint32_t v = t->g->tail[dart];
  place_after (t, dart, reference == NONE ? NONE : t->before[reference]);
  if (reference == t->first[v])
    t->first[v] = dart;
}

static void place_leaving (tester *t)
{
  for (uint32_t v = 0; v < t->g->vertices; v++) {
    uint32_t last = NONE;
    t->first[v] = NONE;
    for (uint32_t k = 0; k < t->leavings[v]; k++) {
      uint32_t d = t->leaving[t->g->start[v] + k];
      place_after (t, d, last);
      last = d;
    }
  }
}

static void draw_from (tester *t, uint32_t root)
{
  uint32_t n = 0;
  t->stack[n++] = root;
  t->next[root] = 0;
  while (n) {
    uint32_t v = t->stack[n - 1];
    if (t->next[v] == t->leavings[v]) {
      n--;
      continue;
    }
    uint32_t edge = t->leaving[t->g->start[v] + t->next[v]++], w = head_of (t, edge);
    if (t->parent[w] == edge) {
      place_before (t, edge ^ 1, t->first[w]);
      t->first[w] = edge ^ 1;
      t->left_ref[v] = t->right_ref[v] = edge;
      t->next[w] = 0;
      t->stack[n++] = w;
    } else if (t->of[edge].side > 0)
      place_after (t, edge ^ 1, t->right_ref[w]);
    else {
      place_before (t, edge ^ 1, t->left_ref[w]);
      t->left_ref[w] = edge ^ 1;
    }
  }
}

static void draw (tester *t)
{
  bcov_graph *g = t->g;
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    if (t->directed[d])
      resolve_side (t, d);
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    if (t->directed[d])
      t->of[d].nesting *= t->of[d].side;
  sort_all (t);
  place_leaving (t);
  for (uint32_t v = 0; v < g->vertices; v++)
    if (t->parent[v] == NONE)
      draw_from (t, v);
  for (uint32_t v = 0; v < g->vertices; v++)
    for (uint32_t k = g->start[v], d = t->first[v]; k < g->start[v + 1]; k++, d = t->after[d])
      g->dart[k] = d;
}

/* ---- the whole ---- */

static void take_rooms (tester *t, bcov_rooms *rooms)
{
  size_t n = t->g->vertices + 1ull, darts = 2 * (size_t)t->g->edges + 1;
  t->height = bcov_mem_take_room (rooms, n, sizeof *t->height);
  t->parent = bcov_mem_take_room (rooms, n, sizeof *t->parent);
  t->next = bcov_mem_take_room (rooms, n, sizeof *t->next);
  t->stack = bcov_mem_take_room (rooms, n + darts, sizeof *t->stack);
  t->directed = bcov_mem_take_room (rooms, darts, 1);
  t->of = bcov_mem_take_room (rooms, darts, sizeof *t->of);
  t->leaving = bcov_mem_take_room (rooms, darts, sizeof *t->leaving);
  t->leavings = bcov_mem_take_room (rooms, n, sizeof *t->leavings);
  t->pairs = bcov_mem_take_room (rooms, darts, sizeof *t->pairs);
  t->after = bcov_mem_take_room (rooms, darts, sizeof *t->after);
  t->before = bcov_mem_take_room (rooms, darts, sizeof *t->before);
  t->first = bcov_mem_take_room (rooms, n, sizeof *t->first);
  t->left_ref = bcov_mem_take_room (rooms, n, sizeof *t->left_ref);
  t->right_ref = bcov_mem_take_room (rooms, n, sizeof *t->right_ref);
}

bcov_status bcov_planarity_draw (bcov_graph *graph, bool *planar, bcov_error *err)
{
  bcov_rooms rooms = {.mem = graph->mem, .err = err};
  tester t = {.g = graph};
  take_rooms (&t, &rooms);
  *planar = !rooms.status;
  for (uint32_t v = 0; *planar && v < graph->vertices; v++)
    t.height[v] = -1;
  for (uint32_t v = 0; *planar && v < graph->vertices; v++)
    if (t.height[v] < 0)
      orient (&t, v);
  if (*planar)
    sort_all (&t);
  for (uint32_t v = 0; *planar && v < graph->vertices; v++)
    if (t.parent[v] == NONE)
      *planar = test_from (&t, v);
  if (*planar)
    draw (&t);
  graph->rotation |= *planar;
  bcov_status status = rooms.status;
  bcov_mem_free_rooms (&rooms);
  return status;
}
