/* Kasteleyn's theorem (1961, 1967; Temperley and Fisher 1961).

   Each perfect matching of a graph is a term of the Pfaffian of its skew adjacency matrix, with a
   sign. If the edges are oriented such that every face has an odd number of edges against its
   boundary, the terms of a plane graph all have the same sign.  Such an orientation always exists:
   the edges of a spanning tree are oriented at will; the others form a tree of faces, in which each
   face, from the leaves to the root, determines the edge to its parent.  Faces with an odd number
   of vertices in their holes need no special care, because holes are faces like all others.

   On a torus the sign of a matching also depends on how its difference from a reference matching D
   winds around.  It is (-1)^q(x), where q is a quadratic form on the homology group, of 4 elements
   x (Tesler 2000; Cimasoni and Reshetikhin 2007).  For a simple cycle C,

     q(C) = 1 + edges against C + edges of D that leave C to the left   (mod 2).

   Changing the orientation along a cycle of faces leaves faces odd and changes q by a linear
   function. So there are 4 orientations, with all 4 forms, and

     matchings = 1/2 sum over the orientations of +- (sign of D) Pfaffian,

   where the minus belongs to the form that is 1 on all three cycles.  The two edges that are
   neither in the tree of vertices nor in the tree of faces provide both the cycles C, in the tree
   of vertices, and the cycles of faces.

   The sign of the reference matching makes all counts exact, so no sign is left to be found out.
   The Pfaffian is at most the product of the lengths of the rows, to the power 1/2 (Hadamard),
   which bounds the number of primes. */

#include "engine/match/kasteleyn.h"
#include "base/threads.h"
#include "engine/match/embedding.h"
#include "engine/match/matching.h"
#include "engine/remainders.h"
#include "number/residue.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LANES = BCOV_PFAFFIAN_LANES };

/* Seconds of a multiplication modulo all lanes, and of an edge for what is not in the dense part
   (timed on boards of 60x60 and 200x200). */
static const double multiplication = 1.2e-9, edge_time = 5e-8;

/* More bits would need primes below 2^26 - 10^6; see bcov_remainders_primes. */
static const double most_bits = 1.4e6;

#define NONE UINT32_MAX

typedef struct {
  const bcov_embedding *d;
  const bcov_graph *g;
  int8_t *along;      /* of each edge: 1 if it is oriented from end 2e to end 2e + 1, else -1 */
  uint8_t *in_tree;   /* of each edge: 1 in the tree of vertices, 2 in that of faces */
  uint32_t *way;      /* of each vertex: the dart to its parent in the tree, or NONE */
  uint32_t *face_way; /* of each face: the dart of its own boundary that leads to its parent */
  uint32_t *sequence; /* of faces and vertices, parents first */
  uint32_t *place;    /* of each dart around its vertex */
  uint32_t *mark;     /* of vertices or faces */
  uint32_t extra[2], extras; /* edges in no tree */
} orientation;

/* ---- trees ---- */

static void grow_tree (orientation *o, uint32_t root)
{
  const bcov_graph *g = o->g;
  uint32_t head = 0, tail = 0;
  o->way[root] = NONE;
  o->mark[root] = 1;
  o->sequence[tail++] = root;
  while (head < tail) {
    uint32_t v = o->sequence[head++];
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t d = g->dart[k], w = bcov_graph_head (g, d);
      if (o->mark[w])
        continue;
      o->mark[w] = 1;
      o->way[w] = d ^ 1;
      o->in_tree[d / 2] = 1;
      o->sequence[tail++] = w;
    }
  }
}

