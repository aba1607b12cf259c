/* Search along a program: the tree, and its division into units. */

#include "suite.h"

#include "random_cases.h"
#include "searches.h"
#include "engine/plan/tuning.h"

#include <math.h>
#include <stdio.h>

/* Compares the quick search with the oracle on small models of every kind that it supports.  It
   finds all solutions, each once, with any size of its tables, any pauses, and any division of the
   tree into units. */

#define WHOLE UINT64_MAX / 2

enum { MODELS = 1200, CUT_MODELS = 360, DEAD_STATES = 1 << 12 };

static const unsigned ways[] = {0, BCOV_WITHOUT_POCKETS, BCOV_WITHOUT_MEMORY,
                                BCOV_WITHOUT_POCKETS | BCOV_WITHOUT_MEMORY};

enum { WAYS = sizeof ways / sizeof *ways };

/* ---- plans ---- */

static double estimate (const bcov_quick_plan *plan)
{
  bcov_control control;
  double nodes = -1;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_quick_search_estimate (plan, &control, &nodes, NULL), BCOV_OK);
  return nodes;
}

/* Makes the plan of a board and pieces in the syntax of -b and -p; forget_board frees it. */
typedef struct {
  bcov_mem *mem;
  bcov_model model, reduced;
  searches_quick quick;
} board_plan;

static board_plan plan_board (const char *const board[2], unsigned without)
{
  board_plan b = {.mem = bcov_mem_new (0)};
  b.model = searches_plain (b.mem, board[0], board[1]);
  b.reduced = searches_reduce (&b.model);
  assert_true (searches_plan (&b.reduced, without, &b.quick));
  return b;
}

static void forget_board (board_plan *b)
{
  searches_plan_free (&b->quick);
  searches_end (b->mem, &b->model, &b->reduced);
}

/* Counts the cases that occurred, because a test without any such case proves nothing. */
typedef struct {
  uint64_t models, solvable, two_words, remembered, looked_up, dead, skips, nodes;
} quick_search_tally;

/* ---- every solution once ---- */

static bool has_skips (const bcov_quick_plan *plan)
{
  for (uint32_t l = 0; l < plan->move_table.count; l++)
    if (plan->move_table.rows[l].skip)
      return true;
  return false;
}

/* Searches with and without tables of dead states and shape caches, of several sizes.  Pauses do
   not change the solutions or their order.
 */
static void expect_plan (const bcov_quick_plan *plan, unsigned without,
                         const searches_found *expected, quick_search_tally *t)
{
  static const size_t dead_bytes[] = {0, 1, 1 << 10, 1 << 14, 0};
  static const size_t cache_bytes[] = {0, 1, 1 << 15, 1 << 13, 1 << 16};
  searches_found first = {0};
  uint64_t bare = 0;
  for (size_t m = 0; m < sizeof dead_bytes / sizeof *dead_bytes; m++) {
    bcov_quick_search whole, slow;
    searches_found found = searches_all (plan, dead_bytes[m], cache_bytes[m], WHOLE, &whole);
    searches_found again = searches_all (plan, dead_bytes[m], cache_bytes[m], 1, &slow);
    searches_expect_all (&found, expected);
    searches_expect_same (&again, &found);
    assert_int_equal (slow.nodes, whole.nodes);
    if (m == 0)
      first = found, bare = whole.nodes;
    else {
      searches_expect_same (&found, &first);
      free (found.data);
    }
    assert_true (whole.nodes <= bare);
    assert_false (whole.remembered && (!dead_bytes[m] || without & BCOV_WITHOUT_MEMORY));
    assert_false (whole.dead && without & BCOV_WITHOUT_POCKETS);
    assert_false (whole.shape_cache.looks && (!cache_bytes[m] || plan->move_table.words > 1));
    t->looked_up += whole.shape_cache.looks - whole.shape_cache.drawn;
    t->remembered += whole.remembered;
    t->dead += whole.dead;
    t->nodes += whole.nodes;
    free (again.data);
  }
  free (first.data);
  t->two_words += plan->move_table.words == 2;
  t->skips += has_skips (plan);
  double nodes = estimate (plan);
  assert_true (isfinite (nodes) && nodes >= (plan->move_table.count && bare ? 1 : 0));
}

