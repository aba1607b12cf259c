/* Matchings by augmenting paths (Edmonds 1965), with ranks.

   A vertex has rank 2 if it must be covered, 1 if it should be, and 0 if it need not be.  Sets of
   vertices that matchings cover form a matroid (Edmonds and Fulkerson 1965), so vertices can be
   taken one by one, from the highest rank to the lowest: what is covered stays covered, and what
   cannot be covered as well never will be.

   A greedy pass (after Karp and Sipser 1981: a vertex with the fewest free neighbours first) covers
   nearly everything.  Then a search begins at each vertex R that is still free.  It grows a tree of
   paths that are alternately outside and inside the matching.  Vertices at an even distance from R
   are *outer*, those before them *inner*.  If the tree meets a free vertex, or an outer vertex of
   lower rank than R, the path to it is swapped: its edges enter and leave the matching, and R is
   covered.  An edge between two outer vertices closes an odd circle, a *blossom*, whose inner
   vertices can be reached along the other side too, and so become outer.  Blossoms are sets in a
   forest of links, whose roots are their bases.

   Paths are not stored.  An inner vertex knows the dart back to the outer vertex before it, and an
   inner vertex that has become outer knows its *bridge*, the edge that closed the blossom, as a
   dart that leaves its own side.

   If the search from R fails, all neighbours of outer vertices are in the tree, and no later path
   that enters the tree leaves it, so that its vertices are *frozen*.  The tree is a proof that R
   cannot be covered: without the inner vertices, the blossoms and the other outer vertices are
   parts with odd numbers of vertices, one more than there are inner vertices (Tutte 1947; in
   bipartite graphs, Hall 1935).

   Invariant: between searches, the labels are NONE or FROZEN, and every vertex is its own base.
   Time: a search is nearly linear in the edges that it meets. */

#include "engine/match/matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, OUTER, INNER, TURNED, FROZEN }; /* TURNED: inner, and outer by a blossom */
enum { BUCKETS = 8, RANKS = 3 };             /* the last bucket is for all greater degrees */

typedef struct {
  const bcov_graph *graph;
  bcov_control *control;
  bcov_error *err;
  uint64_t work;
  uint32_t *dart; /* the matching */
  uint8_t *rank, *label;
  uint32_t *back;   /* of inner vertices: the dart to the outer vertex before */
  uint32_t *bridge; /* of turned vertices */
  uint32_t *link;   /* towards the base */
  uint32_t *met;    /* stamp of the last walk to the root */
  uint32_t stamp;
  uint32_t *queue, queued;   /* the outer vertices, in the order of the search */
  uint32_t *seen, seen_many; /* the vertices with labels */
  uint32_t *waiting;         /* parts of a path: pairs of vertices */
  uint32_t *swap, swaps;     /* darts of a path that enter the matching */
  bool by_frozen;            /* the tree touches a frozen one */
} matcher;

static uint32_t mate (const matcher *m, uint32_t v)
{
  return bcov_graph_head (m->graph, m->dart[v]);
}

static void join (matcher *m, uint32_t dart)
{
  m->dart[m->graph->tail[dart]] = dart;
  m->dart[m->graph->tail[dart ^ 1]] = dart ^ 1;
}

/* ---- the greedy pass ---- */

/* The free vertices with free neighbours, by rank and number of these. */
typedef struct {
  uint32_t first[RANKS][BUCKETS];
  uint32_t *next, *last, *degree;
} buckets;

static uint32_t *bucket_of (buckets *b, const matcher *m, uint32_t v)
{
  uint32_t d = b->degree[v];
  return &b->first[m->rank[v]][d < BUCKETS ? d : BUCKETS - 1];
}

static void put_in (buckets *b, const matcher *m, uint32_t v)
{
  uint32_t *first = bucket_of (b, m, v);
  b->next[v] = *first;
  b->last[v] = BCOV_FREE;
  if (*first != BCOV_FREE)
    b->last[*first] = v;
  *first = v;
}

static void take_out (buckets *b, const matcher *m, uint32_t v)
{
  if (b->last[v] != BCOV_FREE)
    b->next[b->last[v]] = b->next[v];
  else
    *bucket_of (b, m, v) = b->next[v];
  if (b->next[v] != BCOV_FREE)
    b->last[b->next[v]] = b->last[v];
}