/* Appends the tree of the faces from ROOT on to the sequence, which has COUNT elements. */
static uint32_t grow_face_tree (orientation *o, uint32_t root, uint32_t count)
{
  const bcov_faces *faces = &o->d->faces;
  uint32_t head = count;
  o->face_way[root] = NONE;
  o->mark[root] = 1;
  o->sequence[count++] = root;
  while (head < count) {
    uint32_t f = o->sequence[head++];
    for (uint32_t k = faces->start[f]; k < faces->start[f + 1]; k++) {
      uint32_t d = faces->dart[k], other = faces->of[d ^ 1];
      if (o->in_tree[d / 2] || o->mark[other])
        continue;
      o->mark[other] = 1;
      o->face_way[other] = d ^ 1;
      o->in_tree[d / 2] = 2;
      o->sequence[count++] = other;
    }
  }
  return count;
}

/* ---- orientation ---- */

/* Whether the edge of DART is oriented against it. */
static uint32_t is_against (const orientation *o, uint32_t dart)
{
  return (o->along[dart / 2] > 0) == (dart & 1);
}

/* Orients the edge from F to its parent so that F is odd. */
static void settle_face (orientation *o, uint32_t f)
{
  const bcov_faces *faces = &o->d->faces;
  uint32_t odd = 0;
  if (o->face_way[f] == NONE)
    return;
  for (uint32_t k = faces->start[f]; k < faces->start[f + 1]; k++)
    odd ^= is_against (o, faces->dart[k]);
  if (!odd)
    o->along[o->face_way[f] / 2] *= -1;
}

static void orient (orientation *o)
{
  const bcov_graph *g = o->g;
  uint32_t faces = o->d->faces.count, count = 0;
  for (uint32_t v = 0; v < g->vertices; v++)
    if (!o->mark[v])
      grow_tree (o, v);
  memset (o->mark, 0, (g->vertices + 1ull) * sizeof *o->mark);
  for (uint32_t f = 0; f < faces; f++)
    if (!o->mark[f])
      count = grow_face_tree (o, f, count);
  for (uint32_t e = 0; e < g->edges; e++) {
    o->along[e] = 1;
    if (!o->in_tree[e]) {
      assert (o->extras < 2);
      o->extra[o->extras++] = e;
    }
  }
  assert (o->extras == 2 * o->d->faces.genus);
  while (count)
    settle_face (o, o->sequence[--count]);
}

/* ---- cycles of a torus ---- */

/* The number of steps from vertex V to the root. */
static uint32_t depth_of (const orientation *o, uint32_t v)
{
  uint32_t depth = 0;
  for (; o->way[v] != NONE; v = bcov_graph_head (o->g, o->way[v]))
    depth++;
  return depth;
}

/* Lists the darts of the cycle that the edge E closes in the tree of vertices; returns their
 * number. */
static uint32_t list_cycle (const orientation *o, uint32_t e, uint32_t *cycle)
{
  uint32_t u = o->g->tail[2 * e + 1], v = o->g->tail[2 * e], n = 0, back = 0;
  uint32_t du = depth_of (o, u), dv = depth_of (o, v), *other = o->sequence;
  cycle[n++] = 2 * e; /* arrives at U; the cycle goes on from U to V */
  while (u != v)
    if (du >= dv) {
      cycle[n++] = o->way[u];
      u = bcov_graph_head (o->g, o->way[u]);
      du--;
    } else {
      other[back++] = o->way[v] ^ 1;
      v = bcov_graph_head (o->g, o->way[v]);
      dv--;
    }
  while (back)
    cycle[n++] = other[--back];
  return n;
}

/* Whether DART, which leaves the vertex where dart IN arrives and OUT leaves, lies to their left.
   Darts are in clockwise order. */
static uint32_t is_left (const orientation *o, uint32_t in, uint32_t out, uint32_t dart)
{
  const bcov_graph *g = o->g;
  uint32_t v = g->tail[out], n = g->start[v + 1] - g->start[v], from = o->place[in ^ 1];
  assert (g->tail[dart] == v && bcov_graph_head (g, in) == v);
  uint32_t to = (o->place[out] + n - from) % n, at = (o->place[dart] + n - from) % n;
  return at > 0 && at < to;
}