/* Checks all WAYS, or one of them. */
static void expect_model (const bcov_model *model, const bcov_model *reduced, size_t way, bool all,
                          quick_search_tally *t)
{
  searches_found expected = searches_brute (model);
  if (reduced->impossible)
    assert_int_equal (expected.count, 0);
  for (size_t k = 0; !reduced->impossible && k < (all ? WAYS : 1); k++) {
    searches_quick quick;
    unsigned without = ways[(way + k) % WAYS];
    if (!searches_plan (reduced, without, &quick))
      break;
    expect_plan (&quick.plan, without, &expected, t);
    searches_plan_free (&quick);
    t->models += k == 0;
    t->solvable += k == 0 && expected.count;
  }
  free (expected.data);
}

static void every_solution_once (void **state)
{
  (void)state;
  quick_search_tally t = {0};
  searches_models m = searches_start (MODELS, 0);
  while (searches_next (&m))
    expect_model (&m.model, &m.reduced, m.k / SEARCHES_KINDS, m.k % SEARCHES_KINDS < 3, &t);
  printf ("%llu models, %llu solvable, %llu of two words, %llu with skips, %llu remembered, "
          "%llu dead, %llu nodes\n",
          (unsigned long long)t.models, (unsigned long long)t.solvable,
          (unsigned long long)t.two_words, (unsigned long long)t.skips,
          (unsigned long long)t.remembered, (unsigned long long)t.dead,
          (unsigned long long)t.nodes);
  assert_true (cases_enough (t.models, MODELS / 3) && cases_enough (t.solvable, MODELS / 10));
  assert_true (cases_enough (t.two_words, 20) && cases_enough (t.skips, 50));
  assert_true (cases_enough (t.remembered, 500) && cases_enough (t.dead, 500) &&
               cases_enough (t.looked_up, 500));
}

/* Dominoes (OEIS A099390), L-trominoes on 6 x 8, matchings of the 4 x 4 grid (OEIS A028420), the 12
   pentominoes on 3 x 20 (two coverings in four positions). */
static void known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board[2];
    uint64_t count;
  } known[] = {{{"6x6", "I2:any"}, 6728},
               {{"6x8", "L3:any"}, 1514},
               {{"4x4", "I2:any,I1:any"}, 10012},
               {{"3x20", "pentominoes"}, 8}};
  for (size_t k = 0; k < 4; k++) {
    bcov_quick_search search;
    board_plan b = plan_board (known[k].board, 0);
    searches_found found = searches_all (&b.quick.plan, 1 << 20, 1 << 20, WHOLE, &search);
    assert_int_equal (found.count, known[k].count);
    searches_sort (&found);
    free (found.data);
    forget_board (&b);
  }
}

/* ---- units ---- */

/* The solutions of each unit, in the order in which they were found. */
typedef struct {
  searches_found found, unit;
  uint64_t units;
} cut;

static void cut_free (cut *c)
{
  free (c->found.data);
  free (c->unit.data);
}

/* Units are the same as in quick_run.c: nodes with DEEP options taken, and solutions with at most
   as many.  Searches the units of part PART of PARTS and skips the others. */
static cut cut_tree (const bcov_quick_plan *plan, size_t dead_states, uint32_t deep, uint64_t nodes,
                     uint64_t part, uint64_t parts)
{
  cut c = {0};
  bcov_quick_search h;
  bcov_quick_stop stop = BCOV_QUICK_PAUSE;
  assert_int_equal (bcov_quick_search_start (plan, dead_states, dead_states, &h, NULL), BCOV_OK);
  while (stop != BCOV_QUICK_OVER) {
    stop = bcov_quick_search_go (&h, nodes, h.floor ? 0 : deep);
    bool ours = c.units % parts == part;
    if (stop == BCOV_QUICK_DEEP) {
      assert_int_equal (h.n_taken, deep);
      h.floor = ours ? h.depth : 0;
      if (!ours)
        bcov_quick_search_skip (&h);
    }
    if (stop == BCOV_QUICK_FOUND && (h.floor || ours)) {
      assert_true (h.floor ? h.n_taken >= deep : h.n_taken <= deep);
      searches_sink (&c.found, h.taken, h.n_taken);
      searches_put (&c.unit, c.units);
    }
    if (stop == BCOV_QUICK_UP || (stop == BCOV_QUICK_DEEP && !ours) ||
        (stop == BCOV_QUICK_FOUND && !h.floor))
      c.units++;
    h.floor = stop == BCOV_QUICK_UP ? 0 : h.floor;
  }
  bcov_quick_search_end (&h);
  return c;
}

