/* Nested dissection (George 1973; Lipton, Rose and Tarjan 1979).

   A part is divided along a function of its vertices that changes by at most 2 along an edge: the
   vertices whose value is at most T and that have a neighbour above T separate those below from
   those above.  The functions are distances from a few landmarks and differences of two distances.
   In a rectangle the landmarks are corners, and the difference of the distances from two corners of
   a side has straight level lines.  All values T of all functions are compared.

   In a bipartite graph, only pairs of a black and a white vertex can be eliminated, so the surplus
   of a colour on one side of a separator stays until later, as if these vertices belonged to the
   separator.  The comparison therefore counts them: a diagonal line through a chessboard is as
   short as a straight one, but leaves large surpluses. */

#include "engine/match/dissect.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of at most LEAF vertices is a front as a whole. */
enum { LEAF = 12, LANDMARKS = 4, FUNCTIONS = LANDMARKS * (LANDMARKS + 1) / 2 };

/* A part to dissect: the vertices vertex[from .. to), below front PARENT. */
typedef struct {
  uint32_t from, to, parent;
} part;

typedef struct {
  int32_t threshold;
  uint32_t function;
  double cost; /* INFINITY: no cut has been found */
} cut;

typedef struct {
  const bcov_network *net;
  bcov_dissection *out;
  part *stack;
  uint32_t parts;
  uint32_t *list;               /* the vertices, those of a part side by side */
  uint32_t *inside;             /* of each vertex: the number of its part */
  uint32_t now;                 /* the number of the current part */
  uint32_t *queue;              /* of a search */
  int32_t *distance[LANDMARKS]; /* of each vertex */
  int32_t *value;               /* of each vertex: of the current function */
  int32_t *size, *surplus;      /* by value: of the vertices with this value */
  int32_t *edge, *edge_surplus; /* by value: changes of the separator */
  uint32_t landmarks;
} dissector;

/* ---- distances ---- */

/* Searches the current part from ROOT, breadth first; returns the number of vertices that it
   reaches. */
static uint32_t search (dissector *d, uint32_t root, int32_t *distance, uint32_t from, uint32_t to)
{
  uint32_t head = 0, tail = 0;
  for (uint32_t k = from; k < to; k++)
    distance[d->list[k]] = -1;
  distance[root] = 0;
  d->queue[tail++] = root;
  while (head < tail) {
    uint32_t v = d->queue[head++];
    for (uint32_t k = d->net->start[v]; k < d->net->start[v + 1]; k++) {
      uint32_t w = d->net->head[k];
      if (d->inside[w] == d->now && distance[w] < 0) {
        distance[w] = distance[v] + 1;
        d->queue[tail++] = w;
      }
    }
  }
  return tail;
}

static uint32_t degree_inside (const dissector *d, uint32_t v)
{
  uint32_t degree = 0;
  for (uint32_t k = d->net->start[v]; k < d->net->start[v + 1]; k++)
    degree += d->inside[d->net->head[k]] == d->now;
  return degree;
}

/* The vertex that is farthest from all landmarks so far.  Ties go to low degrees, that is to
   corners. */
static uint32_t farthest (const dissector *d, const part *p)
{
  uint32_t best = d->list[p->from], best_degree = UINT32_MAX;
  int32_t most = -1;
  for (uint32_t k = p->from; k < p->to; k++) {
    uint32_t v = d->list[k];
    int32_t least = INT32_MAX;
    for (uint32_t l = 0; l < d->landmarks; l++)
      least = d->distance[l][v] < least ? d->distance[l][v] : least;
    if (least < most)
      continue;
    uint32_t degree = degree_inside (d, v);
    if (least > most || degree < best_degree) {
      best = v;
      most = least;
      best_degree = degree;
    }
  }
  return best;
}

