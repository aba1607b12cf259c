/* Tests of src/format/canon.c: what it hands to a sink.  That it reads back to the same puzzle is
   tested with the writers. */

#include "suite.h"
#include "format_help.h"
#include "format/puzzle/canon.h"
#include "base/text.h"

/* A sink that notes what it gets: lists in [], mappings in {}, small ones in () and <>, and before
   each word what it is. */
typedef struct {
  bcov_text text;
  char closing[8];
  size_t depth;
} notes;

static void note_open (void *data, bool is_map, bool small)
{
  notes *n = data;
  bcov_text_char (&n->text, is_map ? small ? '<' : '{' : small ? '(' : '[');
  n->closing[n->depth++] = is_map ? small ? '>' : '}' : small ? ')' : ']';
}

static void note_close (void *data)
{
  notes *n = data;
  bcov_text_char (&n->text, n->closing[--n->depth]);
}

static void note_put (void *data, bcov_canon_kind kind, const char *text, size_t length)
{
  static const char signs[] = {[BCOV_CANON_KEY] = ' ',
                               [BCOV_CANON_TEXT] = '=',
                               [BCOV_CANON_WORD] = '#',
                               [BCOV_CANON_DRAWING] = '|'};
  notes *n = data;
  bcov_text_char (&n->text, signs[kind]);
  bcov_text_add (&n->text, text, length);
}

static void check (fixture *f, const char *file, const char *wanted)
{
  notes n = {.depth = 0};
  bcov_canon_sink sink = {&n, note_open, note_close, note_put};
  bcov_puzzle *puzzle = must_read (f, file);
  assert_int_equal (bcov_canon_write (puzzle, &sink, f->err), BCOV_OK);
  assert_int_equal (n.depth, 0);
  assert_string_equal (n.text.data, wanted);
  bcov_text_drop (&n.text);
  bcov_puzzle_free (puzzle);
}

static void hands_over_boards (void **state)
{
  fixture *f = *state;
  check (f, "board: ../..\npieces: L3\ntitle: t\nsource: s\n",
         "{ title=t source=s board=2x2 pieces[{ name=L3}]}");
  check (f, "board: '.?/# '\nwrap: columns\npieces: L3\n",
         "{ board|.?\n##\n wrap=columns pieces[{ name=L3}]}");
  check (f, "board: [., '#']\npieces: V\n", "{ lattice=cube board[|.\n|#\n] pieces[{ name=V}]}");
  check (f, "board: 2x2x2\npieces: V\n", "{ lattice=cube board=2x2x2 pieces[{ name=V}]}");
  check (f,
         "board: 6x8/\npieces: [{name: 6, shape: XX}, {name: x, shape: X}, {name: 8, shape: "
         "XXX}]\n",
         "{ board=6x8/ pieces[{ name=6 shape|XX\n}{ name=x shape|X\n}{ name=8 shape|XXX\n}]}");
}

static void hands_over_pieces (void **state)
{
  fixture *f = *state;
  check (f, "board: 1x1\npieces: [L3: any, T4: 2, I2: 1..2, I1: 3..]\n",
         "{ board=1x1 pieces[{ name=L3 count=any}{ name=T4 count#2}{ name=I2 count=1..2}{ name=I1 "
         "count=3..}]}");
  check (f, "board: 1x1\npieces: [{name: L3, shape: XXX}, {name: 3x2, flip: false}]\n",
         "{ board=1x1 pieces[{ name=L3 shape|XXX\n}{ name=3x2 flip#false}]}");
  check (f, "board: 1x1\npieces: [{name: 99999x99999, shape: X}, {name: domino, shape: XX}]\n",
         "{ board=1x1 pieces[{ name=99999x99999 shape|X\n}{ name=domino shape|XX\n}]}");
  check (f, "board: 1x1\npieces: [L3, {name: hook, shape: XX/.X, count: 2}]\n",
         "{ board=1x1 pieces[{ name=L3 count#3}{ name=hook shape|XX\nX.\n count#0}]}");
  check (f, "board: 1x1\npieces: [{name: F5', turn: false}, {name: F5.2, turn: true}]\n",
         "{ board=1x1 pieces[{ name=F5' turn#false}{ name=F5.2 turn#true}]}");
}

static void hands_over_tiles (void **state)
{
  fixture *f = *state;
  check (f,
         "board: 1x1\npieces: [{name: a, shape: X, turn: no, points: [west, north], tags: [z, b], "
         "sides: "
         "[c, d, c, d]}]\nrules: {border: d, rows: {z: 1, b: 0..2}}\nanswers: {fill: 1}\n",
         "{ board=1x1 pieces[{ name=a shape|X\n turn#false points(=north=west) sides(=c=d=c=d) "
         "tags(=b=z)}] "
         "rules{ rows< z#1 b=0..2> border=d} answers< fill=1>}");
}

SUITE (canon)
{
  const struct CMUnitTest tests[] = {
      format_test (hands_over_boards),
      format_test (hands_over_pieces),
      format_test (hands_over_tiles),
  };
  return cmocka_run_group_tests_name ("canon", tests, NULL, NULL);
}
