/* Orders: every item once, rectangles along the shorter side, and narrow fronts on other boards. */

#include "suite.h"

#include "ask.h"
#include "models.h"
#include "random_cases.h"
#include "engine/order/order.h"
#include "engine/program/program_make.h"
#include "model/compile/compile.h"

#include <math.h>

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  uint32_t *order, items;
  double bits;
} made;

static made make (const char *board, const char *pieces, const char *lattice, const char *wrap)
{
  made m = {.mem = bcov_mem_new (0)};
  m.puzzle = ask_brief (m.mem, board, pieces, lattice, wrap);
  assert_int_equal (bcov_compile (m.puzzle, false, NULL, &m.compiled, NULL), 0);
  m.items = (uint32_t)m.compiled.model.items.count;
  m.order = calloc (m.items + 1, sizeof *m.order);
  assert_int_equal (bcov_order_find (&m.compiled.model, NULL, m.order, &m.bits, NULL), 0);
  return m;
}

static void end (made *m)
{
  free (m->order);
  bcov_compiled_free (&m->compiled);
  ask_end (m->mem, m->puzzle);
}

static void check_all_once (const bcov_model *model, const uint32_t *order)
{
  uint8_t *seen = calloc (model->items.count + 1, 1);
  for (uint32_t k = 0; k < model->items.count; k++) {
    assert_true (order[k] < model->items.count);
    assert_int_equal (seen[order[k]]++, 0);
  }
  free (seen);
}

/* Returns the largest number of bits of a level, in the order of the model or in the order that was
   found. */
static uint32_t width (const made *m, bool found)
{
  bcov_program program;
  uint32_t *order = calloc (m->items + 1, sizeof *order), bits = 0;
  for (uint32_t i = 0; i < m->items; i++)
    order[i] = found ? m->order[i] : i;
  assert_int_equal (bcov_program_make (&m->compiled.model, order, NULL, &program, NULL), 0);
  for (size_t k = 0; k < program.levels.count; k++)
    bits = program.levels.data[k].bits > bits ? program.levels.data[k].bits : bits;
  bcov_program_free (&program);
  free (order);
  return bits;
}

/* Checks that the order is row by row or column by column, from any corner. */
static void check_rectangle (const char *pieces, uint32_t rows, uint32_t columns, bool by_columns)
{
  char board[32];
  snprintf (board, sizeof board, "%ux%u", rows, columns);
  made m = make (board, pieces, NULL, NULL);
  uint32_t cells = rows * columns, length = by_columns ? rows : columns;
  uint32_t last_line = UINT32_MAX, first_at = 0;
  for (uint32_t k = 0; k < cells; k++) {
    uint32_t row = m.order[k] / columns, column = m.order[k] % columns;
    uint32_t line = by_columns ? column : row, at = by_columns ? row : column;
    if (k == 0)
      first_at = at;
    if (k % length == 0)
      last_line = line;
    if (line != last_line || at != (first_at ? length - 1 - k % length : k % length))
      fail_msg ("%s on %s: item %u at place %u", pieces, board, m.order[k], k);
  }
  for (uint32_t k = cells; k < m.items; k++)
    assert_true (m.order[k] >= cells);
  end (&m);
}

static void rectangles (void **state)
{
  (void)state;
  static const char *const pieces[] = {"I2:any", "L3:any", "trominoes:any", "tetrominoes:any",
                                       "pentominoes:any"};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
    check_rectangle (pieces[k], 12, 15, true);
    check_rectangle (pieces[k], 15, 12, false);
    check_rectangle (pieces[k], 7, 30, true);
  }
  check_rectangle ("L3:any", 18, 18, false);
  check_rectangle ("pentominoes", 6, 10, true);
  check_rectangle ("pentominoes", 10, 6, false);
}

/* The width does not depend on the orientation of the board. */
static void turned (void **state)
{
  (void)state;
  made lying = make ("12x15", "trominoes:any", NULL, NULL);
  made standing = make ("15x12", "trominoes:any", NULL, NULL);
  assert_int_equal (width (&lying, true), width (&standing, true));
  end (&lying);
  end (&standing);
}