/* Finds landmarks of a part that a search from its first vertex has reached. */
static void find_landmarks (dissector *d, const part *p)
{
  d->landmarks = 1; /* any vertex; the first landmark is as far from it as possible */
  uint32_t first = farthest (d, p);
  search (d, first, d->distance[0], p->from, p->to);
  for (; d->landmarks < LANDMARKS; d->landmarks++)
    search (d, farthest (d, p), d->distance[d->landmarks], p->from, p->to);
}

/* ---- cuts ---- */

/* Computes function F of all vertices of P, from 0; returns the greatest value. */
static int32_t evaluate (dissector *d, const part *p, uint32_t f)
{
  uint32_t a = 0, b = f; /* a distance if b = LANDMARKS - 1 + ... , else a difference */
  int32_t least = INT32_MAX, most = INT32_MIN;
  for (; b >= LANDMARKS - a; a++)
    b -= LANDMARKS - a;
  for (uint32_t k = p->from; k < p->to; k++) {
    uint32_t v = d->list[k];
    int32_t value = d->distance[a][v] - (b ? d->distance[a + b][v] : 0);
    d->value[v] = value;
    least = value < least ? value : least;
    most = value > most ? value : most;
  }
  for (uint32_t k = p->from; k < p->to; k++)
    d->value[d->list[k]] -= least;
  return most - least;
}

static int32_t sign_of (const dissector *d, uint32_t v)
{
  return !d->net->colour ? 0 : d->net->colour[v] ? 1 : -1;
}

/* The greatest value of a neighbour of V in its part, or that of V. */
static int32_t highest (const dissector *d, uint32_t v)
{
  int32_t most = d->value[v];
  for (uint32_t k = d->net->start[v]; k < d->net->start[v + 1]; k++) {
    uint32_t w = d->net->head[k];
    if (d->inside[w] == d->now && d->value[w] > most)
      most = d->value[w];
  }
  return most;
}

static void tabulate (dissector *d, const part *p, int32_t range)
{
  size_t bytes = ((size_t)range + 2) * sizeof *d->size;
  memset (d->size, 0, bytes);
  memset (d->surplus, 0, bytes);
  memset (d->edge, 0, bytes);
  memset (d->edge_surplus, 0, bytes);
  for (uint32_t k = p->from; k < p->to; k++) {
    uint32_t v = d->list[k];
    int32_t value = d->value[v], most = highest (d, v), sign = sign_of (d, v);
    d->size[value]++;
    d->surplus[value] += sign;
    d->edge[value]++;
    d->edge[most]--;
    d->edge_surplus[value] += sign;
    d->edge_surplus[most] -= sign;
  }
}

/* The cost of a separator of SIZE vertices, with surpluses LOW and HIGH beside it, if the larger
   side has the share LARGER of the part: the work in the front, times a charge for unequal sides.
 */
static double cost_of (int32_t size, int32_t low, int32_t high, double larger)
{
  return (size + 0.7 * (abs (low) + abs (high))) * (1 + 8 * (larger - 0.5) * (larger - 0.5));
}

/* Compares all thresholds of the current function, F. */
static void compare (const dissector *d, const part *p, uint32_t f, int32_t range, cut *best)
{
  int32_t below = 0, below_surplus = 0, size = 0, surplus = 0, all_surplus = 0;
  int32_t n = (int32_t)(p->to - p->from);
  for (int32_t t = 0; t <= range; t++)
    all_surplus += d->surplus[t];
  for (int32_t t = 0; t < range; t++) {
    below += d->size[t];
    below_surplus += d->surplus[t];
    size += d->edge[t];
    surplus += d->edge_surplus[t];
    double larger = (double)(2 * below - size > n ? below - size : n - below) / n;
    if (larger > 0.75)
      continue;
    double cost = cost_of (size, below_surplus - surplus, all_surplus - below_surplus, larger);
    if (cost < best->cost)
      *best = (cut){t, f, cost};
  }
}

static cut find_cut (dissector *d, const part *p)
{
  cut best = {.cost = INFINITY};
  find_landmarks (d, p);
  for (uint32_t f = 0; f < FUNCTIONS; f++) {
    int32_t range = evaluate (d, p, f);
    tabulate (d, p, range);
    compare (d, p, f, range, &best);
  }
  return best;
}