/* The value of the quadratic form on the cycle that edge E closes. */
static uint32_t form_of (const orientation *o, const bcov_matching *matching, uint32_t e,
                         uint32_t *cycle)
{
  uint32_t n = list_cycle (o, e, cycle), q = 1;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t in = cycle[k], out = cycle[k + 1 < n ? k + 1 : 0];
    q ^= is_against (o, in) ^ is_left (o, in, out, matching->dart[o->g->tail[out]]);
  }
  return q;
}

/* Changes the signs of WEIGHT along the cycle of faces that edge E closes. */
static void flip_cycle (const orientation *o, uint32_t e, int64_t *weight)
{
  const bcov_faces *faces = &o->d->faces;
  weight[e] = -weight[e];
  for (int k = 0; k < 2; k++) /* the two ways to the root meet, and cancel from there on */
    for (uint32_t f = faces->of[2 * e + (uint32_t)k]; o->face_way[f] != NONE;) {
      uint32_t d = o->face_way[f];
      weight[d / 2] = -weight[d / 2];
      f = faces->of[d ^ 1];
    }
}

/* ---- signs ---- */

/* The sign of MATCHING as a term of the Pfaffian with WEIGHT.  MARK has an element per vertex. */
static int sign_of (const bcov_graph *g, const bcov_matching *matching, const int64_t *weight,
                    uint32_t *mark, uint32_t *to)
{
  uint32_t n = 0, cycles = 0, negative = 0;
  for (uint32_t v = 0; v < g->vertices; v++) {
    uint32_t d = matching->dart[v];
    if (d & 1)
      continue;
    to[n++] = v;
    to[n++] = bcov_graph_head (g, d);
    negative += weight[d / 2] < 0;
  }
  assert (n == g->vertices);
  memset (mark, 0, (n + 1ull) * sizeof *mark);
  for (uint32_t k = 0; k < n; k++)
    if (!mark[k]) {
      cycles++;
      for (uint32_t v = k; !mark[v]; v = to[v])
        mark[v] = 1;
    }
  return (n - cycles + negative) & 1 ? -1 : 1;
}

/* ---- bounds ---- */

/* The logarithm of Hadamard's bound.  SUM has a zero for each vertex. */
static double bound_of (const bcov_graph *g, const int64_t *weight, double *sum)
{
  double bits = 0;
  for (uint32_t v = 0; v < g->vertices; v++) {
    double squares = 0;
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++)
      sum[bcov_graph_head (g, g->dart[k])] += fabs ((double)weight[g->dart[k] / 2]);
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      double *s = &sum[bcov_graph_head (g, g->dart[k])];
      squares += *s * *s;
      *s = 0;
    }
    bits += log2 (fmax (squares, 1)) / 4;
  }
  return bits * (1 + 1e-9) + 1;
}

/* ---- preparation ---- */

static void take_rooms (orientation *o, bcov_rooms *rooms)
{
  size_t edges = o->g->edges + 1ull, n = o->g->vertices + 1ull;
  size_t most = n + o->d->faces.count + 1;
  o->along = bcov_mem_take_room (rooms, edges, 1);
  o->in_tree = bcov_mem_take_room (rooms, edges, 1);
  o->way = bcov_mem_take_room (rooms, n, sizeof *o->way);
  o->face_way = bcov_mem_take_room (rooms, most, sizeof *o->face_way);
  o->sequence = bcov_mem_take_room (rooms, most, sizeof *o->sequence);
  o->place = bcov_mem_take_room (rooms, 2 * edges, sizeof *o->place);
  o->mark = bcov_mem_take_room (rooms, most, sizeof *o->mark);
}

static bcov_status take_weights (bcov_kasteleyn *k, const bcov_graph *g, bcov_error *err)
{
  size_t edges = g->edges + 1ull;
  for (uint32_t f = 0; f < k->forms; f++)
    if (!(k->weight[f] = bcov_mem_alloc (k->mem, edges, sizeof **k->weight, err)))
      return bcov_mem_status (k->mem);
  if (!(k->end = bcov_mem_alloc (k->mem, 2 * edges, sizeof *k->end, err)))
    return bcov_mem_status (k->mem);
  memcpy (k->end, g->tail, 2 * (size_t)g->edges * sizeof *k->end);
  return BCOV_OK;
}

