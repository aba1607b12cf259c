/* Coverings read from text and checked; stated answers counted again. */

#include "suite.h"

#include "ask.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

/* ---- reading ---- */

#define THREE_DOMINOES "board: 2x3\npieces: [{I2: 0..3}]\n"

typedef struct {
  bcov_text *out;
  uint64_t most;
} shown;

/* Writes each covering as its index and its letters. */
static bcov_status show (const bcov_covering *covering, uint64_t index, void *data)
{
  shown *s = data;
  char *text = NULL;
  size_t length;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_covering_draw (covering, BCOV_LETTERS, false, &text, &length, err), 0);
  bcov_text_printf (s->out, "%u\n%s", (unsigned)index, text);
  bcov_free (text);
  bcov_error_free (err);
  return index < s->most ? BCOV_OK : BCOV_ENOUGH;
}

static void expect_read (const char *text, uint64_t most, bcov_status wanted, const char *seen,
                         const char *messages)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_yaml (mem, THREE_DOMINOES);
  size_t before = bcov_mem_used (mem);
  bcov_text out = {0};
  shown s = {&out, most};
  bcov_text_put (&out, "");
  bcov_status status = bcov_covering_parse (puzzle, NULL, "c", text, strlen (text), show, &s, err);
  char *told = NULL;
  assert_int_equal (bcov_text_take (&out, &told, NULL, NULL), 0);
  assert_string_equal (told, seen);
  assert_string_equal (bcov_error_text (err), messages);
  assert_int_equal (status, wanted);
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_free (told);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

#define ONE "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1],[1,1]]}]}\n"

static void right_ones_are_handed_over (void **state)
{
  (void)state;
  expect_read ("IIA\nBBA\n", 9, BCOV_OK, "1\nIIA\nBBA\n", "");
  expect_read (ONE, 9, BCOV_OK, "1\n.I.\n.I.\n", "");
  expect_read (ONE ONE ONE, 2, BCOV_OK, "1\n.I.\n.I.\n2\n.I.\n.I.\n", "");
  expect_read ("{\"placements\":[]}", 9, BCOV_OK, "1\n...\n...\n", "");
  expect_read ("", 9, BCOV_OK, "", "");
}

static void wrong_ones_are_told (void **state)
{
  (void)state;
  expect_read ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1],[1,1]]},"
               "{\"piece\":\"I2\",\"cells\":[[0,1],[0,2]]}]}\n" ONE,
               9, BCOV_WRONG, "2\n.I.\n.I.\n", "c:1: cell [0,1] is covered twice: by I2 and I2");
  expect_read ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[1,1]]}]}", 9, BCOV_WRONG, "",
               "c:1: the cells that start at [0,0] do not have the shape of piece I2");
  expect_read ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,7],[1,7]]}]}", 9, BCOV_WRONG, "",
               "c:1: placement 1 covers [0,7], which is not a cell of the board");
}

/* ---- checking ---- */

#define DOMINOES "board: 2x3\npieces: [{I2: any}]\n"

