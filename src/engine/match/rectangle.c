/* The formula of Kasteleyn, and Temperley and Fisher (1961): a grid of m x n vertices with n even
   has

     product over 1 <= j <= m/2 and 1 <= k <= n/2 of (x_j^2 + z_k^2)

   perfect matchings, with x_j = 2 cos (pi j / (m + 1)) and z_k = 2 cos (pi k / (n + 1)).  The
   product over k alone is the Fibonacci polynomial F_(n+1) at x_j, where F_0 = 0, F_1 = 1 and
   F_(i+1) = x F_i + F_(i-1), which doubling evaluates with about log n steps.

   The numbers x_j are z^j + z^-j for a primitive root of unity z of order 2 (m + 1).  Modulo a
   prime that leaves 1 when divided by 2 (m + 1) there is such a root, and then all of this is
   arithmetic in the field of that prime.  The count is joined from enough such primes.  Its bound
   is Hadamard's: no vertex has more than 4 neighbours, so it is at most 4^(m n / 4).

   A grid is recognised by the distances from two corners c and e of a side: a vertex in row r and
   column k has the distances r + k and r + n - 1 - k.  If that gives each vertex a place of its
   own, joins neighbours only, and if there are as many edges as a grid has, the graph is a grid. */

#include "engine/match/rectangle.h"
#include "base/threads.h"
#include "engine/remainders.h"

#include <assert.h>
#include <math.h>

enum { PRIME_BITS = 62, ROUNDS = 24, UNIT = 16, MOST_FACTORS = 16 };

/* Seconds of a multiplication, and of finding a prime (timed). */
static const double multiplication = 3e-9, prime_time = 2e-4;

/* ---- recognition ---- */

typedef struct {
  const bcov_graph *g;
  uint32_t *from_corner, *from_other; /* distances */
  uint32_t *queue, *place;
} finder;

static void measure (finder *f, uint32_t root, uint32_t *distance)
{
  const bcov_graph *g = f->g;
  uint32_t head = 0, tail = 0;
  for (uint32_t v = 0; v < g->vertices; v++)
    distance[v] = UINT32_MAX;
  distance[root] = 0;
  f->queue[tail++] = root;
  while (head < tail) {
    uint32_t v = f->queue[head++];
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t w = bcov_graph_head (g, g->dart[k]);
      if (distance[w] == UINT32_MAX) {
        distance[w] = distance[v] + 1;
        f->queue[tail++] = w;
      }
    }
  }
}

static uint32_t gap (uint32_t a, uint32_t b)
{
  return a > b ? a - b : b - a;
}

/* Sets the place of each vertex if the corners are COLUMNS - 1 apart on a side of a grid; returns
   false if that contradicts a distance or gives two vertices the same place. */
static bool set_places (finder *f, uint32_t rows, uint32_t columns)
{
  for (uint32_t v = 0; v < f->g->vertices; v++)
    f->queue[v] = 0;
  for (uint32_t v = 0; v < f->g->vertices; v++) {
    uint64_t sum = (uint64_t)f->from_corner[v] + f->from_other[v] - (columns - 1);
    uint64_t row = sum / 2, column = f->from_corner[v] - row;
    if (sum % 2 || row >= rows || column >= columns || f->queue[row * columns + column])
      return false;
    f->queue[row * columns + column] = 1;
    f->place[v] = (uint32_t)(row * columns + column);
  }
  return true;
}

static bool is_grid (finder *f, uint32_t rows, uint32_t columns)
{
  const bcov_graph *g = f->g;
  uint64_t edges = 2 * (uint64_t)rows * columns - rows - columns;
  if (g->edges != edges || !set_places (f, rows, columns))
    return false;
  for (uint32_t e = 0; e < g->edges; e++) {
    uint32_t a = f->place[g->tail[2 * e]], b = f->place[g->tail[2 * e + 1]];
    uint32_t *seen = &f->queue[a < b ? a : b], bit = a / columns == b / columns ? 2 : 4;
    if (gap (a / columns, b / columns) + gap (a % columns, b % columns) != 1 || *seen & bit)
      return false; /* not neighbours, or parallel edges */
    *seen |= bit;
  }
  return true;
}

static bool is_corner (const bcov_graph *g, uint32_t v)
{
  return g->start[v + 1] - g->start[v] == 2;
}

/* Whether every vertex must be covered and all edges have the same weight. */
static bool is_uniform (const bcov_graph *g)
{
  for (uint32_t v = 0; v < g->vertices; v++)
    if (!g->must[v] || g->start[v + 1] - g->start[v] > 4)
      return false;
  for (uint32_t e = 1; e < g->edges; e++)
    if (bcov_graph_options (g, e) != bcov_graph_options (g, 0))
      return false;
  return g->parts == 1 && g->edges;
}