static void note_places (orientation *o)
{
  for (uint32_t v = 0; v < o->g->vertices; v++)
    for (uint32_t k = o->g->start[v]; k < o->g->start[v + 1]; k++)
      o->place[o->g->dart[k]] = k - o->g->start[v];
}

/* Sets the signs of the forms of K: form f has the cycles with bits in f changed. */
static void set_signs (orientation *o, bcov_kasteleyn *k, const bcov_matching *matching,
                       uint32_t *cycle)
{
  uint32_t q[2] = {0, 0};
  for (uint32_t c = 0; c < o->extras; c++)
    q[c] = form_of (o, matching, o->extra[c], cycle);
  for (uint32_t f = 0; f < k->forms; f++) {
    for (uint32_t e = 0; e < o->g->edges; e++)
      k->weight[f][e] = o->along[e] * o->d->weight[e];
    for (uint32_t c = 0; c < o->extras; c++)
      if (f >> c & 1)
        flip_cycle (o, o->extra[c], k->weight[f]);
    k->sign[f] = sign_of (o->g, matching, k->weight[f], o->mark, cycle);
    if (k->forms == 4 && (q[0] ^ (f & 1)) && (q[1] ^ (f >> 1 & 1)))
      k->sign[f] = -k->sign[f];
  }
}

static bcov_status prepare (const bcov_embedding *d, const bcov_matching *matching,
                            bcov_kasteleyn *k, bcov_error *err)
{
  orientation o = {.d = d, .g = &d->graph};
  bcov_rooms rooms = {.mem = k->mem, .err = err};
  take_rooms (&o, &rooms);
  uint32_t *cycle = bcov_mem_take_room (&rooms, d->graph.vertices + 2ull, sizeof *cycle);
  double *sum = bcov_mem_take_room (&rooms, d->graph.vertices + 1ull, sizeof *sum);
  bcov_status status = rooms.status ? rooms.status : take_weights (k, &d->graph, err);
  if (!status) {
    note_places (&o);
    orient (&o);
    set_signs (&o, k, matching, cycle);
    k->bound = bound_of (&d->graph, d->weight, sum) + (k->forms == 4);
    status = bcov_pfaffian_open (k->mem, d->graph.vertices, d->graph.edges, k->end, &k->pf, err);
  }
  bcov_mem_free_rooms (&rooms);
  return status;
}

static bcov_status open_drawing (const bcov_graph *graph, bcov_kasteleyn_aim aim,
                                 bcov_control *control, bcov_kasteleyn *out, bool *applies,
                                 bcov_error *err)
{
  bcov_embedding d;
  bcov_matching matching = {0};
  bcov_status status = bcov_embedding_make (graph, &d, err);
  if (status || !d.drawn)
    return status;
  status = bcov_matching_find (&d.graph, BCOV_EACH, control, &matching, err);
  if (!status && matching.covers) {
    out->forms = d.faces.genus ? 4 : 1;
    status = prepare (&d, &matching, out, err);
  }
  *applies = !status && out->bound <= most_bits && (aim == BCOV_ALL_MATCHINGS || !d.faces.genus);
  out->edge = d.edge;
  d.edge = NULL;
  bcov_matching_free (&matching);
  bcov_embedding_free (&d);
  return status;
}

bcov_status bcov_kasteleyn_open (const bcov_graph *graph, bcov_kasteleyn_aim aim,
                                 bcov_control *control, bcov_kasteleyn *out, bool *applies,
                                 bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *out = (bcov_kasteleyn){.mem = graph->mem};
  if (aim == BCOV_ALL_MATCHINGS)
    status = bcov_rectangle_find (graph, &out->rectangle, err);
  *applies = !status && out->rectangle.rows;
  if (!status && !*applies && BCOV_PFAFFIAN_EXACT)
    status = open_drawing (graph, aim, control, out, applies, err);
  if (status)
    bcov_kasteleyn_close (out);
  return status;
}