/* ---- the forest ---- */

/* Makes a front of the vertices list[from .. to). */
static uint32_t add_front (dissector *d, uint32_t from, uint32_t to, uint32_t parent)
{
  bcov_dissection *out = d->out;
  uint32_t f = out->fronts++, at = out->start[f];
  for (uint32_t k = from; k < to; k++) {
    out->vertex[at++] = d->list[k];
    out->of[d->list[k]] = f;
    d->inside[d->list[k]] = UINT32_MAX;
  }
  out->parent[f] = parent;
  out->start[f + 1] = at;
  return f;
}

static void push_part (dissector *d, uint32_t from, uint32_t to, uint32_t parent)
{
  if (from < to)
    d->stack[d->parts++] = (part){from, to, parent};
}

/* Sorts the vertices of P: the N that a search has reached go to the front. */
static void split_component (dissector *d, const part *p, uint32_t n)
{
  uint32_t at = n, end = p->from + n;
  for (uint32_t k = p->from; k < p->to; k++)
    if (d->distance[0][d->list[k]] < 0)
      d->queue[at++] = d->list[k];
  memcpy (&d->list[p->from], d->queue, (p->to - p->from) * sizeof *d->list);
  push_part (d, end, p->to, p->parent);
  push_part (d, p->from, end, p->parent);
}

/* Lists the vertices of P on SIDE of cut C from place AT on; returns the place after them. */
static uint32_t list_side (dissector *d, const part *p, const cut *c, int side, uint32_t at)
{
  for (uint32_t k = 0; k < p->to - p->from; k++) {
    uint32_t v = d->queue[k];
    int its = d->value[v] > c->threshold ? 1 : highest (d, v) > c->threshold ? 2 : 0;
    if (its == side)
      d->list[at++] = v;
  }
  return at;
}

/* Sorts the vertices of P: below cut C, above it, and the separator. */
static void split_along (dissector *d, const part *p, const cut *c)
{
  evaluate (d, p, c->function);
  memcpy (d->queue, &d->list[p->from], (p->to - p->from) * sizeof *d->list);
  uint32_t low = list_side (d, p, c, 0, p->from);
  uint32_t high = list_side (d, p, c, 1, low);
  uint32_t end = list_side (d, p, c, 2, high);
  assert (end == p->to && high < end);
  uint32_t f = add_front (d, high, end, p->parent);
  push_part (d, p->from, low, f);
  push_part (d, low, high, f);
}

static void dissect_part (dissector *d, const part *p)
{
  d->now++;
  for (uint32_t k = p->from; k < p->to; k++)
    d->inside[d->list[k]] = d->now;
  uint32_t n = search (d, d->list[p->from], d->distance[0], p->from, p->to);
  if (n < p->to - p->from) {
    split_component (d, p, n);
    return;
  }
  cut c = {.cost = INFINITY};
  if (n > LEAF)
    c = find_cut (d, p);
  if (isinf (c.cost))
    add_front (d, p->from, p->to, p->parent);
  else
    split_along (d, p, &c);
}

/* ---- work ---- */

/* Counts the work of a front with OWN vertices of N: LU decomposition of half of them if the graph
   is bipartite, otherwise of all. */
static double work_of (const dissector *d, double own, double n)
{
  double share = d->net->colour ? 0.5 : 1;
  double m = share * n, rest = share * (n - own);
  return (m * m * m - rest * rest * rest) / 3;
}

/* Sums up the work of all fronts.  The neighbours above a front are those of its own vertices and
   of its children; LAST holds the ancestors' vertices that each front has met. */
