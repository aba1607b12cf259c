/* Reduction: every set of options is tried to show that the solutions stay the same, and obvious
 * reductions are made. */

#include "suite.h"

#include "ask.h"
#include "models.h"
#include "random_cases.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"

static bcov_model reduce (const bcov_model *model)
{
  bcov_model reduced;
  assert_int_equal (bcov_reduce (model, MODELS_STEPS, NULL, &reduced, NULL), 0);
  assert_true (reduced.items.count <= model->items.count);
  assert_true (bcov_model_options (&reduced) <= bcov_model_options (model));
  return reduced;
}

static void end (bcov_mem *mem, bcov_model *model, bcov_model *reduced)
{
  bcov_model_free (model);
  bcov_model_free (reduced);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Invariants that engines need: every option touches something and exceeds no bound alone, and
 * every item has enough options. */
static void check_sound (const bcov_model *model)
{
  uint64_t supply[64] = {0};
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    assert_true (model->first.data[o] < model->first.data[o + 1]);
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      bcov_touch touch = model->touches.data[t];
      assert_true (touch.times <= model->items.data[touch.item].hi);
      supply[touch.item] += touch.times;
    }
  }
  for (uint32_t i = 0; i < model->items.count; i++)
    assert_true (supply[i] && supply[i] >= model->items.data[i].lo);
}

static void compare (const bcov_model *model, uint64_t *solvable, uint64_t *smaller)
{
  uint8_t before[MODELS_SETS], after[MODELS_SETS];
  bcov_model reduced = reduce (model);
  uint64_t count = models_solve (model, before);
  if (reduced.impossible) {
    assert_int_equal (count, 0);
    assert_int_equal (bcov_model_options (&reduced), 0);
  } else {
    assert_int_equal (models_solve (&reduced, after), count);
    assert_memory_equal (before, after, sizeof before);
    check_sound (&reduced);
  }
  *solvable += count > 0;
  *smaller += count && bcov_model_options (&reduced) < bcov_model_options (model);
  bcov_model_free (&reduced);
}

static void solutions_stay_the_same (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0, smaller = 0, rounds = cases (1600);
  for (uint64_t k = 0; k < rounds; k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), none = {0};
    compare (&model, &solvable, &smaller);
    end (mem, &model, &none);
  }
  print_message ("%llu of %llu have solutions, %llu of those lost options\n",
                 (unsigned long long)solvable, (unsigned long long)rounds,
                 (unsigned long long)smaller);
  assert_true (cases_enough (solvable, 200) && cases_enough (smaller, 100));
}

/* All cells stay. */
static void the_most_stays_the_same (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (1000000);
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw_partial (mem, &random, k, 9), reduced = reduce (&model);
    assert_false (reduced.impossible);
    assert_int_equal (models_solve (&reduced, NULL), models_solve (&model, NULL));
    assert_int_equal (models_most (&reduced), models_most (&model));
    end (mem, &model, &reduced);
  }
}

static void forced_options_rule_others_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  models_add (&model, 0x3); /* the only option on item 0 */
  models_add (&model, 0x6); /* conflicts with it */
  models_add (&model, 0x4);
  models_add (&model, 0xc);
  models_add (&model, 0x8);
  bcov_model reduced = reduce (&model);
  assert_int_equal (bcov_model_options (&reduced), 4);
  assert_int_equal (reduced.origin.data[0], 0);
  assert_int_equal (reduced.origin.data[1], 2);
  assert_int_equal (reduced.items.count, 3); /* the same options touch items 0 and 1 */
  end (mem, &model, &reduced);
}

/* Two forced options fill an item with upper bound 2; a third one conflicts with neither of them
 * alone. */
static void forced_options_together_fill_an_item (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 4, 1, 1);
  model.items.data[3] = (bcov_item){.hi = 2};
  models_add (&model, 0x9);
  models_add (&model, 0xa);
  models_add (&model, 0xc); /* dropped */
  models_add (&model, 0x4);
  bcov_model reduced = reduce (&model);
  assert_int_equal (bcov_model_options (&reduced), 3);
  assert_memory_equal (reduced.origin.data, ((uint32_t[]){0, 1, 3}), 3 * sizeof (uint32_t));
  end (mem, &model, &reduced);
}

/* Choosing the middle option leaves no option for item 0. */
static void one_step_ahead (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 5, 1, 1);
  models_add (&model, 0x03); /* 0 1 */
  models_add (&model, 0x05); /* 0 2 */
  models_add (&model, 0x06); /* 1 2: leaves nothing for 0 */
  models_add (&model, 0x0c); /* 2 3 */
  models_add (&model, 0x0a); /* 1 3 */
  models_add (&model, 0x10);
  bcov_model reduced = reduce (&model);
  for (uint32_t o = 0; o < bcov_model_options (&reduced); o++)
    assert_int_not_equal (reduced.origin.data[o], 2);
  assert_int_equal (bcov_model_options (&reduced), 5);
  end (mem, &model, &reduced);
}

