/* Cursors return the coverings of lists and samples in the same order, and can be freed at any
 * time. */

#include "suite.h"

#include "boardcover.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns a covering as JSON. */
static char *text_of (const bcov_covering *covering)
{
  char *text = NULL;
  assert_int_equal (bcov_covering_json (covering, 0, &text, NULL, NULL), BCOV_OK);
  return text;
}

/* Compares each covering of a list with the next of a cursor. */
static bcov_status compare (const bcov_covering *covering, uint64_t index, void *data)
{
  const bcov_covering *other = NULL;
  (void)index;
  assert_int_equal (bcov_cursor_next (data, &other, NULL), BCOV_OK);
  assert_non_null (other);
  char *a = text_of (covering), *b = text_of (other);
  assert_string_equal (a, b);
  bcov_free (a);
  bcov_free (b);
  return BCOV_OK;
}

static bcov_puzzle *make (const char *board, const char *pieces)
{
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_brief (NULL, board, pieces, NULL, NULL, &puzzle, NULL), BCOV_OK);
  return puzzle;
}

static void expect_end (bcov_cursor *cursor)
{
  const bcov_covering *covering = NULL;
  for (int k = 0; k < 2; k++) {
    assert_int_equal (bcov_cursor_next (cursor, &covering, NULL), BCOV_OK);
    assert_null (covering);
  }
  bcov_cursor_free (cursor);
}

/* No covering, one, less than a batch, and many. */
static void lists_are_the_same (void **state)
{
  (void)state;
  static const char *const boards[][2] = {{"3x3", "I2:any"},
                                          {"#", "I2:any"},
                                          {"4x4", "I2:any"},
                                          {"6x6", "I2:any"},
                                          {"2x2x3", "I2:any,I1:0..2"}};
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    bcov_puzzle *puzzle = make (boards[k][0], boards[k][1]);
    bcov_cursor *cursor = NULL;
    assert_int_equal (bcov_cursor_new (puzzle, NULL, &cursor, NULL), BCOV_OK);
    assert_int_equal (bcov_list (puzzle, NULL, compare, cursor, NULL, NULL), BCOV_OK);
    expect_end (cursor);
    bcov_puzzle_free (puzzle);
  }
}

static void samples_are_the_same (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = make ("6x6", "I2:any");
  bcov_request *request = bcov_request_new (), *other = bcov_request_new ();
  bcov_cursor *cursor = NULL;
  bcov_request_set (request, "seed", "7", NULL);
  bcov_request_set (other, "seed", "7", NULL);
  assert_int_equal (bcov_cursor_new_sample (puzzle, request, 1000, &cursor, NULL), BCOV_OK);
  assert_int_equal (bcov_sample (puzzle, other, 1000, compare, cursor, NULL, NULL), BCOV_OK);
  expect_end (cursor);
  assert_int_equal (bcov_cursor_new_sample (puzzle, request, 0, &cursor, NULL), BCOV_INPUT);
  bcov_request_free (request);
  bcov_request_free (other);
  bcov_puzzle_free (puzzle);
}

/* A cursor can be freed after none, some and many coverings; then the request can be used again. */
static void a_cursor_can_be_left (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = make ("12x12", "I2:any");
  bcov_request *request = bcov_request_new ();
  for (int wanted = 0; wanted < 3000; wanted = 8 * wanted + 1) {
    bcov_cursor *cursor = NULL;
    const bcov_covering *covering = NULL;
    assert_int_equal (bcov_cursor_new (puzzle, request, &cursor, NULL), BCOV_OK);
    for (int k = 0; k < wanted; k++) {
      assert_int_equal (bcov_cursor_next (cursor, &covering, NULL), BCOV_OK);
      assert_int_equal (bcov_covering_placements (covering), 72);
    }
    bcov_cursor_free (cursor);
  }
  bcov_cursor_free (NULL);
  bcov_request_free (request);
  bcov_puzzle_free (puzzle);
}

/* Waits until the main thread frees the cursor, then stops the request. */
typedef struct {
  bcov_request *request;
  atomic_bool inside, leaving;
} late_stop;

static bcov_status stop_late (const bcov_progress *now, void *data)
{
  late_stop *late = data;
  (void)now;
  atomic_store (&late->inside, true);
  while (!atomic_load (&late->leaving))
    usleep (1000);
  usleep (20000);
  bcov_request_stop (late->request);
  return BCOV_OK;
}

/* A stop that arrives while a cursor is freed is not lost: it stops the next call. */
static void a_late_stop_stays (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = make ("6x10", "pentominoes");
  late_stop late = {.request = bcov_request_new ()};
  bcov_cursor *cursor = NULL;
  bcov_answer *answer = NULL;
  bcov_request_set (late.request, "engine", "brute", NULL);
  bcov_request_progress (late.request, stop_late, &late);
  assert_int_equal (bcov_cursor_new (puzzle, late.request, &cursor, NULL), BCOV_OK);
  while (!atomic_load (&late.inside))
    usleep (1000);
  atomic_store (&late.leaving, true);
  bcov_cursor_free (cursor);
  assert_int_equal (bcov_count (puzzle, late.request, &answer, NULL), BCOV_STOPPED);
  bcov_answer_free (answer);
  bcov_request_free (late.request);
  bcov_puzzle_free (puzzle);
}

/* The next call reports an error of the thread, with its message. */
static void failures_are_reported (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = make ("2x2", "I2:any");
  bcov_request *request = bcov_request_new ();
  bcov_error *err = bcov_error_new ();
  bcov_cursor *cursor = NULL;
  const bcov_covering *covering = NULL;
  bcov_request_set (request, "engine", "match", NULL);
  assert_int_equal (bcov_cursor_new (puzzle, request, &cursor, err), BCOV_OK);
  assert_int_equal (bcov_cursor_next (cursor, &covering, err), BCOV_INPUT);
  assert_null (covering);
  assert_non_null (strstr (bcov_error_text (err), "match"));
  bcov_cursor_free (cursor);
  bcov_request_set (request, "engine", NULL, NULL);
  bcov_request_stop (request);
  assert_int_equal (bcov_cursor_new (puzzle, request, &cursor, err), BCOV_OK);
  bcov_status status = BCOV_OK;
  while (!status && !(status = bcov_cursor_next (cursor, &covering, err)) && covering)
    continue;
  bcov_cursor_free (cursor);
  assert_true (status == BCOV_STOPPED ||
               status == BCOV_OK); /* OK if it ends before its first check */
  bcov_error_free (err);
  bcov_request_free (request);
  bcov_puzzle_free (puzzle);
}

SUITE (api_cursor)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (lists_are_the_same),    cmocka_unit_test (samples_are_the_same),
      cmocka_unit_test (a_cursor_can_be_left),  cmocka_unit_test (a_late_stop_stays),
      cmocka_unit_test (failures_are_reported),
  };
  return cmocka_run_group_tests_name ("api_cursor", tests, NULL, NULL);
}
