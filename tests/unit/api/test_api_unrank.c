/* One covering by its number: what is no number, too large a number, stops and failures.  That it
   is the one of the list is tested with rank. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"

static const char *const engines[] = {"frontier", "search", "brute", NULL};
enum { ENGINES = 4 };

/* What was handed over. */
typedef struct {
  uint64_t count, index;
} seen;

static bool see (const bcov_covering *covering, uint64_t index, void *data)
{
  seen *s = data;
  assert_non_null (covering);
  s->count++;
  s->index = index;
  return true;
}

static bcov_status unrank (const bcov_puzzle *puzzle, const bcov_request *request,
                           const char *number, seen *out, bcov_error *err)
{
  bcov_answer answer;
  *out = (seen){0};
  bcov_status status = bcov_unrank (puzzle, request, number, see, out, &answer, err);
  if (!status)
    assert_string_equal (answer.count, "1");
  bcov_answer_clear (&answer);
  return status;
}

static void expect_refusal (const bcov_puzzle *puzzle, const char *engine, const char *number,
                            const char *word)
{
  bcov_request request = {.engine = engine};
  bcov_error *err = bcov_error_new ();
  seen s;
  assert_int_equal (unrank (puzzle, &request, number, &s, err), BCOV_INPUT);
  assert_int_equal (s.count, 0);
  if (!strstr (bcov_error_text (err), word))
    fail_msg ("'%s' does not say '%s'", bcov_error_text (err), word);
  bcov_error_free (err);
}

static void numbers_that_there_are_not (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *three = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_puzzle *one = ask_brief (mem, "2x2", "O4", NULL, NULL);
  bcov_puzzle *none = ask_brief (mem, "3x3", "L3:any", NULL, NULL);
  for (size_t e = 0; e < ENGINES; e++) {
    expect_refusal (three, engines[e], "4",
                    "there are 3 coverings; --rank takes a number from 1 to 3");
    expect_refusal (three, engines[e], "18446744073709551616", "from 1 to 3");
    expect_refusal (three, engines[e], "18446744073709551617", "from 1 to 3");
    expect_refusal (three, engines[e], "0", "numbered from 1");
    expect_refusal (three, engines[e], "000", "numbered from 1");
    expect_refusal (three, engines[e], "", "numbered from 1");
    expect_refusal (three, engines[e], "1x", "numbered from 1");
    expect_refusal (three, engines[e], "-1", "numbered from 1");
    expect_refusal (three, engines[e], " 1", "numbered from 1");
    expect_refusal (one, engines[e], "2", "there is 1 covering;");
    expect_refusal (none, engines[e], "1", "there is no covering");
  }
  bcov_puzzle_free (one);
  bcov_puzzle_free (none);
  ask_end (mem, three);
}

static void numbers_that_there_are (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  for (size_t e = 0; e < ENGINES; e++) {
    bcov_request request = {.engine = engines[e]};
    seen s;
    assert_int_equal (unrank (puzzle, &request, "3", &s, NULL), BCOV_OK);
    assert_true (s.count == 1 && s.index == 3);
    assert_int_equal (unrank (puzzle, &request, "0002", &s, NULL), BCOV_OK);
    assert_true (s.count == 1 && s.index == 2);
  }
  ask_end (mem, puzzle);
}

/* The index is 0 where it does not fit. */
static void large_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "16x16", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "frontier"};
  seen s;
  assert_int_equal (unrank (puzzle, &request, "18446744073709551615", &s, NULL), BCOV_OK);
  assert_true (s.count == 1 && s.index == UINT64_MAX);
  assert_int_equal (unrank (puzzle, &request, "18446744073709551616", &s, NULL), BCOV_OK);
  assert_true (s.count == 1 && s.index == 0);
  ask_end (mem, puzzle);
}

static void wrong_requests (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_request part = {.part = 1, .parts = 2}, symmetric = {.up_to_symmetry = true};
  seen s;
  assert_int_equal (unrank (puzzle, &part, "1", &s, NULL), BCOV_INPUT);
  assert_int_equal (unrank (puzzle, &symmetric, "1", &s, NULL), BCOV_INPUT);
  ask_end (mem, puzzle);
}

static void stops_are_told (void **state)
{
  (void)state;
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "14x14", "I2:any", NULL, NULL);
    volatile int stop = 1;
    bcov_request request = {.engine = engines[e], .stop = &stop};
    bcov_error *err = bcov_error_new ();
    seen s;
    assert_int_equal (unrank (puzzle, &request, "1000000000000", &s, err), BCOV_STOPPED);
    assert_non_null (strstr (bcov_error_text (err), "stopped"));
    assert_int_equal (s.count, 0);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

static void failures_are_survived (void **state)
{
  (void)state;
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
    bcov_request request = {.engine = engines[e]};
    bcov_error *err = bcov_error_new ();
    size_t before = bcov_mem_used (mem), n = 1;
    for (bcov_status status = BCOV_FAULT; status; n++) {
      seen s;
      bcov_error_clear (err);
      bcov_mem_fail_at (mem, n);
      status = unrank (puzzle, &request, "2", &s, err);
      bcov_mem_fail_at (mem, 0);
      assert_int_equal (bcov_error_status (err), status);
      assert_int_equal (s.count, status == BCOV_OK);
      assert_int_equal (bcov_mem_used (mem), before);
    }
    assert_true (n > 10);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

SUITE (api_unrank)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (numbers_that_there_are_not),
      cmocka_unit_test (numbers_that_there_are),
      cmocka_unit_test (large_numbers),
      cmocka_unit_test (wrong_requests),
      cmocka_unit_test (stops_are_told),
      cmocka_unit_test (failures_are_survived),
  };
  return cmocka_run_group_tests_name ("api_unrank", tests, NULL, NULL);
}