void bcov_kasteleyn_close (bcov_kasteleyn *k)
{
  if (!k->mem)
    return;
  for (uint32_t f = 0; f < BCOV_MOST_FORMS; f++)
    bcov_mem_free (k->mem, k->weight[f]);
  bcov_mem_free (k->mem, k->end);
  bcov_mem_free (k->mem, k->edge);
  bcov_pfaffian_close (&k->pf);
  *k = (bcov_kasteleyn){0};
}

double bcov_kasteleyn_seconds (const bcov_kasteleyn *k)
{
  if (k->rectangle.rows)
    return bcov_rectangle_seconds (&k->rectangle);
  double batches = ceil (k->bound / BCOV_PFAFFIAN_BITS / LANES) * k->forms;
  return batches * (multiplication * k->pf.order.work + edge_time * k->pf.edges);
}

uint32_t bcov_kasteleyn_width (const bcov_kasteleyn *k)
{
  const bcov_dissection *order = &k->pf.order;
  uint32_t most =
      k->rectangle.rows < k->rectangle.columns ? k->rectangle.rows : k->rectangle.columns;
  for (uint32_t f = 0; f < order->fronts; f++)
    if (order->start[f + 1] - order->start[f] > most)
      most = order->start[f + 1] - order->start[f];
  return most;
}

/* ---- counting ---- */

typedef struct {
  const bcov_kasteleyn *k;
  const bcov_remainders *remainders;
  bcov_control *control;
  bcov_pfaffian_scratch *scratch; /* of each worker */
  uint64_t *residue;              /* of each prime, and more */
  atomic_size_t done;             /* batches */
  atomic_bool stopped;
  atomic_int status;
  size_t batches;
} counting;

/* Keeps STATUS in OUT, unless CONTROL has stopped the run: then the count is merely not complete.
 */
static void note_failure (bcov_control *control, bcov_status status, atomic_int *out)
{
  if (!bcov_control_status (control, NULL))
    atomic_store (out, (int)status);
}

static void start_scratch (bcov_pfaffian_scratch *scratch, uint32_t workers, bcov_control *control)
{
  for (uint32_t w = 0; w < workers; w++)
    scratch[w] = (bcov_pfaffian_scratch){.control = control, .worker = w};
}

/* Sums the forms modulo PRIMES. */
static bcov_status sum_forms (counting *c, size_t worker, const uint64_t *primes, uint64_t *sum)
{
  uint64_t value[LANES];
  memset (sum, 0, LANES * sizeof *sum);
  for (uint32_t f = 0; f < c->k->forms; f++) {
    bcov_status status =
        bcov_pfaffian_value (&c->k->pf, &c->scratch[worker], c->k->weight[f], primes, value, NULL);
    if (status)
      return status;
    for (int l = 0; l < LANES; l++)
      sum[l] = (sum[l] + (c->k->sign[f] > 0 ? value[l] : primes[l] - value[l])) % primes[l];
  }
  for (int l = 0; l < LANES && c->k->forms == 4; l++)
    sum[l] = sum[l] * ((primes[l] + 1) / 2) % primes[l];
  return BCOV_OK;
}

static void count_batch (void *data, size_t part, size_t worker)
{
  counting *c = data;
  uint64_t primes[LANES];
  if (atomic_load (&c->stopped))
    return;
  if (!bcov_control_go_on (c->control, worker)) {
    atomic_store (&c->stopped, true);
    return;
  }
  for (size_t l = 0; l < LANES; l++) {
    size_t prime = part * LANES + l;
    primes[l] = c->remainders->primes[prime < c->remainders->words ? prime : 0];
  }
  bcov_status status = sum_forms (c, worker, primes, &c->residue[part * LANES]);
  if (status) {
    note_failure (c->control, status, &c->status);
    atomic_store (&c->stopped, true);
  }
  size_t done = atomic_fetch_add (&c->done, 1) + 1;
  bcov_control_done (c->control, (double)done / (double)c->batches);
}