/* Each part has exactly the solutions of its units, in order. */
static void quick_search_expect_parts (const bcov_quick_plan *plan, const cut *whole, uint32_t deep,
                                       uint64_t parts)
{
  size_t sum = 0;
  for (uint64_t part = 0; part < parts; part++) {
    cut c = cut_tree (plan, part % 2 ? DEAD_STATES : 1 << 15, deep, part ? WHOLE : 1, part, parts);
    size_t at = 0;
    assert_int_equal (c.units, whole->units);
    for (size_t k = 0; k < whole->found.count; k++)
      if (whole->unit.data[k] % parts == part) {
        assert_true (at < c.found.count);
        assert_int_equal (c.found.data[at], whole->found.data[k]);
        assert_int_equal (c.unit.data[at++], whole->unit.data[k]);
      }
    assert_int_equal (c.found.count, at);
    sum += at;
    cut_free (&c);
  }
  assert_int_equal (sum, whole->found.count);
}

/* Checks the division into units at several depths. */
static void expect_cuts (const bcov_quick_plan *plan, quick_search_tally *t)
{
  bcov_quick_search search;
  searches_found all = searches_all (plan, 0, 0, WHOLE, &search);
  for (uint32_t deep = 1; deep < 14; deep++) {
    cut whole = cut_tree (plan, DEAD_STATES, deep, WHOLE, 0, 1);
    searches_expect_same (&whole.found, &all);
    assert_true (whole.units <= search.nodes + all.count);
    quick_search_expect_parts (plan, &whole, deep, 2 + deep % 3);
    cut_free (&whole);
  }
  t->models++;
  t->solvable += all.count > 0;
  t->two_words += plan->move_table.words == 2;
  free (all.data);
}

static void units_are_a_partition (void **state)
{
  (void)state;
  quick_search_tally t = {0};
  searches_models m = searches_start (CUT_MODELS, 100000);
  while (searches_next (&m)) {
    searches_quick quick;
    if (!m.reduced.impossible && searches_plan (&m.reduced, ways[m.k / 6 % 4], &quick)) {
      expect_cuts (&quick.plan, &t);
      searches_plan_free (&quick);
    }
  }
  assert_true (cases_enough (t.models, CUT_MODELS / 3) &&
               cases_enough (t.solvable, CUT_MODELS / 10) && cases_enough (t.two_words, 10));
}

/* Larger trees, where the table of dead states matters: what a part skipped may not be taken for
 * dead. */
static void skipping_and_remembering (void **state)
{
  (void)state;
  static const char *const boards[][2] = {
      {"6x6", "I2:any"}, {"6x6", "L3:any"}, {"5x6", "L3:any,I3:any"}, {"5x8", "tetrominoes:any"}};
  for (size_t k = 0; k < 4; k++) {
    board_plan b = plan_board (boards[k], k % 2 ? BCOV_WITHOUT_POCKETS : 0);
    for (uint32_t deep = 1; k < 3 && deep < 8; deep += 2) {
      cut whole = cut_tree (&b.quick.plan, 0, deep, WHOLE, 0, 1);
      assert_true (whole.units > 1);
      quick_search_expect_parts (&b.quick.plan, &whole, deep, 2 + deep % 2);
      cut_free (&whole);
    }
    if (k == 3) { /* there are very many units, so only some parts are checked */
      cut some = cut_tree (&b.quick.plan, 1 << 18, 3, WHOLE, 7, 50);
      cut bare = cut_tree (&b.quick.plan, 0, 3, WHOLE, 7, 50);
      searches_expect_same (&some.found, &bare.found);
      cut_free (&some);
      cut_free (&bare);
    }
    forget_board (&b);
  }
}

/* ---- keys of every width ---- */

/* An option that touches all items, and one for each item: all items but one are open at the same
   time.  If the level does not fit into the key, states have no names. */
static void keys_of_every_width (void **state)
{
  (void)state;
  bool named[3] = {false}, nameless[3] = {false};
  for (uint32_t items = 2; items < 150; items++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_random random = {items};
    bcov_model model = programs_wide (mem, &random, items, 1, items), none = {0};
    for (uint32_t i = 0; i < items; i++) {
      model.items.data[i].lo = 1;
      bcov_touch touch = {.item = i, .times = 1};
      assert_int_equal (bcov_model_option (&model, &touch, 1, i + 1, NULL), 0);
    }
    searches_quick quick;
    bool can = searches_plan (&model, 0, &quick);
    assert_int_equal (can, items - 1 < 128);
    if (can) {
      bcov_quick_search search;
      searches_found found = searches_all (&quick.plan, DEAD_STATES, DEAD_STATES, WHOLE, &search);
      uint32_t words = quick.program->words;
      assert_int_equal (found.count, 2);
      assert_int_equal (words, quick.program->bits / 64 + 1);
      if (quick.plan.name_words) {
        assert_int_equal (quick.plan.name_words, words);
        assert_true (quick.program->bits <= 64 * (words - 1) + quick.plan.name_shift);
        assert_true ((uint64_t)quick.program->levels.count >> (64 - quick.plan.name_shift) == 0);
      }
      (quick.plan.name_words ? named : nameless)[words] = true;
      free (found.data);
      searches_plan_free (&quick);
    }
    searches_end (mem, &model, &none);
  }
  assert_true (named[1] && named[2] && nameless[1] && nameless[2]);
}

