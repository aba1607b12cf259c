/* Rungs: for any key, the list chosen by its pivots has every move that bcov_program_step allows,
   in order, and leads where that leads; for programs of one and of two words, with few moves on a
   level and with many. */

#include "suite.h"

#include "programs.h"
#include "random_cases.h"
#include "engine/quick/move_table.h"

#include <stdio.h>

enum { NAMES = 5000, KEYS = 12, MODELS = 1500 };

/* What was met on the way: a test that never meets it shows nothing. */
typedef struct {
  uint64_t programs, allowed, long_lists, short_lists, left_out, two_words;
} tally;

/* ---- one key on one level ---- */

typedef struct {
  const bcov_program *program;
  const bcov_move_table *move_table;
  uint32_t level;
  const uint64_t *key;
} place;

/* Where lane K of LIST leads from the key, by the masks of the move table alone. */
static bool follow (const place *p, const bcov_move_list *list, uint32_t k, uint64_t *next)
{
  const bcov_move_row *r = &p->move_table->rows[p->level];
  bool fine = true;
  for (uint32_t w = 0; w < p->move_table->words; w++) {
    uint64_t test = bcov_move_table_masks (p->move_table, list->group + k / 8, false, w)[k % 8];
    next[w] = (p->key[w] & ~r->guard[w]) |
              bcov_move_table_masks (p->move_table, list->group + k / 8, true, w)[k % 8];
    fine = fine && !(test & p->key[w]) && !(r->must[w] & ~next[w]);
    next[w] &= ~r->clear[w];
  }
  return fine;
}

/* The moves that are allowed stand in the list, in their order, among others that are not. */
static void expect_list (const place *p, tally *t)
{
  const bcov_level *l = &p->program->levels.data[p->level];
  const bcov_move_list *list =
      bcov_move_table_list (p->move_table, &p->move_table->rows[p->level], p->key);
  uint32_t m = 0;
  for (uint32_t k = 0; k < list->moves; k++, m++) {
    uint64_t next[BCOV_MOVE_WORDS], expected[BCOV_MOVE_WORDS];
    uint32_t option = p->move_table->options[8 * list->group + k];
    for (; m < l->moves && p->program->moves.data[l->first_move + m].option + NAMES != option; m++)
      assert_false (bcov_program_step (p->program, p->level, l->first_move + m, p->key, expected));
    assert_true (m < l->moves);
    bool allowed = bcov_program_step (p->program, p->level, l->first_move + m, p->key, expected);
    assert_int_equal (follow (p, list, k, next), allowed);
    if (allowed)
      assert_memory_equal (next, expected, p->program->words * sizeof *next);
    t->allowed += allowed;
  }
  for (uint64_t next[BCOV_MOVE_WORDS]; m < l->moves; m++)
    assert_false (bcov_program_step (p->program, p->level, l->first_move + m, p->key, next));
  t->long_lists += list->moves > 8;
  t->short_lists += list->moves < l->moves && l->moves > 8;
  t->left_out += l->moves - list->moves;
}

/* ---- whole programs ---- */

static void expect_level (const bcov_program *program, const bcov_move_table *move_table,
                          uint32_t level, bcov_random *random, tally *t)
{
  const bcov_move_row *r = &move_table->rows[level];
  assert_int_equal (r->skip, program->levels.data[level].skip);
  assert_true (__builtin_popcountll (r->pivots) <= BCOV_MOVE_PIVOTS);
  for (int n = 0; n < KEYS; n++) {
    uint64_t key[BCOV_MOVE_WORDS] = {0};
    for (uint32_t w = 0; w < program->words; w++) { /* none, a few, or half of the bits */
      uint64_t guard = bcov_program_level_mask (program, level, BCOV_MASK_GUARD)[w];
      assert_int_equal (guard, r->guard[w]);
      key[w] = n ? bcov_random_next (random) & ~guard : 0;
      for (int few = n % 4; few > 1; few--)
        key[w] &= bcov_random_next (random);
    }
    expect_list (&(place){program, move_table, level, key}, t);
  }
}

