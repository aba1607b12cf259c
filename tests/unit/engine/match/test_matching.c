/* Matchings: on thousands of small graphs the answers are those of all sets of vertices; on larger
   ones, a matching and a barrier prove each other. */

#include "suite.h"

#include "failing.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/matching.h"

enum { MOST_VERTICES = 13, SETS = 1 << MOST_VERTICES };

/* ---- graphs ---- */

/* A random model whose options touch one or two of ITEMS items.  With HALVES, they join an even
   item with an odd one.  All items must be covered if MUST is 1, none if it is 0; else one of MUST
   need not. */
static bcov_model draw (bcov_mem *mem, bcov_random *random, uint32_t items, uint32_t options,
                        bool halves, uint32_t must)
{
  bcov_model model;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < items; i++) {
    bcov_item item = {.hi = 1, .gain = models_below (random, 5) > 0};
    item.lo = must == 1 || (must && models_below (random, must));
    assert_int_equal (bcov_model_item (&model, item, NULL), 0);
  }
  for (uint32_t o = 0; o < options; o++) {
    uint32_t a = models_below (random, items), b = models_below (random, items);
    bcov_touch touches[2] = {{.item = a < b ? a : b, .times = 1},
                             {.item = a < b ? b : a, .times = 1}};
    if (a == b && models_below (random, 3))
      continue;
    if (a == b || !halves || (a + b) % 2)
      assert_int_equal (bcov_model_option (&model, touches, 1 + (a != b), o, NULL), 0);
  }
  return model;
}

static bcov_graph graph_of (const bcov_model *model)
{
  bcov_graph g;
  bool applies;
  assert_int_equal (bcov_graph_make (model, &g, &applies, NULL), 0);
  assert_true (applies);
  return g;
}

/* ---- all sets ---- */

/* Whether the options of MODEL can cover exactly SET, if IS knows this of all smaller sets. */
static bool is_covered (const bcov_model *model, const uint8_t *is, uint32_t set)
{
  uint32_t n;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    const bcov_touch *t = bcov_model_touches (model, o, &n);
    uint32_t covers = 1u << t[0].item | (n == 2 ? 1u << t[1].item : 0);
    if ((covers & set) == covers && is[set & ~covers])
      return true;
  }
  return false;
}

/* Returns the greatest gain of a solution, or -1. */
static int best_gain (const bcov_model *model, uint8_t *is)
{
  uint32_t must = 0, gains = 0;
  int best = -1;
  for (uint32_t i = 0; i < model->items.count; i++) {
    must |= (uint32_t)(model->items.data[i].lo > 0) << i;
    gains |= (uint32_t)model->items.data[i].gain << i;
  }
  for (uint32_t set = 0; set < 1u << model->items.count; set++) {
    is[set] = !set || is_covered (model, is, set);
    if (is[set] && (set & must) == must && __builtin_popcount (set & gains) > best)
      best = __builtin_popcount (set & gains);
  }
  return best;
}

/* ---- checks ---- */

/* Checks that MATCHING is one, and its sums. */
static void check_matching (const bcov_graph *g, const bcov_matching *matching)
{
  uint64_t gain = 0;
  bool covers = true;
  for (uint32_t v = 0; v < g->vertices; v++) {
    if (matching->dart[v] == BCOV_FREE) {
      covers = covers && !g->must[v];
      continue;
    }
    assert_int_equal (g->tail[matching->dart[v]], v);
    uint32_t other = bcov_matching_mate (g, matching, v);
    assert_int_equal (matching->dart[other], matching->dart[v] ^ 1);
    gain += g->gain[v];
  }
  assert_int_equal (matching->covers, covers);
  assert_int_equal (matching->gain, gain);
}