static void no_plan (void **state)
{
  (void)state;
  static const bcov_item items[] = {{.lo = 1, .hi = 2}, {.lo = 2, .hi = BCOV_MANY}};
  for (size_t k = 0; k < 2; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_new (mem, 5, 1, 1), none = {0};
    searches_quick quick;
    model.items.data[4] = items[k];
    for (uint32_t i = 0; i < 4; i++) {
      models_add (&model, 1u << i | 1u << 4);
      models_add (&model, 1u << i);
    }
    size_t before = bcov_mem_used (mem);
    assert_false (searches_plan (&model, 0, &quick));
    assert_int_equal (bcov_mem_used (mem), before);
    searches_end (mem, &model, &none);
  }
}

/* A model without choices has one solution and no nodes. */
static void a_model_without_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 1), none = {0};
  searches_quick quick;
  bcov_quick_search search;
  assert_true (searches_plan (&model, 0, &quick));
  searches_found found = searches_all (&quick.plan, DEAD_STATES, 0, 1, &search);
  assert_int_equal (found.count, 1);
  assert_int_equal (search.nodes, 0);
  assert_true (estimate (&quick.plan) == 0);
  cut c = cut_tree (&quick.plan, DEAD_STATES, 1, 1, 0, 1);
  assert_int_equal (c.units, 1);
  assert_int_equal (c.found.count, 1);
  cut_free (&c);
  free (found.data);
  searches_plan_free (&quick);
  searches_end (mem, &model, &none);
}

/* ---- estimate ---- */

/* Independent items with CHOICES options each: all descents are alike. */
static void even_trees_are_estimated_exactly (void **state)
{
  (void)state;
  for (uint32_t choices = 1; choices < 4; choices++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_new (mem, 8, 1, 1), none = {0};
    for (uint32_t o = 0; o < 8 * choices; o++)
      models_add (&model, 1u << o % 8);
    searches_quick quick;
    bcov_quick_search search;
    assert_true (searches_plan (&model, 0, &quick));
    searches_found found = searches_all (&quick.plan, 0, 0, WHOLE, &search);
    double nodes = choices == 1 ? 8 : (pow (choices, 8) - 1) / (choices - 1);
    assert_true (fabs (estimate (&quick.plan) - nodes) < 1e-6 * nodes);
    assert_true (fabs ((double)search.nodes - nodes) < 1e-6 * nodes);
    free (found.data);
    searches_plan_free (&quick);
    searches_end (mem, &model, &none);
  }
}

/* A model with only one descent. */
static void trees_without_branching (void **state)
{
  (void)state;
  static const char *const boards[][2] = {{"1x24", "I3:any"}, {"4x8", "2x2:any"}, {"1x5", "I5"}};
  for (size_t k = 0; k < 3; k++) {
    bcov_quick_search search;
    board_plan b = plan_board (boards[k], 0);
    searches_found found = searches_all (&b.quick.plan, 0, 0, WHOLE, &search);
    assert_int_equal (found.count, 1);
    assert_true (fabs (estimate (&b.quick.plan) - (double)search.nodes) < 1e-6);
    free (found.data);
    forget_board (&b);
  }
}

/* On boards, the estimate is within a factor of the truth, and always the same. */
static void boards_are_estimated_roughly (void **state)
{
  (void)state;
  static const char *const boards[][2] = {
      {"6x6", "I2:any"}, {"6x8", "L3:any"}, {"4x5", "L3:any,I2:any"}};
  for (size_t k = 0; k < 3; k++) {
    bcov_quick_search search;
    board_plan b = plan_board (boards[k], 0);
    searches_found found = searches_all (&b.quick.plan, 0, 0, WHOLE, &search);
    double nodes = estimate (&b.quick.plan);
    assert_true (nodes == estimate (&b.quick.plan));
    assert_true (nodes > (double)search.nodes / 5 && nodes < (double)search.nodes * 5);
    free (found.data);
    forget_board (&b);
  }
}

