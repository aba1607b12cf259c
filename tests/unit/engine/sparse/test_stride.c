/* Several levels at once: the same states with the same numbers of ways as level by level, with
   strides and chunks of all lengths, few moves and many; with pockets and folds the same count. */

#include "suite.h"

#include "format/puzzle/brief.h"
#include "programs.h"
#include "dense_boards.h"
#include "random_cases.h"
#include "engine/sparse/stride.h"

#include <stdio.h>

enum { MODELS = 3000, BOARDS = 1500, ROOM = 2 * BCOV_STRIDE_CHUNK };

/* ---- a stride over all states ---- */

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets;
  const bcov_folds *folds;
  programs_states out;
} walk;

static void gather (void *data, const bcov_state_batch *batch, uint32_t count)
{
  walk *w = data;
  assert_true (count <= ROOM);
  for (uint32_t k = 0; k < count; k++)
    programs_put (&w->out, &batch->keys[k], 1, *batch->values[k]);
}

/* From before FIRST to after COUNT levels, CHUNK states at a time.  All numbers are those of ways
   modulo 2^64, since a state's value is handed on by its address. */
static void take_levels (walk *w, uint32_t first, uint32_t count, uint32_t chunk,
                         programs_states *states)
{
  bcov_stride *s = calloc (1, sizeof *s);
  uint64_t *ways = calloc (states->count + 1, sizeof *ways);
  assert_true (s && ways);
  bcov_stride_set (s, w->program, w->pockets, w->folds, first, count);
  s->write = gather;
  s->data = w;
  w->out = (programs_states){0};
  for (size_t done = 0; done < states->count;) {
    bcov_stage *stage = &s->stages[0];
    for (stage->waiting = 0; stage->waiting < chunk && done < states->count; done++) {
      ways[done] = (uint64_t)states->data[done].ways;
      stage->keys[stage->waiting] = states->data[done].key[0];
      stage->values[stage->waiting++] = &ways[done];
    }
    bcov_stride_go (s);
    for (uint32_t k = 0; k < count; k++)
      assert_int_equal (s->stages[k].waiting, 0);
  }
  programs_merge (&w->out);
  free (states->data);
  *states = w->out;
  free (ways);
  free (s);
}

static programs_states copy (const programs_states *states)
{
  programs_states same = {0};
  for (size_t k = 0; k < states->count; k++)
    programs_put (&same, states->data[k].key, PROGRAMS_WORDS, states->data[k].ways);
  return same;
}

static void expect_same (const programs_states *a, const programs_states *b)
{
  assert_int_equal (a->count, b->count);
  for (size_t k = 0; k < a->count; k++) {
    assert_int_equal (a->data[k].key[0], b->data[k].key[0]);
    assert_int_equal ((uint64_t)a->data[k].ways, (uint64_t)b->data[k].ways);
  }
}

/* Levels that a stride from FIRST may have, up to MOST. */
static uint32_t reach (const bcov_program *p, uint32_t first, uint32_t most)
{
  uint32_t count = 0;
  while (count < most && first + count < p->levels.count && bcov_stride_can (p, first + count))
    count++;
  return count;
}

/* All of P in strides of 1 to 4 levels, and single steps where there can be none.  Returns how many
   strides took several levels. */
static uint32_t expect_program (const bcov_program *p, bcov_random *random)
{
  walk w = {.program = p};
  programs_states states = programs_start (p);
  uint32_t several = 0;
  for (uint32_t level = 0; level < p->levels.count;) {
    uint32_t count = reach (p, level, 1 + models_below (random, BCOV_STRIDE));
    programs_states steps = copy (&states);
    for (uint32_t k = 0; k < count || k < 1; k++)
      programs_step (p, level + k, &steps);
    if (count) {
      take_levels (&w, level, count, 1 + models_below (random, BCOV_STRIDE_CHUNK), &states);
      expect_same (&states, &steps);
    }
    free (states.data);
    states = steps;
    several += count > 1;
    level += count ? count : 1;
  }
  free (states.data);
  return several;
}