static void hopeless_models_are_marked (void **state)
{
  (void)state;
  for (int k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_new (mem, 3, 1, 1);
    models_add (&model, 0x3);
    if (k == 0) /* no option touches item 2; otherwise both options on it conflict with the only one
                   on item 1 */
      models_add (&model, 0x1);
    else if (k == 1)
      models_add (&model, 0x5);
    else if (k == 2) {
      models_add (&model, 0x4);
      model.items.data[2].hi = 0;
    } else {
      models_add (&model, 0x4);
      model.impossible = true;
    }
    bcov_model reduced = reduce (&model);
    assert_true (reduced.impossible);
    assert_int_equal (bcov_model_options (&reduced), 0);
    assert_int_equal (models_solve (&model, NULL), 0);
    end (mem, &model, &reduced);
  }
}

/* Both options are forced, and their colours on the third item differ. */
static void forced_colours_clash (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = BCOV_MANY, .coloured = true}, NULL),
                    0);
  for (uint32_t k = 0; k < 2; k++) {
    bcov_touch touches[] = {{.item = k, .times = 1}, {.item = 2, .colour = 1 + k, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, k, NULL), 0);
  }
  bcov_model reduced = reduce (&model);
  assert_true (reduced.impossible);
  end (mem, &model, &reduced);
}

/* On a board, items that allow everything are dropped: a quota that cannot be exceeded, a side of
 * one colour. */
static void idle_items_go (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model;
  static const bcov_item items[] = {{.hi = 1, .gain = true},
                                    {.hi = 1, .gain = true},
                                    {.hi = 2},
                                    {.hi = 1},
                                    {.hi = BCOV_MANY, .coloured = true},
                                    {.hi = BCOV_MANY, .coloured = true},
                                    {.hi = 5}};
  static const bcov_touch first[] = {{.item = 0, .times = 1},
                                     {.item = 2, .times = 1},
                                     {.item = 3, .times = 1},
                                     {.item = 4, .colour = 1, .times = 1},
                                     {.item = 5, .colour = 1, .times = 1}};
  static const bcov_touch second[] = {{.item = 1, .times = 1},
                                      {.item = 2, .times = 1},
                                      {.item = 3, .times = 1},
                                      {.item = 4, .colour = 1, .times = 1},
                                      {.item = 5, .colour = 2, .times = 1}};
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (size_t k = 0; k < sizeof items / sizeof *items; k++)
    assert_int_equal (bcov_model_item (&model, items[k], NULL), 0);
  assert_int_equal (bcov_model_option (&model, first, 5, 0, NULL), 0);
  assert_int_equal (bcov_model_option (&model, second, 5, 1, NULL), 0);
  bcov_model reduced = reduce (&model);
  assert_int_equal (reduced.items.count, 4);
  assert_int_equal (models_solve (&reduced, NULL), 3);
  assert_true (reduced.items.data[0].gain && reduced.items.data[1].gain);
  assert_true (!reduced.items.data[2].coloured && reduced.items.data[2].hi == 1);
  assert_true (reduced.items.data[3].coloured);
  end (mem, &model, &reduced);
}

/* T-tetrominoes on 4 x 4: every placement that isolates a corner cell is dropped. */
static void boards_lose_what_cuts_off_a_corner (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "T4:any", NULL, NULL);
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  bcov_model reduced = reduce (&compiled.model);
  assert_int_equal (bcov_model_options (&compiled.model), 24);
  assert_int_equal (bcov_model_options (&reduced), 8); /* two coverings of four, mirror images */
  bcov_model_free (&reduced);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

/* Sixty thousand cells with one option each, all of one piece, take linear time, although each
 * option is forced and meets all others. */
static void many_forced_options (void **state)
{
  (void)state;
  enum { CELLS = 60000 };
  for (uint32_t lacking = 0; lacking < 3; lacking++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_new (mem, CELLS, 1, 1);
    uint32_t lo = lacking == 2 ? 1 : CELLS - lacking, hi = lacking == 2 ? BCOV_MANY : CELLS;
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = lo, .hi = hi}, NULL), 0);
    for (uint32_t k = 0; k < CELLS; k++) {
      bcov_touch touches[] = {{.item = k, .times = 1}, {.item = CELLS, .times = 1}};
      assert_int_equal (bcov_model_option (&model, touches, 2, k, NULL), 0);
    }
    bcov_model reduced = reduce (&model);
    assert_false (reduced.impossible);
    assert_int_equal (bcov_model_options (&reduced), CELLS);
    end (mem, &model, &reduced);
  }
}

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY), reduced;
  for (int k = 0; k < 60000; k++)
    models_add (&model, 1);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_reduce (&model, MODELS_STEPS, &control, &reduced, err), BCOV_STOPPED);
  assert_string_equal (bcov_error_text (err), "stopped");
  bcov_error_free (err);
  end (mem, &model, &reduced);
}

