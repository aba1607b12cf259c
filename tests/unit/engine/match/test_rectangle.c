/* Rectangles: recognition under random numbers of the vertices, and of graphs that are nearly
   grids; counts against a count cell by cell, for all sizes up to 12 x 12 and both kinds of
   weights. */

#include "suite.h"

#include "failing.h"
#include "models.h"
#include "engine/match/rectangle.h"

enum { MOST = 12 };

/* The graph of a grid whose cell k has the number NUMBER[k]; each edge stands for WEIGHT options.
   Edge CHANGED, if there is one, gets an option more. */
static bcov_graph make_grid (bcov_mem *mem, uint32_t rows, uint32_t columns, const uint32_t *number,
                             uint32_t weight, uint32_t changed)
{
  bcov_model model;
  bcov_graph g;
  bool applies;
  uint32_t origin = 0, edge = 0;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t k = 0; k < rows * columns; k++)
    bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1, .gain = true}, NULL);
  for (uint32_t k = 0; k < rows * columns; k++)
    for (int down = 0; down < 2; down++) {
      if (down ? k + columns >= rows * columns : k % columns + 1 == columns)
        continue;
      uint32_t a = number[k], b = number[down ? k + columns : k + 1];
      bcov_touch touches[] = {{.item = a < b ? a : b, .times = 1},
                              {.item = a < b ? b : a, .times = 1}};
      for (uint32_t w = weight + (edge++ == changed); w; w--)
        bcov_model_option (&model, touches, 2, origin++, NULL);
    }
  assert_int_equal (bcov_model_done (&model), 0);
  assert_int_equal (bcov_graph_make (&model, &g, &applies, NULL), 0);
  assert_true (applies);
  bcov_model_free (&model);
  return g;
}

static void shuffle (bcov_random *random, uint32_t *number, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    number[k] = k;
  for (uint32_t k = n; k > 1; k--) {
    uint32_t j = models_below (random, k), swap = number[j];
    number[j] = number[k - 1];
    number[k - 1] = swap;
  }
}