static bcov_status count_batches (counting *c, uint32_t workers, bcov_error *err)
{
  bcov_mem *mem = c->k->mem;
  bcov_rooms rooms = {.mem = mem, .err = err};
  c->scratch = bcov_mem_take_room (&rooms, workers, sizeof *c->scratch);
  if (rooms.status)
    return rooms.status;
  start_scratch (c->scratch, workers, c->control);
  bcov_threads_for (workers, c->batches, count_batch, c);
  for (uint32_t w = 0; w < workers; w++)
    bcov_pfaffian_scratch_free (mem, &c->scratch[w]);
  bcov_mem_free_rooms (&rooms);
  bcov_status status = (bcov_status)atomic_load (&c->status);
  return status ? bcov_error_add (err, status, NULL, "not enough memory to count matchings")
                : status;
}

bcov_status bcov_kasteleyn_count (const bcov_kasteleyn *k, uint32_t workers, bcov_control *control,
                                  bcov_number *out, bool *done, bcov_error *err)
{
  bcov_remainders remainders;
  counting c = {.k = k, .remainders = &remainders, .control = control};
  *done = true;
  mpz_set_ui (out->value, 0);
  if (k->rectangle.rows)
    return bcov_rectangle_count (k->mem, &k->rectangle, workers, control, out, done, err);
  if (!k->forms)
    return BCOV_OK;
  bcov_status status =
      bcov_remainders_primes (k->mem, k->bound, BCOV_PFAFFIAN_BITS, &remainders, err);
  if (status)
    return status;
  c.batches = (remainders.words + LANES - 1) / LANES;
  c.residue = bcov_mem_alloc (k->mem, c.batches * LANES, sizeof *c.residue, err);
  status = c.residue ? count_batches (&c, workers, err) : bcov_mem_status (k->mem);
  *done = !status && !atomic_load (&c.stopped);
  if (*done)
    status = bcov_remainders_join (&remainders, c.residue, out, err);
  bcov_mem_free (k->mem, c.residue);
  bcov_remainders_free (k->mem, &remainders);
  return status;
}

/* ---- edges ---- */

/* Joins residues, all with the same primes: x is the sum of (r times c modulo p) M / p, modulo M,
   where M is the product of the primes and c the inverse of M / p. */
typedef struct {
  const bcov_remainders *remainders;
  mpz_t product, *part; /* of all primes but the spare one; without each of these */
  uint64_t *inverse;
} joiner;

static bcov_status start_joiner (bcov_mem *mem, const bcov_remainders *remainders, joiner *j,
                                 bcov_error *err)
{
  uint32_t n = remainders->words - 1;
  mpz_t prime;
  *j = (joiner){.remainders = remainders};
  j->part = bcov_mem_alloc (mem, n, sizeof *j->part, err);
  j->inverse = bcov_mem_alloc (mem, n, sizeof *j->inverse, err);
  if (!j->part || !j->inverse) {
    bcov_mem_free (mem, j->part);
    bcov_mem_free (mem, j->inverse);
    return bcov_mem_status (mem);
  }
  mpz_init_set_ui (j->product, 1);
  mpz_init (prime);
  for (uint32_t k = 0; k < n; k++)
    mpz_mul_ui (j->product, j->product, remainders->primes[k]);
  for (uint32_t k = 0; k < n; k++) {
    mpz_init (j->part[k]);
    mpz_divexact_ui (j->part[k], j->product, remainders->primes[k]);
    mpz_set_ui (prime, mpz_fdiv_ui (j->part[k], remainders->primes[k]));
    mpz_t modulus;
    mpz_init_set_ui (modulus, remainders->primes[k]);
    mpz_invert (prime, prime, modulus);
    j->inverse[k] = mpz_get_ui (prime);
    mpz_clear (modulus);
  }
  mpz_clear (prime);
  return BCOV_OK;
}

