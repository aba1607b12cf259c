/* heat and hint: counts against the list, forced placements, stops and failures. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "puzzle/covering.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- heat ---- */

static const char *const texts[] = {
    "board: 4x5\npieces: [{I2: any}]\n",
    "board: 3x4\npieces: [{L3: any}, {I2: 0..3}]\n",
    "board: |\n  ???\n  ?.?\npieces: [{I2: any}, {L3: 0..1}]\n",
    "board: 3x3\nlattice: hex\npieces: [{name: d, shape: XX, count: any}, {name: e, shape: X}]\n",
    "board: 4x4\nwrap: both\npieces: [{I2: any}]\n",
    "board: 2x2x3\npieces: [{I2: any}]\n",
    "board: 2x3\npieces: [{name: t, shape: X, count: any, sides: [a, b, a, a]}]\n",
    "board: |\n  .#.\n  ...\npieces: [{I2: any}, {I1: 1}]\n",
    "board: 3x3\npieces: [{I2: any}]\n",
};
enum { TEXTS = sizeof texts / sizeof *texts };

static char *heat (const bcov_puzzle *puzzle, const char *engine, bool json)
{
  bcov_request request = {.engine = engine};
  bcov_answer *answer = NULL;
  bcov_heat *made = NULL;
  char *report = NULL;
  assert_int_equal (bcov_heat_new (puzzle, &request, &made, &answer, NULL), BCOV_OK);
  assert_true (bcov_answer_complete (answer));
  assert_int_equal (json ? bcov_heat_json (made, &report, NULL, NULL)
                         : bcov_heat_text (made, &report, NULL, NULL),
                    BCOV_OK);
  bcov_heat_free (made);
  bcov_answer_free (answer);
  return report;
}

static void engines_agree (void **state)
{
  (void)state;
  static const char *const engines[] = {"frontier", "search", "brute"};
  for (size_t k = 0; k < TEXTS; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, texts[k]);
    for (int json = 0; json < 2; json++) {
      char *expected = heat (puzzle, NULL, json);
      for (size_t e = 0; e < 3; e++) {
        char *report = heat (puzzle, engines[e], json);
        assert_string_equal (report, expected);
        bcov_free (report);
      }
      bcov_free (expected);
    }
    ask_end (mem, puzzle);
  }
}

/* Returns the list as one text, to search for placements. */
typedef struct {
  char *lines[4096];
  size_t count;
} listed;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  listed *l = data;
  assert_true (index <= 4096);
  return bcov_covering_json (covering, 0, &l->lines[l->count++], NULL, NULL);
}

/* Returns the number of coverings that contain PLACEMENT, which has the format of list. */
static size_t count_holding (const listed *l, json_t *placement)
{
  size_t n = 0;
  json_t *bare = json_copy (placement);
  json_object_del (bare, "count");
  json_object_del (bare, "forced");
  char *text = json_dumps (bare, JSON_COMPACT);
  for (size_t k = 0; k < l->count; k++)
    n += strstr (l->lines[k], text) != NULL;
  free (text);
  json_decref (bare);
  return n;
}

static void expect_placements (json_t *root, const listed *l)
{
  json_t *placement;
  size_t k;
  json_array_foreach (json_object_get (root, "placements"), k, placement)
  {
    size_t n = count_holding (l, placement);
    const char *said = json_string_value (json_object_get (placement, "count"));
    assert_int_equal (strtoull (said, NULL, 10), n);
    assert_int_equal (json_is_true (json_object_get (placement, "forced")),
                      l->count && n == l->count);
  }
}

static void it_is_what_the_list_says (void **state)
{
  (void)state;
  for (size_t k = 0; k < TEXTS; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, texts[k]);
    static listed l;
    bcov_answer *answer = NULL;
    l.count = 0;
    assert_int_equal (bcov_list (puzzle, NULL, gather, &l, &answer, NULL), BCOV_OK);
    char *report = heat (puzzle, NULL, true);
    json_t *root = json_loads (report, 0, NULL);
    assert_non_null (root);
    assert_string_equal (json_string_value (json_object_get (root, "count")),
                         bcov_answer_count (answer));
    expect_placements (root, &l);
    json_decref (root);
    bcov_free (report);
    for (size_t n = 0; n < l.count; n++)
      bcov_free (l.lines[n]);
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

static void exact_cover (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "t.dlx", "a b | x\na x:1\nb x:1\nb x:2\na b\n");
  char *json = heat (puzzle, NULL, true), *text = heat (puzzle, NULL, false);
  assert_string_equal (json, "{\"count\":\"2\",\"options\":["
                             "{\"items\":[\"a\",\"x:1\"],\"count\":\"1\",\"forced\":false},"
                             "{\"items\":[\"b\",\"x:1\"],\"count\":\"1\",\"forced\":false},"
                             "{\"items\":[\"b\",\"x:2\"],\"count\":\"0\",\"forced\":false},"
                             "{\"items\":[\"a\",\"b\"],\"count\":\"1\",\"forced\":false}]}\n");
  assert_string_equal (
      text,
      "2 coverings\n4 placements: 0 in every covering, 1 in none\n\nin none:\n  b x:2\n\noptions "
      "used, in % of the coverings:\n   50 a x:1\n   50 b x:1\n    . b x:2\n   50 a b\n");
  bcov_free (json);
  bcov_free (text);
  ask_end (mem, puzzle);
}

