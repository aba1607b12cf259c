/* Pfaffians: sparse skew matrices against the sum over all perfect matchings, with primes so small
   that residues vanish by chance; grids against the formula of Temperley, Fisher and Kasteleyn. */

#include "suite.h"

#include "failing.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/pfaffian.h"

enum { LANES = BCOV_PFAFFIAN_LANES, MOST = 12, GRID = 64 };

typedef struct {
  uint32_t vertices, edges, end[2 * GRID * GRID * 2];
  int64_t weight[2 * GRID * GRID];
} drawn;

static void add_edge (drawn *d, uint32_t a, uint32_t b, int64_t weight)
{
  d->end[2 * d->edges] = a;
  d->end[2 * d->edges + 1] = b;
  d->weight[d->edges++] = weight;
}

/* A random matrix; half of them are bipartite, with colours that need not be balanced. */
static void draw_matrix (bcov_random *random, drawn *d)
{
  bool bipartite = models_below (random, 2);
  uint32_t sparse = 1 + models_below (random, 6), split = models_below (random, 4);
  *d = (drawn){.vertices = models_below (random, MOST + 1)};
  for (uint32_t a = 0; a < d->vertices; a++)
    for (uint32_t b = 0; b < d->vertices; b++)
      if (a != b && !models_below (random, sparse) &&
          (!bipartite || (a % 4 > split) != (b % 4 > split)))
        add_edge (d, a, b, (int64_t)models_below (random, 7) - 3);
}

/* The Pfaffian of the vertices that are not in DONE. */
static int64_t expand (int64_t m[MOST][MOST], uint32_t n, uint32_t done)
{
  uint32_t a = 0;
  int64_t sum = 0, sign = 1;
  while (a < n && done >> a & 1)
    a++;
  if (a == n)
    return 1;
  for (uint32_t b = a + 1; b < n; b++)
    if (!(done >> b & 1)) {
      sum += m[a][b] ? sign * m[a][b] * expand (m, n, done | 1u << a | 1u << b) : 0;
      sign = -sign;
    }
  return sum;
}

static int64_t expected (const drawn *d)
{
  int64_t m[MOST][MOST] = {0};
  for (uint32_t e = 0; e < d->edges; e++) {
    m[d->end[2 * e]][d->end[2 * e + 1]] += d->weight[e];
    m[d->end[2 * e + 1]][d->end[2 * e]] -= d->weight[e];
  }
  return d->vertices % 2 ? 0 : expand (m, d->vertices, 0);
}

static void check_value (bcov_mem *mem, const drawn *d, const uint64_t *primes, int64_t want)
{
  bcov_pfaffian pf;
  bcov_pfaffian_scratch scratch = {0};
  uint64_t value[LANES];
  assert_int_equal (bcov_pfaffian_open (mem, d->vertices, d->edges, d->end, &pf, NULL), 0);
  for (int again = 0; again < 2; again++) {
    assert_int_equal (bcov_pfaffian_value (&pf, &scratch, d->weight, primes, value, NULL), 0);
    for (int k = 0; k < LANES; k++) {
      int64_t p = (int64_t)primes[k];
      assert_int_equal (value[k], (uint64_t)((want % p + p) % p));
    }
  }
  bcov_pfaffian_scratch_free (mem, &scratch);
  bcov_pfaffian_close (&pf);
}