/* ---- gifts ---- */

enum { MOST_HANDS = 8, HAND_TURN = 32 };

/* Searches that take turns of HAND_TURN nodes, like threads, without waiting for each other.  One
   that is over gets the spare choices of another. */
typedef struct {
  const bcov_quick_plan *plan;
  bcov_quick_search search[MOST_HANDS];
  bool busy[MOST_HANDS];
  searches_found found;
} hands;

static void play_turn (hands *h, size_t k)
{
  bcov_quick_search *s = &h->search[k];
  for (uint64_t last = s->nodes + HAND_TURN; h->busy[k] && s->nodes < last;) {
    bcov_quick_stop stop = bcov_quick_search_go (s, last - s->nodes, 0);
    if (stop == BCOV_QUICK_FOUND)
      searches_sink (&h->found, s->taken, s->n_taken);
    h->busy[k] = stop != BCOV_QUICK_OVER;
  }
}

static void ask_others (hands *h, size_t k, size_t n)
{
  for (size_t j = 0; j < n && !h->busy[k]; j++) {
    uint32_t frame = h->busy[j] ? bcov_quick_search_spare (&h->search[j]) : 0;
    if (!h->busy[j] || frame == h->search[j].depth)
      continue;
    bcov_quick_gift *gift = bcov_quick_search_give (&h->search[j], frame);
    assert_non_null (gift);
    bcov_quick_search_yield (&h->search[j], frame);
    bcov_quick_search_receive (&h->search[k], gift);
    bcov_mem_free (h->plan->program->mem, gift);
    h->busy[k] = true;
  }
}

/* Returns the number of rounds in which N searches end. */
static uint64_t play_rounds (hands *h, size_t n)
{
  uint64_t rounds = 0;
  for (bool any = true; any; rounds++) {
    any = false;
    for (size_t k = 0; k < n; k++) {
      play_turn (h, k);
      if (!h->busy[k])
        ask_others (h, k, n);
      any |= h->busy[k];
    }
  }
  return rounds;
}

/* N searches find the same solutions, in another order.  Without a table they visit the same nodes
   together, and the rounds are a fair share and a few more at the end. */
static void expect_fair_shares (const bcov_quick_plan *plan, size_t n, size_t bytes)
{
  bcov_quick_search alone;
  hands h = {.plan = plan, .busy = {true}};
  uint64_t nodes = 0;
  searches_found all = searches_all (plan, bytes, bytes, WHOLE, &alone);
  for (size_t k = 0; k < n; k++)
    assert_int_equal (bcov_quick_search_start (plan, bytes, bytes, &h.search[k], NULL), 0);
  uint64_t rounds = play_rounds (&h, n);
  for (size_t k = 0; k < n; k++) {
    nodes += h.search[k].nodes;
    bcov_quick_search_end (&h.search[k]);
  }
  if (!bytes)
    assert_int_equal (nodes, alone.nodes);
  assert_true (rounds <= nodes / n / HAND_TURN + 4 * n + 8);
  searches_sort (&all);
  searches_expect_all (&h.found, &all);
  free (h.found.data);
  free (all.data);
}

/* With pieces that are used any number of times, or once. */
static void gifts_are_fair_shares (void **state)
{
  (void)state;
  static const char *const boards[][2] = {
      {"6x6", "I2:any"}, {"6x8", "L3:any"}, {"5x6", "L3:any,I3:any"}, {"3x20", "pentominoes"}};
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    board_plan b = plan_board (boards[k], 0);
    for (size_t n = 1; n <= MOST_HANDS; n *= 2)
      for (size_t bytes = 0; bytes <= DEAD_STATES; bytes += DEAD_STATES)
        expect_fair_shares (&b.quick.plan, n, bytes);
    forget_board (&b);
  }
}

/* ---- failures ---- */

/* A stop is reported with its reason, unless the estimate ends before it notices the stop. */
static void stops_are_told (void **state)
{
  (void)state;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = searches_plain (mem, "12x12", "pentominoes:any"), none = {0};
  bcov_error *err = bcov_error_new ();
  bcov_control control;
  searches_quick quick;
  double nodes = 0;
  assert_true (searches_plan (&model, 0, &quick));
  size_t before = bcov_mem_used (mem);
  bcov_control_start (&control, &watch);
  bcov_status status = bcov_quick_search_estimate (&quick.plan, &control, &nodes, err);
  assert_int_equal (bcov_error_status (err), status);
  assert_true (status == BCOV_OK || status == BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (mem), before);
  searches_plan_free (&quick);
  bcov_error_free (err);
  searches_end (mem, &model, &none);
}