/* The number of dominoes on ROWS x COLUMNS, cell by cell; less than 2^64 up to 12 x 12. */
static uint64_t count_dominoes (uint32_t rows, uint32_t columns)
{
  uint32_t states = 1u << columns;
  uint64_t *now = test_calloc (states, sizeof *now), *next = test_calloc (states, sizeof *next);
  now[0] = 1;
  for (uint32_t k = 0; k < rows * columns; k++) {
    uint32_t c = k % columns;
    memset (next, 0, states * sizeof *next);
    for (uint32_t s = 0; s < states; s++) {
      next[s ^ 1u << c] += now[s];
      if (!(s >> c & 1) && c + 1 < columns && !(s >> (c + 1) & 1))
        next[s | 2u << c] += now[s];
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

static void check_count (bcov_mem *mem, const bcov_rectangle *r, uint64_t want)
{
  bcov_number count, expected;
  bcov_control control;
  bool done;
  bcov_control_start (&control, NULL);
  bcov_number_init (&count, 1);
  bcov_number_init (&expected, want);
  for (uint32_t k = 0; k < r->rows * r->columns / 2; k++)
    mpz_mul_ui (expected.value, expected.value, (unsigned long)r->weight);
  assert_int_equal (bcov_rectangle_count (mem, r, 2, &control, &count, &done, NULL), 0);
  assert_true (done);
  assert_int_equal (mpz_cmp (count.value, expected.value), 0);
  bcov_number_clear (&count);
  bcov_number_clear (&expected);
}

static void grids_are_counted (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {5};
  uint32_t number[MOST * MOST];
  for (uint32_t rows = 2; rows <= MOST; rows++)
    for (uint32_t columns = 2; columns <= MOST; columns++) {
      uint32_t weight = 1 + models_below (&random, 3);
      bcov_rectangle r;
      shuffle (&random, number, rows * columns);
      bcov_graph g = make_grid (mem, rows, columns, number, weight, UINT32_MAX);
      assert_int_equal (bcov_rectangle_find (&g, &r, NULL), 0);
      assert_true ((r.rows == rows && r.columns == columns) ||
                   (r.rows == columns && r.columns == rows));
      assert_int_equal (r.weight, weight);
      check_count (mem, &r, count_dominoes (rows, columns));
      bcov_graph_free (&g);
    }
  bcov_mem_delete (mem);
}

static bool is_found (const bcov_graph *g)
{
  bcov_rectangle r;
  assert_int_equal (bcov_rectangle_find (g, &r, NULL), 0);
  return r.rows > 0;
}

/* Counts the perfect matchings of the vertices that are not in USED, a bitset. */
static uint64_t count_plainly (const bcov_graph *g, uint32_t used)
{
  uint32_t v = 0;
  uint64_t sum = 0;
  while (v < g->vertices && used >> v & 1)
    v++;
  if (v == g->vertices)
    return 1;
  for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
    uint32_t w = bcov_graph_head (g, g->dart[k]);
    if (w != v && !(used >> w & 1))
      sum += count_plainly (g, used | 1u << v | 1u << w);
  }
  return sum;
}

static void others_are_not_grids (void **state)
{
  (void)state;
  uint32_t found = 0;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {6};
  uint32_t number[MOST * MOST];
  for (uint32_t changed = 0; changed < 31; changed++) { /* another weight */
    shuffle (&random, number, 20);
    bcov_graph g = make_grid (mem, 4, 5, number, 1, changed);
    assert_false (is_found (&g));
    bcov_graph_free (&g);
  }
  for (uint32_t v = 0; v < 20; v++) { /* a vertex that may stay free */
    shuffle (&random, number, 20);
    bcov_graph g = make_grid (mem, 4, 5, number, 1, UINT32_MAX);
    assert_true (is_found (&g));
    g.must[v] = 0;
    assert_false (is_found (&g));
    g.must[v] = 1;
    bcov_graph_free (&g);
  }
  for (uint32_t twice = 0; twice < 400; twice++) { /* two edges that swap their ends */
    shuffle (&random, number, 20);
    bcov_graph g = make_grid (mem, 4, 5, number, 1, UINT32_MAX);
    uint32_t a = 2 * models_below (&random, g.edges) + 1,
             b = 2 * models_below (&random, g.edges) + 1;
    uint32_t v = g.tail[a], w = g.tail[b], i = g.start[v], j = g.start[w];
    while (g.dart[i] != a)
      i++;
    while (g.dart[j] != b)
      j++;
    g.tail[a] = w;
    g.tail[b] = v;
    g.dart[i] = b;
    g.dart[j] = a;
    if (is_found (&g)) { /* it may be a grid again */
      assert_int_equal (count_plainly (&g, 0), 95);
      found++;
    }
    bcov_graph_free (&g);
  }
  assert_true (found < 60);
  bcov_mem_delete (mem);
}

static void memory_may_run_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {7};
  uint32_t number[MOST * MOST];
  shuffle (&random, number, 20);
  bcov_graph g = make_grid (mem, 4, 5, number, 1, UINT32_MAX);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_rectangle r;
    bcov_control control;
    bcov_number count;
    bool done;
    bcov_control_start (&control, NULL);
    bcov_number_init (&count, 0);
    f.status = bcov_rectangle_find (&g, &r, NULL);
    if (!f.status)
      f.status = bcov_rectangle_count (mem, &r, 1, &control, &count, &done, NULL);
    assert_true (f.status || mpz_cmp_ui (count.value, 95) == 0);
    bcov_number_clear (&count);
  }
  assert_true (f.failed >= 6);
  bcov_graph_free (&g);
  bcov_mem_delete (mem);
}

SUITE (rectangle)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (grids_are_counted),
      cmocka_unit_test (others_are_not_grids),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("rectangle", tests, NULL, NULL);
}
