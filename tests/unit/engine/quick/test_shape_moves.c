/* Pages of the shape cache against the program itself: what a page allows a state, with whatever
   stock, is what the steps of the program lead to, move by move. */

#include "suite.h"

#include "searches.h"
#include "engine/quick/shape_moves.h"

#include <stdio.h>

enum { MODELS = 1200, DIVES = 6, MOST = 512 };

typedef struct {
  uint64_t key;
  uint32_t via, level;
} step;

typedef struct {
  step steps[MOST];
  size_t count;
} steps;

/* What was met: a test that never meets it shows nothing. */
typedef struct {
  uint64_t models, pages, ways, wanted, cleared;
} tally;

/* Leads *S past levels whose guard is covered, by the program; false when it is dead. */
static bool pass (const bcov_program *p, step *s)
{
  for (; s->level < p->levels.count && bcov_program_covered (p, s->level, &s->key); s->level++)
    if (!bcov_program_step (p, s->level, BCOV_NO_MOVE, &s->key, &s->key))
      return false;
  return true;
}

/* Where the program leads from KEY before LEVEL, without pockets. */
static void by_program (const bcov_quick_plan *plan, const uint32_t *origin, uint32_t level,
                        uint64_t key, steps *out)
{
  const bcov_program *p = plan->program;
  const bcov_level *l = &p->levels.data[level];
  out->count = 0;
  for (uint32_t m = l->skip ? 0 : 1; m <= l->moves; m++) {
    uint32_t move = m ? l->first_move + m - 1 : BCOV_NO_MOVE;
    step s = {.via = m ? origin[p->moves.data[move].option] : BCOV_NO_MOVE, .level = level + 1};
    if (bcov_program_step (p, level, move, &key, &s.key) && pass (p, &s)) {
      assert_true (out->count < MOST);
      out->steps[out->count++] = s;
    }
  }
}

/* The same by the page. */
static void by_page (const bcov_quick_search *h, uint32_t page, uint64_t key, steps *out)
{
  uint32_t stock = bcov_extract (key, h->plan->stock);
  uint32_t end = page + 1 + h->shape_cache.lines[page].page.count;
  out->count = 0;
  for (uint32_t k = page + 1; k < end; k++) {
    const bcov_shape_move *way = &h->shape_cache.lines[k].way;
    uint64_t kept = key & h->plan->move_table.rows[way->level].keep;
    if (bcov_shape_move_fits (way, stock))
      out->steps[out->count++] = (step){kept | way->next, way->via, way->level};
  }
}

static void expect_same (const steps *a, const steps *b)
{
  assert_int_equal (a->count, b->count);
  for (size_t k = 0; k < a->count; k++) {
    assert_int_equal (a->steps[k].key, b->steps[k].key);
    assert_int_equal (a->steps[k].via, b->steps[k].via);
    assert_int_equal (a->steps[k].level, b->steps[k].level);
  }
}

static void see_page (const bcov_quick_search *h, uint32_t page, const steps *found, uint64_t key,
                      tally *t)
{
  const bcov_shape_page *head = &h->shape_cache.lines[page].page;
  uint32_t stock = bcov_extract (key, h->plan->stock);
  t->pages++;
  t->ways += head->count;
  for (uint32_t k = 1; k <= head->count; k++)
    t->wanted += h->shape_cache.lines[page + k].way.want != 0;
  if (!(head->hope & ~stock))
    assert_int_equal (found->count, 0); /* what is hopeless has no way on */
}

/* One random way down; at each node the page against the program. */
static void dive (bcov_quick_search *h, const uint32_t *origin, bcov_random *random, tally *t)
{
  static steps expected, found;
  const bcov_program *p = h->plan->program;
  step s = {0};
  while (pass (p, &s) && s.level < p->levels.count) {
    uint64_t shape = s.key & ~h->plan->stock;
    uint32_t way = 1, page = *bcov_shape_cache_slot (&h->shape_cache, s.level, shape);
    h->shape_cache.looks += 10; /* never given up */
    if (!page)
      page = bcov_shape_moves_find (h, s.level, shape, 1, &way);
    t->cleared += !way;
    assert_true (page > 0);
    by_page (h, page, s.key, &found);
    by_program (h->plan, origin, s.level, s.key, &expected);
    expect_same (&found, &expected);
    see_page (h, page, &found, s.key, t);
    if (!found.count)
      return;
    s = found.steps[bcov_random_below (random, found.count)];
  }
}

static void expect_model (const bcov_model *model, bcov_random *random, tally *t)
{
  searches_quick quick;
  bcov_quick_search search;
  if (!searches_plan (model, BCOV_WITHOUT_POCKETS, &quick))
    return;
  if (quick.plan.move_table.words == 1) {
    assert_int_equal (bcov_quick_search_start (&quick.plan, 0, 1, &search, NULL), BCOV_OK);
    for (int k = 0; k < DIVES; k++)
      dive (&search, model->origin.data, random, t);
    bcov_quick_search_end (&search);
    t->models++;
  }
  searches_plan_free (&quick);
}

static void pages_are_what_the_program_does (void **state)
{
  (void)state;
  tally t = {0};
  searches_models m = searches_start (MODELS, 0);
  while (searches_next (&m))
    if (!m.reduced.impossible)
      expect_model (&m.reduced, &m.random, &t);
  printf ("%llu models, %llu pages, %llu ways, %llu that want something, %llu times cleared\n",
          (unsigned long long)t.models, (unsigned long long)t.pages, (unsigned long long)t.ways,
          (unsigned long long)t.wanted, (unsigned long long)t.cleared);
  assert_true (cases_enough (t.models, MODELS / 3) && cases_enough (t.pages, 5000) &&
               cases_enough (t.wanted, 100) && cases_enough (t.cleared, 5));
}

SUITE (shape_moves)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (pages_are_what_the_program_does)};
  return cmocka_run_group_tests_name ("shape_moves", tests, NULL, NULL);
}
