/* Sweeps and growths give every guard of a part once, and on a rectangle column by column. */

#include "suite.h"

#include "ask.h"
#include "engine/order/sweep.h"
#include "model/compile/compile.h"

#include <stdlib.h>

enum { ROOM = 400, MANY_STEPS = 1 << 20 };

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_adjacency graph;
  bcov_sweep sweep;
  uint32_t part[ROOM], count;
} made;

/* The part that item 0 belongs to, with its ends. */
static void make (made *m, const char *board, const char *pieces)
{
  bool worth;
  *m = (made){.mem = bcov_mem_new (0)};
  m->puzzle = ask_brief (m->mem, board, pieces, NULL, NULL);
  assert_int_equal (bcov_compile (m->puzzle, false, NULL, &m->compiled, NULL), 0);
  assert_int_equal (bcov_adjacency_make (&m->compiled.model, NULL, &m->graph, &worth, NULL), 0);
  assert_int_equal (bcov_sweep_new (&m->graph, &m->sweep, NULL), 0);
  m->count = bcov_sweep_reach (&m->sweep, 0, m->part);
  bcov_sweep_set (&m->sweep, m->part, m->count, BCOV_MOST_ENDS);
}

static void end (made *m)
{
  bcov_sweep_free (&m->sweep);
  bcov_adjacency_free (&m->graph);
  bcov_compiled_free (&m->compiled);
  ask_end (m->mem, m->puzzle);
}

/* The four corners are the first ends of a rectangle. */
static void corners (void **state)
{
  (void)state;
  made m;
  make (&m, "5x9", "L3:any");
  assert_int_equal (m.count, 45);
  assert_int_equal (m.sweep.ends[0], 44);
  assert_int_equal (m.sweep.ends[1], 0);
  assert_int_equal (m.sweep.ends[2] + m.sweep.ends[3], 8 + 36);
  assert_int_equal (abs ((int)m.sweep.ends[2] - (int)m.sweep.ends[3]), 36 - 8);
  end (&m);
}

/* From a side to the other: rows or columns, all in the same direction. */
static void columns_or_rows (void **state)
{
  (void)state;
  made m;
  uint32_t order[ROOM], by_columns = 0, by_rows = 0;
  make (&m, "5x9", "pentominoes:any");
  for (uint32_t a = 0; a < 4; a++)
    for (uint32_t b = 0; b < 4; b++) {
      uint32_t column = 0, row = 0;
      bcov_layers layers = bcov_sweep_layers (&m.sweep, a, b, order);
      for (uint32_t k = 0; k + 1 < 45; k++) {
        int step = abs ((int)order[k + 1] - (int)order[k]);
        column += step == ((k + 1) % 5 ? 9 : 35) || step == 37;
        row += step == 1 || step == 17;
      }
      assert_int_equal (layers == BCOV_EVEN, column == 44 || row == 44);
      assert_true (a != b || layers == BCOV_ROUGH);
      by_columns += column == 44;
      by_rows += row == 44;
    }
  assert_int_equal (by_columns, 4);
  assert_int_equal (by_rows, 4);
  end (&m);
}

/* Rows that become shorter: from the longest one on a strip, but no rectangle. */
static void shorter_and_shorter (void **state)
{
  (void)state;
  made m;
  uint32_t order[ROOM], strips = 0;
  make (&m, "......./.....##/...####", "I2:any");
  for (uint32_t a = 0; a < m.sweep.n_ends; a++)
    for (uint32_t b = 0; b < m.sweep.n_ends; b++) {
      bcov_layers layers = bcov_sweep_layers (&m.sweep, a, b, order);
      assert_int_not_equal (layers, BCOV_EVEN);
      strips += layers == BCOV_STRIP;
    }
  assert_true (strips >= 2);
  end (&m);
}

static void check_all_once (const made *m, const uint32_t *order)
{
  bool seen[ROOM] = {false};
  for (uint32_t k = 0; k < m->count; k++) {
    assert_true (order[k] < ROOM && !seen[order[k]]);
    seen[order[k]] = true;
  }
  for (uint32_t k = 0; k < m->count; k++)
    assert_true (seen[m->part[k]]);
}

/* Two parts: only the first is walked. */
static void every_item_once (void **state)
{
  (void)state;
  made m;
  uint32_t order[ROOM];
  make (&m, "....#.../....#.../.##.#.../....#...", "I2:any,L3:any");
  assert_int_equal (m.count, 14);
  for (uint32_t a = 0; a < m.sweep.n_ends; a++)
    for (uint32_t b = 0; b < m.sweep.n_ends; b++)
      for (uint32_t weight = 0; weight < 3; weight++) {
        uint64_t steps = MANY_STEPS;
        bcov_sweep_layers (&m.sweep, a, b, order);
        check_all_once (&m, order);
        assert_true (bcov_sweep_grow (&m.sweep, a, b, weight, 2 - weight, &steps, order));
        check_all_once (&m, order);
        assert_true (steps > 0 && steps < 14 * 14);
      }
  end (&m);
}

/* A single cell has one end; growth keeps to its limit. */
static void small_and_limited (void **state)
{
  (void)state;
  made m;
  uint32_t order[ROOM];
  uint64_t steps = 20;
  make (&m, ".#", "I1:any");
  assert_int_equal (m.sweep.n_ends, 1);
  bcov_sweep_layers (&m.sweep, 0, 0, order);
  assert_int_equal (order[0], 0);
  end (&m);
  make (&m, "9x9", "L3:any");
  assert_false (bcov_sweep_grow (&m.sweep, 0, 1, 1, 1, &steps, order));
  assert_true (steps > 20 && steps < 60);
  end (&m);
}

static void no_memory (void **state)
{
  (void)state;
  made m;
  make (&m, "3x4", "L3:any");
  size_t used = bcov_mem_used (m.mem);
  bcov_status status;
  size_t n = 0;
  do {
    bcov_sweep sweep;
    bcov_mem_fail_at (m.mem, ++n);
    status = bcov_sweep_new (&m.graph, &sweep, NULL);
    bcov_mem_fail_at (m.mem, 0);
    bcov_sweep_free (&sweep);
    assert_int_equal (bcov_mem_used (m.mem), used);
  } while (status);
  assert_true (n > 10);
  end (&m);
}

SUITE (sweep)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (corners),
      cmocka_unit_test (columns_or_rows),
      cmocka_unit_test (shorter_and_shorter),
      cmocka_unit_test (every_item_once),
      cmocka_unit_test (small_and_limited),
      cmocka_unit_test (no_memory),
  };
  return cmocka_run_group_tests_name ("sweep", tests, NULL, NULL);
}
