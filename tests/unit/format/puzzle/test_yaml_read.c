/* Puzzle files: keys, mistakes, random bytes; rules and answers. */

#include "suite.h"

#include "format_help.h"
#include "random_cases.h"
#include "base/random.h"
#include "base/text.h"
#include "format/puzzle/yaml_read.h"

#include <stdio.h>

/* ---- files ---- */

static const char chessboard[] = "title: Pentominoes on a chessboard with a square hole\n"
                                 "source: Dana Scott 1958\n"
                                 "board: |\n"
                                 "  ........\n"
                                 "  ........\n"
                                 "  ........\n"
                                 "  ...##...\n"
                                 "  ...##...\n"
                                 "  ........\n"
                                 "  ........\n"
                                 "  ........\n"
                                 "pieces: pentominoes\n"
                                 "answers: {count: 520, count-up-to-symmetry: 65}\n";

static void reads_a_file (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (f, chessboard);
  assert_string_equal (puzzle->title, "Pentominoes on a chessboard with a square hole");
  assert_string_equal (puzzle->source, "Dana Scott 1958");
  assert_string_equal (puzzle->file, "box.yaml");
  assert_int_equal (puzzle->board.n_cells, 60);
  assert_int_equal (puzzle->pieces.count, 12);
  assert_int_equal (puzzle->stated.count, 2);
  assert_string_equal (puzzle->pieces.data[0].place.file, "box.yaml");
  assert_int_equal (puzzle->pieces.data[0].place.line, 12);
  bcov_puzzle_free (puzzle);
}

static void check_board (fixture *f, const char *text, bcov_lattice lattice, int32_t layers,
                         int32_t rows, int32_t columns, uint32_t cells)
{
  bcov_puzzle *puzzle = must_read (f, text);
  const bcov_board *board = &puzzle->board;
  assert_int_equal (board->lattice, lattice);
  assert_true (board->layers == layers && board->rows == rows && board->columns == columns);
  assert_int_equal (board->n_cells, cells);
  bcov_puzzle_free (puzzle);
}

static void reads_boards (void **state)
{
  fixture *f = *state;
  check_board (f, "board: 6x8\npieces: L3", BCOV_SQUARE, 1, 6, 8, 48);
  check_board (f, "board: 3x4x5\npieces: soma", BCOV_CUBE, 3, 4, 5, 60);
  check_board (f, "board: [.., ./..]\npieces: soma", BCOV_CUBE, 2, 2, 2, 5);
  check_board (f, "board:\n  - |\n    ..\n    .#\n  - .\npieces: V", BCOV_CUBE, 2, 2, 2, 4);
  check_board (f, "lattice: cube\nboard: ..\npieces: V", BCOV_CUBE, 1, 1, 2, 2);
  check_board (f, "lattice: hex\nboard: 2x3\npieces: trihexes", BCOV_HEX, 1, 2, 3, 6);
  check_board (f, "lattice: triangle\nboard: |\n  .\n  ...\npieces: tetriamonds", BCOV_TRIANGLE, 1,
               2, 3, 4);
  check_board (f, "board: '####'\npieces: L3", BCOV_SQUARE, 1, 1, 4, 0);
  check_board (f, "board: \"#..\\n.?\"\npieces: L3", BCOV_SQUARE, 1, 2, 3, 4);
  check_board (f, "board: .?./..\npieces: L3", BCOV_SQUARE, 1, 2, 3, 5);
  check_board (f, "board: |2\n   ..\n  .\npieces: L3", BCOV_SQUARE, 1, 2, 3, 3);
  check_board (f,
               "\xef\xbb\xbf"
               "board: |\r\n  ..\r\n  ..\r\npieces: L3\r\n",
               BCOV_SQUARE, 1, 2, 2, 4);
  check_board (f, "{\"board\":\"6x8\",\"pieces\":[\"L3\"],\"title\":null,\"rules\":null}",
               BCOV_SQUARE, 1, 6, 8, 48);
}

static void reads_formats (void **state)
{
  fixture *f = *state;
  check_board (f, "format: 1\nboard: 6x8\npieces: L3", BCOV_SQUARE, 1, 6, 8, 48);
  check_board (f, "board: 6x8\nformat: '1'\npieces: L3", BCOV_SQUARE, 1, 6, 8, 48);
  check_board (f, "{\"format\":1,\"board\":\"6x8\",\"pieces\":[\"L3\"]}", BCOV_SQUARE, 1, 6, 8, 48);
  assert_refuses (f, "format: 2\nboard: 6x8\npieces: L3",
                  "box.yaml:1:9: format 2 is newer than this version, which reads format 1; "
                  "install a newer boardcover");
  static const char *const wrong[] = {"0", "-1", "01", "1.0", "'1 '", "one", "''", "2a"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char file[64];
    snprintf (file, sizeof file, "format: %s\nboard: 6x8\npieces: L3", wrong[k]);
    assert_refuses (f, file, "box.yaml:1:9: unknown format ");
  }
  assert_refuses (f, "format:\nboard: 6x8\npieces: L3", "the format is empty; write 1");
  assert_refuses (f, "format: [1]\nboard: 6x8\npieces: L3", "the format is a list here; write 1");
}