/* Takes V out, which is no longer free. */
static void leave (buckets *b, const matcher *m, uint32_t v)
{
  const bcov_graph *g = m->graph;
  take_out (b, m, v);
  for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
    uint32_t u = bcov_graph_head (g, g->dart[k]);
    if (m->dart[u] != BCOV_FREE)
      continue;
    take_out (b, m, u);
    b->degree[u]--;
    put_in (b, m, u);
  }
}

/* Returns the dart from V to the free neighbour of the highest rank and then of the least degree,
   or BCOV_FREE. */
static uint32_t choose_dart (const buckets *b, const matcher *m, uint32_t v)
{
  const bcov_graph *g = m->graph;
  uint32_t best = BCOV_FREE, other = 0;
  for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
    uint32_t u = bcov_graph_head (g, g->dart[k]);
    if (m->dart[u] == BCOV_FREE &&
        (best == BCOV_FREE || m->rank[u] > m->rank[other] ||
         (m->rank[u] == m->rank[other] && b->degree[u] < b->degree[other]))) {
      best = g->dart[k];
      other = u;
    }
  }
  return best;
}

/* Returns the vertex to cover next, or BCOV_FREE. */
static uint32_t choose_vertex (const buckets *b)
{
  for (int rank = RANKS - 1; rank > 0; rank--)
    for (int d = 1; d < BUCKETS; d++)
      if (b->first[rank][d] != BCOV_FREE)
        return b->first[rank][d];
  return BCOV_FREE;
}

/* The arrays of the buckets are those of the search, which has not begun. */
static void match_greedily (matcher *m)
{
  const bcov_graph *g = m->graph;
  buckets b = {.next = m->back, .last = m->bridge, .degree = m->queue};
  memset (b.first, 0xff, sizeof b.first);
  for (uint32_t v = g->vertices; v-- > 0;) {
    b.degree[v] = g->start[v + 1] - g->start[v];
    put_in (&b, m, v);
  }
  for (uint32_t v; (v = choose_vertex (&b)) != BCOV_FREE;) {
    uint32_t dart = choose_dart (&b, m, v);
    join (m, dart);
    leave (&b, m, v);
    leave (&b, m, bcov_graph_head (g, dart));
  }
}

/* ---- paths ---- */

/* Collects the darts outside the matching on the path from outer vertex X to Y, an outer vertex or
   the root, on the way of X to the root. */
static void collect (matcher *m, uint32_t x, uint32_t y)
{
  uint32_t waiting = 0;
  m->waiting[waiting++] = x;
  m->waiting[waiting++] = y;
  while (waiting) {
    y = m->waiting[--waiting];
    x = m->waiting[--waiting];
    while (x != y) {
      assert (m->label[x] == OUTER || m->label[x] == TURNED);
      uint32_t other = mate (m, x);
      uint32_t dart = m->label[x] == OUTER ? m->back[other] : m->bridge[x];
      m->swap[m->swaps++] = dart;
      if (m->label[x] == TURNED) {
        m->waiting[waiting++] = m->graph->tail[dart];
        m->waiting[waiting++] = other;
      }
      x = bcov_graph_head (m->graph, dart);
    }
  }
}

/* Swaps the path from ROOT to outer vertex END, which becomes free. */
static void free_instead (matcher *m, uint32_t root, uint32_t end)
{
  collect (m, end, root);
  m->dart[end] = BCOV_FREE;
  for (uint32_t k = 0; k < m->swaps; k++)
    join (m, m->swap[k]);
}

/* Swaps the path from ROOT that ends with DART, which enters a free vertex. */
static void augment (matcher *m, uint32_t root, uint32_t dart)
{
  collect (m, m->graph->tail[dart], root);
  for (uint32_t k = 0; k < m->swaps; k++)
    join (m, m->swap[k]);
  join (m, dart);
}

/* ---- blossoms ---- */

static uint32_t base_of (const matcher *m, uint32_t v)
{
  uint32_t *link = m->link;
  for (; link[v] != v; v = link[v])
    link[v] = link[link[v]];
  return v;
}

/* Returns the base before base V on the way to the root; V is not the root. */
static uint32_t base_before (const matcher *m, uint32_t v)
{
  uint32_t inner = mate (m, v);
  assert (m->label[v] == OUTER && m->label[inner] == INNER);
  return base_of (m, bcov_graph_head (m->graph, m->back[inner]));
}

