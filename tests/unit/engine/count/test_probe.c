/* Probes: numbers of states that are known, for keys of bits, counters and several words. */

#include "suite.h"

#include "unrolled.h"
#include "engine/count/probe.h"

static void keep_order (const bcov_model *model, uint32_t *order)
{
  for (uint32_t i = 0; i < model->items.count; i++)
    order[i] = i;
}

static void make (unrolled *u, const char *board, const char *pieces)
{
  unrolled_make (u, board, pieces, keep_order);
}

static bcov_probe probe (const unrolled *m, uint64_t most)
{
  bcov_probe p;
  assert_int_equal (bcov_probe_run (&m->program, NULL, most, NULL, &p, NULL), 0);
  return p;
}

/* Dominoes on an even width: half of the open cells are covered, at most a middle binomial
   coefficient of states. */
static void dominoes (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "8x8", "I2:any");
  bcov_probe p = probe (&m, UINT64_MAX);
  assert_int_equal (p.levels, m.program.levels.count);
  assert_int_equal (p.widest, 70);
  assert_int_equal (p.states[0], 2);
  assert_int_equal (p.states[p.levels - 1], 1);
  bcov_probe_free (m.mem, &p);
  unrolled_end (&m);
}

/* By hand: one row of four, a domino or two cells. */
static void by_hand (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "1x4", "I1:any,I2:any");
  bcov_probe p = probe (&m, UINT64_MAX);
  assert_int_equal (p.levels, 4);
  assert_int_equal (p.states[0], 2);
  assert_int_equal (p.transitions[0], 2);
  assert_int_equal (p.states[1], 2);
  assert_int_equal (p.transitions[1], 3);
  assert_int_equal (p.total, 2 + 2 + 2 + 1);
  assert_int_equal (p.moves, 2 + 3 + 3 + 2);
  bcov_probe_free (m.mem, &p);
  unrolled_end (&m);
  make (&m, "1x4", "I1:any,I2:1");
  p = probe (&m, UINT64_MAX);
  assert_int_equal (p.states[p.levels - 1], 1);
  assert_int_equal (p.states[1], 3); /* none yet, one that sticks out, one that does not */
  bcov_probe_free (m.mem, &p);
  unrolled_end (&m);
}

/* Row by row on a lying board the key has two words. */
static void many_words (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "2x70", "I2:any");
  assert_int_equal (m.program.words, 2);
  bcov_probe p = probe (&m, 20000);
  assert_true (p.levels < m.program.levels.count && p.levels > 10);
  assert_true (p.steps > 20000 && p.widest >= 100);
  bcov_probe_free (m.mem, &p);
  unrolled_end (&m);
}

static void with_pockets (void **state)
{
  (void)state;
  unrolled m;
  bcov_pockets pockets;
  bcov_probe less;
  make (&m, "5x6", "pentominoes:any");
  bcov_probe all = probe (&m, UINT64_MAX);
  assert_int_equal (bcov_pockets_make (&m.compiled.model, &m.program, &pockets, NULL), 0);
  assert_int_equal (bcov_probe_run (&m.program, &pockets, UINT64_MAX, NULL, &less, NULL), 0);
  assert_true (less.total < all.total);
  assert_int_equal (less.states[less.levels - 1], 1);
  bcov_probe_free (m.mem, &all);
  bcov_probe_free (m.mem, &less);
  bcov_pockets_free (&pockets);
  unrolled_end (&m);
}

static void no_memory (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "6x6", "L3:any,I2:1..3");
  size_t used = bcov_mem_used (m.mem), n = 0;
  bcov_status status;
  do {
    bcov_probe p;
    bcov_mem_fail_at (m.mem, ++n);
    status = bcov_probe_run (&m.program, NULL, UINT64_MAX, NULL, &p, NULL);
    bcov_mem_fail_at (m.mem, 0);
    bcov_probe_free (m.mem, &p);
    assert_int_equal (bcov_mem_used (m.mem), used);
  } while (status);
  assert_true (n > 8);
  unrolled_end (&m);
}

SUITE (probe)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (dominoes),     cmocka_unit_test (by_hand),   cmocka_unit_test (many_words),
      cmocka_unit_test (with_pockets), cmocka_unit_test (no_memory),
  };
  return cmocka_run_group_tests_name ("probe", tests, NULL, NULL);
}