/* The quick search as a job: the counts of the oracle, the same list for any number of threads,
   parts that add up to the whole, and correct behaviour when the sink ends the run, a stop is
   requested, or memory runs out. */

/* Estimates that make a list use one thread without units, and several threads with units. */
static const double small = 100, large = 2 * BCOV_QUICK_WARM;

static const uint32_t crews[] = {1, 2, 3, 5};

/* ---- scenes ---- */

typedef struct {
  bcov_mem *mem;
  bcov_model model, reduced;
  bcov_control control;
  bcov_watch watch;
  unsigned without;
  const bcov_parity *parity; /* NULL: not used */
  searches_quick quick;
  bool can;
} scene;

static void open_model (scene *s, bcov_mem *mem, bcov_model model)
{
  s->mem = mem;
  s->model = model;
  s->reduced = searches_reduce (&s->model);
  s->can = !s->reduced.impossible && searches_plan (&s->reduced, s->without, &s->quick);
}

static void open_board (scene *s, const char *board, const char *pieces)
{
  bcov_mem *mem = bcov_mem_new (0);
  s->watch = (bcov_watch){0};
  s->without = 0;
  s->parity = NULL;
  open_model (s, mem, searches_plain (mem, board, pieces));
  assert_true (s->can);
}

static void close_scene (scene *s)
{
  if (s->can)
    searches_plan_free (&s->quick);
  bcov_model_free (&s->reduced);
  bcov_model_free (&s->model);
  assert_int_equal (bcov_mem_used (s->mem), 0);
  bcov_mem_delete (s->mem);
}

/* Returns a new job with the current watch. */
static bcov_job start_job (scene *s)
{
  bcov_job job = engines_job (&s->reduced, &s->control);
  job.without = s->without;
  bcov_control_start (&s->control, &s->watch);
  return job;
}

typedef struct {
  uint64_t count, nodes;
  bool complete;
} outcome;

static bcov_status try_job (const scene *s, const bcov_job *job, double nodes, outcome *out,
                            bcov_error *err)
{
  bcov_result result;
  bcov_result_init (s->mem, &result);
  bcov_quick_effort effort = bcov_effort_quick (job, nodes, s->parity);
  effort.alone = effort.alone > 0; /* threads start at once */
  bcov_status status = bcov_quick_run (job, &s->quick.plan, &effort, &result, err);
  *out = (outcome){mpz_get_ui (result.found.value), result.nodes, result.complete};
  bcov_result_free (&result);
  return status;
}

static outcome run_job (const scene *s, const bcov_job *job, double nodes)
{
  outcome out;
  assert_int_equal (try_job (s, job, nodes, &out, NULL), BCOV_OK);
  return out;
}

/* All solutions of a part, in order. */
static searches_found list (scene *s, uint32_t part, uint32_t parts, uint32_t workers, double nodes)
{
  searches_found found = {0};
  bcov_job job = start_job (s);
  job.share.part = part;
  job.share.parts = parts;
  job.workers = workers;
  job.sink = searches_sink;
  job.data = &found;
  outcome out = run_job (s, &job, nodes);
  assert_true (out.complete);
  assert_int_equal (out.count, found.count);
  return found;
}

static uint64_t count (scene *s, uint32_t part, uint32_t parts, uint32_t workers, double nodes)
{
  bcov_job job = start_job (s);
  job.share.part = part;
  job.share.parts = parts;
  job.workers = workers;
  outcome out = run_job (s, &job, nodes);
  assert_true (out.complete);
  assert_int_equal (s->control.nodes, out.nodes);
  assert_int_equal (s->control.found, out.count);
  return out.count;
}

/* ---- the whole and its parts ---- */

/* The parts are disjoint, do not depend on the number of threads, and together are the whole
   list. */
static void quick_run_expect_parts (scene *s, uint32_t parts, const searches_found *sorted)
{
  searches_found all = {0};
  uint64_t sum = 0;
  for (uint32_t part = 1; part <= parts; part++) {
    searches_found one = list (s, part, parts, 1, part % 2 ? small : large);
    searches_found more = list (s, part, parts, 2 + part % 3, large);
    searches_expect_same (&more, &one);
    sum += count (s, part, parts, 1 + part % 3, small);
    for (size_t k = 0; k < one.count; k++)
      searches_put (&all, one.data[k]);
    free (one.data);
    free (more.data);
  }
  assert_int_equal (sum, sorted->count);
  searches_expect_all (&all, sorted);
  free (all.data);
}

