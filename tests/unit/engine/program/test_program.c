/* Programs: a small board checked by hand, and random models in random orders, whose states are
   compared with a search of all sets of options. */

#include "suite.h"

#include "programs.h"
#include "dense_boards.h"
#include "random_cases.h"
#include "engine/program/program_make.h"

#include <math.h>
#include <stdio.h>

enum { MODELS = 4000 };

/* Row by row, as many bits are open as a row has cells; the last word has a spare bit. */
static void widths_of_boards (void **state)
{
  (void)state;
  static const struct {
    int width;
    uint32_t words;
  } known[] = {{8, 1}, {63, 1}, {64, 2}, {65, 2}, {127, 2}, {128, 3}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_program p = boards_program (bcov_mem_new (0), 3, known[k].width, BOARDS_I2, false);
    assert_int_equal (p.bits, known[k].width);
    assert_int_equal (p.words, known[k].words);
    programs_end (&p);
  }
}

/* ---- random models ---- */

/* Every option is a move of exactly one level, and each level states how many moves are left. */
static void expect_whole (const bcov_program *p, const bcov_model *model)
{
  uint32_t left = bcov_model_options (model), next = 0;
  uint64_t seen = 0;
  for (uint32_t l = 0; l < p->levels.count; l++) {
    const bcov_level *level = &p->levels.data[l];
    assert_int_equal (level->options, left);
    left -= level->moves;
    assert_true (!level->moves || level->first_move == next);
    next += level->moves;
    for (uint32_t k = 1; k < level->moves; k++)
      assert_true (p->moves.data[level->first_move + k - 1].option <
                   p->moves.data[level->first_move + k].option);
  }
  for (size_t k = 0; k < p->moves.count; k++)
    seen |= (uint64_t)1 << p->moves.data[k].option;
  assert_int_equal (left, 0);
  assert_int_equal (p->moves.count, bcov_model_options (model));
  assert_int_equal (__builtin_popcountll (seen), p->moves.count);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, n);
    bcov_program p = programs_unroll (&model, NULL, &random);
    uint64_t expected = models_solve (&model, NULL);
    if (!model.impossible)
      assert_int_equal ((uint64_t)programs_count (&p), expected);
    assert_true (exp2 (p.bound) >= (double)expected);
    expect_whole (&p, &model);
    solvable += expected > 0;
    bcov_model_free (&model);
    programs_end (&p);
  }
  assert_true (cases_enough (solvable, MODELS / 10));
}

/* ---- kept fields ---- */

/* The values of the kept items for the options of SET, in the order of the fields. */
static void sum_touches (const bcov_model *model, const bcov_program *p, uint32_t set,
                         uint64_t *sums)
{
  memset (sums, 0, PROGRAMS_WORDS * sizeof *sums);
  size_t at = 0;
  for (size_t f = 0; f < p->fields.count; f++) {
    if (!p->fields.data[f].kept)
      continue;
    for (uint32_t o = 0; o < bcov_model_options (model); o++)
      for (uint32_t t = model->first.data[o]; set >> o & 1 && t < model->first.data[o + 1]; t++)
        if (model->touches.data[t].item == p->fields.data[f].item)
          sums[at] += model->touches.data[t].times;
    at++;
  }
}

static programs_states tally_by_sets (const bcov_model *model, const bcov_program *p)
{
  programs_states tally = {0};
  for (uint32_t set = 0; set < 1u << bcov_model_options (model); set++) {
    uint64_t sums[PROGRAMS_WORDS];
    if (!models_solved (model, set))
      continue;
    sum_touches (model, p, set, sums);
    programs_put (&tally, sums, PROGRAMS_WORDS, 1);
  }
  programs_merge (&tally);
  return tally;
}

static void kept_fields_of_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), several = 0;
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, n);
    bool kept[MODELS_ITEMS] = {0};
    for (uint32_t i = 0, chosen = 0; i < model.items.count && chosen < 3; i++)
      chosen += kept[i] = !model.items.data[i].coloured && models_below (&random, 3) == 0;
    bcov_program p = programs_unroll (&model, kept, &random);
    if (!model.impossible) {
      programs_states a = tally_by_sets (&model, &p), b = programs_tally (&p);
      assert_int_equal (a.count, b.count);
      if (a.count)
        assert_memory_equal (a.data, b.data, a.count * sizeof *a.data);
      several += a.count > 1;
      free (a.data);
      free (b.data);
    }
    bcov_model_free (&model);
    programs_end (&p);
  }
  assert_true (cases_enough (several, MODELS / 20));
}

/* ---- kinds of items ---- */

