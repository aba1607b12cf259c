/* Tests of src/format/yaml_pieces.c and yaml_values.c, through whole files. */

#include "suite.h"
#include "format_help.h"
#include "base/text.h"

#include <stdio.h>

/* A file with a board of 6x6 whose pieces: is TEXT. */
static bcov_puzzle *read_pieces (fixture *f, const char *text)
{
  char file[2048];
  snprintf (file, sizeof file, "board: 6x6\npieces:%s\n", text);
  return must_read (f, file);
}

static void refuse (fixture *f, const char *text, const char *message)
{
  char file[2048];
  snprintf (file, sizeof file, "board: 6x6\npieces:%s\n", text);
  assert_refuses (f, file, message);
}

static void check (fixture *f, const char *text, const char *name, uint32_t lo, uint32_t hi,
                   uint32_t size, uint32_t forms)
{
  bcov_puzzle *puzzle = read_pieces (f, text);
  const bcov_piece *piece = piece_named (puzzle, name);
  assert_string_equal (piece->name, name);
  assert_int_equal (piece->lo, lo);
  assert_int_equal (piece->hi, hi);
  assert_int_equal (piece->size, size);
  assert_int_equal (piece->n_forms, forms);
  bcov_puzzle_free (puzzle);
}

static void check_count (fixture *f, const char *text, size_t count)
{
  bcov_puzzle *puzzle = read_pieces (f, text);
  assert_int_equal (puzzle->pieces.count, count);
  bcov_puzzle_free (puzzle);
}

static void reads_short_forms (void **state)
{
  fixture *f = *state;
  check (f, " L3", "L3", 1, 1, 3, 4);
  check (f, " L3:any,T4:2", "T4", 2, 2, 4, 4);
  check (f, "\n  - L3: any", "L3", 0, BCOV_MANY, 3, 4);
  check (f, " [L3, 'T4:1..2']", "T4", 1, 2, 4, 4);
  check (f, " [L3: 2, T4: 3..]", "T4", 3, BCOV_MANY, 4, 4);
  check (f, " {L3: 2, X./XX./.XX: 3..5}", "X./XX./.XX", 3, 5, 5, 4);
  check (f, "\n  one-sided tetrominoes: any\n  2x3: 1", "L4'", 0, BCOV_MANY, 4, 4);
  check_count (f, " pentominoes", 12);
  check_count (f, "\n  - pentominoes\n  - tetrominoes: any", 17);
  check_count (f, " {pentominoes: 1, I1: any}", 13);
}

static void reads_long_forms (void **state)
{
  fixture *f = *state;
  check (f, "\n  - name: hook\n    shape: |\n      X.\n      X.\n      XX\n    count: 2\n", "hook",
         2, 2, 4, 8);
  check (f, " [{name: hook, shape: X./X./XX, flip: false}]", "hook", 1, 1, 4, 4);
  check (f, " [{name: hook, shape: X./X./XX, turn: no, flip: yes}]", "hook", 1, 1, 4, 2);
  check (f, " [{name: hook, shape: X./X./XX, turn: false, flip: false}]", "hook", 1, 1, 4, 1);
  check (f, " [{name: hook, shape: L4}]", "hook", 1, 1, 4, 8);
  check (f, " [{shape: L4, count: any}]", "L4", 0, BCOV_MANY, 4, 8);
  check (f, " [{name: L4, flip: false}]", "L4", 1, 1, 4, 4);
  check (f, " [{shape: XXX}]", "XXX", 1, 1, 3, 2);
  check (f, " [I1, {shape: \"aaa\\nb\"}]", "piece.2", 1, 1, 4, 8);
  check (f, " {name: one, shape: XX}", "one", 1, 1, 2, 2);
  check (f, "\n  - name: two\n    shape: |\n      é7\n      . X\n", "two", 1, 1, 3, 8);
}

static void reads_sets_under_a_name (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = read_pieces (f, " [{name: t, shape: tetrominoes, count: 2}]");
  assert_int_equal (puzzle->pieces.count, 5);
  assert_string_equal (puzzle->pieces.data[0].name, "t.1");
  assert_string_equal (puzzle->pieces.data[4].name, "t.5");
  assert_int_equal (puzzle->pieces.data[4].lo, 2);
  bcov_puzzle_free (puzzle);
  check (f, " [{name: one, shape: monomino}]", "one", 1, 1, 1, 1);
}