static void expect_whole (scene *s, const searches_found *sorted)
{
  searches_found first = list (s, 1, 1, 1, small);
  searches_expect_all (&first, sorted);
  for (size_t k = 0; k < sizeof crews / sizeof *crews; k++) {
    searches_found found = list (s, 1, 1, crews[k], large);
    searches_expect_same (&found, &first);
    assert_int_equal (count (s, 1, 1, crews[k], k % 2 ? small : large), sorted->count);
    free (found.data);
  }
  free (first.data);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), models = 0, solvable = 0;
  for (uint64_t k = 0; k < cases (100); k++) {
    static const unsigned unlike[] = {0, BCOV_WITHOUT_MEMORY, BCOV_WITHOUT_POCKETS};
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    scene s = {.without = unlike[k / SEARCHES_KINDS % 3]};
    open_model (&s, mem, searches_draw (mem, &random, k));
    if (s.can) {
      searches_found sorted = searches_brute (&s.model);
      expect_whole (&s, &sorted);
      quick_run_expect_parts (&s, 2 + (uint32_t)k % 4, &sorted);
      models++;
      solvable += sorted.count > 0;
      free (sorted.data);
    }
    close_scene (&s);
  }
  assert_true (cases_enough (models, 33) && cases_enough (solvable, 12));
}

/* Dominoes (OEIS A099390), L-trominoes on 6 x 8, and matchings of the 4 x 4 grid (OEIS A028420). */
static void boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "I2:any", 6728}, {"6x8", "L3:any", 1514}, {"4x4", "I2:any,I1:any", 10012}};
  for (size_t k = 0; k < 3; k++) {
    scene s;
    open_board (&s, known[k].board, known[k].pieces);
    searches_found sorted = list (&s, 1, 1, 1, small);
    searches_sort (&sorted);
    assert_int_equal (sorted.count, known[k].count);
    expect_whole (&s, &sorted);
    quick_run_expect_parts (&s, 3, &sorted);
    free (sorted.data);
    close_scene (&s);
  }
}

/* The two T-tetrominoes must cover cells of different colours, and what a thread hands over must
   say which ones are covered already. */
static void parity_with_threads (void **state)
{
  (void)state;
  bcov_parity parity;
  scene s;
  open_board (&s, "6x7", "L5,N5,P5,U5,V5,Y5,W5,Z5,I2");
  uint64_t all = count (&s, 1, 1, 1, small);
  assert_true (all > 0);
  assert_int_equal (bcov_parity_make (&s.reduced, 24, &s.control, &parity, NULL), BCOV_OK);
  assert_non_null (parity.sums);
  s.parity = &parity;
  for (size_t k = 0; k < sizeof crews / sizeof *crews; k++)
    assert_int_equal (count (&s, 1, 1, crews[k], large), all);
  bcov_parity_free (&parity);
  close_scene (&s);
}

/* The only solution is the empty one.  It is a unit, and exactly one part has it. */
static void nothing_to_choose (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  scene s = {0};
  open_model (&s, mem, models_new (mem, 0, 0, 1));
  assert_int_equal (count (&s, 1, 1, 1, 0), 1);
  assert_int_equal (count (&s, 1, 1, 3, large), 1);
  assert_int_equal (count (&s, 1, 3, 2, 0), 1);
  assert_int_equal (count (&s, 2, 3, 2, 0), 0);
  assert_int_equal (count (&s, 3, 3, 1, 0), 0);
  close_scene (&s);
}

/* More parts than units: the others are empty. */
static void more_parts_than_units (void **state)
{
  (void)state;
  scene s;
  uint64_t sum = 0;
  open_board (&s, "2x4", "I2:any");
  for (uint32_t part = 1; part <= 40; part++)
    sum += count (&s, part, 40, 1 + part % 2, small);
  assert_int_equal (sum, 5);
  close_scene (&s);
}

/* ---- stops ---- */