/* ---- level by level ---- */

static void random_boards (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  uint32_t several = 0;
  for (uint64_t n = 0; n < cases (BOARDS); n++) {
    bcov_random random = {seed + n};
    bcov_program p = boards_draw (bcov_mem_new (0), &random);
    for (uint32_t level = 0; level < p.levels.count; level++)
      assert_true (p.plain && bcov_stride_can (&p, level));
    several += expect_program (&p, &random);
    programs_end (&p);
  }
  assert_true (cases_enough (several, BOARDS));
}

/* Counters and colours, at some levels or all. */
static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  uint32_t several = 0;
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = programs_random (mem, &random, n);
    several += expect_program (&p, &random);
    programs_end (&p);
  }
  assert_true (cases_enough (several, MODELS / 10));
}

/* Few moves a level, and so many that states are grouped by the bits that forbid most of them. */
static void named_boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    bool many;
  } known[] = {{"6x6", "I2:any", false},
               {"6x5", "trominoes:any", false},
               {"3x9", "hexominoes:any", true},
               {"5x5", "pentominoes:any", true},
               {"4x6", "I1:any,pentominoes:any", true},
               {"5x6", "P5:0..3,L3:any,I2:2..", false},
               {"4x5", "tetrominoes", false},
               {"2x3x3", "tetracubes:any,I2:1", true}};
  bcov_random random = {7};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_program p = programs_board (bcov_mem_new (0), known[k].board, known[k].pieces);
    bcov_stride *s = calloc (1, sizeof *s);
    bool grouped = false;
    expect_program (&p, &random);
    for (uint32_t level = 0; level < p.levels.count; level++) {
      bcov_stride_set (s, &p, NULL, NULL, level, 1);
      assert_true (__builtin_popcountll (s->stages[0].pivots) <= 3);
      assert_int_equal (s->stages[0].pivots & s->stages[0].guard, 0);
      grouped = grouped || s->stages[0].pivots;
    }
    assert_true (grouped || !known[k].many);
    free (s);
    programs_end (&p);
  }
}

/* ---- what waits in between ---- */

/* The states before LEVEL. */
static programs_states states_before (const bcov_program *p, uint32_t level)
{
  programs_states states = programs_start (p);
  for (uint32_t l = 0; l < level; l++)
    programs_step (p, l, &states);
  return states;
}

/* What one level makes of the first COUNT of STATES, equal ones not added up. */
static uint32_t count_choices (const bcov_program *p, uint32_t level, const programs_states *states,
                               uint32_t count)
{
  const bcov_level *l = &p->levels.data[level];
  uint32_t choices = 0;
  uint64_t out[PROGRAMS_WORDS];
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t m = 0; m <= l->moves; m++)
      choices += bcov_program_step (p, level, m < l->moves ? l->first_move + m : BCOV_NO_MOVE,
                                    states->data[k].key, out);
  return choices;
}

/* Chunks of all sizes through strides of all lengths, where so many states come out of a chunk that
   those which wait must go on before all of it has been gone through. */
static void chunks_of_all_sizes (void **state)
{
  (void)state;
  enum { LEVEL = 13 };
  bcov_program p = programs_board (bcov_mem_new (0), "4x9", "I1:any,I2:any,trominoes:any");
  programs_states from = states_before (&p, LEVEL);
  assert_true (from.count > BCOV_STRIDE_CHUNK);
  from.count = BCOV_STRIDE_CHUNK + 9;
  assert_true (count_choices (&p, LEVEL, &from, BCOV_STRIDE_CHUNK) > ROOM);
  programs_states steps = copy (&from);
  for (uint32_t count = 1; count <= BCOV_STRIDE; count++) {
    programs_step (&p, LEVEL + count - 1, &steps);
    uint32_t more = count < 3 ? 1 : 17;
    for (uint32_t chunk = 1; chunk <= BCOV_STRIDE_CHUNK; chunk += more) {
      walk w = {.program = &p};
      programs_states states = copy (&from);
      take_levels (&w, LEVEL, count, chunk, &states);
      expect_same (&states, &steps);
      free (states.data);
    }
  }
  free (from.data);
  free (steps.data);
  programs_end (&p);
}