/* turn: and flip: override the defaults that the name implies. */
static void lets_words_win (void **state)
{
  fixture *f = *state;
  check (f, " [{shape: fixed pentominoes, turn: true, flip: true}]", "F5.1", 8, 8, 5, 8);
  check (f, " [{shape: fixed pentominoes, turn: true}]", "F5.1", 4, 4, 5, 4);
  check (f, " [{name: one-sided pentominoes, flip: true}]", "F5", 2, 2, 5, 8);
}

static void reads_layers (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (
      f, "lattice: cube\nboard: 2x2x2\npieces:\n"
         "  - {name: a, shape: [XX/X., X.]}\n  - {name: b, shape: [XX/X., X.], flip: true}\n"
         "  - {name: c, shape: [\"XX\\n.X\", \".X\"], count: 3}\n  - soma\n");
  assert_int_equal (piece_named (puzzle, "a")->n_forms, 8);
  assert_string_equal (piece_named (puzzle, "P")->name, "a");
  assert_int_equal (piece_named (puzzle, "a")->lo, 6); /* a, b and c are the P of Soma */
  assert_int_equal (piece_named (puzzle, "L")->n_forms, 24);
  bcov_puzzle_free (puzzle);
  refuse (f, " [{name: a, shape: [XX, X.]}]",
          "box.yaml:2:27: the shape has layers, but the lattice is square; write lattice: cube");
}

static void reads_tiles (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = read_pieces (
      f, "\n  - {name: ↖, shape: X, count: any, turn: false, points: [north, west, northwest], "
         "tags: [up, left]}\n"
         "  - {name: t1, shape: X, sides: [a, b, a, c]}\n"
         "  - {name: t2, shape: X, sides: [c, c, b, a], flip: true}\n"
         "  - {name: t3, shape: X, sides: [a, b, c, d], turn: false, tags: [left]}\n");
  const bcov_piece *arrow = piece_named (puzzle, "↖");
  assert_int_equal (arrow->forms[0].decor.points,
                    1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST);
  assert_int_equal (arrow->tags, 3);
  assert_int_equal (arrow->n_forms, 1);
  const bcov_piece *t1 = piece_named (puzzle, "t1"), *t2 = piece_named (puzzle, "t2");
  assert_true (t1->n_forms == 4 && t1->turn && !t1->flip);
  assert_true (t2->n_forms == 8 && t2->flip);
  const bcov_piece *t3 = piece_named (puzzle, "t3");
  assert_true (t3->n_forms == 1 && t3->tags == 2);
  for (uint16_t k = 0; k < 4; k++)
    assert_int_equal (t3->forms[0].decor.sides[k], k + 1);
  assert_string_equal (puzzle->colours.data[3], "d");
  bcov_puzzle_free (puzzle);
}

static void refuses_attributes (void **state)
{
  fixture *f = *state;
  refuse (f, " [{name: a, shape: X, cuont: 2}]",
          "box.yaml:2:30: unknown key 'cuont' in a piece; did you mean 'count'?");
  refuse (f, " [{shape: X, count: 5..2}]",
          "box.yaml:2:28: the bounds of the range '5..2' are in the wrong order");
  refuse (f, " [{shape: X, count: [1]}]", "box.yaml:2:28: the count is a list here; write N, N..M");
  refuse (f, " [{shape: X, count: }]", "a count is missing");
  refuse (f, " [{shape: X, turn: maybe}]", "turn is 'maybe' here; write true or false");
  refuse (f, " [{shape: X, flip: {}}]", "flip is a mapping here; write true or false");
  refuse (f, " [{shape: X, points: north}]",
          "points is a text here; write a list of directions, such as [north, west]");
  refuse (f, " [{shape: X, points: [nroth]}]", "unknown direction 'nroth'; did you mean 'north'?");
  refuse (f, " [{shape: X, points: [zzzzzzzz]}]", "unknown direction 'zzzzzzzz'; use north, east");
  refuse (f, " [{shape: X, sides: [a, b, c]}]", "sides has 3 colours; give four: north, east");
  refuse (f, " [{shape: X, sides: [a, b, c, d, e]}]", "sides has 5 colours");
  refuse (f, " [{shape: X, sides: [a, b, c, '']}]", "a colour is a text here; write a word");
  refuse (f, " [{shape: X, tags: [[up]]}]", "a tag is a list here; write a word");
  refuse (f, " [{name: [], shape: X}]", "the name is a list here; write a word");
  refuse (f, " [{name: \"a\\nb\", shape: X}]",
          "box.yaml:2:19: the name contains a line break or an unprintable character; remove it");
  refuse (f, " [{count: 2}]", "box.yaml:2:10: this piece has neither shape: nor name:");
  refuse (f, " [{name: 'a', shape: XX, points: [north]}]",
          "only a piece of one cell can have this key");
}