static void stops_and_limits (void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    bcov_mem *mem = bcov_mem_new (k == 2 ? 200000 : 0);
    bcov_puzzle *puzzle = ask_brief (mem, "14x14", "I2:any", NULL, NULL);
    atomic_bool stop = k < 2;
    bcov_request request = {.engine = k ? "frontier" : "search", .stop = &stop};
    bcov_answer *answer = NULL;
    bcov_error *err = bcov_error_new ();
    bcov_heat *made;
    assert_int_equal (bcov_heat_new (puzzle, &request, &made, &answer, err), BCOV_STOPPED);
    assert_null (made);
    assert_non_null (strstr (bcov_error_text (err), k < 2 ? "stopped" : "allow more memory"));
    bcov_answer_free (answer);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

/* Dominoes on 2 x 2: two coverings of two pieces; each side separates pieces in one of them. */
static void shares_of_cells_and_sides (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x2", "I2:any", NULL, NULL);
  bcov_heat *made = NULL;
  double cells[4], side;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &made, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_heat_cells (made, 0, cells, NULL), BCOV_OK);
  for (int k = 0; k < 4; k++)
    assert_true (cells[k] == 1);
  assert_int_equal (bcov_heat_side (made, 0, 1, &side, NULL), BCOV_OK);
  assert_true (side == 0.5);
  bcov_heat_free (made);
  ask_end (mem, puzzle);
}

/* ---- hint ---- */

/* Expects that the hint about PUZZLE is WANTED, as JSON; frees both. */
static void expect (bcov_mem *mem, bcov_puzzle *puzzle, const char *engine, const char *wanted)
{
  bcov_request request = {.engine = engine};
  bcov_hint *hint = NULL;
  bcov_answer *answer = NULL;
  char *text = NULL;
  assert_int_equal (bcov_hint_new (puzzle, &request, &hint, &answer, NULL), BCOV_OK);
  assert_true (bcov_answer_complete (answer) && bcov_hint_complete (hint));
  assert_string_equal (bcov_answer_count (answer), bcov_hint_coverings (hint));
  assert_int_equal (bcov_hint_json (hint, &text, NULL, NULL), BCOV_OK);
  assert_string_equal (text, wanted);
  bcov_free (text);
  bcov_hint_free (hint);
  bcov_answer_free (answer);
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

/* A placement that the board already shows is not a hint if there is another one. */
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

/* A stopped run reports what it found, marked incomplete. */
static void time_may_end (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "I2:any", NULL, NULL);
  bcov_request request = {.engine = "search", .seconds = 0.3};
  bcov_error *err = bcov_error_new ();
  bcov_hint *hint = NULL;
  bcov_answer *answer = NULL;
  for (; !hint; request.seconds *= 2) { /* more time for a busy machine */
    assert_int_equal (bcov_hint_new (puzzle, &request, &hint, &answer, err), BCOV_STOPPED);
    if (!bcov_hint_placement (hint) && request.seconds < 60) {
      bcov_hint_free (hint);
      bcov_answer_free (answer);
      hint = NULL;
    }
  }
  assert_non_null (strstr (bcov_error_text (err), "0.3 s"));
  assert_string_equal (bcov_covering_piece_name (bcov_hint_placement (hint), 0), "I2");
  assert_true (!bcov_hint_complete (hint) && !bcov_hint_forced (hint) &&
               !bcov_answer_complete (answer));
  assert_string_equal (bcov_answer_count (answer), bcov_hint_coverings (hint));
  bcov_hint_free (hint);
  bcov_answer_free (answer);
  atomic_bool stop = true;
  request = (bcov_request){.stop = &stop};
  assert_int_equal (bcov_hint_new (puzzle, &request, &hint, &answer, err), BCOV_STOPPED);
  assert_null (bcov_hint_placement (hint));
  bcov_hint_free (hint);
  bcov_answer_free (answer);
  request = (bcov_request){.part = 1, .parts = 2};
  assert_int_equal (bcov_hint_new (puzzle, &request, &hint, &answer, err), BCOV_INPUT);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

/* A ring leaves a cell that nothing fills, but all coverings without the ring are too many. */
static void no_covering (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle =
      ask_brief (mem, "14x14", "XXX/X.X/XX.:1,1x7:any,XXXXXX/X.....:any", NULL, NULL);
  bcov_hint *hint = NULL;
  assert_int_equal (bcov_hint_new (puzzle, NULL, &hint, NULL, NULL), BCOV_OK);
  assert_null (bcov_hint_placement (hint));
  assert_true (bcov_hint_complete (hint));
  assert_string_equal (bcov_hint_coverings (hint), "0");
  bcov_hint_free (hint);
  ask_end (mem, puzzle);
}

SUITE (api_heat)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (engines_agree),
      cmocka_unit_test (it_is_what_the_list_says),
      cmocka_unit_test (exact_cover),
      cmocka_unit_test (shares_of_cells_and_sides),
      cmocka_unit_test (stops_and_limits),
      cmocka_unit_test (the_most_shared_one),
      cmocka_unit_test (forced_ones),
      cmocka_unit_test (letters_lead_on),
      cmocka_unit_test (an_option_of_an_exact_cover_problem),
      cmocka_unit_test (time_may_end),
      cmocka_unit_test (no_covering),
  };
  return cmocka_run_group_tests_name ("api_heat", tests, NULL, NULL);
}