static void reads_wraps (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (f, "board: 4x4\nwrap: columns\npieces: I2:any\n");
  assert_int_equal (puzzle->board.wrap, BCOV_WRAP_COLUMNS);
  bcov_puzzle_free (puzzle);
  assert_refuses (f, "board: 4x4\nwrap: colums\npieces: L3", "box.yaml:2:7: unknown wrap 'colums'");
  assert_refuses (
      f, "board: 2x2x2\nwrap: both\npieces: soma",
      "box.yaml:2:7: only boards of the square lattice can be joined, and this lattice is cube");
  assert_refuses (f, "board: 4x4\nwrap: [both]\npieces: L3", "wrap is a list here; write none");
}

static void reads_tables (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_read (f, "board: 4x4\n"
                                      "pieces: [X./XX]\n"
                                      "table: |\n"
                                      "  XX.X\n"
                                      "  .X.X\n"
                                      "rules: {pieces-fill-holes: true}\n");
  assert_int_equal (puzzle->pieces.count, 2);
  assert_int_equal (puzzle->pieces.data[0].lo,
                    2); /* the corner in the list and the one on the table */
  assert_true (puzzle->pieces.data[1].place.line == 4 && puzzle->pieces.data[1].place.column == 6);
  bcov_puzzle_free (puzzle);
  assert_refuses (f, "board: 4x4\ntable: |\n  XX\n  X#\n", "box.yaml:4:4: '#' is not allowed here");
  assert_refuses (f, "board: 4x4\ntable:\n", "box.yaml:2:7: the table is empty; write a drawing");
  assert_refuses (f, "board: 4x4\ntable: [X, X]\n",
                  "the table has layers, but the lattice is square");
  puzzle = must_read (f, "board: 2x2x2\ntable: [XX/.., XX]\n");
  assert_int_equal (puzzle->pieces.data[0].size, 4);
  bcov_puzzle_free (puzzle);
}

static void resolves_letters (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle =
      must_read (f, "board: |\n  FF.\n  .↖.\npieces: [F5, {name: ↖, shape: XX}]\n");
  assert_int_equal (puzzle->cell_piece[0], 0);
  assert_int_equal (puzzle->cell_piece[2], -1);
  assert_int_equal (puzzle->cell_piece[4], 1);
  bcov_puzzle_free (puzzle);
  assert_refuses (f, "board: |\n  ...\n  .Fz\npieces: F5\n",
                  "box.yaml:3:5: no piece has the name or the letter 'z'");
  assert_refuses (f, "board:\n  - ..\n  - |\n    ..\n    .q\npieces: soma\n",
                  "box.yaml:5:6: no pie");
}

static void misses_what_is_not_there (void **state)
{
  fixture *f = *state;
  assert_refuses (f, "", "box.yaml: the file contains no puzzle; it needs at least 'board: 6x8'");
  assert_refuses (f, "# nothing\n", "box.yaml: the file contains no puzzle");
  assert_refuses (f, "---\n", "box.yaml: the file contains no puzzle");
  assert_refuses (f, "pieces: L3\n", "box.yaml: no board; add a line such as 'board: 6x8'");
  assert_refuses (f, "board: 6x8\n",
                  "box.yaml: no pieces; add a line such as 'pieces: pentominoes', or a table");
  assert_refuses (f, "board:\npieces: L3\n", "box.yaml:1:7: the board is empty; write a drawing");
  assert_refuses (f, "board: #..#\npieces: L3\n", "one that starts with '#' needs '|' or quotes");
  assert_refuses (f, "board: ''\npieces: L3\n", "the board is empty; draw at least one position");
  assert_refuses (f, "board: []\npieces: L3\n", "the board is a list here; write a drawing");
  assert_refuses (f, "- board: 6x8\n", "box.yaml:1:1: the puzzle is a list here; write keys and");
  assert_refuses (f, "6x8\n", "box.yaml:1:1: the puzzle is a text here; write keys and values");
}

