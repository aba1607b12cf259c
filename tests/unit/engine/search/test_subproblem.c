/* Frames: what is alive, made small, clashes and counts as the model says. */

#include "suite.h"

#include "models.h"
#include "random_cases.h"
#include "engine/search/subproblem.h"

enum { ROUNDS = 200, OPTIONS = 150 };

/* Whether options A and B cannot both be taken. */
static bool clash (const bcov_model *m, uint32_t a, uint32_t b)
{
  for (uint32_t s = m->first.data[a]; s < m->first.data[a + 1]; s++)
    for (uint32_t t = m->first.data[b]; t < m->first.data[b + 1]; t++) {
      bcov_touch x = m->touches.data[s], y = m->touches.data[t];
      bcov_item item = m->items.data[x.item];
      if (x.item == y.item && (item.hi == 1 || (item.coloured && x.colour != y.colour)))
        return true;
    }
  return false;
}

static uint64_t count_touches (const bcov_model *m, const bcov_subproblem *f, uint32_t item)
{
  uint64_t n = 0;
  for (size_t k = 0; k < f->option.count; k++)
    for (uint32_t t = m->first.data[f->option.data[k]]; t < m->first.data[f->option.data[k] + 1];
         t++)
      n += m->touches.data[t].item == item;
  return n;
}

static void check_clashes (const bcov_scheme *s, const bcov_subproblem *f, uint32_t place)
{
  const bcov_model *m = s->model;
  uint64_t row[OPTIONS / 64 + 1 + BCOV_SUBPROBLEM_LINE] = {0};
  uint32_t o = f->option.data[place];
  for (uint32_t w = 0; w < f->words; w++)
    row[w] = ~(uint64_t)0;
  for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++)
    bcov_subproblem_clash (s, f, m->touches.data[t], row);
  for (uint32_t k = 0; k < f->option.count; k++)
    assert_int_equal (row[k / 64] >> k % 64 & 1, !clash (m, o, f->option.data[k]));
}

static void check_counts (const bcov_scheme *s, const bcov_subproblem *f)
{
  const uint64_t *counts = bcov_subproblem_counts (f, f->level);
  for (uint32_t k = 0; k < f->item.count; k++) {
    assert_int_equal (f->lane.data[f->item.data[k]], k);
    assert_int_equal (counts[k] & (BCOV_SUBPROBLEM_DONE - 1),
                      count_touches (s->model, f, f->item.data[k]));
  }
}

/* A subproblem of all, and one of those that go with one of them. */
static void check_model (const bcov_model *m, bcov_random *random)
{
  bcov_scheme s;
  bcov_subproblem all = {0}, some = {0};
  assert_int_equal (bcov_scheme_make (m, &s, NULL), 0);
  assert_int_equal (bcov_subproblem_make (&s, NULL, 0, &all, NULL), 0);
  assert_int_equal (all.option.count, bcov_model_options (m));
  check_counts (&s, &all);
  for (uint32_t k = 0; k < all.option.count; k++)
    check_clashes (&s, &all, k);
  uint32_t kept = 0, one = models_below (random, bcov_model_options (m));
  for (uint32_t k = 0; k < all.option.count; k++)
    if (clash (m, one, k)) {
      all.alive.data[k / 64] &= ~((uint64_t)1 << k % 64);
      for (uint32_t t = m->first.data[k]; t < m->first.data[k + 1]; t++)
        if (all.lane.data[m->touches.data[t].item] != BCOV_NO_ITEM)
          all.counts.data[all.lane.data[m->touches.data[t].item]]--;
    } else
      kept++;
  assert_int_equal (bcov_subproblem_make (&s, &all, 0, &some, NULL), 0);
  assert_int_equal (some.option.count, kept);
  check_counts (&s, &some);
  for (uint32_t k = 0; k < kept; k++)
    check_clashes (&s, &some, k);
  bcov_subproblem_free (m->mem, &all);
  bcov_subproblem_free (m->mem, &some);
  bcov_scheme_free (&s);
}

static void frames_say_what_the_model_says (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint64_t seed = 1; seed <= cases (ROUNDS); seed++) {
    bcov_random random = {cases_seed (seed)};
    models_kind kind = {.coloured = seed % 2, .board = seed % 3 == 0};
    bcov_model model = models_draw (mem, &random, kind, OPTIONS);
    if (bcov_model_options (&model))
      check_model (&model, &random);
    bcov_model_free (&model);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void frames_survive_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {7};
  bcov_model model = models_draw (mem, &random, (models_kind){.coloured = true}, OPTIONS);
  size_t before = bcov_mem_used (mem);
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_scheme s;
    bcov_subproblem f = {0};
    bcov_mem_fail_at (mem, n);
    status = bcov_scheme_make (&model, &s, NULL);
    if (!status)
      status = bcov_subproblem_make (&s, NULL, 0, &f, NULL);
    bcov_mem_fail_at (mem, 0);
    bcov_subproblem_free (mem, &f);
    bcov_scheme_free (&s);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

SUITE (subproblem)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (frames_say_what_the_model_says),
      cmocka_unit_test (frames_survive_failures),
  };
  return cmocka_run_group_tests_name ("subproblem", tests, NULL, NULL);
}