/* Three options touch a counted item 1, 2 and 4 times: 0 .. 7 in all. */
static void counters (void **state)
{
  (void)state;
  for (uint32_t lo = 0; lo <= 8; lo++)
    for (uint32_t hi = lo; hi <= 9; hi++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_model model = models_new (mem, 1, lo, hi == 9 ? BCOV_MANY : hi);
      for (uint32_t o = 0; o < 3; o++) {
        bcov_touch touch = {.item = 0, .times = 1u << o};
        assert_int_equal (bcov_model_option (&model, &touch, 1, o, NULL), 0);
      }
      uint64_t expected = lo > 7 ? 0 : (hi > 7 ? 7 : hi) - lo + 1;
      if (hi > 1) { /* with a bit, only one touch is possible */
        bcov_program p = programs_unroll (&model, NULL, NULL);
        assert_int_equal ((uint64_t)programs_count (&p), expected);
        bcov_program_free (&p);
      }
      bcov_model_free (&model);
      assert_int_equal (bcov_mem_used (mem), 0);
      bcov_mem_delete (mem);
    }
}

/* An item with two options of each of five colours: any subset of the options of one colour is a
   solution. */
static void colours (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 0);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.hi = BCOV_MANY, .coloured = true}, NULL),
                    0);
  for (uint32_t o = 0; o < 10; o++) {
    bcov_touch touch = {.item = 0, .times = 1, .colour = 1 + o % 5};
    assert_int_equal (bcov_model_option (&model, &touch, 1, o, NULL), 0);
  }
  bcov_program p = programs_unroll (&model, NULL, NULL);
  assert_int_equal ((uint64_t)programs_count (&p), 1 + 5 * 3);
  assert_int_equal (p.fields.count, 1);
  assert_int_equal (p.fields.data[0].kind, BCOV_FIELD_COLOUR);
  assert_int_equal (p.fields.data[0].width, 3);
  bcov_model_free (&model);
  programs_end (&p);
}

/* An item that must be touched but has no options; a model without items; options that touch
   nothing. */
static void odd_models (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model hopeless = models_new (mem, 2, 1, 1), empty = models_new (mem, 0, 0, 0);
  models_add (&hopeless, 1);
  bcov_program p = programs_unroll (&hopeless, NULL, NULL);
  assert_int_equal ((uint64_t)programs_count (&p), 0);
  bcov_program_free (&p);
  p = programs_unroll (&empty, NULL, NULL);
  assert_int_equal (p.levels.count, 0);
  assert_int_equal ((uint64_t)programs_count (&p), 1);
  bcov_program_free (&p);
  for (uint32_t o = 0; o < 3; o++)
    models_add (&empty, 0);
  p = programs_unroll (&empty, NULL, NULL);
  assert_int_equal ((uint64_t)programs_count (&p), 8);
  bcov_model_free (&hopeless);
  bcov_model_free (&empty);
  programs_end (&p);
}

/* ---- limits ---- */

/* Makes a model of 2 x PAIRS items that must be touched, of which PAIRS are open at the same
   time. */
static bcov_model wide_model (bcov_mem *mem, uint32_t pairs)
{
  bcov_model model = models_new (mem, 2 * pairs, 1, 1);
  for (uint32_t i = 0; i < pairs; i++)
    for (uint32_t k = 0; k < 2; k++) {
      bcov_touch touches[] = {{.item = i, .times = 1},
                              {.item = pairs + (k ? i : pairs - 1 - i), .times = 1}};
      assert_int_equal (bcov_model_option (&model, touches, 2, 2 * i + k, NULL), 0);
    }
  return model;
}

static void too_wide (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  uint32_t order[2 * (BCOV_MOST_BITS + 1)];
  for (uint32_t i = 0; i < sizeof order / sizeof *order; i++)
    order[i] = i;
  bcov_model fits = wide_model (mem, BCOV_MOST_BITS), wide = wide_model (mem, BCOV_MOST_BITS + 1);
  bcov_program p;
  assert_int_equal (bcov_program_make (&fits, order, NULL, &p, err), BCOV_OK);
  assert_int_equal (p.bits, BCOV_MOST_BITS);
  bcov_program_free (&p);
  assert_int_equal (bcov_program_make (&wide, order, NULL, &p, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "use the engine search"));
  bcov_program_free (&p);
  bcov_model_free (&fits);
  bcov_model_free (&wide);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (program)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (widths_of_boards),
      cmocka_unit_test (random_models),
      cmocka_unit_test (kept_fields_of_random_models),
      cmocka_unit_test (counters),
      cmocka_unit_test (colours),
      cmocka_unit_test (odd_models),
      cmocka_unit_test (too_wide),
  };
  return cmocka_run_group_tests_name ("program", tests, NULL, NULL);
}
