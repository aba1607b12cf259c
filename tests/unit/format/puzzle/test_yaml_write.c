/* Tests of src/format/yaml_write.c and canon.c. */

#include "suite.h"
#include "random_cases.h"
#include "round_trip.h"
#include "base/text.h"
#include "format/puzzle/dlx_read.h"
#include "format/puzzle/canon.h"

static char *write_yaml (fixture *f, const bcov_puzzle *puzzle)
{
  bcov_text text = {0};
  char *out;
  assert_int_equal (bcov_canon_yaml (puzzle, &text, f->err), BCOV_OK);
  assert_int_equal (bcov_text_take (&text, &out, NULL, f->err), BCOV_OK);
  return out;
}

static void check (fixture *f, const char *text, const char *wanted)
{
  bcov_puzzle *puzzle = must_read (f, text);
  char *written = write_yaml (f, puzzle);
  assert_string_equal (written, wanted);
  bcov_puzzle *again = must_read (f, written);
  assert_same_puzzle (puzzle, again);
  bcov_free (written);
  bcov_puzzle_free (again);
  bcov_puzzle_free (puzzle);
}

static void writes_canonical_files (void **state)
{
  fixture *f = *state;
  check (f, "pieces: {L3: any, one-sided tetrominoes: 1..2, X.X: 2}\nboard: ../..\ntitle: A\n",
         "title: A\nboard: 2x2\npieces:\n"
         "- name: L3\n  count: any\n"
         "- name: I4\n  count: 1..2\n  flip: false\n"
         "- name: L4\n  count: 1..2\n  flip: false\n"
         "- name: L4'\n  count: 1..2\n"
         "- name: O4\n  count: 1..2\n  flip: false\n"
         "- name: S4\n  count: 1..2\n  flip: false\n"
         "- name: S4'\n  count: 1..2\n"
         "- name: T4\n  count: 1..2\n  flip: false\n"
         "- name: X.X\n  shape: X.X\n  count: 2\n");
  check (f, "board: \"..a\\n #?\"\nwrap: both\npieces: [{name: a, shape: X./X./XX, flip: no}]\n",
         "board: |\n  ..a\n  ##?\nwrap: both\npieces:\n- name: a\n  shape: |\n    XXX\n    X..\n"
         "  flip: false\n");
  check (
      f,
      "board: '6x8/'\npieces: [I1, {name: 6, shape: XX}, {name: x, shape: XXX}, {name: 8, "
      "shape: X}]\n",
      "board: 6x8/\npieces:\n- name: I1\n  count: 2\n- name: 6\n  shape: XX\n- name: x\n  shape: "
      "XXX\n- name: 8\n  shape: X\n  count: 0\n");
}

static void writes_other_lattices (void **state)
{
  fixture *f = *state;
  check (f, "board: 3x3x3\npieces: [soma, {name: a, shape: [X./XX, ./X]}, {name: b, shape: XX/XX}]",
         "lattice: cube\nboard: 3x3x3\npieces:\n- name: V\n- name: L\n- name: T\n- name: Z\n"
         "- name: A\n- name: B\n- name: P\n  count: 2\n"
         "- name: b\n  shape: |\n    XX\n    XX\n"
         "- name: a\n  shape:\n  - |\n    XX\n    X.\n  - |\n    X.\n    ..\n  count: 0\n");
  check (f,
         "lattice: triangle\nboard: ...\npieces: [{name: up, shape: X, turn: false}, {name: "
         "down, shape: .X, turn: false, flip: true}]",
         "lattice: triangle\nboard: 1x3\npieces:\n- name: up\n  shape: X\n  turn: false\n"
         "- name: down\n  shape: .X\n  turn: false\n");
  check (
      f,
      "lattice: hex\nboard: ..#\npieces: [trihexes.2, {name: z, shape: .X/X., turn: false, flip: "
      "false}]",
      "lattice: hex\nboard: ..#\npieces:\n- name: trihexes.2\n- name: z\n  shape: |\n    .X\n    "
      "X.\n  turn: false\n  flip: false\n");
}

