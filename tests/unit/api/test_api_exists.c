/* Yes or no, and how that is known. */

#include "suite.h"

#include "ask.h"
#include "failing.h"

static void expect (const char *board, const char *pieces, const char *engine, bool json,
                    const char *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  bcov_request request = {.engine = engine, .up_to_symmetry = true};
  bcov_answer answer = {0};
  char *report = NULL;
  assert_int_equal (bcov_exists (puzzle, &request, json, &report, &answer, NULL), BCOV_OK);
  assert_string_equal (report, wanted);
  bcov_text_free (report);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

static void a_covering_is_shown (void **state)
{
  (void)state;
  expect ("#..#/....", "L3:2", NULL, false, "yes: a covering was found\n#LA#\nLLAA\n");
  expect ("1x2", "I2", NULL, true,
          "{\"exists\":true,\"why\":[\"a covering was found\"],"
          "\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]}]}\n");
  expect ("1x2", "I2", "brute", false, "yes: a covering was found\nII\n");
  expect ("1x2", "I2", "frontier", false,
          "yes: the frontier engine has counted some, without listing them\n");
}

static void reasons_for_none (void **state)
{
  (void)state;
  expect ("1x3", "I2:any", NULL, true,
          "{\"exists\":false,\"why\":[\"area: no choice of pieces covers just 3 cells\"]}\n");
  expect ("3x5", "L3:any", "brute", false,
          "no: the brute engine has gone through all possibilities: 34 nodes\n");
  expect ("3x5", "L3:any", "frontier", false, "no: the frontier engine has counted 0\n");
}

static void a_stop_tells_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "I2:any", NULL, NULL);
  int stop = 1;
  bcov_request request = {.stop = &stop, .engine = "frontier"};
  bcov_answer answer = {0};
  char *report = NULL;
  assert_int_equal (bcov_exists (puzzle, &request, false, &report, &answer, NULL), BCOV_STOPPED);
  assert_null (report);
  bcov_answer_clear (&answer);
  request = (bcov_request){.engine = "match"};
  assert_int_equal (bcov_exists (puzzle, &request, false, &report, &answer, NULL), BCOV_INPUT);
  assert_null (report);
  ask_end (mem, puzzle);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_request request = {.threads = 1};
    bcov_answer answer = {0};
    char *report = NULL;
    f.status = bcov_exists (puzzle, &request, f.failed % 2, &report, &answer, NULL);
    assert_true (!f.status == !!report);
    bcov_text_free (report);
    bcov_answer_clear (&answer);
  }
  assert_true (f.failed > 10);
  ask_end (mem, puzzle);
}

SUITE (api_exists)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_covering_is_shown),
      cmocka_unit_test (reasons_for_none),
      cmocka_unit_test (a_stop_tells_nothing),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("api_exists", tests, NULL, NULL);
}
