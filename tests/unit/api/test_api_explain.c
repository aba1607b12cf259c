/* explain and exists through the public interface. */

#include "suite.h"

#include "ask.h"
#include "base/error.h"
#include "base/mem.h"
#include "puzzle/puzzle.h"

#include <jansson.h>
#include <math.h>

static bcov_report *explain (const bcov_puzzle *puzzle, const bcov_request *request)
{
  bcov_error *err = bcov_error_new ();
  bcov_report *report = NULL;
  if (bcov_explain (puzzle, request, &report, err))
    fail_msg ("%s", bcov_error_text (err));
  bcov_error_free (err);
  return report;
}

static void expect_text (bcov_mem *mem, bcov_puzzle *puzzle, const char *wanted)
{
  bcov_report *report = explain (puzzle, NULL);
  assert_string_equal (bcov_report_text (report), wanted);
  bcov_report_free (report);
  ask_end (mem, puzzle);
}

/* Three squares of 2 x 2 with two coverings each: five states in each component. */
static void facts_as_text (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect_text (mem, ask_brief (mem, "..#..#../..#..#..", "I2:any", NULL, NULL),
               "board       square, 2 x 8\n"
               "cells       12\n"
               "pieces      1: I2:any\n"
               "items       12\n"
               "options     12\n"
               "reduced     12 items, 12 options, 3 components\n"
               "symmetries  4\n"
               "engine      match, about 0.0012 seconds\n");
  mem = bcov_mem_new (0);
  expect_text (
      mem,
      ask_yaml (mem, "title: Cut off\nlattice: cube\nboard: 1x2x2\n"
                     "pieces: [{I3: 1}, {I1: 0..3}]\n"),
      "title       Cut off\nboard       cube, 1 x 2 x 2\ncells       4\npieces      2: I3 "
      "I1:0..3\nitems       6\noptions     4\nreduced     to nothing\nsymmetries  16\nengine      "
      "not needed\nno covering: the piece I3 must be used 1 time but has no placements\n");
  mem = bcov_mem_new (0);
  expect_text (mem, ask_file (mem, "x.dlx", "a b\na\na\nb\nb\n"),
               "items       2\n"
               "options     4\n"
               "reduced     2 items, 4 options, 2 components\n"
               "symmetries  1\n"
               "engine      match, about 4.5e-07 seconds\n");
}

/* Skew tetrominoes on 4 x 4: no colouring proves it, but every placement isolates a cell. */
static void nothing_fits_without_a_short_proof (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect_text (
      mem, ask_brief (mem, "4x4", "S4:any", NULL, NULL),
      "board       square, 4 x 4\ncells       16\npieces      1: S4:any\nitems       16\noptions   "
      "  24\nreduced     to nothing\nsymmetries  8\nengine      not needed\nno covering: after "
      "impossible placements are removed, none is left for the cell [3,3]\n");
}

static json_int_t number (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  assert_true (json_is_integer (value));
  return json_integer_value (value);
}

static void facts_as_json (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  bcov_report *report = explain (puzzle, NULL);
  json_t *object = json_loads (bcov_report_json (report), 0, NULL);
  assert_non_null (object);
  assert_int_equal (number (object, "cells"), 60);
  assert_int_equal (number (object, "pieces"), 12);
  assert_int_equal (number (object, "items"), 72);
  assert_int_equal (number (object, "options"), 2056);
  assert_true (number (object, "reduced_options") <= 2056);
  assert_int_equal (number (object, "components"), 1);
  assert_int_equal (number (object, "symmetries"), 4);
  assert_string_equal (json_string_value (json_object_get (object, "engine")), "search");
  double nodes = json_real_value (json_object_get (object, "estimated_nodes"));
  assert_true (isfinite (nodes) && nodes > 1e4 && nodes < 1e9);
  assert_false (json_boolean_value (json_object_get (object, "none")));
  assert_int_equal (json_array_size (json_object_get (object, "why")), 0);
  json_decref (object);
  bcov_report_free (report);
  ask_end (mem, puzzle);
}