/* Returns the first common base on the ways of two bases to the root.  Both ways are walked in
   turns, so the time is that of the longer one of the two that become one blossom. */
static uint32_t common_base (matcher *m, uint32_t a, uint32_t b)
{
  m->stamp++;
  for (;;) {
    if (a != BCOV_FREE) {
      if (m->met[a] == m->stamp)
        return a;
      m->met[a] = m->stamp;
      a = m->dart[a] == BCOV_FREE ? BCOV_FREE : base_before (m, a);
    }
    uint32_t swap = a;
    a = b;
    b = swap;
  }
}

static void enqueue (matcher *m, uint32_t v)
{
  assert (m->queued < m->graph->vertices);
  m->queue[m->queued++] = v;
}

/* Joins one side of a blossom, from the tail of DART, which leaves it, to its BASE. */
static void shrink (matcher *m, uint32_t dart, uint32_t base)
{
  uint32_t v = base_of (m, m->graph->tail[dart]);
  while (v != base) {
    uint32_t inner = mate (m, v), before = base_before (m, v);
    m->label[inner] = TURNED;
    m->bridge[inner] = dart;
    m->link[v] = m->link[inner] = base;
    enqueue (m, inner);
    v = before;
  }
}

/* Closes a blossom with DART, which joins two outer vertices. */
static void close_blossom (matcher *m, uint32_t dart)
{
  uint32_t a = base_of (m, m->graph->tail[dart]), b = base_of (m, m->graph->tail[dart ^ 1]);
  if (a == b)
    return;
  uint32_t base = common_base (m, a, b);
  shrink (m, dart, base);
  shrink (m, dart ^ 1, base);
}

/* ---- the search ---- */

static void set_label (matcher *m, uint32_t v, uint8_t label)
{
  assert (m->label[v] == NONE);
  m->label[v] = label;
  m->seen[m->seen_many++] = v;
}

/* Follows DART, which leaves an outer vertex.  Returns whether ROOT has been covered. */
static bool follow (matcher *m, uint32_t root, uint32_t dart)
{
  uint32_t v = bcov_graph_head (m->graph, dart);
  switch (m->label[v]) {
  case NONE:
    if (m->dart[v] == BCOV_FREE) {
      augment (m, root, dart);
      return true;
    }
    set_label (m, v, INNER);
    m->back[v] = dart ^ 1;
    set_label (m, mate (m, v), OUTER);
    enqueue (m, mate (m, v));
    return false;
  case OUTER:
  case TURNED:
    close_blossom (m, dart);
    return false;
  case FROZEN:
    m->by_frozen = true;
    return false;
  default:
    return false;
  }
}

/* Searches from ROOT, which is free; sets *DONE to whether it has been covered. */
static bcov_status search (matcher *m, uint32_t root, bool *done)
{
  const bcov_graph *g = m->graph;
  bcov_status status = BCOV_OK;
  m->queued = m->seen_many = m->swaps = 0;
  m->by_frozen = *done = false;
  set_label (m, root, OUTER);
  enqueue (m, root);
  for (uint32_t head = 0; !status && !*done && head < m->queued; head++) {
    uint32_t v = m->queue[head];
    if (m->rank[v] < m->rank[root]) {
      free_instead (m, root, v);
      *done = true;
    }
    for (uint32_t k = g->start[v]; !*done && k < g->start[v + 1]; k++)
      *done = follow (m, root, g->dart[k]);
    status = bcov_control_work (m->control, &m->work, g->start[v + 1] - g->start[v] + 1u, m->err);
  }
  return status;
}

/* Ends a search: labels become LABEL. */
static void forget (matcher *m, uint8_t label)
{
  for (uint32_t k = 0; k < m->seen_many; k++) {
    m->label[m->seen[k]] = label;
    m->link[m->seen[k]] = m->seen[k];
  }
}

/* ---- barriers ---- */

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void free_barrier (bcov_mem *mem, bcov_barrier *barrier)
{
  bcov_mem_free (mem, barrier->outer);
  *barrier = (bcov_barrier){0};
}

