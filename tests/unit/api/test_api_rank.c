/* rank and unrank are inverse to each other and follow the order of the list, with every engine. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>

enum { MOST = 400 };

typedef struct {
  char *lines[MOST], *letters[MOST];
  size_t count;
} listed;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  listed *l = data;
  size_t k = l->count++;
  assert_true (l->count <= MOST);
  assert_int_equal (bcov_covering_json (covering, index, &l->lines[k], NULL, NULL), BCOV_OK);
  return bcov_covering_draw (covering, BCOV_LETTERS, false, &l->letters[k], NULL, NULL);
}

static void drop (listed *l)
{
  for (size_t k = 0; k < l->count; k++) {
    bcov_free (l->lines[k]);
    bcov_free (l->letters[k]);
  }
  l->count = 0;
}

/* The ranks received so far. */
typedef struct {
  char text[64];
  uint64_t count, expected; /* EXPECTED: the next rank; 0: any */
} numbers;

static bcov_status take (const char *rank, void *data)
{
  numbers *n = data;
  snprintf (n->text, sizeof n->text, "%s", rank);
  if (n->expected)
    assert_int_equal (strtoull (rank, NULL, 10), n->expected++);
  n->count++;
  return BCOV_OK;
}

/* Returns the status of rank; the messages are in ERR, the last rank in N. */
static bcov_status rank (const bcov_puzzle *puzzle, const char *engine, const char *text,
                         numbers *n, bcov_error *err)
{
  bcov_request request = {.engine = engine};
  bcov_answer *answer = NULL;
  bcov_status status =
      bcov_rank (puzzle, &request, "file", text, strlen (text), take, n, &answer, err);
  bcov_answer_free (answer);
  return status;
}

static bcov_status unrank (const bcov_puzzle *puzzle, const char *engine, const char *number,
                           listed *out, bcov_error *err)
{
  bcov_request request = {.engine = engine};
  bcov_answer *answer = NULL;
  bcov_status status = bcov_unrank (puzzle, &request, number, gather, out, &answer, err);
  bcov_answer_free (answer);
  return status;
}

/* The covering of each rank is that of the list, and its rank is its position; also all at once. */
static void expect_inverse (const bcov_puzzle *puzzle, const char *engine, bool letters)
{
  static listed all, one;
  bcov_request request = {.engine = engine};
  bcov_answer *answer = NULL;
  bcov_text together = {0};
  char number[32], *text;
  assert_int_equal (bcov_list (puzzle, &request, gather, &all, &answer, NULL), BCOV_OK);
  bcov_answer_free (answer);
  assert_true (all.count > 0);
  for (size_t k = 0; k < all.count; k++) {
    numbers n = {.expected = k + 1}, m = {.expected = k + 1};
    snprintf (number, sizeof number, "%zu", k + 1);
    assert_int_equal (unrank (puzzle, engine, number, &one, NULL), BCOV_OK);
    assert_int_equal (one.count, 1);
    assert_string_equal (one.lines[0], all.lines[k]);
    drop (&one);
    assert_int_equal (rank (puzzle, engine, all.lines[k], &n, NULL), BCOV_OK);
    if (letters)
      assert_int_equal (rank (puzzle, engine, all.letters[k], &m, NULL), BCOV_OK);
    assert_true (n.count == 1 && m.count == letters);
    bcov_text_printf (&together, "%s\n", all.lines[k]);
  }
  numbers n = {.expected = 1};
  assert_int_equal (bcov_text_take (&together, &text, NULL, NULL), BCOV_OK);
  assert_int_equal (rank (puzzle, engine, text, &n, NULL), BCOV_OK);
  assert_int_equal (n.count, all.count);
  snprintf (number, sizeof number, "%zu", all.count + 1);
  assert_int_equal (unrank (puzzle, engine, number, &one, NULL), BCOV_INPUT);
  bcov_free (text);
  drop (&all);
}