static void refuses_keys (void **state)
{
  fixture *f = *state;
  assert_refuses (f, "bord: 6x8\nboard: 6x8\npieces: L3",
                  "box.yaml:1:1: unknown key 'bord' in a puzzle; did you mean 'board'?");
  assert_refuses (f, "board: 6x8\npieces: L3\nboard: 6x7\n",
                  "box.yaml:3:1: the key 'board' appears again, first on line 1");
  assert_refuses (f, "lattice: hexagon\nboard: 6x8\npieces: Q9",
                  "box.yaml:1:10: unknown lattice 'hexagon'; use square, cube, hex or triangle");
  assert_refuses (f, "lattice: []\nboard: 6x8\npieces: L3", "the lattice is a list here");
  assert_refuses (f, "title: [a]\nboard: 6x8\npieces: L3",
                  "the title is a list here; write a text");
  assert_refuses (f, "title: \"a\\x07\"\nboard: 6x8\npieces: L3",
                  "box.yaml:1:10: the character U+0007 is not allowed in a text");
  assert_refuses (f, "board: {a: b}\npieces: L3", "the board is a mapping here; write a drawing");
  assert_refuses (f, "board: 10x10x10\nlattice: square\npieces: L3",
                  "a size of three numbers is a box");
  assert_refuses (f, "board: [.., ..]\nlattice: hex\npieces: trihexes", "a list of drawings is");
  assert_refuses (f, "board: >\n  ..\n  ..\npieces: L3",
                  "box.yaml:1:8: the board spans several lines, which YAML joins into one");
  assert_refuses (f, "board: 1000000x1000000\npieces: L3", "box.yaml:1:8: the board '1000000x100");
}

static void keeps_texts (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle =
      must_read (f, "title: |\n  two\n  lines\n\nsource: ''\nboard: 1x1\npieces: I1");
  assert_string_equal (puzzle->title, "two\nlines");
  assert_null (puzzle->source);
  bcov_puzzle_free (puzzle);
}

static void tells_all_mistakes (void **state)
{
  fixture *f = *state;
  assert_complains (f,
                    "titel: x\n"
                    "board: |\n"
                    "  ..!..\n"
                    "  .....$\n"
                    "wrap: round\n"
                    "pieces:\n"
                    "  - Q9\n"
                    "  - L3: 5..2\n"
                    "  - name: hook\n"
                    "    shape: |\n"
                    "      X.\n"
                    "      X,\n"
                    "    cuont: 2\n"
                    "    turn: maybe\n"
                    "  - &a O4\n"
                    "  - *a\n"
                    "table: |\n"
                    "  Y\n"
                    "rules: {border: [], nothing: 1}\n"
                    "answers: {count: x}\n",
                    "box.yaml:1:1: unknown key 'titel'");
  assert_says (f, "box.yaml:3:5: '!' is not allowed");
  assert_says (f, "box.yaml:4:8: '$' is not allowed");
  assert_says (f, "box.yaml:5:7: unknown wrap 'round'");
  assert_says (f, "box.yaml:7:5: unknown piece 'Q9'; did you mean 'W5'? see boardcover catalog");
  assert_says (f,
               "box.yaml:8:9: the bounds of the range '5..2' are in the wrong order; write 2..5");
  assert_says (f, "box.yaml:12:8: ',' is not allowed");
  assert_says (f, "box.yaml:13:5: unknown key 'cuont'");
  assert_says (f, "box.yaml:14:11: turn is 'maybe' here");
  assert_says (f, "box.yaml:15:5: the anchor '&a' is not allowed");
  assert_says (f, "box.yaml:16:5: the alias '*a' is not allowed");
  assert_says (f, "box.yaml:18:3: 'Y' is not allowed");
  assert_says (f, "box.yaml:19:17: the colour is a list here");
  assert_says (f, "box.yaml:19:21: unknown key 'nothing' in rules");
  assert_says (f, "box.yaml:20:18: the answer 'x' is not a whole number");
  assert_int_equal (bcov_error_count (f->err), 15);
}

static const char everything[] = "title: All that a file can say\n"
                                 "board: |\n"
                                 "  ..t?\n"
                                 "  .#..\n"
                                 "wrap: rows\n"
                                 "pieces:\n"
                                 "  - L3: any\n"
                                 "  - {name: t, shape: X, sides: [a, b, a, c], tags: [up]}\n"
                                 "  - name: hook\n"
                                 "    shape: |\n"
                                 "      X.\n"
                                 "      XX\n"
                                 "    flip: false\n"
                                 "  - tetrominoes:0..1\n"
                                 "table: X./XX\n"
                                 "rules: {rows: {up: 0..2}, border: a}\n"
                                 "answers: {count: 0}\n";