static bcov_status sum_work (dissector *d, bcov_error *err)
{
  const bcov_network *net = d->net;
  bcov_dissection *out = d->out;
  uint32_t *beyond = bcov_mem_alloc (out->mem, out->fronts + 1ull, sizeof *beyond, err);
  if (!beyond)
    return bcov_mem_status (out->mem);
  for (uint32_t v = 0; v < net->vertices; v++)
    d->queue[v] = UINT32_MAX;
  for (uint32_t v = 0; v < net->vertices; v++) /* V is beyond all fronts from its neighbours up */
    for (uint32_t k = net->start[v]; k < net->start[v + 1]; k++)
      for (uint32_t f = out->of[net->head[k]];
           f != UINT32_MAX && f > out->of[v] && d->inside[f] != v; f = out->parent[f]) {
        d->inside[f] = v;
        beyond[f]++;
      }
  for (uint32_t f = 0; f < out->fronts; f++) {
    double own = out->start[f + 1] - out->start[f];
    out->work += work_of (d, own, own + beyond[f]);
  }
  bcov_mem_free (out->mem, beyond);
  return BCOV_OK;
}

/* ---- construction ---- */

static bcov_status take_forest (bcov_dissection *out, size_t n, bcov_error *err)
{
  if (!(out->parent = bcov_mem_alloc (out->mem, n + 1, sizeof *out->parent, err)) ||
      !(out->start = bcov_mem_alloc (out->mem, n + 2, sizeof *out->start, err)) ||
      !(out->vertex = bcov_mem_alloc (out->mem, n + 1, sizeof *out->vertex, err)) ||
      !(out->of = bcov_mem_alloc (out->mem, n + 1, sizeof *out->of, err)))
    return bcov_mem_status (out->mem);
  return BCOV_OK;
}

static void take_scratch (dissector *d, bcov_rooms *rooms, size_t n)
{
  d->stack = bcov_mem_take_room (rooms, 2 * n + 2, sizeof *d->stack);
  d->list = bcov_mem_take_room (rooms, n + 1, sizeof *d->list);
  d->inside = bcov_mem_take_room (rooms, n + 1, sizeof *d->inside);
  d->queue = bcov_mem_take_room (rooms, n + 1, sizeof *d->queue);
  d->value = bcov_mem_take_room (rooms, n + 1, sizeof *d->value);
  d->size = bcov_mem_take_room (rooms, 2 * n + 4, sizeof *d->size);
  d->surplus = bcov_mem_take_room (rooms, 2 * n + 4, sizeof *d->surplus);
  d->edge = bcov_mem_take_room (rooms, 2 * n + 4, sizeof *d->edge);
  d->edge_surplus = bcov_mem_take_room (rooms, 2 * n + 4, sizeof *d->edge_surplus);
  for (size_t k = 0; k < LANDMARKS; k++)
    d->distance[k] = bcov_mem_take_room (rooms, n + 1, sizeof *d->distance[k]);
}

bcov_status bcov_dissect (bcov_mem *mem, const bcov_network *network, bcov_dissection *out,
                          bcov_error *err)
{
  uint32_t n = network->vertices;
  bcov_rooms rooms = {.mem = mem, .err = err};
  dissector d = {.net = network, .out = out};
  *out = (bcov_dissection){.mem = mem};
  take_scratch (&d, &rooms, n);
  bcov_status status = rooms.status ? rooms.status : take_forest (out, n, err);
  if (!status) {
    for (uint32_t v = 0; v < n; v++)
      d.list[v] = v;
    push_part (&d, 0, n, UINT32_MAX);
    while (d.parts) {
      part next = d.stack[--d.parts];
      dissect_part (&d, &next);
    }
    for (uint32_t v = 0; v < n; v++)
      d.inside[v] = UINT32_MAX;
    status = sum_work (&d, err);
  }
  bcov_mem_free_rooms (&rooms);
  if (status)
    bcov_dissection_free (out);
  return status;
}

void bcov_dissection_free (bcov_dissection *out)
{
  if (!out->mem)
    return;
  bcov_mem_free (out->mem, out->parent);
  bcov_mem_free (out->mem, out->start);
  bcov_mem_free (out->mem, out->vertex);
  bcov_mem_free (out->mem, out->of);
  *out = (bcov_dissection){0};
}