/* Keeps the tree of the last search, which failed, if it is a smaller barrier than OUT. */
static bcov_status keep_barrier (matcher *m, bcov_matching *out)
{
  bcov_barrier *b = &out->barrier;
  if (m->by_frozen || (b->outer && b->outers + b->inners <= m->seen_many))
    return BCOV_OK;
  free_barrier (out->mem, b);
  uint32_t *room = bcov_mem_alloc (out->mem, m->seen_many, sizeof *room, m->err);
  if (!room)
    return bcov_mem_status (out->mem);
  b->outer = room;
  for (uint32_t k = 0; k < m->queued; k++)
    b->outer[b->outers++] = m->queue[k];
  b->inner = room + b->outers;
  for (uint32_t k = 0; k < m->seen_many; k++)
    if (m->label[m->seen[k]] == INNER)
      b->inner[b->inners++] = m->seen[k];
  assert (b->outers + b->inners == m->seen_many);
  qsort (b->outer, b->outers, sizeof *b->outer, by_number);
  if (b->inners)
    qsort (b->inner, b->inners, sizeof *b->inner, by_number);
  return BCOV_OK;
}

/* ---- construction ---- */

/* Covers as many vertices of RANK as possible. */
static bcov_status cover_rank (matcher *m, uint8_t rank, bcov_matching *out)
{
  bcov_status status = BCOV_OK;
  for (uint32_t v = 0; !status && v < m->graph->vertices; v++) {
    bool done;
    if (m->rank[v] != rank || m->dart[v] != BCOV_FREE)
      continue;
    status = search (m, v, &done);
    if (!status && !done && m->graph->must[v]) {
      out->covers = false;
      status = keep_barrier (m, out);
    }
    forget (m, done ? NONE : FROZEN);
  }
  return status;
}

static void start (matcher *m, bcov_objective objective)
{
  const bcov_graph *g = m->graph;
  for (uint32_t v = 0; v < g->vertices; v++) {
    m->rank[v] = g->must[v] ? 2 : objective == BCOV_MOST && g->gain[v];
    m->link[v] = v;
    m->dart[v] = BCOV_FREE;
  }
}

static bcov_status cover (matcher *m, bcov_objective objective, bcov_matching *out)
{
  start (m, objective);
  match_greedily (m);
  out->covers = true;
  bcov_status status = cover_rank (m, 2, out);
  if (!status && out->covers && objective == BCOV_MOST)
    status = cover_rank (m, 1, out);
  for (uint32_t v = 0; v < m->graph->vertices; v++)
    out->gain += m->graph->gain[v] && m->dart[v] != BCOV_FREE;
  return status;
}

bcov_status bcov_matching_find (const bcov_graph *graph, bcov_objective objective,
                                bcov_control *control, bcov_matching *out, bcov_error *err)
{
  size_t n = (size_t)graph->vertices + 1;
  bcov_rooms rooms = {.mem = graph->mem, .err = err};
  *out = (bcov_matching){.mem = graph->mem};
  matcher m = {.graph = graph, .control = control, .err = err};
  m.rank = bcov_mem_take_room (&rooms, n, 1);
  m.label = bcov_mem_take_room (&rooms, n, 1);
  m.back = bcov_mem_take_room (&rooms, n, sizeof *m.back);
  m.bridge = bcov_mem_take_room (&rooms, n, sizeof *m.bridge);
  m.link = bcov_mem_take_room (&rooms, n, sizeof *m.link);
  m.met = bcov_mem_take_room (&rooms, n, sizeof *m.met);
  m.queue = bcov_mem_take_room (&rooms, n, sizeof *m.queue);
  m.seen = bcov_mem_take_room (&rooms, n, sizeof *m.seen);
  m.waiting = bcov_mem_take_room (&rooms, 2 * n, sizeof *m.waiting);
  m.swap = bcov_mem_take_room (&rooms, n, sizeof *m.swap);
  bcov_status status = rooms.status;
  if (!status && !(out->dart = m.dart = bcov_mem_alloc (graph->mem, n, sizeof *m.dart, err)))
    status = bcov_mem_status (graph->mem);
  if (!status)
    status = cover (&m, objective, out);
  bcov_mem_free_rooms (&rooms);
  if (status)
    bcov_matching_free (out);
  return status;
}

void bcov_matching_free (bcov_matching *matching)
{
  if (!matching->mem)
    return;
  free_barrier (matching->mem, &matching->barrier);
  bcov_mem_free (matching->mem, matching->dart);
  *matching = (bcov_matching){0};
}
