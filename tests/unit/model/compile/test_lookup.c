/* Finding options by piece, decoration and cells: all that were added, and no others. */

#include "suite.h"

#include "ask.h"
#include "model/compile/lookup.h"
#include "model/compile/compile.h"

static bcov_compiled compile (const bcov_puzzle *puzzle)
{
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  return compiled;
}

static uint32_t find (const bcov_lookup *lookup, const bcov_compiled *c, uint32_t option)
{
  bcov_placement p = c->placements.data[option];
  return bcov_lookup_find (lookup, c, p.piece, &c->puzzle->pieces.data[p.piece].forms[p.form].decor,
                           c->cells.data + p.first);
}

/* Adds every STEP-th option and finds just those. */
static void check_finding (const bcov_puzzle *puzzle, uint32_t step)
{
  bcov_compiled c = compile (puzzle);
  bcov_lookup lookup = {0};
  for (uint32_t o = 0; o < bcov_model_options (&c.model); o++)
    assert_int_equal (find (&lookup, &c, o), BCOV_NO_OPTION);
  for (uint32_t o = 0; o < bcov_model_options (&c.model); o += step)
    assert_int_equal (bcov_lookup_add (&lookup, &c, o, NULL), 0);
  for (uint32_t o = 0; o < bcov_model_options (&c.model); o++)
    assert_int_equal (find (&lookup, &c, o), o % step ? BCOV_NO_OPTION : o);
  bcov_lookup_free (&lookup, puzzle->mem);
  bcov_lookup_free (&lookup, puzzle->mem);
  bcov_compiled_free (&c);
}

static void what_was_added_is_found (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  check_finding (puzzle, 1);
  check_finding (puzzle, 2);
  check_finding (puzzle, 3);
  ask_end (mem, puzzle);
}

/* Two pieces of the same cells, and forms that differ in their sides or points alone. */
static void pieces_and_decorations_are_told_apart (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle =
      ask_yaml (mem, "board: 3x3\n"
                     "pieces:\n"
                     "  - {name: I, shape: XX, count: any, turn: false}\n"
                     "  - {name: J, shape: XX, count: any}\n"
                     "  - {name: s, shape: X, count: any, sides: [a, b, a, c]}\n"
                     "  - {name: t, shape: X, count: any, sides: [a, b, c, c]}\n"
                     "  - {name: p, shape: X, count: any, points: [north]}\n"
                     "  - {name: q, shape: X, count: any, turn: false, points: [north]}\n");
  check_finding (puzzle, 1);
  for (uint32_t step = 2; step < 12; step++)
    check_finding (puzzle, step);
  ask_end (mem, puzzle);
}

/* So many that neighbours in the table are often those of the other piece. */
static void many_pieces_on_the_same_cells (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 30x30\n"
                                       "pieces:\n"
                                       "  - {name: I, shape: XX, count: any, turn: false}\n"
                                       "  - {name: J, shape: XX, count: any}\n"
                                       "  - {name: K, shape: X/X, count: any, turn: false}\n"
                                       "  - {name: a, shape: X, count: any}\n"
                                       "  - {name: b, shape: X, count: any, tags: [t]}\n"
                                       "  - {name: c, shape: X, count: any, tags: [u]}\n");
  for (uint32_t step = 1; step < 8; step++)
    check_finding (puzzle, step);
  ask_end (mem, puzzle);
}

static void a_failure_leaves_the_table_as_it_was (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  bcov_compiled c = compile (puzzle);
  bcov_lookup lookup = {0};
  uint32_t added = 0;
  bcov_mem_fail_at (mem, 1);
  assert_int_equal (bcov_lookup_add (&lookup, &c, 0, err), BCOV_FAULT);
  assert_int_equal (find (&lookup, &c, 0), BCOV_NO_OPTION);
  bcov_mem_fail_at (mem, 2);
  while (!bcov_lookup_add (&lookup, &c, added, err))
    added++;
  bcov_mem_fail_at (mem, 0);
  assert_true (added >= 100 && added < 2000);
  for (uint32_t o = 0; o <= added; o++)
    assert_int_equal (find (&lookup, &c, o), o < added ? o : BCOV_NO_OPTION);
  assert_int_equal (bcov_lookup_add (&lookup, &c, added, err), 0);
  assert_int_equal (find (&lookup, &c, added), added);
  bcov_lookup_free (&lookup, mem);
  bcov_compiled_free (&c);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

SUITE (lookup)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_was_added_is_found),
      cmocka_unit_test (pieces_and_decorations_are_told_apart),
      cmocka_unit_test (many_pieces_on_the_same_cells),
      cmocka_unit_test (a_failure_leaves_the_table_as_it_was),
  };
  return cmocka_run_group_tests_name ("lookup", tests, NULL, NULL);
}