static void expect_program (const bcov_program *program, uint32_t options, bcov_random *random,
                            tally *t)
{
  bcov_move_table move_table;
  uint32_t *origin = calloc (options + 1, sizeof *origin);
  for (uint32_t o = 0; o < options; o++)
    origin[o] = NAMES + o;
  assert_true (bcov_move_table_can (program));
  assert_int_equal (bcov_move_table_make (program, origin, &move_table, NULL), BCOV_OK);
  assert_int_equal (move_table.words, program->words);
  assert_int_equal (move_table.count, program->levels.count);
  assert_int_equal (move_table.moves, program->moves.count);
  assert_int_equal ((uintptr_t)move_table.groups % 64, 0);
  for (uint32_t level = 0; level < move_table.count; level++)
    expect_level (program, &move_table, level, random, t);
  t->programs++;
  t->two_words += move_table.words == 2;
  bcov_move_table_free (&move_table);
  free (origin);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  tally t = {0};
  for (uint64_t k = 0; k < cases (MODELS); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, k);
    bcov_program program = programs_unroll (&model, NULL, &random);
    if (bcov_move_table_can (&program))
      expect_program (&program, bcov_model_options (&model), &random, &t);
    bcov_model_free (&model);
    programs_end (&program);
  }
  assert_true (cases_enough (t.programs, MODELS / 4));
  assert_true (cases_enough (t.allowed, MODELS));
}

/* Hundreds of options on few items: levels with many moves, keys of one and two words. */
static void many_moves (void **state)
{
  (void)state;
  static const uint32_t shapes[][3] = {{12, 300, 3}, {20, 40, 4},  {50, 400, 3}, {90, 500, 3},
                                       {100, 90, 5}, {64, 300, 2}, {126, 900, 4}};
  uint64_t seed = cases_seed (1000);
  tally t = {0};
  for (uint64_t k = 0; k < cases (70); k++) {
    bcov_random random = {seed + k};
    const uint32_t *s = shapes[k % 7];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_wide (mem, &random, s[0], s[1], s[2]);
    for (uint32_t i = 0; i < s[0]; i++)
      model.items.data[i].lo = models_below (&random, 2);
    bcov_program program = programs_unroll (&model, NULL, &random);
    expect_program (&program, s[1], &random, &t);
    bcov_model_free (&model);
    programs_end (&program);
  }
  assert_true (cases_enough (t.two_words, 10) && t.two_words <= cases (60));
  assert_true (cases_enough (t.long_lists, 1000));
  assert_true (cases_enough (t.short_lists, 1000));
  assert_true (cases_enough (t.left_out, 10000));
  assert_true (cases_enough (t.allowed, 10000));
}

/* So many moves that lists for all values of four bits would not fit the cache. */
static void fewer_pivots_for_very_many_moves (void **state)
{
  (void)state;
  bcov_random random = {7};
  bcov_mem *mem = bcov_mem_new (0);
  tally t = {0};
  bcov_model model = programs_wide (mem, &random, 40, 40000, 4);
  bcov_program program = programs_unroll (&model, NULL, NULL);
  bcov_move_table move_table;
  assert_int_equal (bcov_move_table_make (&program, model.origin.data, &move_table, NULL), BCOV_OK);
  for (uint32_t level = 0; level < move_table.count; level++)
    assert_int_equal (move_table.rows[level].pivots, 0);
  bcov_move_table_free (&move_table);
  expect_program (&program, 40000, &random, &t);
  assert_int_equal (t.left_out, 0);
  bcov_model_free (&model);
  programs_end (&program);
}

/* Dominoes on a strip of two rows: the masks of a level are those of the program. */
static void a_board (void **state)
{
  (void)state;
  bcov_random random = {1};
  tally t = {0};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program program = programs_board (mem, "2x5", "I2:any");
  expect_program (&program, (uint32_t)program.moves.count, &random, &t);
  assert_int_equal (t.left_out, 0); /* two moves on a level: no pivots */
  programs_end (&program);
}

/* ---- none for this ---- */

static bool can (const bcov_model *model, const bool *kept)
{
  bcov_program program = programs_unroll (model, kept, NULL);
  bool fine = bcov_move_table_can (&program);
  bcov_program_free (&program);
  return fine;
}