/* Visits the part of FIRST among the vertices whose ROLE is 1; returns their number. */
static uint32_t visit_part (const bcov_graph *g, uint8_t *role, uint32_t first, uint32_t *stack)
{
  uint32_t size = 0, waiting = 1;
  stack[0] = first;
  role[first] = 3;
  while (waiting) {
    uint32_t v = stack[--waiting];
    size++;
    assert_true (g->must[v]);
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
      uint32_t u = bcov_graph_head (g, g->dart[k]);
      assert_true (role[u]);
      if (role[u] == 1)
        stack[waiting++] = u;
      role[u] = role[u] == 1 ? 3 : role[u];
    }
  }
  return size;
}

/* Checks that BARRIER is a proof: its parts are odd and have no neighbours but inner vertices. */
static void check_barrier (const bcov_graph *g, const bcov_barrier *barrier)
{
  uint8_t *role = test_calloc (g->vertices + 1u, 1);
  uint32_t *stack = test_calloc (g->vertices + 1u, sizeof *stack), parts = 0;
  for (uint32_t k = 0; k < barrier->outers; k++)
    role[barrier->outer[k]] = 1;
  for (uint32_t k = 0; k < barrier->inners; k++) {
    assert_int_equal (role[barrier->inner[k]], 0);
    role[barrier->inner[k]] = 2;
  }
  for (uint32_t k = 0; k < barrier->outers; k++) {
    assert_true (!k || barrier->outer[k - 1] < barrier->outer[k]);
    if (role[barrier->outer[k]] != 1)
      continue;
    assert_int_equal (visit_part (g, role, barrier->outer[k], stack) % 2, 1);
    parts++;
  }
  assert_int_equal (parts, barrier->inners + 1);
  test_free (role);
  test_free (stack);
}

/* Finds a matching and checks what can be checked without knowing the answer. */
static bcov_matching match (const bcov_graph *g, bcov_objective objective)
{
  bcov_matching matching;
  assert_int_equal (bcov_matching_find (g, objective, NULL, &matching, NULL), 0);
  check_matching (g, &matching);
  if (!matching.covers)
    check_barrier (g, &matching.barrier);
  return matching;
}

/* ---- tests ---- */