/* Changes one byte of TEXT, or drops or doubles a stretch of it. */
static void spoil (bcov_random *random, bcov_text *text)
{
  static const char signs[] = "\n\t :-,[]{}#&*!|>'\"%@`?.X/0123456789aL\\~\r\x80\xff\xe2";
  size_t at = bcov_random_below (random, text->length), length = 1 + bcov_random_below (random, 12);
  length = at + length > text->length ? text->length - at : length;
  switch (bcov_random_below (random, 3)) {
  case 0:
    text->data[at] = signs[bcov_random_below (random, sizeof signs)];
    break;
  case 1:
    memmove (text->data + at, text->data + at + length, text->length - at - length);
    text->length -= length;
    break;
  default:
    for (size_t k = 0; k < length; k++)
      bcov_text_char (text, text->data[at + k]);
    break;
  }
}

/* For any bytes, the result is a puzzle, or a message and no puzzle. */
static void survives_any_bytes (void **state)
{
  fixture *f = *state;
  bcov_random random = {cases_seed (7)};
  size_t good = 0, bad = 0;
  for (uint64_t round = 0; round < cases (4000); round++) {
    bcov_text text = {0};
    bcov_puzzle *puzzle;
    bcov_text_put (&text, round % 2 ? everything : chessboard);
    for (size_t k = bcov_random_below (&random, 4); k-- && text.length > 20;)
      spoil (&random, &text);
    bcov_error_reset (f->err);
    bcov_status status =
        bcov_yaml_read (f->mem, "box.yaml", text.data, text.length, &puzzle, f->err);
    assert_true (status == BCOV_OK || status == BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, puzzle != NULL);
    assert_int_equal (status == BCOV_OK, !bcov_error_count (f->err));
    *(status ? &bad : &good) += 1;
    bcov_puzzle_free (puzzle);
    bcov_text_drop (&text);
  }
  assert_true (cases_enough (good, 500) && cases_enough (bad, 500));
}

/* ---- rules and answers ---- */

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
                  "no piece has the tag 'up'; add it to a piece");
  assert_refuses (f, TILES "rules: {border: z}\n",
                  "box.yaml:5:17: no piece has the colour 'z'; known: a, b, c, d");
  assert_refuses (f, TILES "rules: {rows: {up: 5..2}}\n",
                  "box.yaml:5:20: the bounds of the range '5..2' are");
  assert_refuses (f, TILES "rules: {rows: {up: [1]}}\n", "the quota is a list here; write N or");
  assert_refuses (f, TILES "rules: {rows: 2}\n", "rows is a text here; write {tag: N}");
  assert_refuses (f, TILES "rules: {row: {up: 2}}\n",
                  "box.yaml:5:9: unknown key 'row' in rules; did you mean 'rows'?");
  assert_refuses (f, TILES "rules: {pieces-fill-holes: 1}\n",
                  "pieces-fill-holes is '1' here; write true or false");
  assert_refuses (f, TILES "rules: [rows]\n", "rules is a list here; write a mapping");
  assert_refuses (f, TILES "rules: {border: [a]}\n", "the colour is a list here; write a word");
  /* The tag may belong to a piece that could not be read. */
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
      {"{count: 1e3}", "box.yaml:3:18: the answer '1e3' is not a whole number; write only decimal"},
      {"{count: -3}", "the answer '-3' is not a whole number"},
      {"{count: '1 000'}", "the answer '1 000' is not a whole number"},
      {"{count: }", "the answer nothing is not a whole number"},
      {"{count: [1]}", "count is a list here; write a number"},
      {"{cuont: 1}", "box.yaml:3:11: unknown key 'cuont' in answers; did you mean 'count'?"},
      {"{sample: 1}", "unknown key 'sample' in answers; the keys are: count, count-up-to-symmetry"},
      {"3", "answers is a text here; write a mapping, such as {count: 520}"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char file[256];
    snprintf (file, sizeof file, "%s%s\n", head, cases[k][0]);
    assert_refuses (f, file, cases[k][1]);
  }
}

SUITE (yaml_read)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_a_file),       format_test (reads_boards),
      format_test (reads_wraps),        format_test (reads_tables),
      format_test (resolves_letters),   format_test (misses_what_is_not_there),
      format_test (refuses_keys),       format_test (keeps_texts),
      format_test (tells_all_mistakes), format_test (survives_any_bytes),
      format_test (reads_rules),        format_test (refuses_rules),
      format_test (reads_answers),      format_test (refuses_answers),
      format_test (reads_formats),
  };
  return cmocka_run_group_tests_name ("yaml_read", tests, NULL, NULL);
}