/* Tries all corners beside the first one. */
static void try_corners (finder *f, bcov_rectangle *out)
{
  const bcov_graph *g = f->g;
  uint32_t first = 0, corners = 0;
  for (uint32_t v = 0; v < g->vertices; v++)
    corners += is_corner (g, v);
  while (first < g->vertices && !is_corner (g, first))
    first++;
  if (corners != 4)
    return;
  measure (f, first, f->from_corner);
  for (uint32_t e = first + 1; e < g->vertices && !out->rows; e++) {
    if (!is_corner (g, e) || f->from_corner[e] == UINT32_MAX)
      continue;
    uint32_t columns = f->from_corner[e] + 1, rows = g->vertices / columns;
    measure (f, e, f->from_other);
    if (rows * columns == g->vertices && is_grid (f, rows, columns))
      *out = (bcov_rectangle){rows, columns, bcov_graph_options (g, 0)};
  }
}

bcov_status bcov_rectangle_find (const bcov_graph *graph, bcov_rectangle *out, bcov_error *err)
{
  finder f = {.g = graph};
  bcov_rooms rooms = {.mem = graph->mem, .err = err};
  *out = (bcov_rectangle){0};
  if (!is_uniform (graph))
    return BCOV_OK;
  f.from_corner = bcov_mem_take_room (&rooms, graph->vertices, sizeof *f.from_corner);
  f.from_other = bcov_mem_take_room (&rooms, graph->vertices, sizeof *f.from_other);
  f.queue = bcov_mem_take_room (&rooms, graph->vertices, sizeof *f.queue);
  f.place = bcov_mem_take_room (&rooms, graph->vertices, sizeof *f.place);
  if (!rooms.status)
    try_corners (&f, out);
  bcov_status status = rooms.status;
  bcov_mem_free_rooms (&rooms);
  return status;
}

/* ---- arithmetic modulo a prime ---- */

/* Montgomery's multiplication with factor 2^64. */
typedef struct {
  uint64_t p, inverse;  /* -1/p modulo 2^64 */
  uint64_t one, square; /* 2^64 and 2^128 modulo p */
} field;

__extension__ typedef unsigned __int128 product;

static uint64_t multiply (const field *f, uint64_t a, uint64_t b)
{
  product t = (product)a * b;
  uint64_t m = (uint64_t)t * f->inverse;
  uint64_t x = (uint64_t)((t + (product)m * f->p) >> 64);
  return x >= f->p ? x - f->p : x;
}

static uint64_t add (const field *f, uint64_t a, uint64_t b)
{
  uint64_t x = a + b;
  return x >= f->p ? x - f->p : x;
}

static uint64_t subtract (const field *f, uint64_t a, uint64_t b)
{
  return a >= b ? a - b : a + f->p - b;
}

static field make_field (uint64_t p)
{
  field f = {.p = p, .inverse = 1};
  for (int k = 0; k < 6; k++) /* each step doubles the number of right bits */
    f.inverse *= 2 - p * f.inverse;
  f.inverse = -f.inverse;
  f.one = (uint64_t)(((product)1 << 64) % p);
  f.square = (uint64_t)((product)f.one * f.one % p);
  return f;
}

static uint64_t power (const field *f, uint64_t base, uint64_t exponent)
{
  uint64_t x = f->one;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      x = multiply (f, x, base);
    base = multiply (f, base, base);
  }
  return x;
}

/* Lists the prime factors of N. */
static uint32_t list_factors (uint64_t n, uint64_t *factor)
{
  uint32_t count = 0;
  for (uint64_t q = 2; q * q <= n; q++)
    if (n % q == 0) {
      factor[count++] = q;
      while (n % q == 0)
        n /= q;
    }
  if (n > 1)
    factor[count++] = n;
  assert (count <= MOST_FACTORS);
  return count;
}

/* Returns a root of unity of the exact order ORDER, which divides p - 1. */
static uint64_t find_root (const field *f, uint64_t order)
{
  uint64_t factor[MOST_FACTORS];
  uint32_t count = list_factors (order, factor);
  for (uint64_t base = 2;; base++) {
    uint64_t root = power (f, multiply (f, base, f->square), (f->p - 1) / order);
    bool exact = true;
    for (uint32_t k = 0; k < count; k++)
      exact &= power (f, root, order / factor[k]) != f->one;
    if (exact)
      return root;
  }
}

/* The Fibonacci polynomial F_N at X. */
static uint64_t fibonacci (const field *f, uint64_t x, uint32_t n)
{
  uint64_t a = 0, b = f->one; /* F_i and F_(i+1) */
  for (int bit = 31; bit >= 0; bit--) {
    uint64_t even = multiply (f, a, subtract (f, add (f, b, b), multiply (f, x, a)));
    uint64_t odd = add (f, multiply (f, a, a), multiply (f, b, b));
    if (n >> bit & 1) {
      a = odd;
      b = add (f, multiply (f, x, odd), even);
    } else {
      a = even;
      b = odd;
    }
  }
  return a;
}