static void refuses_entries (void **state)
{
  fixture *f = *state;
  refuse (f, " [Q9]", "box.yaml:2:10: unknown piece 'Q9'; did you mean 'W5'? see boardcover");
  refuse (f, "\n  - L3\n  - L3: x", "box.yaml:4:9: 'x' is not a count");
  refuse (f, " [{L3:any}]", "no count after 'L3:any'; write NAME: COUNT, with a space");
  refuse (f, " [{L3: 1, T4: 2}]", "several pieces in one entry");
  refuse (f, " [{}]", "no piece in one entry");
  refuse (f, " [[L3]]", "a piece is a list here; write a name or a mapping");
  refuse (f, " [~]", "a piece is empty; write a name or a mapping");
  refuse (f, "", "pieces is empty; write the name of a set, or a list of pieces");
  refuse (f, " [{name: Q9}]", "box.yaml:2:17: unknown piece 'Q9'");
  refuse (f, " [{name: a, shape: Q9}]", "box.yaml:2:27: unknown piece 'Q9'");
  refuse (f, " [{name: a, shape: ' X'}]", "unknown piece ' X'");
}

static void refuses_shapes (void **state)
{
  fixture *f = *state;
  refuse (f, "\n  - name: a\n    shape: |\n      X.\n      X*\n",
          "box.yaml:6:8: '*' is not allowed");
  refuse (f, "\n  - name: a\n    shape: |\n      ..\n      ..\n", "the shape has no cell");
  refuse (f, "\n  - name: a\n    shape:\n      X.\n      XX\n",
          "box.yaml:5:7: the shape spans several lines, which YAML joins into one; write '|'");
  refuse (f, " [{name: a, shape: }]", "the shape is empty; write a drawing");
  refuse (f, " [{name: a, shape: []}]", "the shape is a list here; write a drawing");
  refuse (f, " [{name: a, shape: {b: c}}]", "the shape is a mapping here; write a drawing");
}

/* Names that are too long to be quoted in full. */
static void limits_words (void **state)
{
  fixture *f = *state;
  char text[512] = " [{shape: X, name: ";
  size_t n = strlen (text);
  memset (text + n, 'a', 200);
  strcpy (text + n + 200, "}]");
  bcov_puzzle *puzzle = read_pieces (f, text);
  assert_int_equal (strlen (puzzle->pieces.data[0].name), 200);
  bcov_puzzle_free (puzzle);
  strcpy (text + n + 200, "a}]");
  refuse (f, text, "the name has 201 bytes; at most 200 are allowed");
}

static void limits_tags (void **state)
{
  fixture *f = *state;
  bcov_text text = {0};
  bcov_text_put (&text, "board: 6x6\npieces: [{shape: X, tags: [");
  for (int k = 0; k < 64; k++)
    bcov_text_printf (&text, "t%d, ", k);
  size_t length = text.length;
  bcov_text_put (&text, "t0]}]");
  bcov_puzzle *puzzle = must_read (f, text.data);
  assert_int_equal (puzzle->pieces.data[0].tags, UINT64_MAX);
  bcov_puzzle_free (puzzle);
  text.length = length;
  bcov_text_put (&text, "t64]}]");
  assert_refuses (f, text.data, "too many names: 't64' exceeds the limit of 64 different names");
  bcov_text_drop (&text);
}

SUITE (yaml_pieces)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_short_forms),
      format_test (reads_long_forms),
      format_test (reads_sets_under_a_name),
      format_test (lets_words_win),
      format_test (reads_layers),
      format_test (reads_tiles),
      format_test (refuses_attributes),
      format_test (refuses_entries),
      format_test (refuses_shapes),
      format_test (limits_words),
      format_test (limits_tags),
  };
  return cmocka_run_group_tests_name ("yaml_pieces", tests, NULL, NULL);
}