/* A limited list is the start of the whole list, with any number of threads. */
static void a_sink_may_have_enough (void **state)
{
  (void)state;
  static const size_t limits[] = {1, 2, 100, 2500, 6727};
  scene s;
  open_board (&s, "6x6", "I2:any");
  searches_found all = list (&s, 1, 1, 1, small);
  for (size_t k = 0; k < 5; k++)
    for (size_t w = 0; w < 4; w++) {
      searches_found found = {.enough = limits[k]};
      bcov_job job = start_job (&s);
      job.workers = crews[w];
      job.sink = searches_sink;
      job.data = &found;
      outcome out = run_job (&s, &job, w % 2 ? large : small + k * large);
      assert_false (out.complete);
      assert_int_equal (found.count, limits[k]);
      assert_int_equal (out.count, limits[k]);
      assert_memory_equal (found.data, all.data, limits[k] * sizeof *all.data);
      assert_int_equal (bcov_control_status (&s.control, NULL), BCOV_OK);
      free (found.data);
    }
  free (all.data);
  close_scene (&s);
}

static bool quick_run_tally (void *data, const uint32_t *options, size_t count)
{
  (void)options;
  (void)count;
  return ++*(uint64_t *)data;
}

/* Sets the stop flag from the progress callback, which is called within a tenth of a second. */
static bcov_status stop_now (const bcov_progress *now, void *data)
{
  (void)now;
  *(atomic_bool *)data = true;
  return BCOV_OK;
}

/* A 10 x 10 board has 258584046368 coverings by dominoes, too many to list.  The run is stopped by
   a flag, from the start or later, or by the time limit. */
static void stops_are_seen (void **state)
{
  (void)state;
  scene s;
  open_board (&s, "10x10", "I2:any");
  for (uint32_t k = 0; k < 24; k++) {
    atomic_bool stop = k % 3 == 0;
    uint64_t told = 0;
    s.watch = (bcov_watch){.stop = &stop, .seconds = k % 3 == 2 ? 0.03 : 0};
    if (k % 3 == 1) {
      s.watch.progress = stop_now;
      s.watch.progress_data = (void *)&stop;
    }
    bcov_job job = start_job (&s);
    job.workers = k & 1 ? 3 : 1;
    job.share.parts = k & 2 ? 4 : 1;
    job.sink = k & 4 ? quick_run_tally : NULL;
    job.data = &told;
    outcome out = run_job (&s, &job, k & 8 ? 1e12 : large);
    assert_false (out.complete);
    assert_int_equal (bcov_control_status (&s.control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&s.control) < 60);
    if (job.sink)
      assert_int_equal (out.count, told);
  }
  close_scene (&s);
}

/* If a part is stopped while its units are counted, the result is incomplete, because the division
   into units is not known. */
static void small_parts_are_stopped_too (void **state)
{
  (void)state;
  atomic_bool stop = true;
  scene s;
  open_board (&s, "4x6", "I2:any");
  s.watch.stop = &stop;
  bcov_job job = start_job (&s);
  job.share.parts = 3;
  assert_false (run_job (&s, &job, small).complete);
  close_scene (&s);
}

/* ---- memory ---- */

/* A memory limit makes the table of dead states smaller or disables it.  The count stays the
   same. */
static void little_memory (void **state)
{
  (void)state;
  for (size_t room = 1 << 17; room < 1 << 22; room *= 2) {
    bcov_mem *mem = bcov_mem_new ((1 << 20) + room);
    scene s = {0};
    open_model (&s, mem, searches_plain (mem, "6x6", "I2:any"));
    assert_true (s.can);
    assert_int_equal (count (&s, 1, 1, 1 + room % 3, 1e9), 6728);
    close_scene (&s);
  }
}

SUITE (quick)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_solution_once),
      cmocka_unit_test (known_counts),
      cmocka_unit_test (units_are_a_partition),
      cmocka_unit_test (gifts_are_fair_shares),
      cmocka_unit_test (skipping_and_remembering),
      cmocka_unit_test (keys_of_every_width),
      cmocka_unit_test (no_plan),
      cmocka_unit_test (a_model_without_options),
      cmocka_unit_test (even_trees_are_estimated_exactly),
      cmocka_unit_test (trees_without_branching),
      cmocka_unit_test (boards_are_estimated_roughly),
      cmocka_unit_test (stops_are_told),
      cmocka_unit_test (random_models),
      cmocka_unit_test (boards),
      cmocka_unit_test (parity_with_threads),
      cmocka_unit_test (nothing_to_choose),
      cmocka_unit_test (more_parts_than_units),
      cmocka_unit_test (a_sink_may_have_enough),
      cmocka_unit_test (stops_are_seen),
      cmocka_unit_test (small_parts_are_stopped_too),
      cmocka_unit_test (little_memory),
  };
  return cmocka_run_group_tests_name ("quick", tests, NULL, NULL);
}
