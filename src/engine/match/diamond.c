/* Shuffling (Elkies, Kuperberg, Larsen and Propp 1992; in this form Propp 2003, "Generalized
   domino-shuffling").

   Turn the diamond of order n by 45 degrees.  The middles of its edges then form a matrix of 2n x
   2n, and the n^2 blocks of 2 x 2 are the edges of n^2 squares, every second one.  Opposite edges
   of a square are in opposite corners of its block.  From a random matching of order n - 1,
   surrounded by rows and columns without edges, one step makes a random matching of order n.  In
   each block,

     - two edges disappear,
     - a single edge moves to the opposite corner,
     - if there is none, two opposite edges are created, one of the two pairs at random.

   Each matching of order n comes from as many matchings of order n - 1, counted with the chances of
   the pairs, as each other one, so all are equally likely.

   To recognise a diamond, walk through the graph and assign directions and coordinates to its darts
   and vertices, turning by 90 degrees at corners of squares.  Whether coordinates, once found, are
   those of a diamond is easy to check without trust in the walk. */

#include "engine/match/diamond.h"
#include "base/random.h"

#include <assert.h>

enum { MOST_ORDER = 1 << 14 };

typedef struct {
  const bcov_graph *g;
  const bcov_faces *faces;
  uint8_t *direction;    /* of each dart, clockwise from 0 to 3 */
  int32_t *row, *column; /* of each vertex */
  uint32_t *queue;
  uint8_t *met; /* of each vertex */
} walker;

/* ---- recognition ---- */

/* Whether the corner before DART, clockwise, is that of a square. */
static bool is_square (const walker *w, uint32_t dart)
{
  uint32_t f = w->faces->of[dart];
  return w->faces->start[f + 1] - w->faces->start[f] == 4;
}

/* Gives directions to the darts of V, of which one is known, number FROM of its list.  Returns
   false if they are not clear. */
static bool direct (walker *w, uint32_t v, uint32_t from)
{
  const bcov_graph *g = w->g;
  uint32_t degree = g->start[v + 1] - g->start[v], open = 0, direction;
  if (degree > 4)
    return false;
  direction = w->direction[g->dart[g->start[v] + from]];
  for (uint32_t k = 1; k < degree; k++) {
    uint32_t dart = g->dart[g->start[v] + (from + k) % degree];
    bool square = is_square (w, dart);
    open += !square;
    direction += square ? 1 : 5 - degree;
    w->direction[dart] = direction % 4;
  }
  return open <= 1;
}

/* Goes along DART; returns false if it is clear that this is no diamond. */
static bool go (walker *w, uint32_t dart, uint32_t *last)
{
  static const int32_t down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
  const bcov_graph *g = w->g;
  uint32_t v = g->tail[dart], u = bcov_graph_head (g, dart), from = 0, d = w->direction[dart];
  if (w->met[u])
    return true;
  w->met[u] = true;
  w->row[u] = w->row[v] + down[d];
  w->column[u] = w->column[v] + right[d];
  w->queue[(*last)++] = u;
  w->direction[dart ^ 1] = (uint8_t)((d + 2) % 4);
  while (g->dart[g->start[u] + from] != (dart ^ 1))
    from++;
  return direct (w, u, from);
}

/* Gives coordinates to all vertices, if they seem to be on a grid. */
static bool walk (walker *w)
{
  const bcov_graph *g = w->g;
  uint32_t first = 0, last = 0;
  w->direction[g->dart[0]] = 0;
  w->met[g->tail[g->dart[0]]] = true;
  w->queue[last++] = g->tail[g->dart[0]];
  if (!direct (w, w->queue[0], 0))
    return false;
  while (first < last) {
    uint32_t v = w->queue[first++];
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++)
      if (!go (w, g->dart[k], &last))
        return false;
  }
  return last == g->vertices;
}

/* The order of a diamond with as many vertices and edges; 0: there is none. */
static uint32_t find_order (const bcov_graph *g)
{
  uint32_t n = 0;
  while (n < MOST_ORDER && 4 * n * n < g->edges)
    n++;
  return n < MOST_ORDER && 4 * n * n == g->edges && 2 * n * (n + 1) == g->vertices ? n : 0;
}

/* Turns the coordinates by 45 degrees, so that the least ones are 0. */
static void turn (walker *w)
{
  int32_t low = INT32_MAX, left = INT32_MAX;
  for (uint32_t v = 0; v < w->g->vertices; v++) {
    int32_t u = w->row[v] + w->column[v];
    w->column[v] -= w->row[v];
    w->row[v] = u;
    low = u < low ? u : low;
    left = w->column[v] < left ? w->column[v] : left;
  }
  for (uint32_t v = 0; v < w->g->vertices; v++) {
    w->row[v] -= low;
    w->column[v] -= left;
  }
}

static int32_t distance (int32_t a, int32_t b)
{
  return a < b ? b - a : a - b;
}