static void end_joiner (bcov_mem *mem, joiner *j)
{
  for (uint32_t k = 0; k + 1 < j->remainders->words; k++)
    mpz_clear (j->part[k]);
  mpz_clear (j->product);
  bcov_mem_free (mem, j->part);
  bcov_mem_free (mem, j->inverse);
}

/* Joins the residues residue[k * STRIDE]. */
static bcov_status join (const joiner *j, const uint64_t *residue, size_t stride, bcov_number *out,
                         bcov_error *err)
{
  const bcov_remainders *r = j->remainders;
  uint32_t n = r->words - 1;
  mpz_set_ui (out->value, 0);
  for (uint32_t k = 0; k < n; k++)
    mpz_addmul_ui (out->value, j->part[k], residue[k * stride] * j->inverse[k] % r->primes[k]);
  mpz_mod (out->value, out->value, j->product);
  if (mpz_fdiv_ui (out->value, r->primes[n]) == residue[n * stride])
    return BCOV_OK;
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: the spare prime does not agree with the count");
}

/* The uses of all edges of PF modulo all primes: of edge e modulo prime k at residue[k * stride +
   e], and the total after the last edge. */
typedef struct {
  const bcov_kasteleyn *k;
  uint64_t *prime;
  bcov_control *control;
  bcov_pfaffian_scratch *scratch; /* of each worker */
  bcov_pfaffian_lanes *inverse;   /* of each worker: of each edge */
  uint64_t *residue;
  uint8_t *singular; /* of each batch */
  size_t stride, batches;
  atomic_size_t done;
  atomic_bool stopped;
  atomic_int status;
} use_counting;

static uint64_t modulo (double x, uint64_t p)
{
  return (uint64_t)(x < 0 ? (int64_t)x + (int64_t)p : (int64_t)x);
}

/* Stores the residues of a batch: the matchings with edge e are its weight times the entry of the
   inverse times the Pfaffian, and an option has a share of 1 in the weight. */
static void store_uses (use_counting *u, size_t part, size_t worker, const uint64_t *value)
{
  const bcov_kasteleyn *k = u->k;
  const bcov_pfaffian_lanes *inverse = &u->inverse[worker * u->stride];
  for (size_t l = 0; l < LANES; l++) {
    uint64_t p = u->prime[part * LANES + l], *out = &u->residue[(part * LANES + l) * u->stride];
    uint64_t total = k->sign[0] > 0 ? value[l] : p - value[l];
    for (uint32_t e = 0; e < k->pf.edges; e++) {
      uint64_t x = modulo (inverse[e][l], p) * total % p;
      out[e] = k->weight[0][e] < 0 && x ? p - x : x;
    }
    out[k->pf.edges] = total;
  }
}

static void use_batch (void *data, size_t part, size_t worker)
{
  use_counting *u = data;
  uint64_t value[LANES];
  bool singular;
  if (atomic_load (&u->stopped))
    return;
  if (!bcov_control_go_on (u->control, worker)) {
    atomic_store (&u->stopped, true);
    return;
  }
  bcov_status status = bcov_pfaffian_invert (&u->k->pf, &u->scratch[worker], u->k->weight[0],
                                             &u->prime[part * LANES], value,
                                             &u->inverse[worker * u->stride], &singular, NULL);
  u->singular[part] = singular;
  if (status) {
    note_failure (u->control, status, &u->status);
    atomic_store (&u->stopped, true);
  } else if (!singular)
    store_uses (u, part, worker, value);
  size_t done = atomic_fetch_add (&u->done, 1) + 1;
  bcov_control_done (u->control, (double)done / (double)u->batches);
}

/* Moves the batches that are not singular to the front; returns their number. */
static size_t pack_batches (use_counting *u)
{
  size_t kept = 0;
  for (size_t b = 0; b < u->batches; b++) {
    if (u->singular[b])
      continue;
    memmove (&u->prime[kept * LANES], &u->prime[b * LANES], LANES * sizeof *u->prime);
    memmove (&u->residue[kept * LANES * u->stride], &u->residue[b * LANES * u->stride],
             LANES * u->stride * sizeof *u->residue);
    kept++;
  }
  return kept;
}