static void writes_tiles_and_rules (void **state)
{
  fixture *f = *state;
  check (
      f,
      "board: 4x4\npieces:\n"
      "  - {name: ↖, shape: X, count: any, turn: false, tags: [up, left], points: [west, north]}\n"
      "  - {name: t, shape: I1, sides: [a, b, a, c], flip: true}\n"
      "rules: {border: a, rows: {up: 2}, columns: {left: 1..3}, pieces-fill-holes: yes}\n"
      "answers: {fill: 16, count: 2}\n",
      "board: 4x4\npieces:\n"
      "- name: ↖\n  shape: X\n  count: any\n  turn: false\n  points: [north, west]\n"
      "  tags: [left, up]\n"
      "- name: t\n  shape: X\n  flip: true\n  sides: [a, b, a, c]\n"
      "rules:\n  rows: {up: 2}\n  columns: {left: 1..3}\n  border: a\n  pieces-fill-holes: true\n"
      "answers: {count: 2, fill: 16}\n");
}

/* Words with a special meaning in YAML are read back as words. */
static void quotes_words (void **state)
{
  fixture *f = *state;
  check (
      f, "title: '~'\nsource: \"a: b #c\\n- d\"\nboard: '...'\npieces: [{name: 'null', shape: X}]",
      "title: \"~\"\nsource: |-\n  a: b #c\n  - d\nboard: 1x3\npieces:\n- name: \"null\"\n  shape: "
      "X\n");
}

/* A rotated row of hexagons is slanted in a drawing; the straight form is written. */
static void writes_the_smallest_drawing (void **state)
{
  fixture *f = *state;
  check (f, "lattice: hex\nboard: 1x1\npieces: [{name: a, shape: ..X/.X./X..}]",
         "lattice: hex\nboard: 1x1\npieces:\n- name: a\n  shape: XXX\n");
}

static void writes_tables_as_pieces (void **state)
{
  fixture *f = *state;
  check (
      f, "board: 2x2\ntable: X.XX/....\nrules: {pieces-fill-holes: true}\n",
      "board: 2x2\npieces:\n- name: table.1\n  shape: X\n  flip: false\n- name: table.2\n  shape: "
      "XX\n  flip: false\nrules:\n  pieces-fill-holes: true\n");
  check (f, "board: 2x2\ntable: '...'\nrules: {pieces-fill-holes: true}\n",
         "board: 2x2\npieces: []\nrules:\n  pieces-fill-holes: true\n");
}

static void refuses_exact_cover (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  bcov_text text = {0};
  static const char dlx[] = "a b\na b\n";
  assert_int_equal (bcov_dlx_read (f->mem, "x.dlx", dlx, strlen (dlx), &puzzle, f->err), BCOV_OK);
  assert_int_equal (bcov_canon_yaml (puzzle, &text, f->err), BCOV_INPUT);
  assert_says (f, "an exact cover problem has no board to write; convert it to dlx or dimacs");
  bcov_text_drop (&text);
  bcov_puzzle_free (puzzle);
}

/* Reading the output gives the same puzzle, and writing that puzzle gives the same text. */
static void comes_back (void **state)
{
  fixture *f = *state;
  bcov_random random = {cases_seed (11)};
  for (uint64_t round = 0; round < cases (400); round++) {
    bcov_text file = {0};
    put_file (&random, (bcov_lattice)(round % BCOV_LATTICES), &file);
    bcov_puzzle *puzzle = read_yaml (f, file.data);
    if (!puzzle)
      fail_msg ("%s\n%s", bcov_error_text (f->err), file.data);
    char *once = write_yaml (f, puzzle);
    bcov_puzzle *again = read_yaml (f, once);
    if (!again)
      fail_msg ("%s\n%s", bcov_error_text (f->err), once);
    char *twice = write_yaml (f, again);
    assert_string_equal (once, twice);
    assert_same_puzzle (puzzle, again);
    bcov_free (once);
    bcov_free (twice);
    bcov_puzzle_free (puzzle);
    bcov_puzzle_free (again);
    bcov_text_drop (&file);
  }
}

SUITE (yaml_write)
{
  const struct CMUnitTest tests[] = {
      format_test (writes_canonical_files),      format_test (writes_other_lattices),
      format_test (writes_tiles_and_rules),      format_test (quotes_words),
      format_test (writes_the_smallest_drawing), format_test (writes_tables_as_pieces),
      format_test (refuses_exact_cover),         format_test (comes_back),

  };
  return cmocka_run_group_tests_name ("yaml_write", tests, NULL, NULL);
}