/* One state at a time: nothing of it stays behind. */
static void single_states (void **state)
{
  (void)state;
  bcov_program p = programs_board (bcov_mem_new (0), "4x8", "I1:any,I2:any");
  programs_states from = states_before (&p, 9);
  assert_true (from.count >= 8);
  for (size_t k = 0; k < from.count; k++) {
    programs_states one = {0}, steps;
    walk w = {.program = &p};
    programs_put (&one, from.data[k].key, 1, from.data[k].ways);
    steps = copy (&one);
    for (uint32_t level = 9; level < 13; level++)
      programs_step (&p, level, &steps);
    take_levels (&w, 9, 4, 1, &one);
    expect_same (&one, &steps);
    free (one.data);
    free (steps.data);
  }
  free (from.data);
  programs_end (&p);
}

static void no_states (void **state)
{
  (void)state;
  bcov_program p = programs_board (bcov_mem_new (0), "4x4", "I2:any");
  walk w = {.program = &p};
  programs_states none = {0};
  take_levels (&w, 2, 4, BCOV_STRIDE_CHUNK, &none);
  assert_int_equal (none.count, 0);
  programs_end (&p);
}

/* ---- pockets and folds ---- */

/* After a stride no state is dead, and each is the smaller of its two images. */
static void expect_settled (const walk *w, uint32_t level, const programs_states *states)
{
  bool wet = w->pockets && w->pockets->levels.count && w->pockets->levels.data[level].cells;
  bool folds = w->folds && bcov_folds_at (w->folds, level);
  for (size_t k = 0; k < states->count; k++) {
    uint64_t key = states->data[k].key[0];
    assert_false (wet && !folds && bcov_pockets_dead (w->pockets, level, key));
    assert_true (!folds || bcov_folds_least (w->folds, level, key) == key);
  }
}

/* Coverings in strides of up to MOST levels; *SUM becomes all states that stood between strides. */
static uint64_t count_by_strides (walk *w, uint32_t most, uint64_t *sum)
{
  const bcov_program *p = w->program;
  programs_states states = programs_start (p);
  *sum = 0;
  for (uint32_t level = 0, count; level < p->levels.count; level += count) {
    count = reach (p, level, most);
    assert_true (count);
    take_levels (w, level, count, BCOV_STRIDE_CHUNK - level % 7, &states);
    expect_settled (w, level + count - 1, &states);
    *sum += states.count;
  }
  assert_true (states.count <= 1);
  uint64_t ways = states.count ? (uint64_t)states.data[0].ways : 0;
  free (states.data);
  return ways;
}

static void expect_count (const char *board, const char *pieces, bool fewer)
{
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_compiled compiled = programs_compile (bcov_mem_new (0), &brief);
  bcov_program p = programs_unroll (&compiled.model, NULL, NULL);
  bcov_pockets pockets;
  bcov_folds folds;
  assert_int_equal (bcov_pockets_make (&compiled.model, &p, &pockets, NULL), BCOV_OK);
  assert_int_equal (bcov_folds_make (&compiled.model, &p, &folds, NULL), BCOV_OK);
  uint64_t expected = (uint64_t)programs_count (&p), all, some;
  for (uint32_t most = 1; most <= BCOV_STRIDE; most++) {
    walk plain = {.program = &p};
    assert_int_equal (count_by_strides (&plain, most, &all), expected);
    for (int k = 1; k < 4; k++) {
      walk w = {&p, k & 1 ? &pockets : NULL, k & 2 ? &folds : NULL, {0}};
      assert_int_equal (count_by_strides (&w, most, &some), expected);
      assert_true (some <= all);
    }
    assert_true (some < all || !fewer);
  }
  bcov_pockets_free (&pockets);
  bcov_folds_free (&folds);
  bcov_compiled_free (&compiled);
  programs_end (&p);
}