static bcov_status join_uses (const use_counting *u, uint32_t edges, uint32_t primes,
                              bcov_number *total, bcov_number *uses, bcov_error *err)
{
  bcov_remainders remainders = {primes, u->prime};
  joiner j;
  bcov_status status = start_joiner (u->k->mem, &remainders, &j, err);
  if (status)
    return status;
  status = join (&j, &u->residue[u->k->pf.edges], u->stride, total, err);
  for (uint32_t e = 0; !status && e < edges; e++)
    status = join (&j, &u->residue[u->k->edge[e]], u->stride, &uses[e], err);
  end_joiner (u->k->mem, &j);
  return status;
}

/* Finds the primes: twice a spare batch more than PRIMES. */
static bcov_status take_primes (use_counting *u, uint32_t primes, bcov_error *err)
{
  u->batches = (primes + LANES - 1) / LANES + 2;
  u->prime = bcov_mem_alloc (u->k->mem, u->batches * LANES, sizeof *u->prime, err);
  if (!u->prime)
    return bcov_mem_status (u->k->mem);
  for (size_t k = 0; k < u->batches * LANES; k++)
    u->prime[k] = bcov_prime_below (k ? u->prime[k - 1] : (uint64_t)1 << BCOV_PFAFFIAN_BITS);
  return BCOV_OK;
}

static bcov_status count_uses (use_counting *u, uint32_t edges, uint32_t workers,
                               bcov_number *total, bcov_number *uses, bcov_error *err)
{
  bcov_mem *mem = u->k->mem;
  bcov_rooms rooms = {.mem = mem, .err = err};
  uint32_t primes = (uint32_t)(u->k->bound / (BCOV_PFAFFIAN_BITS - 0.05)) + 2;
  u->stride = u->k->pf.edges + 1ull;
  bcov_status status = take_primes (u, primes, err);
  u->scratch = bcov_mem_take_room (&rooms, workers, sizeof *u->scratch);
  u->inverse = bcov_mem_take_room (&rooms, workers * u->stride, sizeof *u->inverse);
  u->residue = bcov_mem_take_room (&rooms, u->batches * LANES * u->stride, sizeof *u->residue);
  u->singular = bcov_mem_take_room (&rooms, u->batches, 1);
  if (!status)
    status = rooms.status;
  if (!status) {
    start_scratch (u->scratch, workers, u->control);
    bcov_threads_for (workers, u->batches, use_batch, u);
    status = (bcov_status)atomic_load (&u->status);
    for (uint32_t w = 0; w < workers; w++)
      bcov_pfaffian_scratch_free (mem, &u->scratch[w]);
    if (status)
      bcov_error_add (err, status, NULL, "not enough memory to count matchings");
  }
  if (!status && !atomic_load (&u->stopped) && pack_batches (u) * LANES < primes)
    status =
        bcov_error_add (err, BCOV_FAULT, NULL, "internal error: too many primes divide a count");
  if (!status && !atomic_load (&u->stopped))
    status = join_uses (u, edges, primes, total, uses, err);
  bcov_mem_free_rooms (&rooms);
  bcov_mem_free (mem, u->prime);
  return status;
}

bcov_status bcov_kasteleyn_uses (const bcov_kasteleyn *k, uint32_t edges, uint32_t workers,
                                 bcov_control *control, bcov_number *total, bcov_number *uses,
                                 bool *done, bcov_error *err)
{
  use_counting u = {.k = k, .control = control};
  *done = true;
  mpz_set_ui (total->value, 0);
  if (!k->forms) {
    for (uint32_t e = 0; e < edges; e++)
      mpz_set_ui (uses[e].value, 0);
    return BCOV_OK;
  }
  assert (k->forms == 1);
  bcov_status status = count_uses (&u, edges, workers, total, uses, err);
  *done = !status && !atomic_load (&u.stopped);
  return status;
}
