/* Tests of src/format/yaml_rules.c, through whole files. */

#include "suite.h"
#include "format_help.h"

#include <stdio.h>

#define TILES                                                                                      \
  "board: 4x4\n"                                                                                   \
  "pieces:\n"                                                                                      \
  "  - {name: u, shape: X, count: any, tags: [up, left]}\n"                                        \
  "  - {name: s, shape: X, count: any, sides: [a, b, c, d]}\n"

static void reads_rules (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (f, TILES "rules:\n"
                                            "  rows: {up: 2, left: 1..3}\n"
                                            "  columns: {left: 0}\n"
                                            "  border: c\n"
                                            "  pieces-fill-holes: true\n");
  assert_int_equal (puzzle->row_quotas.count, 2);
  assert_int_equal (puzzle->column_quotas.count, 1);
  bcov_quota up = puzzle->row_quotas.data[0], left = puzzle->row_quotas.data[1];
  assert_true (up.lo == 2 && up.hi == 2);
  assert_string_equal (puzzle->tags.data[up.tag], "up");
  assert_true (left.lo == 1 && left.hi == 3);
  assert_string_equal (puzzle->tags.data[left.tag], "left");
  assert_true (puzzle->column_quotas.data[0].hi == 0);
  assert_string_equal (puzzle->colours.data[puzzle->border - 1], "c");
  assert_true (puzzle->fill_holes);
  bcov_puzzle_free (puzzle);
  puzzle = must_read (f, TILES "rules: {pieces-fill-holes: no}\n");
  assert_true (!puzzle->fill_holes && !puzzle->border);
  bcov_puzzle_free (puzzle);
  bcov_puzzle_free (must_read (f, TILES "rules:\n"));
}

static void refuses_rules (void **state)
{
  fixture *f = *state;
  assert_refuses (f, TILES "rules: {rows: {upp: 2}}\n",
                  "box.yaml:5:16: no piece has the tag 'upp'; known: up, left");
  assert_refuses (f, "board: 1x1\npieces: I1\nrules: {rows: {up: 2}}\n",
                  "no piece has the tag 'up'; give it to a piece first");
  assert_refuses (f, TILES "rules: {border: z}\n",
                  "box.yaml:5:17: no piece has the colour 'z'; known: a, b, c, d");
  assert_refuses (f, TILES "rules: {rows: {up: 5..2}}\n", "box.yaml:5:20: the range '5..2' is");
  assert_refuses (f, TILES "rules: {rows: {up: [1]}}\n", "the quota is a list here; write N or");
  assert_refuses (f, TILES "rules: {rows: 2}\n", "rows is a text here; write {tag: N}");
  assert_refuses (f, TILES "rules: {row: {up: 2}}\n",
                  "box.yaml:5:9: unknown key 'row' in rules; did you mean 'rows'?");
  assert_refuses (f, TILES "rules: {pieces-fill-holes: 1}\n",
                  "pieces-fill-holes is '1' here; write true or false");
  assert_refuses (f, TILES "rules: [rows]\n", "rules is a list here; write a mapping");
  assert_refuses (f, TILES "rules: {border: [a]}\n", "the colour is a list here; write a word");
  /* A piece that could not be read may have had the tag. */
  assert_refuses (f, "board: 1x1\npieces: [Q9]\nrules: {rows: {up: 2}}\n", "unknown piece 'Q9'");
}

static void reads_answers (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (
      f, "board: 8x8\npieces: I2:any\n"
         "answers: {count: 0012988816, fill: '64', count-up-to-symmetry: "
         "100000000000000000000000000000000000000000000000000000000000000000000000000000000000}\n");
  assert_int_equal (puzzle->stated.count, 3);
  assert_string_equal (puzzle->stated.data[0].question, "count");
  assert_string_equal (puzzle->stated.data[0].value, "12988816");
  assert_int_equal (puzzle->stated.data[0].place.line, 3);
  assert_int_equal (puzzle->stated.data[0].place.column, 18);
  assert_string_equal (puzzle->stated.data[1].question, "count-up-to-symmetry");
  assert_int_equal (strlen (puzzle->stated.data[1].value), 84);
  assert_string_equal (puzzle->stated.data[2].value, "64");
  bcov_puzzle_free (puzzle);
  puzzle = must_read (f, "{\"board\":\"1x1\",\"pieces\":\"I1\",\"answers\":{\"count\":000}}");
  assert_string_equal (puzzle->stated.data[0].value, "0");
  bcov_puzzle_free (puzzle);
}

static void refuses_answers (void **state)
{
  fixture *f = *state;
  static const char head[] = "board: 8x8\npieces: I2:any\nanswers: ";
  static const char *const cases[][2] = {
      {"{count: 1e3}", "box.yaml:3:18: the answer '1e3' is no whole number; write its decimal"},
      {"{count: -3}", "the answer '-3' is no whole number"},
      {"{count: '1 000'}", "the answer '1 000' is no whole number"},
      {"{count: }", "the answer nothing is no whole number"},
      {"{count: [1]}", "count is a list here; write a number"},
      {"{cuont: 1}", "box.yaml:3:11: unknown key 'cuont' in answers; did you mean 'count'?"},
      {"{sample: 1}", "unknown key 'sample' in answers; it may have: count, count-up-to-symmetry"},
      {"3", "answers is a text here; write a mapping, as {count: 520}"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char file[256];
    snprintf (file, sizeof file, "%s%s\n", head, cases[k][0]);
    assert_refuses (f, file, cases[k][1]);
  }
}

SUITE (yaml_rules)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_rules),
      format_test (refuses_rules),
      format_test (reads_answers),
      format_test (refuses_answers),
  };
  return cmocka_run_group_tests_name ("yaml_rules", tests, NULL, NULL);
}
