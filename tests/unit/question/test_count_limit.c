/* Counts that stop at a limit: the smaller one of count and limit, for every engine. */

#include "suite.h"

#include "ask.h"
#include "question/count_limit.h"

#include <stdlib.h>

static const char *const engines[] = {NULL, "brute", "search", "frontier"};

static void expect (const bcov_puzzle *puzzle, bcov_request request, uint64_t limit,
                    uint64_t wanted)
{
  bcov_answer *answer = NULL;
  char number[32];
  request.limit = limit;
  snprintf (number, sizeof number, "%llu", (unsigned long long)wanted);
  assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), number);
  assert_true (bcov_answer_complete (answer) == (wanted < limit));
  bcov_answer_free (answer);
}

/* Dominoes on 4 x 4: 36, up to symmetry 9. */
static void engines_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  const uint64_t limits[] = {1, 2, 9, 10, 35, 36, 37, UINT64_MAX};
  for (size_t e = 0; e < 4; e++)
    for (size_t k = 0; k < 8; k++) {
      bcov_request request = {.engine = engines[e], .threads = 2};
      expect (puzzle, request, limits[k], limits[k] < 36 ? limits[k] : 36);
      request.up_to_symmetry = true;
      expect (puzzle, request, limits[k], limits[k] < 9 ? limits[k] : 9);
    }
  ask_end (mem, puzzle);
}

static void parts_are_limited_each (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  uint64_t sum = 0;
  for (uint32_t part = 1; part <= 3; part++) {
    bcov_request request = {.part = part, .parts = 3, .limit = 100};
    bcov_answer *answer = NULL;
    assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_OK);
    assert_true (bcov_answer_complete (answer));
    sum += (uint64_t)strtoull (bcov_answer_count (answer), NULL, 10);
    bcov_answer_free (answer);
  }
  assert_int_equal (sum, 36);
  ask_end (mem, puzzle);
}

/* No covering, with and without a colouring proof; one covering; a board with nothing to cover. */
static void few_or_none (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } cases[] = {
      {"#......./......../......../......../......../......../......../.......#", "I2:any", 0},
      {"3x5", "L3:any", 0},
      {"1x4", "I2:any", 1},
      {"#", "I2:any", 1}};
  for (size_t k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, cases[k].board, cases[k].pieces, NULL, NULL);
    expect (puzzle, (bcov_request){0}, 2, cases[k].count);
    ask_end (mem, puzzle);
  }
}

/* More than a search finds in half a second: 12988816 coverings (OEIS A004003). */
static void the_frontier_helps_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "8x8", "I2:any", NULL, NULL);
  expect (puzzle, (bcov_request){0}, 12988816, 12988816);
  expect (puzzle, (bcov_request){0}, 12988817, 12988816);
  ask_end (mem, puzzle);
}

/* After a stop, the coverings found so far count. */
static void time_may_end (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "search", .seconds = 0.5, .limit = UINT64_MAX};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_STOPPED);
  assert_false (bcov_answer_complete (answer));
  assert_true (strtoull (bcov_answer_count (answer), NULL, 10) > 0);
  bcov_answer_free (answer);
  atomic_bool stop = true;
  request = (bcov_request){.stop = &stop, .limit = UINT64_MAX};
  assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_STOPPED);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

typedef struct {
  size_t seen;
  bool enough;
} watcher;

static bool watch (void *data, const uint32_t *options, size_t count)
{
  watcher *w = data;
  assert_non_null (options);
  assert_int_equal (count, 8);
  return !(++w->seen == 3 && w->enough);
}

static void those_met_are_shown (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  for (int enough = 0; enough < 2; enough++) {
    bcov_run run;
    watcher w = {.enough = enough};
    assert_int_equal (bcov_run_start (&run, puzzle, NULL, false, NULL), 0);
    assert_int_equal (bcov_count_limit_run (&run, 5, watch, &w, NULL), 0);
    assert_int_equal (w.seen, enough ? 3 : 5);
    assert_false (run.result.complete);
    bcov_run_end (&run);
  }
  ask_end (mem, puzzle);
}

SUITE (count_limit)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (engines_agree), cmocka_unit_test (parts_are_limited_each),
      cmocka_unit_test (few_or_none),   cmocka_unit_test (the_frontier_helps_out),
      cmocka_unit_test (time_may_end),  cmocka_unit_test (those_met_are_shown),
  };
  return cmocka_run_group_tests_name ("count_limit", tests, NULL, NULL);
}