/* Three items, the middle of which is ITEM. */
static bcov_model three (bcov_mem *mem, bcov_item item)
{
  bcov_model model = models_new (mem, 3, 1, 1);
  model.items.data[1] = item;
  for (uint32_t o = 0; o < 4; o++) {
    bcov_touch touches[] = {{.item = 0, .times = 1},
                            {.item = 1, .times = 1, .colour = item.coloured ? 1 + o % 2 : 0},
                            {.item = 2, .times = 1}};
    assert_int_equal (bcov_model_option (&model, &touches[o > 1], 2, o, NULL), 0);
  }
  return model;
}

static void only_bits (void **state)
{
  (void)state;
  static const struct {
    bcov_item item;
    bool can;
  } cases[] = {{{.lo = 1, .hi = 1}, true},
               {{.lo = 0, .hi = 1}, true},
               {{.lo = 1, .hi = 2}, false},
               {{.lo = 0, .hi = 2}, true}, /* never reached: there is nothing to count */
               {{.lo = 2, .hi = BCOV_MANY}, false},
               {{.lo = 0, .hi = BCOV_MANY, .coloured = true}, false}};
  bool kept[3] = {false, true, false};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = three (mem, cases[k].item);
    assert_int_equal (can (&model, NULL), cases[k].can);
    if (!cases[k].item.coloured)
      assert_false (can (&model, kept));
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* The first option touches all ITEMS, so that all but its guard are open after it: the last word
   has a bit to spare. */
static bool can_be_wide (uint32_t items, uint32_t *words)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {items};
  bcov_model model = programs_wide (mem, &random, items, 1, items);
  for (uint32_t i = 0; i < items; i++)
    assert_int_equal (
        bcov_model_option (&model, &(bcov_touch){.item = i, .times = 1}, 1, i + 1, NULL), 0);
  bcov_program program = programs_unroll (&model, NULL, NULL);
  bool fine = bcov_move_table_can (&program);
  *words = program.words;
  bcov_model_free (&model);
  programs_end (&program);
  return fine;
}

static void two_words_at_most (void **state)
{
  (void)state;
  uint32_t words = 0;
  bool seen[4] = {false};
  for (uint32_t items = 50; items < 200; items++) {
    bool fine = can_be_wide (items, &words);
    assert_true (words < 5);
    assert_int_equal (fine, words <= 2);
    seen[words < 3 ? words : 3] = true;
  }
  assert_true (seen[1] && seen[2] && seen[3]);
}

static void extract_moves_bits_together (void **state)
{
  (void)state;
  bcov_random random = {3};
  assert_int_equal (bcov_extract (0xff, 0), 0);
  assert_int_equal (bcov_extract ((uint64_t)1 << 63, (uint64_t)1 << 63), 1);
  assert_int_equal (bcov_extract (0xa0, 0xf0), 10);
  for (int n = 0; n < 1000; n++) {
    uint64_t word = bcov_random_next (&random), mask = 0;
    uint32_t expected = 0, k = 0;
    for (int b = 0; b < 4; b++)
      mask |= (uint64_t)1 << models_below (&random, 64);
    for (uint32_t b = 0; b < 64; b++)
      if (mask >> b & 1)
        expected |= (uint32_t)(word >> b & 1) << k++;
    assert_int_equal (bcov_extract (word, mask), expected);
  }
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_random random = {5};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = programs_wide (mem, &random, 30, 200, 3);
  bcov_program program = programs_unroll (&model, NULL, NULL);
  size_t before = bcov_mem_used (mem), n = 0;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_move_table move_table;
    bcov_error *err = bcov_error_new ();
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_move_table_make (&program, model.origin.data, &move_table, err);
    assert_int_equal (bcov_error_status (err), status);
    bcov_move_table_free (&move_table);
    assert_int_equal (bcov_mem_used (mem), before);
    bcov_error_free (err);
  }
  assert_true (n > 4);
  bcov_mem_fail_at (mem, 0);
  bcov_model_free (&model);
  programs_end (&program);
}

SUITE (move_table)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (many_moves),
      cmocka_unit_test (fewer_pivots_for_very_many_moves),
      cmocka_unit_test (a_board),
      cmocka_unit_test (only_bits),
      cmocka_unit_test (two_words_at_most),
      cmocka_unit_test (extract_moves_bits_together),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("move_table", tests, NULL, NULL);
}
