/* Where solutions come from: levels where they are few, what was asked for where that was said. */

#include "suite.h"

#include "ask.h"
#include "question/solution_source.h"

static bool count (void *data, const uint32_t *options, size_t n)
{
  (void)options, (void)n;
  ++*(uint64_t *)data;
  return true;
}

/* With SOLUTIONS 0 they are not gone through. */
static void expect_source (const char *board, const char *pieces, const char *engine, bool ordered,
                           bool by_levels, bcov_engine name, uint64_t solutions)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  bcov_request request = {.engine = engine};
  bcov_run run;
  bcov_solution_source source;
  uint64_t found = 0;
  assert_int_equal (bcov_solution_source_start (&run, puzzle, &request, NULL), BCOV_OK);
  assert_int_equal (bcov_solution_source_open (&run, ordered, &source, NULL), BCOV_OK);
  assert_int_equal (source.by_levels, by_levels);
  assert_int_equal (run.engine, name);
  assert_int_equal (source.none, false);
  if (solutions)
    assert_int_equal (bcov_solution_source_each (&source, count, &found, NULL), BCOV_OK);
  assert_int_equal (found, solutions);
  bcov_solution_source_close (&source);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

static void choices (void **state)
{
  (void)state;
  for (int ordered = 0; ordered < 2; ordered++) {
    expect_source ("4x6", "I2:any", "frontier", ordered, true, BCOV_FRONTIER, 281);
    expect_source ("4x6", "I2:any", "search", ordered, false, BCOV_SEARCH, 281);
    expect_source ("4x6", "I2:any", "brute", ordered, false, BCOV_BRUTE, 281);
  }
  expect_source ("4x6", "I2:any", NULL, false, true, BCOV_FRONTIER, 281);
  expect_source ("4x6", "I2:any", "auto", false, true, BCOV_FRONTIER, 281);
  expect_source ("5x12", "pentominoes", NULL, false, false, BCOV_SEARCH, 0);
}

/* The numbers of solutions are those of the list, whatever the list is made by. */
static void ordered_like_the_list (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x6", "I2:any", NULL, NULL);
  bcov_run run;
  bcov_solution_source source;
  bcov_wish wish = {0};
  bcov_engine planned;
  assert_int_equal (bcov_plan_choose (&wish, &planned, NULL), BCOV_OK);
  assert_int_equal (bcov_solution_source_start (&run, puzzle, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_solution_source_open (&run, true, &source, NULL), BCOV_OK);
  assert_int_equal (source.by_levels, planned != BCOV_SEARCH);
  bcov_solution_source_close (&source);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

static void proofs_come_first (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL);
  bcov_run run;
  bcov_solution_source source;
  uint64_t found = 0;
  assert_int_equal (bcov_solution_source_start (&run, puzzle, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_solution_source_open (&run, false, &source, NULL), BCOV_OK);
  assert_true (source.none && !source.by_levels);
  assert_int_equal (bcov_solution_source_each (&source, count, &found, NULL), BCOV_OK);
  assert_int_equal (found, 0);
  bcov_solution_source_close (&source);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

SUITE (solution_source)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (choices),
      cmocka_unit_test (ordered_like_the_list),
      cmocka_unit_test (proofs_come_first),
  };
  return cmocka_run_group_tests_name ("solution_source", tests, NULL, NULL);
}