/* Puts edge E into the matrix; returns false if there is no free place between its ends. */
static bool place (const walker *w, bcov_diamond *out, uint32_t e)
{
  uint32_t a = w->g->tail[2 * e], b = w->g->tail[2 * e + 1];
  int32_t side = 2 * (int32_t)out->order;
  int32_t i = w->row[a] < w->row[b] ? w->row[a] : w->row[b];
  int32_t j = w->column[a] < w->column[b] ? w->column[a] : w->column[b];
  if (distance (w->row[a], w->row[b]) != 1 || distance (w->column[a], w->column[b]) != 1 ||
      !((w->row[a] ^ w->column[a]) & 1) || i >= side || j >= side ||
      out->edge[side * i + j] != UINT32_MAX ||
      bcov_graph_options (w->g, e) != bcov_graph_options (w->g, 0))
    return false;
  out->edge[side * i + j] = e;
  return true;
}

/* Returns whether this is a diamond.  If all 4 n^2 edges have places of their own, then each of the
   2 n (n + 1) points in which a diamond has vertices is an end of an edge.  The graph has as many
   vertices, so each point has one vertex, and the edges are those of the diamond. */
static bool place_all (const walker *w, bcov_diamond *out)
{
  for (uint32_t k = 0; k < w->g->edges; k++)
    out->edge[k] = UINT32_MAX;
  for (uint32_t e = 0; e < w->g->edges; e++)
    if (!place (w, out, e))
      return false;
  return true;
}

bcov_status bcov_diamond_find (const bcov_graph *graph, const bcov_faces *faces, bcov_diamond *out,
                               bool *is, bcov_error *err)
{
  size_t n = graph->vertices;
  *out = (bcov_diamond){.mem = graph->mem, .order = find_order (graph)};
  *is = false;
  if (!out->order || graph->parts != 1)
    return BCOV_OK;
  bcov_rooms rooms = {.mem = graph->mem, .err = err};
  walker w = {.g = graph, .faces = faces};
  w.direction = bcov_mem_take_room (&rooms, 2 * (size_t)graph->edges, 1);
  w.row = bcov_mem_take_room (&rooms, n, sizeof *w.row);
  w.column = bcov_mem_take_room (&rooms, n, sizeof *w.column);
  w.queue = bcov_mem_take_room (&rooms, n, sizeof *w.queue);
  w.met = bcov_mem_take_room (&rooms, n, 1);
  out->edge = bcov_mem_alloc (graph->mem, graph->edges, sizeof *out->edge, err);
  bcov_status status = out->edge ? rooms.status : bcov_mem_status (graph->mem);
  if (!status && walk (&w)) {
    turn (&w);
    *is = place_all (&w, out);
  }
  bcov_mem_free_rooms (&rooms);
  if (status || !*is)
    bcov_diamond_free (out);
  return status;
}

void bcov_diamond_free (bcov_diamond *diamond)
{
  if (diamond->mem)
    bcov_mem_free (diamond->mem, diamond->edge);
  *diamond = (bcov_diamond){0};
}

/* ---- shuffling ---- */

/* Random bits, one by one. */
typedef struct {
  bcov_random random;
  uint64_t bits;
  uint32_t left;
} coins;

static inline uint8_t toss (coins *c)
{
  if (!c->left) {
    c->bits = bcov_random_next (&c->random);
    c->left = 64;
  }
  c->left--;
  uint8_t bit = c->bits & 1;
  c->bits >>= 1;
  return bit;
}

/* A step in the rows A and B of a block. */
static inline void renew (uint8_t *a, uint8_t *b, coins *c)
{
  uint8_t up = a[0] | b[1], down = a[1] | b[0];
  if (up | down) { /* an edge that has its opposite goes, and any other moves there */
    uint8_t first = a[0] & !b[1], second = a[1] & !b[0];
    a[0] = b[1] & !a[0];
    b[1] = first;
    a[1] = b[0] & !a[1];
    b[0] = second;
  } else {
    a[0] = b[1] = toss (c);
    a[1] = b[0] = !a[0];
  }
}

void bcov_diamond_draw (const bcov_diamond *diamond, uint64_t key, bcov_control *control,
                        size_t worker, uint8_t *chosen, bool *done)
{
  uint32_t side = 2 * diamond->order;
  coins c = {.random = {key}};
  *done = true;
  for (uint32_t k = 0; k < side * side; k++)
    chosen[k] = 0;
  for (uint32_t n = 1; n <= diamond->order && *done; n++) {
    uint32_t from = diamond->order - n, end = diamond->order + n;
    for (uint32_t i = from; i < end; i += 2)
      for (uint32_t j = from; j < end; j += 2)
        renew (&chosen[side * i + j], &chosen[side * (i + 1) + j], &c);
    *done = bcov_control_go_on (control, worker);
  }
}