static void pockets_and_folds (void **state)
{
  (void)state;
  expect_count ("6x6", "I2:any", true);
  expect_count ("6x5", "L3:any", true);
  expect_count ("6x6", "trominoes:any", true);
  expect_count ("5x6", "pentominoes:any", true);
  expect_count ("5x4", "tetrominoes:any", true);
  expect_count ("5x5", "I1:any,O4:any,I3:any", true);
  expect_count ("...../..#../...../.....", "I2:any,I3:any", false);
  expect_count ("4x5", "I5,L5,P5,V5", false); /* once each */
}

/* ---- which levels ---- */

static uint32_t count_levels (bcov_program p)
{
  uint32_t levels = 0;
  for (uint32_t level = 0; level < p.levels.count; level++)
    levels += bcov_stride_can (&p, level);
  programs_end (&p);
  return levels;
}

/* The items 0 .. COUNT-1, each with two options that touch the last item, which is COLOURED, or
   counted and touched TIMES times at least. */
static bcov_program touch_last (uint32_t count, bool coloured, uint32_t times)
{
  bcov_model model = models_new (bcov_mem_new (0), count, 1, 1);
  bcov_item last = {.lo = times, .hi = BCOV_MANY, .coloured = coloured};
  assert_int_equal (bcov_model_item (&model, last, NULL), 0);
  for (uint32_t o = 0; o < 2 * count; o++) {
    bcov_touch touches[] = {{.item = o / 2, .times = 1},
                            {.item = count, .times = 1, .colour = coloured ? 1 + o % 2 : 0}};
    assert_int_equal (bcov_model_option (&model, touches, 2, o, NULL), 0);
  }
  bcov_program p = programs_unroll (&model, NULL, NULL);
  bcov_model_free (&model);
  return p;
}

static void bits_alone (void **state)
{
  (void)state;
  assert_int_equal (count_levels (touch_last (5, true, 0)), 0);
  assert_int_equal (count_levels (touch_last (5, false, 3)), 0);
  assert_int_equal (count_levels (touch_last (5, false, 0)), 5); /* a count that does not matter */
  assert_true (count_levels (boards_program (bcov_mem_new (0), 2, 63, BOARDS_I2, false)) > 100);
  assert_int_equal (count_levels (boards_program (bcov_mem_new (0), 2, 64, BOARDS_I2, false)), 0);
}

/* Where only the first rows have a counter, the others are free of it. */
static void levels_before_a_counter (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 8, 1, 1);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 2, .hi = 3}, NULL), 0);
  for (uint32_t o = 0; o < 16; o++) {
    bcov_touch touches[] = {{.item = o / 2, .times = 1}, {.item = 8, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, o / 2 > 3 && o % 2 ? 2 : 1, o, NULL), 0);
  }
  bcov_program p = programs_unroll (&model, NULL, NULL);
  bcov_random random = {3};
  assert_int_equal (reach (&p, 0, 8), 4);
  assert_int_equal (reach (&p, 4, 8), 0);
  expect_program (&p, &random);
  assert_int_equal ((uint64_t)programs_count (&p), 16 * (6 + 4));
  bcov_model_free (&model);
  programs_end (&p);
}

SUITE (stride)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_boards),
      cmocka_unit_test (random_models),
      cmocka_unit_test (named_boards),
      cmocka_unit_test (chunks_of_all_sizes),
      cmocka_unit_test (single_states),
      cmocka_unit_test (no_states),
      cmocka_unit_test (pockets_and_folds),
      cmocka_unit_test (bits_alone),
      cmocka_unit_test (levels_before_a_counter),
  };
  return cmocka_run_group_tests_name ("stride", tests, NULL, NULL);
}