/* The count for M x N, N even, modulo P, which leaves 1 when divided by 2 (M + 1). */
static uint64_t count_modulo (uint64_t p, uint32_t m, uint32_t n, int64_t weight)
{
  field f = make_field (p);
  uint64_t root = find_root (&f, 2 * ((uint64_t)m + 1)), inverse = power (&f, root, p - 2);
  uint64_t up = f.one, down = f.one;
  uint64_t w = multiply (&f, (uint64_t)weight, f.square);
  uint64_t result = power (&f, w, (uint64_t)m * n / 2);
  for (uint32_t j = 1; j <= m / 2; j++) {
    up = multiply (&f, up, root);
    down = multiply (&f, down, inverse);
    result = multiply (&f, result, fibonacci (&f, add (&f, up, down), n + 1));
  }
  return multiply (&f, result, 1);
}

/* ---- counting ---- */

typedef struct {
  uint32_t m, n; /* N is even */
  int64_t weight;
  uint32_t primes;
  uint64_t *prime, *residue;
  bcov_control *control;
  atomic_size_t done;
  atomic_bool stopped;
} counting;

static double bound_of (const bcov_rectangle *r)
{
  double vertices = (double)r->rows * r->columns;
  return vertices / 2 * (1 + log2 ((double)r->weight)) + 2;
}

static bool is_prime (uint64_t n)
{
  mpz_t number;
  mpz_init_set_ui (number, n);
  bool prime = mpz_probab_prime_p (number, ROUNDS) > 0;
  mpz_clear (number);
  return prime;
}

static void find_primes (counting *c)
{
  uint64_t step = 2 * ((uint64_t)c->m + 1);
  uint64_t next = (((uint64_t)1 << PRIME_BITS) - 2) / step * step + 1;
  for (uint32_t k = 0; k < c->primes && !atomic_load (&c->stopped); next -= step)
    if (is_prime (next)) {
      c->prime[k++] = next;
      atomic_store (&c->stopped, k % UNIT == 0 && !bcov_control_go_on (c->control, 0));
    }
}

static void count_unit (void *data, size_t part, size_t worker)
{
  counting *c = data;
  if (atomic_load (&c->stopped) || !bcov_control_go_on (c->control, worker)) {
    atomic_store (&c->stopped, true);
    return;
  }
  for (size_t k = part * UNIT; k < (part + 1) * UNIT && k < c->primes; k++)
    c->residue[k] = count_modulo (c->prime[k], c->m, c->n, c->weight);
  size_t done = atomic_fetch_add (&c->done, UNIT) + UNIT;
  bcov_control_done (c->control, done < c->primes ? (double)done / c->primes : 1);
}

static void choose_sides (const bcov_rectangle *r, counting *c)
{
  bool turned = r->columns % 2 || (r->rows % 2 == 0 && r->columns < r->rows);
  c->m = turned ? r->columns : r->rows;
  c->n = turned ? r->rows : r->columns;
  c->weight = r->weight;
  c->primes = (uint32_t)(bound_of (r) / (PRIME_BITS - 0.01)) + 2; /* with a spare one */
}

double bcov_rectangle_seconds (const bcov_rectangle *r)
{
  counting c;
  choose_sides (r, &c);
  return c.primes * (prime_time + c.m / 2.0 * 5 * 32 * multiplication);
}

bcov_status bcov_rectangle_count (bcov_mem *mem, const bcov_rectangle *r, uint32_t workers,
                                  bcov_control *control, bcov_number *out, bool *done,
                                  bcov_error *err)
{
  counting c = {.control = control};
  bcov_rooms rooms = {.mem = mem, .err = err};
  *done = true;
  mpz_set_ui (out->value, 0);
  if (r->rows % 2 && r->columns % 2)
    return BCOV_OK;
  choose_sides (r, &c);
  c.prime = bcov_mem_take_room (&rooms, c.primes, sizeof *c.prime);
  c.residue = bcov_mem_take_room (&rooms, c.primes, sizeof *c.residue);
  bcov_status status = rooms.status;
  if (!status) {
    find_primes (&c);
    bcov_threads_for (workers, (c.primes + UNIT - 1) / UNIT, count_unit, &c);
    *done = !atomic_load (&c.stopped);
  }
  bcov_remainders remainders = {c.primes, c.prime};
  if (!status && *done)
    status = bcov_remainders_join (&remainders, c.residue, out, err);
  bcov_mem_free_rooms (&rooms);
  return status;
}
