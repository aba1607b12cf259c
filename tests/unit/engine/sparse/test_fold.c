/* Folds: on boards with a mirror a state and the one it is folded to have equally many completions,
   after each row; on others nothing is folded. */

#include "suite.h"

#include "format/puzzle/yaml_read.h"
#include "format/puzzle/brief.h"
#include "programs.h"
#include "engine/sparse/fold.h"

typedef struct {
  bcov_mem *mem;
  bcov_compiled compiled;
  bcov_program program;
  bcov_folds folds;
} folded;

static void fold (folded *f, const char *board, const char *pieces, const char *wrap)
{
  bcov_brief brief = {.board = board, .pieces = pieces, .wrap = wrap};
  f->mem = bcov_mem_new (0);
  f->compiled = programs_compile (f->mem, &brief);
  f->program = programs_unroll (&f->compiled.model, NULL, NULL);
  assert_int_equal (bcov_folds_make (&f->compiled.model, &f->program, &f->folds, NULL), BCOV_OK);
}

static void unfold (folded *f)
{
  bcov_folds_free (&f->folds);
  bcov_program_free (&f->program);
  bcov_compiled_free (&f->compiled);
  assert_int_equal (bcov_mem_used (f->mem), 0);
  bcov_mem_delete (f->mem);
}

/* Levels after which states are folded. */
static uint32_t count_folds (const folded *f)
{
  uint32_t levels = 0;
  for (uint32_t l = 0; l < f->program.levels.count; l++)
    levels += bcov_folds_at (&f->folds, l);
  return levels;
}

/* The number of ways from KEY, after LEVEL, to the end. */
static uint64_t completions (const bcov_program *p, uint32_t level, uint64_t key)
{
  programs_states states = {0};
  programs_put (&states, &key, 1, 1);
  for (uint32_t l = level + 1; l < p->levels.count; l++)
    programs_step (p, l, &states);
  uint64_t ways = states.count ? (uint64_t)states.data[0].ways : 0;
  free (states.data);
  return ways;
}

static void compare_images (const char *board, const char *pieces, uint32_t least_moved)
{
  folded f;
  uint32_t moved = 0;
  fold (&f, board, pieces, NULL);
  programs_states states = programs_start (&f.program);
  for (uint32_t l = 0; l < f.program.levels.count; l++) {
    programs_step (&f.program, l, &states);
    for (size_t k = 0; bcov_folds_at (&f.folds, l) && k < states.count; k++) {
      uint64_t key = states.data[k].key[0], least = bcov_folds_least (&f.folds, l, key);
      assert_true (least <= key);
      assert_int_equal (bcov_folds_least (&f.folds, l, least), least);
      assert_int_equal (completions (&f.program, l, key), completions (&f.program, l, least));
      moved += least != key;
    }
  }
  assert_true (moved >= least_moved);
  free (states.data);
  unfold (&f);
}

static void images_have_equally_many_completions (void **state)
{
  (void)state;
  compare_images ("4x5", "I2:any", 10);
  compare_images ("6x4", "L3:any", 5);
  compare_images ("5x4", "I1:any,O4:any", 4);
  compare_images ("4x4", "trominoes:any,I1:0..1", 20);
  compare_images ("4x5", "I5,L5,P5,V5", 20); /* pieces once each: their bits stay */
}

static void rectangles_fold_after_each_row (void **state)
{
  (void)state;
  folded f;
  fold (&f, "5x4", "I2:any", NULL);
  for (uint32_t l = 0; l + 4 < f.program.levels.count; l++)
    assert_int_equal (bcov_folds_at (&f.folds, l), l % 4 == 3);
  unfold (&f);
}

static void others_do_not_fold (void **state)
{
  (void)state;
  const char *const boards[][3] = {
      {"4x4", "fixed tetrominoes:any", NULL}, /* has mirror images: L and J; it does fold */
      {"#.../....", "I2:any", NULL},          /* seven cells: no rows of equal length */
      {"4x5", "L4:2,T4:any", NULL},           /* a counter */
  };
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    folded f;
    fold (&f, boards[k][0], boards[k][1], boards[k][2]);
    assert_int_equal (count_folds (&f) > 0, k == 0);
    unfold (&f);
  }
}

/* A piece that may not be turned over has no image: the lone fixed L is of one hand. */
static void one_hand_does_not_fold (void **state)
{
  (void)state;
  folded f;
  bcov_mem *mem = bcov_mem_new (0);
  fold (&f, "4x4", "X./X./XX:any", NULL);
  assert_true (count_folds (&f) > 0);
  unfold (&f);
  bcov_puzzle *puzzle = NULL;
  const char *text = "board: 4x4\npieces:\n  - {name: L4, shape: L4, count: any, flip: false}\n";
  assert_int_equal (bcov_yaml_read (mem, "l.yaml", text, strlen (text), &puzzle, NULL), BCOV_OK);
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), BCOV_OK);
  f.mem = mem;
  f.compiled = compiled;
  f.program = programs_unroll (&compiled.model, NULL, NULL);
  assert_int_equal (bcov_folds_make (&f.compiled.model, &f.program, &f.folds, NULL), BCOV_OK);
  assert_int_equal (count_folds (&f), 0);
  bcov_puzzle_free (puzzle);
  unfold (&f);
}

static void every_failure_is_told (void **state)
{
  (void)state;
  folded f;
  fold (&f, "4x4", "I2:any", NULL);
  bcov_folds_free (&f.folds);
  size_t used = bcov_mem_used (f.mem);
  for (size_t n = 1;; n++) {
    bcov_mem_fail_at (f.mem, n);
    bcov_status status = bcov_folds_make (&f.compiled.model, &f.program, &f.folds, NULL);
    bcov_mem_fail_at (f.mem, 0);
    if (!status)
      break;
    assert_int_equal (status, BCOV_FAULT);
    assert_int_equal (bcov_mem_used (f.mem), used);
  }
  unfold (&f);
}

SUITE (fold)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (images_have_equally_many_completions),
      cmocka_unit_test (rectangles_fold_after_each_row),
      cmocka_unit_test (others_do_not_fold),
      cmocka_unit_test (one_hand_does_not_fold),
      cmocka_unit_test (every_failure_is_told),
  };
  return cmocka_run_group_tests_name ("fold", tests, NULL, NULL);
}
