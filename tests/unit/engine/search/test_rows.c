/* Rows of bits: on random models, step by step, they say what the sparse sets say, with subproblems
   and without. */

#include "suite.h"

#include "models.h"
#include "random_cases.h"
#include "engine/search/rows.h"
#include "engine/search/state.h"

enum { ROUNDS = 300, STEPS = 60, MANY_OPTIONS = 150 };

typedef struct {
  bcov_rows rows;
  bcov_state state;
} twins;

/* Where OPTION, which is alive, stands in the rows. */
static uint32_t place_of (const bcov_rows *rows, uint32_t option)
{
  uint32_t place = 0;
  while (bcov_rows_option (rows, place) != option)
    place++;
  return place;
}

/* Both see the same options of ITEM, in the same order. */
static void compare_item (const twins *t, uint32_t item)
{
  const bcov_state_item *there = &t->state.items[item];
  uint32_t a = 0, b = 0, size = there->closed ? 0 : there->size;
  assert_int_equal (bcov_rows_size (&t->rows, item), size);
  for (uint32_t k = 0; k < size; k++, a++, b++)
    assert_int_equal (bcov_rows_next (&t->rows, item, &a), bcov_state_next (&t->state, item, &b));
}

/* Both choose alike, and see the same options of every item that is counted. */
static void compare (const twins *t)
{
  const bcov_subproblem *subproblem = bcov_rows_current (&t->rows);
  uint32_t item = bcov_state_choose (&t->state);
  assert_int_equal (bcov_rows_choose (&t->rows), item);
  if (item == BCOV_NO_ITEM)
    assert_int_equal (bcov_rows_choose_free (&t->rows), bcov_state_choose_free (&t->state));
  for (uint32_t i = 0; i < t->state.n_items; i++) {
    bool counted = subproblem->lane.data[i] != BCOV_NO_ITEM;
    assert_true (counted || !t->state.bounds[i].need);
    if (counted)
      compare_item (t, i);
  }
}

static uint32_t any_alive (const twins *t, bcov_random *random)
{
  uint32_t n = bcov_model_options (t->state.model), alive = 0, options[MANY_OPTIONS];
  for (uint32_t o = 0; o < n; o++)
    if (!t->state.dead[o])
      options[alive++] = o;
  return alive ? options[models_below (random, alive)] : UINT32_MAX;
}

/* Takes an option or goes back and rules it out, as a search does. */
static void walk (twins *t, bcov_random *random)
{
  struct {
    size_t rows, state;
    uint32_t option, place;
  } way[STEPS];
  uint32_t depth = 0;
  for (int step = 0; step < STEPS; step++) {
    uint32_t option = any_alive (t, random);
    bool fine = true;
    if (option != UINT32_MAX && models_below (random, 3)) {
      way[depth].rows = bcov_rows_mark (&t->rows);
      way[depth].state = bcov_state_mark (&t->state);
      way[depth].place = place_of (&t->rows, option);
      way[depth++].option = option;
      fine = bcov_state_take (&t->state, option);
      assert_int_equal (bcov_rows_take (&t->rows, way[depth - 1].place), fine);
      if (fine)
        compare (t);
    } else if (option != UINT32_MAX) {
      fine = bcov_rows_ban (&t->rows, place_of (&t->rows, option));
      fine = bcov_state_ban (&t->state, option) && fine;
    }
    if ((!fine || option == UINT32_MAX || models_below (random, 6) == 0) && depth) {
      depth--;
      bcov_rows_undo (&t->rows, way[depth].rows);
      bcov_state_undo (&t->state, way[depth].state);
      fine = bcov_state_ban (&t->state, way[depth].option);
      assert_int_equal (bcov_rows_ban (&t->rows, way[depth].place), fine);
    }
    if (!fine)
      break;
  }
}

static void rows_follow_sparse_sets (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint32_t walked = 0;
  for (uint64_t seed = 1; seed <= cases (ROUNDS); seed++) {
    bcov_random random = {cases_seed (seed)};
    models_kind kind = {.coloured = seed % 2, .board = seed % 3 == 0};
    bcov_model model = models_draw (mem, &random, kind, MANY_OPTIONS);
    twins t;
    assert_true (bcov_rows_apply (&model, SIZE_MAX));
    assert_false (bcov_rows_apply (&model, 0));
    assert_int_equal (bcov_rows_start (&t.rows, &model, NULL), 0);
    assert_int_equal (bcov_state_start (&t.state, &model, NULL), 0);
    t.rows.eager = seed % 5 < 2;
    if (seed % 7 == 0)
      t.rows.tally = bcov_column_counts_plainly;
    uint32_t item = bcov_rows_choose (&t.rows);
    if (item == BCOV_NO_ITEM || bcov_rows_size (&t.rows, item)) { /* else it is lost already */
      compare (&t);
      walk (&t, &random);
      walked++;
    }
    bcov_rows_end (&t.rows);
    bcov_state_end (&t.state);
    bcov_model_free (&model);
  }
  assert_true (cases_enough (walked, ROUNDS / 2));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static bcov_model with_item (bcov_mem *mem, bcov_item item, uint32_t times)
{
  bcov_model model;
  bcov_touch touch = {.item = 0, .times = times};
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  assert_int_equal (bcov_model_item (&model, item, NULL), 0);
  assert_int_equal (bcov_model_option (&model, &touch, 1, 0, NULL), 0);
  return model;
}

static void counters_need_sparse_sets (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const struct {
    bcov_item item;
    uint32_t times;
    bool apply;
  } cases[] = {{{.lo = 1, .hi = 1}, 1, true},
               {{.hi = 1}, 1, true},
               {{.lo = 1, .hi = BCOV_MANY}, 1, true},
               {{.lo = 2, .hi = BCOV_MANY}, 1, false},
               {{.hi = 2}, 1, false},
               {{.lo = 1, .hi = BCOV_MANY}, 2, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_model model = with_item (mem, cases[k].item, cases[k].times);
    assert_int_equal (bcov_rows_apply (&model, SIZE_MAX), cases[k].apply);
    bcov_model_free (&model);
  }
  bcov_mem_delete (mem);
}

static void rows_survive_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = with_item (mem, (bcov_item){.lo = 1, .hi = 1}, 1);
  size_t before = bcov_mem_used (mem);
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_rows rows;
    bcov_mem_fail_at (mem, n);
    status = bcov_rows_start (&rows, &model, NULL);
    bcov_mem_fail_at (mem, 0);
    if (!status)
      bcov_rows_end (&rows);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

SUITE (rows)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rows_follow_sparse_sets),
      cmocka_unit_test (counters_need_sparse_sets),
      cmocka_unit_test (rows_survive_failures),
  };
  return cmocka_run_group_tests_name ("rows", tests, NULL, NULL);
}