/* ---- refutations ---- */

static void refutations_are_right (void **state)
{
  (void)state;
  static const int64_t steps[] = {0, 300, 3000, MODELS_STEPS};
  static uint8_t is[MODELS_SETS];
  uint64_t seed = cases_seed (2000000), refuted[4] = {0};
  for (uint64_t k = 0; k < cases (1600); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), none = {0};
    uint64_t count = models_solve (&model, is);
    for (size_t s = 0; s < 4; s++) {
      bcov_refutation out;
      assert_int_equal (bcov_reduce_refute (&model, steps[s], NULL, &out, NULL), 0);
      assert_true (!out.found || !count);
      assert_true (out.item == BCOV_NO_ITEM || (out.found && out.item < model.items.count));
      refuted[s] += out.found;
    }
    end (mem, &model, &none);
  }
  print_message ("%llu, %llu, %llu, %llu refuted\n", (unsigned long long)refuted[0],
                 (unsigned long long)refuted[1], (unsigned long long)refuted[2],
                 (unsigned long long)refuted[3]);
  assert_true (cases_enough (refuted[0], 100) && refuted[3] > refuted[0]);
}

/* A ring around a cell that no other piece fills: neighbours show it with a fraction of the steps
   of a look ahead. */
static void rings_are_refuted (void **state)
{
  (void)state;
  enum { STEPS = 24000000 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "14x14", "hexominoes:any,XXX/X.X/XX.:1", NULL, NULL);
  bcov_compiled compiled;
  bcov_refutation out;
  bcov_model reduced;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_reduce (&compiled.model, STEPS, NULL, &reduced, NULL), 0);
  assert_false (reduced.impossible);
  assert_int_equal (bcov_reduce_refute (&compiled.model, STEPS, NULL, &out, NULL), 0);
  assert_true (out.found && out.all);
  assert_int_equal (compiled.meanings.data[out.item].kind, BCOV_IS_PIECE);
  assert_int_equal (compiled.meanings.data[out.item].index, 35);
  bcov_model_free (&reduced);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

/* The same ring with a piece of one cell, or with an exit, fits. */
static void open_rings_are_not (void **state)
{
  (void)state;
  static const char *const pieces[] = {"XXX/X.X/XXX:1,I1:any,I2:any", "XXX/X.X/X.X:1,I3:any"};
  for (size_t k = 0; k < 2; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "8x8", pieces[k], NULL, NULL);
    bcov_compiled compiled;
    bcov_refutation out;
    assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
    assert_int_equal (bcov_reduce_refute (&compiled.model, 100000000, NULL, &out, NULL), 0);
    assert_true (!out.found && out.all);
    bcov_compiled_free (&compiled);
    ask_end (mem, puzzle);
  }
}

static void refutations_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "5x5", "XXX/X.X/XX.:1,I3:any", NULL, NULL);
  bcov_compiled compiled;
  bcov_refutation out;
  size_t failed = 0;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  size_t used = bcov_mem_used (mem);
  for (size_t n = 1; n < 60; n++) {
    bcov_mem_fail_at (mem, n);
    bcov_status status = bcov_reduce_refute (&compiled.model, 1000000, NULL, &out, NULL);
    bcov_mem_fail_at (mem, 0);
    assert_true (status ? status == BCOV_FAULT && !out.found : out.found);
    assert_int_equal (bcov_mem_used (mem), used);
    failed += status != BCOV_OK;
  }
  assert_true (failed > 5);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

SUITE (reduce)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (solutions_stay_the_same),
      cmocka_unit_test (the_most_stays_the_same),
      cmocka_unit_test (forced_options_rule_others_out),
      cmocka_unit_test (forced_options_together_fill_an_item),
      cmocka_unit_test (one_step_ahead),
      cmocka_unit_test (hopeless_models_are_marked),
      cmocka_unit_test (forced_colours_clash),
      cmocka_unit_test (idle_items_go),
      cmocka_unit_test (boards_lose_what_cuts_off_a_corner),
      cmocka_unit_test (many_forced_options),
      cmocka_unit_test (a_stop_is_seen),
      cmocka_unit_test (refutations_are_right),
      cmocka_unit_test (rings_are_refuted),
      cmocka_unit_test (open_rings_are_not),
      cmocka_unit_test (refutations_may_fail),
  };
  return cmocka_run_group_tests_name ("reduce", tests, NULL, NULL);
}