/* Boards on which the model's own order is not the best, with the width that must be reached. */
static const struct {
  const char *what, *board, *pieces, *lattice, *wrap;
  uint32_t most;
} boards[] = {
    {"lying strip", "6x24", "L3:any", NULL, NULL, 10},
    {"lying strip, pentominoes", "5x20", "pentominoes:any", NULL, NULL, 20},
    {"L",
     "............/............/............/............/....########/....########/....########/"
     "....########/....########/....########",
     "trominoes:any", NULL, NULL, 12},
    {"cross",
     "#####....#####/#####....#####/#####....#####/#####....#####/............../"
     "............../............../............../#####....#####/#####....#####/#####....#####",
     "L3:any", NULL, NULL, 13},
    {"ring",
     "............/............/............/...######.../...######.../...######.../...######.../"
     "...######.../...######.../............/............/............",
     "I2:any", NULL, NULL, 7},
    {"spiral",
     "............/............/............/#########.../...######.../...######.../...######.../"
     "...######.../............/............/............",
     "L3:any", NULL, NULL, 10},
    {"slanted strip", "4x20", "trihexes:any", "hex", NULL, 10},
    {"strip of triangles", "4x20", "tetriamonds:any", "triangle", NULL, 14},
    {"bar along columns", "2x2x12", "tetracubes:any", NULL, NULL, 12},
    {"bar along rows", "2x12x2", "tetracubes:any", NULL, NULL, 12},
    {"block", "3x3x8", "I2:any", "cube", NULL, 10},
    {"tube", "6x14", "L3:any", NULL, "rows", 9},
    {"torus", "6x12", "I2:any", NULL, "both", 13},
    {"each once", "6x10", "pentominoes", NULL, NULL, 36},
};

static void narrow (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    made m = make (boards[k].board, boards[k].pieces, boards[k].lattice, boards[k].wrap);
    uint32_t own = width (&m, false), found = width (&m, true);
    check_all_once (&m.compiled.model, m.order);
    print_message ("%s: %u bits, found %u\n", boards[k].what, own, found);
    assert_true (found <= boards[k].most && found < own);
    end (&m);
  }
}

static void random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (2000); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    uint32_t order[MODELS_ITEMS], again[MODELS_ITEMS];
    double bits, same;
    assert_int_equal (bcov_order_find (&model, NULL, order, &bits, NULL), 0);
    assert_int_equal (bcov_order_find (&model, NULL, again, &same, NULL), 0);
    assert_true (bits >= 0 && bits == same);
    check_all_once (&model, order);
    assert_memory_equal (order, again, model.items.count * sizeof *order);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Models with many items or many parts do not take quadratic time. */
static void large (void **state)
{
  (void)state;
  made long_strip = make ("3x20000", "I2:any", NULL, NULL);
  assert_int_equal (width (&long_strip, true), 3);
  end (&long_strip);
  made cells = make ("200x200", "I1:any", NULL, NULL);
  check_all_once (&cells.compiled.model, cells.order);
  end (&cells);
}

/* 2^bits is approximately the number of states of all levels: dominoes on 12 x 12 have 31,000
   without folding, and two separate boards have twice as many as one. */
static void how_many_states (void **state)
{
  (void)state;
  made m = make ("12x12", "I2:any", NULL, NULL);
  assert_true (m.bits > log2 (31000) - 1 && m.bits < log2 (31000) + 3);
  made one = make ("4x40", "I2:any", NULL, NULL);
  made twice = make ("4x80", "I2:any", NULL, NULL);
  assert_true (fabs (twice.bits - one.bits - 1) < 0.05);
  end (&m);
  end (&one);
  end (&twice);
}

/* The caller stops the run. */
static void stops (void **state)
{
  (void)state;
  made m = make ("60x60", "tetrominoes:any", NULL, NULL);
  bcov_control control;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control_start (&control, &watch);
  size_t used = bcov_mem_used (m.mem);
  assert_int_equal (bcov_order_find (&m.compiled.model, &control, m.order, &m.bits, NULL),
                    BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (m.mem), used);
  end (&m);
}

SUITE (order)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rectangles),      cmocka_unit_test (turned), cmocka_unit_test (narrow),
      cmocka_unit_test (random_models),   cmocka_unit_test (large),  cmocka_unit_test (stops),
      cmocka_unit_test (how_many_states),
  };
  return cmocka_run_group_tests_name ("order", tests, NULL, NULL);
}