static void both_are_inverse (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "frontier", "search", "brute"};
  static const char *const texts[] = {
      "board: 4x4\npieces: [{I2: any}]\n",
      "board: 3x4\npieces: [{L3: any}, {I2: 0..3}]\n",
      "board: |\n  ???\n  ?.?\npieces: [{I2: any}, {L3: 0..1}]\n",
      "board: 3x3\nlattice: hex\npieces: [{name: d, shape: XX, count: any}, {name: e, shape: X}]\n",
      "board: 2x2x3\npieces: [{I2: any}]\n",
      "board: 2x2\npieces: [{name: t, shape: X, count: any, sides: [a, b, a, a]}]\n",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    for (size_t e = 0; e < 4; e++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_puzzle *puzzle = ask_yaml (mem, texts[k]);
      expect_inverse (puzzle, engines[e], k < 5);
      ask_end (mem, puzzle);
    }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "t.dlx", "a b | x\na x:1\nb x:1\nb x:2\na b\n");
  expect_inverse (puzzle, "frontier", true);
  expect_inverse (puzzle, "search", true);
  ask_end (mem, puzzle);
}

/* Equal coverings have equal ranks; a covering late in the list is found. */
static void several_at_once (void **state)
{
  (void)state;
  static const char *const engines[] = {"frontier", "search"};
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
    numbers n = {0};
    assert_int_equal (rank (puzzle, engines[e], "IAA\nIBB\n\nIIB\nAAB\n\nIAA\nIBB\n", &n, NULL),
                      BCOV_OK);
    assert_int_equal (n.count, 3);
    ask_end (mem, puzzle);
  }
}

static void large_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x14", "I2:any", NULL, NULL);
  static listed one;
  numbers n = {0};
  bcov_error *err = bcov_error_new ();
  const char *last = "43242613716069407953";
  assert_int_equal (unrank (puzzle, "frontier", last, &one, err), BCOV_OK);
  assert_memory_equal (one.lines[0], "{\"placements\"", 13); /* the index does not fit */
  assert_int_equal (rank (puzzle, "frontier", one.lines[0], &n, err), BCOV_OK);
  assert_string_equal (n.text, last);
  drop (&one);
  assert_int_equal (unrank (puzzle, "frontier", "43242613716069407954", &one, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "from 1 to 43242613716069407953"));
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void expect_refusal (bcov_status status, bcov_error *err, const char *word)
{
  assert_int_equal (status, BCOV_INPUT);
  if (!strstr (bcov_error_text (err), word))
    fail_msg ("'%s' does not say '%s'", bcov_error_text (err), word);
  bcov_error_reset (err);
}

static void mistakes_are_told (void **state)
{
  (void)state;
  static const char *const engines[] = {"frontier", "search"};
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
    bcov_puzzle *none = ask_brief (mem, "3x3", "L3:any", NULL, NULL);
    bcov_puzzle *tiles = ask_yaml (
        mem, "board: 1x1\npieces: [{name: t, shape: X, count: any, sides: [a, b, a, a]}]\n");
    bcov_error *err = bcov_error_new ();
    const char *engine = engines[e];
    static listed one;
    numbers n = {0};
    assert_int_equal (one.count, 0);
    expect_refusal (rank (puzzle, engine, "", &n, err), err, "file contains no covering");
    expect_refusal (rank (puzzle, engine, "III\nAAB\n", &n, err), err, "file:");
    expect_refusal (rank (puzzle, engine, "II.\nAAB\n", &n, err), err, "file:");
    expect_refusal (rank (puzzle, engine, "{\"placements\":[]}", &n, err), err, "file:1");
    expect_refusal (rank (puzzle, engine, "{\"placements\":", &n, err), err, "file:1");
    expect_refusal (rank (tiles, engine, "t\n", &n, err), err, "as JSON");
    assert_int_equal (n.count, 0);
    bcov_error_free (err);
    bcov_puzzle_free (none);
    bcov_puzzle_free (tiles);
    ask_end (mem, puzzle);
  }
}

/* ---- unrank alone: numbers out of range, stops and failures ---- */

static const char *const engines[] = {"frontier", "search", "brute", NULL};
enum { ENGINES = 4 };