static void small_ones_agree (void **state)
{
  (void)state;
  static const uint64_t primes[] = {3, 5, 7, 67108859, 67108837, 101, 13};
  bcov_mem *mem = bcov_mem_new (0);
  drawn *d = test_calloc (1, sizeof *d);
  uint64_t seed = cases_seed (0), nonzero = 0;
  for (uint64_t k = 0; k < cases (4000); k++) {
    bcov_random random = {seed + k};
    draw_matrix (&random, d);
    int64_t want = expected (d);
    nonzero += want != 0;
    check_value (mem, d, primes + k % 4, want);
  }
  assert_true (cases_enough (nonzero, 700));
  test_free (d);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A grid whose coverings all have the same sign: horizontal edges of every other row are negative.
   A DIAGONAL edge with weight 0 makes the elimination treat it as not bipartite. */
static void draw_grid (uint32_t rows, uint32_t columns, bool diagonal, drawn *d)
{
  *d = (drawn){.vertices = rows * columns};
  for (uint32_t r = 0; r < rows; r++)
    for (uint32_t c = 0; c < columns; c++) {
      if (c + 1 < columns)
        add_edge (d, r * columns + c, r * columns + c + 1, r % 2 ? -1 : 1);
      if (r + 1 < rows)
        add_edge (d, r * columns + c, (r + 1) * columns + c, 1);
    }
  if (diagonal)
    add_edge (d, 0, columns + 1, 0);
}

/* The number of dominoes on ROWS x COLUMNS modulo P, one cell at a time. */
static uint64_t count_dominoes (uint32_t rows, uint32_t columns, uint64_t p)
{
  uint32_t states = 1u << columns;
  uint64_t *now = test_calloc (states, sizeof *now), *next = test_calloc (states, sizeof *next);
  now[0] = 1;
  for (uint32_t k = 0; k < rows * columns; k++) {
    uint32_t c = k % columns;
    memset (next, 0, states * sizeof *next);
    for (uint32_t s = 0; s < states; s++) {
      if (s >> c & 1)
        next[s ^ 1u << c] = (next[s ^ 1u << c] + now[s]) % p;
      else {
        next[s | 1u << c] = (next[s | 1u << c] + now[s]) % p;
        if (c + 1 < columns && !(s >> (c + 1) & 1))
          next[s | 2u << c] = (next[s | 2u << c] + now[s]) % p;
      }
    }
    uint64_t *swap = now;
    now = next;
    next = swap;
  }
  uint64_t count = now[0];
  test_free (now);
  test_free (next);
  return count;
}

static void grids_agree (void **state)
{
  (void)state;
  static const uint64_t primes[] = {67108859, 67108837, 32749, 65521};
  bcov_mem *mem = bcov_mem_new (0);
  drawn *d = test_calloc (1, sizeof *d);
  for (uint32_t rows = 8; rows < 40; rows += 5)
    for (uint32_t columns = 8; columns < 13; columns++)
      for (int diagonal = 0; diagonal < 2; diagonal++) {
        bcov_pfaffian pf;
        bcov_pfaffian_scratch scratch = {0};
        uint64_t value[LANES];
        draw_grid (rows, columns, diagonal, d);
        assert_int_equal (bcov_pfaffian_open (mem, d->vertices, d->edges, d->end, &pf, NULL), 0);
        assert_int_equal (pf.bipartite, !diagonal);
        assert_int_equal (bcov_pfaffian_value (&pf, &scratch, d->weight, primes, value, NULL), 0);
        for (int k = 0; k < LANES; k++) {
          uint64_t want = count_dominoes (rows, columns, primes[k]);
          assert_true (value[k] == want || value[k] + want == primes[k]);
        }
        bcov_pfaffian_scratch_free (mem, &scratch);
        bcov_pfaffian_close (&pf);
      }
  test_free (d);
  bcov_mem_delete (mem);
}

static void memory_may_run_out (void **state)
{
  (void)state;
  static const uint64_t primes[] = {67108859, 3, 5, 7};
  bcov_mem *mem = bcov_mem_new (0);
  drawn *d = test_calloc (1, sizeof *d);
  draw_grid (6, 6, false, d);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_pfaffian pf;
    bcov_pfaffian_scratch scratch = {0};
    uint64_t value[LANES];
    f.status = bcov_pfaffian_open (mem, d->vertices, d->edges, d->end, &pf, NULL);
    if (!f.status) {
      f.status = bcov_pfaffian_value (&pf, &scratch, d->weight, primes, value, NULL);
      bcov_pfaffian_scratch_free (mem, &scratch);
      bcov_pfaffian_close (&pf);
    }
  }
  assert_true (f.failed > 20);
  test_free (d);
  bcov_mem_delete (mem);
}

SUITE (pfaffian)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (small_ones_agree),
      cmocka_unit_test (grids_agree),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("pfaffian", tests, NULL, NULL);
}
