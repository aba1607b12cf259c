/* Hints: forced placements, the most shared ones, and honest words when time is over. */

#include "suite.h"

#include "ask.h"
#include "failing.h"

/* The tip about PUZZLE as JSON must be WANTED; frees both. */
static void expect (bcov_mem *mem, bcov_puzzle *puzzle, const char *engine, const char *wanted)
{
  bcov_request request = {.engine = engine};
  bcov_tip tip = {0};
  bcov_answer answer = {0};
  char *text = NULL;
  assert_int_equal (bcov_hint (puzzle, &request, &tip, &answer, NULL), BCOV_OK);
  assert_true (answer.complete && tip.complete);
  assert_string_equal (answer.count, tip.coverings);
  assert_int_equal (bcov_tip_json (&tip, &text, NULL, NULL), BCOV_OK);
  assert_string_equal (text, wanted);
  bcov_text_free (text);
  bcov_tip_clear (&tip);
  bcov_tip_clear (&tip);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

static void expect_brief (const char *board, const char *pieces, const char *engine,
                          const char *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, board, pieces, NULL, NULL), engine, wanted);
}

static void the_most_shared_one (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "brute", "search", "frontier"};
  for (size_t k = 0; k < 4; k++)
    expect_brief ("2x3", "I2:any", engines[k],
                  "{\"placement\":{\"piece\":\"I2\",\"cells\":[[0,0],[1,0]]},\"count\":\"2\","
                  "\"coverings\":\"3\",\"complete\":true,\"forced\":false}");
}

static void forced_ones (void **state)
{
  (void)state;
  expect_brief ("..#/#..", "I2:any", NULL,
                "{\"placement\":{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]},\"count\":\"1\","
                "\"coverings\":\"1\",\"complete\":true,\"forced\":true}");
  expect_brief ("5x5", "I2:any", NULL,
                "{\"placement\":null,\"count\":\"0\",\"coverings\":\"0\",\"complete\":true,"
                "\"forced\":false}");
  expect_brief ("#", "I2:any", NULL,
                "{\"placement\":null,\"count\":\"0\",\"coverings\":\"1\",\"complete\":true,"
                "\"forced\":false}");
}

/* What the board shows is no hint, as long as there is another. */
static void letters_lead_on (void **state)
{
  (void)state;
  expect_brief ("LL../L...", "L3,I3,I2", NULL,
                "{\"placement\":{\"piece\":\"I2\",\"cells\":[[0,2],[0,3]]},\"count\":\"1\","
                "\"coverings\":\"1\",\"complete\":true,\"forced\":true}");
  expect_brief ("LL/L#", "L3", NULL,
                "{\"placement\":{\"piece\":\"L3\",\"cells\":[[0,0],[0,1],[1,0]]},\"count\":\"1\","
                "\"coverings\":\"1\",\"complete\":true,\"forced\":true}");
}

static void an_option_of_an_exact_cover_problem (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect (mem, ask_file (mem, "x.dlx", "a b c\na b\nc\na\nb\n"), NULL,
          "{\"placement\":{\"items\":[\"c\"]},\"count\":\"2\",\"coverings\":\"2\","
          "\"complete\":true,\"forced\":true}");
}

/* Stopped: what was met is told, as such. */
static void time_may_end (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "search", .seconds = 0.3};
  bcov_error *err = bcov_error_new ();
  bcov_tip tip = {0};
  bcov_answer answer = {0};
  assert_int_equal (bcov_hint (puzzle, &request, &tip, &answer, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "0.3 s"));
  assert_non_null (tip.placement);
  assert_string_equal (tip.piece, "I2");
  assert_true (!tip.complete && !tip.forced && !answer.complete);
  assert_string_equal (answer.count, tip.coverings);
  bcov_tip_clear (&tip);
  bcov_answer_clear (&answer);
  int stop = 1;
  request = (bcov_request){.stop = &stop};
  assert_int_equal (bcov_hint (puzzle, &request, &tip, &answer, err), BCOV_STOPPED);
  assert_null (tip.placement);
  bcov_tip_clear (&tip);
  bcov_answer_clear (&answer);
  request = (bcov_request){.part = 1, .parts = 2};
  assert_int_equal (bcov_hint (puzzle, &request, &tip, &answer, err), BCOV_INPUT);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_tip tip = {0};
    bcov_answer answer = {0};
    f.status = bcov_hint (puzzle, NULL, &tip, &answer, NULL);
    bcov_tip_clear (&tip);
    bcov_answer_clear (&answer);
  }
  assert_true (f.failed > 10);
  ask_end (mem, puzzle);
}

SUITE (api_hint)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_most_shared_one),
      cmocka_unit_test (forced_ones),
      cmocka_unit_test (letters_lead_on),
      cmocka_unit_test (an_option_of_an_exact_cover_problem),
      cmocka_unit_test (time_may_end),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("api_hint", tests, NULL, NULL);
}