static void against_all_sets (void **state)
{
  bcov_mem *mem = bcov_mem_new (0);
  uint8_t *is = test_calloc (SETS, 1);
  uint64_t covered = 0, not_covered = 0, odd = 0, part = 0;
  (void)state;
  for (uint64_t k = 0, seed = cases_seed (0); k < cases (6000); k++) {
    bcov_random random = {seed + k};
    uint32_t items = models_below (&random, MOST_VERTICES) + 1;
    bcov_model model = draw (mem, &random, items, models_below (&random, 3 * items), k % 3 == 0,
                             models_below (&random, 6));
    bcov_graph g = graph_of (&model);
    int best = best_gain (&model, is);
    bcov_matching each = match (&g, BCOV_EACH), most = match (&g, BCOV_MOST);
    assert_int_equal (each.covers, best >= 0);
    assert_int_equal (most.covers, best >= 0);
    if (best >= 0)
      assert_int_equal (most.gain, best);
    covered += best >= 0;
    not_covered += best < 0;
    odd += !g.bipartite && best >= 0;
    part += best >= 0 && most.gain < g.items;
    bcov_matching_free (&each);
    bcov_matching_free (&most);
    bcov_graph_free (&g);
    bcov_model_free (&model);
  }
  assert_true (cases_enough (covered, 1500));
  assert_true (cases_enough (not_covered, 1500));
  assert_true (cases_enough (odd, 300));
  assert_true (cases_enough (part, 1000));
  test_free (is);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The answers do not depend on the order of items and options, although the paths do. */
static void shuffled (void **state)
{
  bcov_mem *mem = bcov_mem_new (0);
  uint64_t covered = 0, not_covered = 0;
  (void)state;
  for (uint64_t k = 0, seed = cases_seed (0); k < cases (400); k++) {
    bcov_random random = {seed + k};
    uint32_t items = 20 + models_below (&random, 300), must = models_below (&random, 12);
    bcov_model other, model = draw (mem, &random, items, items + models_below (&random, 2 * items),
                                    k % 3 == 0, must == 1 ? 30 : must);
    assert_int_equal (bcov_model_shuffle (&model, k + 1, true, &other, NULL), 0);
    bcov_graph a = graph_of (&model), b = graph_of (&other);
    bcov_matching one = match (&a, BCOV_MOST), two = match (&b, BCOV_MOST);
    assert_int_equal (one.covers, two.covers);
    if (one.covers)
      assert_int_equal (one.gain, two.gain);
    covered += one.covers;
    not_covered += !one.covers;
    bcov_matching_free (&one);
    bcov_matching_free (&two);
    bcov_graph_free (&a);
    bcov_graph_free (&b);
    bcov_model_free (&model);
    bcov_model_free (&other);
  }
  assert_true (cases_enough (covered, 20));
  assert_true (cases_enough (not_covered, 100));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A chain of COUNT triangles, each of which shares a corner with the next: blossoms in blossoms. */
static bcov_model chain (bcov_mem *mem, uint32_t count)
{
  bcov_model model = models_new (mem, 2 * count + 1, 1, 1);
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t side = 0; side < 3; side++) {
      bcov_touch touches[2] = {{.item = 2 * k + (side == 2), .times = 1},
                               {.item = 2 * k + (side ? 2 : 1), .times = 1}};
      assert_int_equal (bcov_model_option (&model, touches, 2, 3 * k + side, NULL), 0);
    }
  return model;
}

/* One vertex is left over, wherever it is; with an option for it alone, none is. */
static void chains (void **state)
{
  bcov_mem *mem = bcov_mem_new (0);
  (void)state;
  for (uint32_t count = 1; count < 60; count++)
    for (uint32_t alone = 0; alone <= 2 * count + 1; alone += 3) {
      bcov_model model = chain (mem, count);
      bcov_touch touch = {.item = alone, .times = 1};
      if (alone < model.items.count)
        assert_int_equal (bcov_model_option (&model, &touch, 1, 3 * count, NULL), 0);
      bcov_graph g = graph_of (&model);
      bcov_matching matching = match (&g, BCOV_EACH);
      assert_int_equal (matching.covers, alone < model.items.count);
      bcov_matching_free (&matching);
      bcov_graph_free (&g);
      bcov_model_free (&model);
    }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void without_memory (void **state)
{
  bcov_mem *mem = bcov_mem_new (0);
  (void)state;
  bcov_model model = chain (mem, 5);
  bcov_graph g = graph_of (&model);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_matching matching = {0};
    f.status = bcov_matching_find (&g, BCOV_EACH, NULL, &matching, NULL);
    bcov_matching_free (&matching);
  }
  assert_true (f.failed > 10);
  bcov_graph_free (&g);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A star of many vertices, of which one can be covered: the searches meet enough edges to poll. */
static void stopped (void **state)
{
  enum { POINTS = 300000 };
  bcov_mem *mem = bcov_mem_new (0);
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_matching matching;
  (void)state;
  bcov_model model = models_new (mem, POINTS, 1, 1);
  for (uint32_t i = 1; i < POINTS; i++) {
    bcov_touch touches[2] = {{.item = 0, .times = 1}, {.item = i, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, i, NULL), 0);
  }
  bcov_graph g = graph_of (&model);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_matching_find (&g, BCOV_EACH, &control, &matching, NULL), BCOV_STOPPED);
  stop = false;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_matching_find (&g, BCOV_EACH, &control, &matching, NULL), 0);
  assert_false (matching.covers);
  assert_int_equal (matching.barrier.outers, 2);
  assert_int_equal (matching.barrier.inners, 1);
  bcov_matching_free (&matching);
  bcov_graph_free (&g);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (matching)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (against_all_sets), cmocka_unit_test (shuffled), cmocka_unit_test (chains),
      cmocka_unit_test (without_memory),   cmocka_unit_test (stopped),
  };
  return cmocka_run_group_tests_name ("matching", tests, NULL, NULL);
}
