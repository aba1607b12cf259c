/* Tests of src/format/json_write.c. */

#include "suite.h"
#include "random_cases.h"
#include "round_trip.h"
#include "base/text.h"
#include "format/puzzle/dlx_read.h"
#include "format/puzzle/canon.h"

#include <jansson.h>

static char *write_json (fixture *f, const bcov_puzzle *puzzle)
{
  bcov_text text = {0};
  char *out;
  assert_int_equal (bcov_canon_json (puzzle, &text, f->err), BCOV_OK);
  assert_int_equal (bcov_text_take (&text, &out, NULL, f->err), BCOV_OK);
  return out;
}

/* WANTED is JSON with the same content. */
static void check (fixture *f, const char *text, const char *wanted)
{
  bcov_puzzle *puzzle = must_read (f, text);
  char *written = write_json (f, puzzle);
  json_t *a = json_loads (written, JSON_REJECT_DUPLICATES, NULL);
  json_t *b = json_loads (wanted, 0, NULL);
  assert_non_null (a);
  assert_non_null (b);
  if (!json_equal (a, b))
    fail_msg ("%s", written);
  bcov_puzzle *again = must_read (f, written);
  assert_same_puzzle (puzzle, again);
  json_decref (a);
  json_decref (b);
  bcov_free (written);
  bcov_puzzle_free (again);
  bcov_puzzle_free (puzzle);
}

static void writes_json (void **state)
{
  fixture *f = *state;
  check (f,
         "title: A \"b\"\nboard: \"..\\n.#\"\npieces: [L3:any, {name: a, shape: X./X./XX}, I2:3]\n"
         "answers: {count: 520}",
         "{\"title\": \"A \\\"b\\\"\", \"board\": \"../.#\", \"pieces\": [{\"name\": \"L3\", "
         "\"count\": \"any\"}, {\"name\": \"a\", \"shape\": \"XXX/X..\"}, {\"name\": \"I2\", "
         "\"count\": 3}], \"answers\": {\"count\": \"520\"}}");
  check (
      f,
      "board: 2x2\nwrap: rows\npieces: [{name: ↖, shape: X, turn: false, points: [north], tags: "
      "[up]}, {name: s, shape: X, sides: [a, a, b, b]}]\n"
      "rules: {rows: {up: 1}, columns: {up: 0..1}, border: a, pieces-fill-holes: true}",
      "{\"board\": \"2x2\", \"wrap\": \"rows\", \"pieces\": [{\"name\": \"↖\", \"shape\": \"X\", "
      "\"turn\": false, \"points\": [\"north\"], \"tags\": [\"up\"]}, {\"name\": \"s\", "
      "\"shape\": \"X\", \"sides\": [\"a\", \"a\", \"b\", \"b\"]}], \"rules\": {\"rows\": "
      "{\"up\": 1}, \"columns\": {\"up\": \"0..1\"}, \"border\": \"a\", \"pieces-fill-holes\": "
      "true}}");
  check (
      f, "board: [../.., ../.#]\npieces: [{name: a, shape: [XX/X., X.]}]",
      "{\"lattice\": \"cube\", \"board\": [\"../..\", \"../.#\"], \"pieces\": [{\"name\": \"a\", "
      "\"shape\": [\"XX/X.\", \"X./..\"]}]}");
}

/* Keys have the order of puzzle files. */
static void keeps_the_order (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (f, "pieces: L3\nboard: 3x1\nsource: b\ntitle: a\n");
  char *written = write_json (f, puzzle);
  assert_string_equal (written,
                       "{\n  \"title\": \"a\",\n  \"source\": \"b\",\n  \"board\": "
                       "\"3x1\",\n  \"pieces\": [\n    {\n      \"name\": \"L3\"\n    }\n  "
                       "]\n}\n");
  bcov_free (written);
  bcov_puzzle_free (puzzle);
}

static void comes_back (void **state)
{
  fixture *f = *state;
  bcov_random random = {cases_seed (13)};
  for (uint64_t round = 0; round < cases (400); round++) {
    bcov_text file = {0};
    put_file (&random, (bcov_lattice)(round % BCOV_LATTICES), &file);
    bcov_puzzle *puzzle = read_yaml (f, file.data);
    if (!puzzle)
      fail_msg ("%s\n%s", bcov_error_text (f->err), file.data);
    char *once = write_json (f, puzzle);
    bcov_puzzle *again = read_yaml (f, once);
    if (!again)
      fail_msg ("%s\n%s", bcov_error_text (f->err), once);
    char *twice = write_json (f, again);
    assert_string_equal (once, twice);
    assert_same_puzzle (puzzle, again);
    bcov_free (once);
    bcov_free (twice);
    bcov_puzzle_free (puzzle);
    bcov_puzzle_free (again);
    bcov_text_drop (&file);
  }
}

static void refuses_exact_cover (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  bcov_text text = {0};
  static const char dlx[] = "a b\na b\n";
  assert_int_equal (bcov_dlx_read (f->mem, "x.dlx", dlx, strlen (dlx), &puzzle, f->err), BCOV_OK);
  assert_int_equal (bcov_canon_json (puzzle, &text, f->err), BCOV_INPUT);
  assert_says (f, "an exact cover problem has no board to write");
  bcov_text_drop (&text);
  bcov_puzzle_free (puzzle);
}

SUITE (json_write)
{
  const struct CMUnitTest tests[] = {
      format_test (writes_json),
      format_test (keeps_the_order),
      format_test (comes_back),
      format_test (refuses_exact_cover),

  };
  return cmocka_run_group_tests_name ("json_write", tests, NULL, NULL);
}