/* Checks TEXT (NULL: the stated answers), and compares the report and the status. */
static void expect (const char *puzzle_text, const char *text, bool json, bcov_status wanted,
                    const char *report)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_yaml (mem, puzzle_text);
  size_t before = bcov_mem_used (mem);
  bcov_report *told = NULL;
  bcov_status status =
      bcov_check (puzzle, NULL, "c.txt", text, text ? strlen (text) : 0, &told, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_string_equal (json ? bcov_report_json (told) : bcov_report_text (told), report);
  assert_int_equal (status, wanted);
  bcov_report_free (told);
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void right_coverings_pass (void **state)
{
  (void)state;
  expect (DOMINOES, "IIA\nBBA\n", false, BCOV_OK, "1 covering: all correct\n");
  expect (DOMINOES, "IIA\nBBA\n\nABC\nABC\n", false, BCOV_OK, "2 coverings: all correct\n");
  expect (DOMINOES, "IIA\nBBA\n\nXXC\nYYC\n", false, BCOV_OK,
          "2 coverings, 1 different: all correct\n");
  expect ("board: 1x4\npieces: [{I2: any}, {L3: any}, {I3: any}, {I1: any}]\n",
          "AAAB\n\nABBC\n\nABCD\n", false, BCOV_OK, "3 coverings: all correct\n");
  expect (DOMINOES, "", false, BCOV_OK, "0 coverings: all correct\n");
  expect (
      DOMINOES,
      "{\"index\":1,\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]},"
      "{\"piece\":\"I2\",\"cells\":[[0,2],[1,2]]},{\"piece\":\"I2\",\"cells\":[[1,0],[1,1]]}]}\n",
      true, BCOV_OK, "{\"coverings\":1,\"different\":1,\"wrong\":0,\"messages\":\"\"}\n");
}

static void wrong_coverings_are_told (void **state)
{
  (void)state;
  expect (DOMINOES, "IIA\nBB.\n", false, BCOV_WRONG,
          "c.txt:1:3: the connected cells of 'A' here do not form a piece of the puzzle\n1 "
          "covering: 1 wrong\n");
  expect (DOMINOES, "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]}]}\n", false,
          BCOV_WRONG,
          "c.txt:1: cell [0,2] is not covered\n"
          "c.txt:1: cell [1,0] is not covered\n"
          "c.txt:1: cell [1,1] is not covered\n"
          "c.txt:1: cell [1,2] is not covered\n"
          "1 covering: 1 wrong\n");
  expect ("board: 1x2\npieces: [{I1: 1}]\n", "AB\n\nAB\n", true, BCOV_WRONG,
          "{\"coverings\":2,\"different\":1,\"wrong\":2,\"messages\":"
          "\"c.txt:1: piece I1 is used 2 times; it must be used 1 time\\n"
          "c.txt:3: piece I1 is used 2 times; it must be used 1 time\"}\n");
}

/* The output of `fill` may leave cells empty; a covering may not. */
static void partial_coverings (void **state)
{
  (void)state;
  expect ("board: 1x5\npieces: [{I2: any}]\n", "4\nAABB.\n", false, BCOV_OK,
          "1 covering: all correct\n");
  expect ("board: 1x5\npieces: [{I2: any}]\n", "AABB.\n", false, BCOV_WRONG,
          "c.txt:1: cell [0,4] is not covered\n1 covering: 1 wrong\n");
}

static void stated_answers_are_counted_again (void **state)
{
  (void)state;
  expect (DOMINOES "answers: {count: 3, count-up-to-symmetry: 2, fill: 6}\n", NULL, false, BCOV_OK,
          "count: 3, as stated (brute)\n"
          "count-up-to-symmetry: 2, as stated (brute)\n"
          "fill: 6, as stated (match)\n");
  expect (DOMINOES "answers: {count: 4, fill: 5}\n", NULL, false, BCOV_WRONG,
          "count: the puzzle states 4, but the answer is 3 (brute)\n"
          "fill: the puzzle states 5, but the answer is 6 (match)\n");
  expect (DOMINOES "answers: {count: 3, count-up-to-symmetry: 1}\n", NULL, true, BCOV_WRONG,
          "{\"question\":\"count\",\"stated\":\"3\",\"found\":\"3\",\"right\":true,"
          "\"engine\":\"brute\"}\n"
          "{\"question\":\"count-up-to-symmetry\",\"stated\":\"1\",\"found\":\"2\",\"right\":false,"
          "\"engine\":\"brute\"}\n");
  expect ("board: |\n  ..#.\npieces: [{I2: any}]\nanswers: {count: 0, fill: 2}\n", NULL, false,
          BCOV_OK, "count: 0, as stated (brute)\nfill: 2, as stated (match)\n");
  expect ("board: |\n  .#..\npieces: [I1, I2]\nrules: {pieces-fill-holes: true}\n"
          "answers: {fill: 3}\n",
          NULL, false, BCOV_OK, "fill: 3, as stated (match)\n");
}

/* A quota of 0 leads to placements that cannot be used. */
static void quotas_of_nothing (void **state)
{
  (void)state;
  expect ("board: 2x2\npieces: [{name: a, shape: X, count: any, tags: [up]}]\n"
          "rules: {rows: {up: 0}}\nanswers: {count: 0, count-up-to-symmetry: 0, fill: 0}\n",
          NULL, false, BCOV_OK,
          "count: 0, as stated (brute)\ncount-up-to-symmetry: 0, as stated (brute)\n"
          "fill: 0, as stated (auto)\n");
}

/* The options of the request apply here too. */
static void requests_are_heeded (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_yaml (mem, DOMINOES "answers: {count: 3}\n");
  bcov_request request = {.engine = "search"};
  bcov_report *told = NULL;
  assert_int_equal (bcov_check (puzzle, &request, NULL, NULL, 0, &told, err), BCOV_OK);
  assert_string_equal (bcov_report_text (told), "count: 3, as stated (search)\n");
  assert_string_equal (bcov_report_find (told, "right"), "yes");
  assert_string_equal (bcov_report_find (told, "engine"), "search");
  assert_null (bcov_report_find (told, "wrong"));
  bcov_report_free (told);
  request.engine = "nonsense";
  assert_int_equal (bcov_check (puzzle, &request, NULL, NULL, 0, &told, err), BCOV_INPUT);
  assert_null (told);
  assert_non_null (strstr (bcov_error_text (err), "unknown engine 'nonsense'"));
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 16x16\npieces: [{I2: any}]\nanswers: {count: 3}\n");
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  bcov_report *told = NULL;
  assert_int_equal (bcov_check (puzzle, &request, NULL, NULL, 0, &told, err), BCOV_STOPPED);
  assert_string_equal (bcov_error_text (err), "stopped");
  bcov_report_free (told);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

/* Messages for input that is not a list of coverings, one per line. */
static void bad_input_is_refused (void **state)
{
  (void)state;
  static const struct {
    const char *text, *told;
  } cases[] = {
      {NULL, "the puzzle states no answers to check; add `answers:` to it, or give a file of "
             "coverings"},
      {"\xff\n", "c.txt:1:1: the byte 0xff is not valid UTF-8 here; save the text as UTF-8"},
      {"{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]},"
       "{\"piece\":\"I2\",\"cells\":[[0,2],[1,2]]}]}\n{\"a\":1}\n",
       "c.txt:1: cell [1,0] is not covered\n"
       "c.txt:1: cell [1,1] is not covered\n"
       "c.txt:2: unknown key 'a'"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_error *err = bcov_error_new ();
    bcov_puzzle *puzzle = ask_yaml (mem, DOMINOES);
    const char *text = cases[k].text;
    bcov_report *told = NULL;
    assert_int_equal (
        bcov_check (puzzle, NULL, "c.txt", text, text ? strlen (text) : 0, &told, err), BCOV_INPUT);
    assert_null (told);
    assert_string_equal (bcov_error_text (err), cases[k].told);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

SUITE (api_check)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (right_ones_are_handed_over),
      cmocka_unit_test (wrong_ones_are_told),
      cmocka_unit_test (right_coverings_pass),
      cmocka_unit_test (wrong_coverings_are_told),
      cmocka_unit_test (partial_coverings),
      cmocka_unit_test (stated_answers_are_counted_again),
      cmocka_unit_test (quotas_of_nothing),
      cmocka_unit_test (requests_are_heeded),
      cmocka_unit_test (a_stop_is_seen),
      cmocka_unit_test (bad_input_is_refused),
  };
  return cmocka_run_group_tests_name ("api_check", tests, NULL, NULL);
}
