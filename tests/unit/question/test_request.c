/* Requests: accepted values of options, stopping, progress. */

#include "suite.h"

#include "boardcover.h"

#include <string.h>

static void values_are_checked (void **state)
{
  (void)state;
  static const struct {
    const char *name, *value;
    bool right;
  } cases[] = {
      {"engine", "brute", true},
      {"engine", "quick", false},
      {"threads", "256", true},
      {"threads", "257", false},
      {"threads", "0", false},
      {"threads", "-1", false},
      {"time", "500ms", true},
      {"time", "1.5h", true},
      {"time", "60", true},
      {"time", "0s", false},
      {"time", "1e3s", false},
      {"time", "s", false},
      {"memory", "4G", true},
      {"memory", "123", true},
      {"memory", "4GB", false},
      {"memory", "99999999T", false},
      {"limit", "1", true},
      {"limit", "0", false},
      {"part", "2/5", true},
      {"part", "6/5", false},
      {"part", "0/5", false},
      {"part", "2", false},
      {"up-to-symmetry", "yes", true},
      {"up-to-symmetry", "maybe", false},
      {"without", "pockets", true},
      {"without", "pockets,parity", true},
      {"without", "pockets,", false},
      {"without", "", false},
      {"seed", "0", true},
      {"seed", "18446744073709551615", true},
      {"seed", "18446744073709551616", false},
      {"colour", "red", false},
  };
  bcov_request *request = bcov_request_new ();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error *err = bcov_error_new ();
    bcov_status status = bcov_request_set (request, cases[k].name, cases[k].value, err);
    if (status != (cases[k].right ? BCOV_OK : BCOV_INPUT))
      fail_msg ("%s %s", cases[k].name, cases[k].value);
    assert_int_equal (bcov_error_count (err), !cases[k].right);
    assert_null (strstr (bcov_error_text (err), "--"));
    bcov_error_free (err);
  }
  for (size_t k = 0; k < bcov_option_count (); k++)
    assert_int_equal (bcov_request_set (request, bcov_option_name (k), NULL, NULL), BCOV_OK);
  bcov_request_free (request);
  bcov_request_free (NULL);
}

static void words_are_listed (void **state)
{
  (void)state;
  bcov_request *request = bcov_request_new ();
  size_t words = 0;
  for (size_t k = 0; k < bcov_option_count (); k++) {
    const char *name = bcov_option_name (k), *word;
    assert_true (strlen (bcov_option_about (k)) > 5);
    for (size_t n = 0; (word = bcov_option_word (name, n)); n++, words++)
      assert_int_equal (bcov_request_set (request, name, word, NULL), BCOV_OK);
  }
  assert_true (words >= 14);
  assert_null (bcov_option_word ("engine", 99));
  assert_null (bcov_option_word ("threads", 0));
  assert_null (bcov_option_word ("colour", 0));
  bcov_request_free (request);
}

static bcov_puzzle *large_board (void)
{
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_brief (NULL, "16x16", "I2:any", NULL, NULL, &puzzle, NULL), 0);
  return puzzle;
}

/* A stop holds until bcov_request_resume. */
static void stops_hold (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = large_board ();
  bcov_request *request = bcov_request_new ();
  bcov_request_set (request, "engine", "search", NULL);
  bcov_request_stop (request);
  for (int k = 0; k < 2; k++)
    assert_int_equal (bcov_count (puzzle, request, NULL, NULL), BCOV_STOPPED);
  bcov_request_resume (request);
  bcov_request_set (request, "limit", "1", NULL);
  assert_int_equal (bcov_count (puzzle, request, NULL, NULL), BCOV_OK);
  bcov_request_free (request);
  bcov_puzzle_free (puzzle);
}

typedef struct {
  bcov_status status;
  int calls;
} watcher;

static bcov_status watch (const bcov_progress *now, void *data)
{
  watcher *w = data;
  assert_true (bcov_progress_seconds (now) > 0 && bcov_progress_fraction (now) <= 1);
  assert_true (bcov_progress_value (now, "colour") == 0);
  if (!bcov_progress_value (now, "nodes") || !bcov_progress_found (now)) /* a slow machine */
    return BCOV_OK;
  w->calls++;
  return w->status;
}

/* Progress may stop the run, with any status. */
static void progress_may_stop (void **state)
{
  (void)state;
  static const bcov_status statuses[] = {BCOV_ENOUGH, BCOV_INPUT, BCOV_FAULT};
  bcov_puzzle *puzzle = large_board ();
  for (size_t k = 0; k < 3; k++) {
    bcov_request *request = bcov_request_new ();
    bcov_answer *answer = NULL;
    watcher w = {.status = statuses[k]};
    bcov_request_set (request, "engine", "search", NULL);
    bcov_request_progress (request, watch, &w);
    assert_int_equal (bcov_count (puzzle, request, &answer, NULL), k ? statuses[k] : BCOV_STOPPED);
    assert_int_equal (w.calls, 1);
    bcov_answer_free (answer);
    bcov_request_free (request);
  }
  bcov_puzzle_free (puzzle);
}

SUITE (request)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (values_are_checked),
      cmocka_unit_test (words_are_listed),
      cmocka_unit_test (stops_hold),
      cmocka_unit_test (progress_may_stop),
  };
  return cmocka_run_group_tests_name ("request", tests, NULL, NULL);
}