static void proofs_as_json (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, ".#.#/#.#./.#.#", "I2:any", NULL, NULL);
  bcov_report *report = explain (puzzle, NULL);
  json_t *object = json_loads (bcov_report_json (report), 0, NULL),
         *why = json_object_get (object, "why");
  assert_true (json_boolean_value (json_object_get (object, "none")));
  assert_int_equal (json_array_size (why), 4);
  assert_string_equal (bcov_report_find (report, "none"), "yes");
  assert_string_equal (bcov_report_find (report, "cells"), "6");
  assert_string_equal (bcov_report_find (report, "why"),
                       "no placement of any piece reaches the cell [0,0]");
  size_t last = bcov_report_count (report) - 1;
  assert_string_equal (bcov_report_name (report, last), "why");
  assert_string_equal (bcov_report_value (report, last), "and 3 more like this");
  assert_string_equal (json_string_value (json_array_get (why, 0)),
                       "no placement of any piece reaches the cell [0,0]");
  assert_string_equal (json_string_value (json_array_get (why, 3)), "and 3 more like this");
  json_decref (object);
  bcov_report_free (report);
  ask_end (mem, puzzle);
}

static void requests_are_heeded (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "brute"};
  bcov_report *report = explain (puzzle, &request);
  assert_string_equal (bcov_report_find (report, "engine"), "brute");
  bcov_report_free (report);
  request.engine = "fast";
  assert_int_equal (bcov_explain (puzzle, &request, &report, err), BCOV_INPUT);
  assert_string_not_equal (bcov_error_text (err), "");
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

/* ---- exists ---- */

static void expect (const char *board, const char *pieces, const char *engine, bool json,
                    const char *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  bcov_request request = {.engine = engine, .up_to_symmetry = true};
  bcov_answer *answer = NULL;
  bcov_report *report = NULL;
  assert_int_equal (bcov_exists (puzzle, &request, &report, &answer, NULL), BCOV_OK);
  assert_string_equal (json ? bcov_report_json (report) : bcov_report_text (report), wanted);
  assert_int_equal (bcov_report_covering (report) != NULL, strstr (wanted, "was found") != NULL);
  bcov_report_free (report);
  bcov_answer_free (answer);
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
  expect ("1x2", "I2:any", "match", false, "yes: a covering was found\nII\n");
  expect ("1x2", "I2", "frontier", false,
          "yes: the frontier engine counted at least one covering, without listing any\n");
}

static void reasons_for_none (void **state)
{
  (void)state;
  expect ("1x3", "I2:any", NULL, true,
          "{\"exists\":false,\"why\":[\"area: no choice of pieces has exactly 3 cells\"]}\n");
  expect ("..#.#./..#.../.#....", "I2:any", "match", false,
          "no: each of the 3 cells [0,0] [1,1] [2,0] must share a piece with one of the 2 cells "
          "[0,1] [1,0]\n");
  expect ("3x5", "L3:any", "brute", false,
          "no: the brute engine tried all possibilities (34 nodes)\n");
  expect ("3x5", "L3:any", "frontier", false, "no: the frontier engine counted 0\n");
}

static void a_stop_tells_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "L3:any", NULL, NULL);
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop, .engine = "frontier"};
  bcov_answer *answer = NULL;
  bcov_report *report = NULL;
  assert_int_equal (bcov_exists (puzzle, &request, &report, &answer, NULL), BCOV_STOPPED);
  assert_null (report);
  bcov_answer_free (answer);
  request = (bcov_request){.engine = "match"};
  assert_int_equal (bcov_exists (puzzle, &request, &report, &answer, NULL), BCOV_INPUT);
  assert_null (report);
  ask_end (mem, puzzle);
}

SUITE (api_explain)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (facts_as_text),       cmocka_unit_test (nothing_fits_without_a_short_proof),
      cmocka_unit_test (facts_as_json),       cmocka_unit_test (proofs_as_json),
      cmocka_unit_test (requests_are_heeded), cmocka_unit_test (a_covering_is_shown),
      cmocka_unit_test (reasons_for_none),    cmocka_unit_test (a_stop_tells_nothing),
  };
  return cmocka_run_group_tests_name ("api_explain", tests, NULL, NULL);
}