/* The coverings received. */
typedef struct {
  uint64_t count, index;
} seen;

static bcov_status see (const bcov_covering *covering, uint64_t index, void *data)
{
  seen *s = data;
  assert_non_null (covering);
  s->count++;
  s->index = index;
  return BCOV_OK;
}

static bcov_status ask_unrank (const bcov_puzzle *puzzle, const bcov_request *request,
                               const char *number, seen *out, bcov_error *err)
{
  bcov_answer *answer = NULL;
  *out = (seen){0};
  bcov_status status = bcov_unrank (puzzle, request, number, see, out, &answer, err);
  if (!status)
    assert_string_equal (bcov_answer_count (answer), "1");
  bcov_answer_free (answer);
  return status;
}

static void expect_no_covering (const bcov_puzzle *puzzle, const char *engine, const char *number,
                                const char *word)
{
  bcov_request request = {.engine = engine};
  bcov_error *err = bcov_error_new ();
  seen s;
  assert_int_equal (ask_unrank (puzzle, &request, number, &s, err), BCOV_INPUT);
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
    expect_no_covering (three, engines[e], "4", "there are 3 coverings; give a number from 1 to 3");
    expect_no_covering (three, engines[e], "18446744073709551616", "from 1 to 3");
    expect_no_covering (three, engines[e], "18446744073709551617", "from 1 to 3");
    expect_no_covering (three, engines[e], "0", "at least 1");
    expect_no_covering (three, engines[e], "000", "at least 1");
    expect_no_covering (three, engines[e], "", "at least 1");
    expect_no_covering (three, engines[e], "1x", "at least 1");
    expect_no_covering (three, engines[e], "-1", "at least 1");
    expect_no_covering (three, engines[e], " 1", "at least 1");
    expect_no_covering (one, engines[e], "2", "there is 1 covering;");
    expect_no_covering (none, engines[e], "1", "there is no covering");
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
    assert_int_equal (ask_unrank (puzzle, &request, "3", &s, NULL), BCOV_OK);
    assert_true (s.count == 1 && s.index == 3);
    assert_int_equal (ask_unrank (puzzle, &request, "0002", &s, NULL), BCOV_OK);
    assert_true (s.count == 1 && s.index == 2);
  }
  ask_end (mem, puzzle);
}

/* The index is 0 if it does not fit into 64 bits. */
static void unrank_takes_large_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x14", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "frontier"};
  seen s;
  assert_int_equal (ask_unrank (puzzle, &request, "18446744073709551615", &s, NULL), BCOV_OK);
  assert_true (s.count == 1 && s.index == UINT64_MAX);
  assert_int_equal (ask_unrank (puzzle, &request, "18446744073709551616", &s, NULL), BCOV_OK);
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
  assert_int_equal (ask_unrank (puzzle, &part, "1", &s, NULL), BCOV_INPUT);
  assert_int_equal (ask_unrank (puzzle, &symmetric, "1", &s, NULL), BCOV_INPUT);
  ask_end (mem, puzzle);
}

static void stops_are_told (void **state)
{
  (void)state;
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "14x14", "I2:any", NULL, NULL);
    atomic_bool stop = true;
    bcov_request request = {.engine = engines[e], .stop = &stop};
    bcov_error *err = bcov_error_new ();
    seen s;
    assert_int_equal (ask_unrank (puzzle, &request, "1000000000000", &s, err), BCOV_STOPPED);
    assert_non_null (strstr (bcov_error_text (err), "stopped"));
    assert_int_equal (s.count, 0);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

SUITE (api_rank)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (both_are_inverse),
      cmocka_unit_test (several_at_once),
      cmocka_unit_test (large_numbers),
      cmocka_unit_test (mistakes_are_told),
      cmocka_unit_test (numbers_that_there_are_not),
      cmocka_unit_test (numbers_that_there_are),
      cmocka_unit_test (unrank_takes_large_numbers),
      cmocka_unit_test (wrong_requests),
      cmocka_unit_test (stops_are_told),
  };
  return cmocka_run_group_tests_name ("api_rank", tests, NULL, NULL);
}
