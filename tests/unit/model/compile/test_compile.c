/* Compilation: blocks of items, order of options, and the sizes of known puzzles. */

#include "suite.h"

#include "ask.h"
#include "format/contest/arrows.h"
#include "model/compile/compile.h"

static bcov_compiled compile (const bcov_puzzle *puzzle, bool partial)
{
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, partial, NULL, &compiled, NULL), 0);
  assert_int_equal (compiled.meanings.count, compiled.model.items.count);
  if (!puzzle->exact)
    assert_int_equal (compiled.placements.count, bcov_model_options (&compiled.model));
  return compiled;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
  uint32_t items, options;
} known;

/* 72 items and 2056 options: pentominoes on 6 x 10; 1568 on the chessboard with a square hole
   (Knuth, Dancing Links, 2000); the Soma cube has 34 items and 688 options.  Dominoes lie on the
   inner sides of a board. */
static const known knowns[] = {
    {"6x10", "pentominoes", NULL, NULL, 72, 2056},
    {"......../......../......../...##.../...##.../......../......../........", "pentominoes", NULL,
     NULL, 72, 1568},
    {"3x3x3", "soma", NULL, NULL, 34, 688},
    {"8x8", "I2:any", NULL, NULL, 64, 112},
    {"8x8", "I2:any", NULL, "both", 64, 128},
    {"4x4", "I2:any", NULL, "columns", 16, 28},
    {"2x2", "I2:any", NULL, "both", 4, 4},
    {"3x3", "XX:any", "hex", NULL, 9, 16},
    {"3x3", "XX:any", "triangle", NULL, 9, 6 + 3},
    {"2x3", "I2:0..3", NULL, NULL, 6, 7},
    {"2x3", "I2:0..2", NULL, NULL, 7, 7},
    {"2x3", "I2:1..", NULL, NULL, 7, 7},
    {"2x3", "I2:0", NULL, NULL, 7, 0},
    {"2x3", "5x5", NULL, NULL, 7, 0},
    {"2x3", "5x5:0..1", NULL, NULL, 6, 0},
    {"#/#", "I1", NULL, NULL, 1, 0},
};

static void known_numbers_of_items_and_options (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    const known *n = &knowns[k];
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    bcov_compiled c = compile (puzzle, false);
    if (c.model.items.count != n->items || bcov_model_options (&c.model) != n->options)
      fail_msg ("%s %s: %zu items, %u options", n->board, n->pieces, c.model.items.count,
                bcov_model_options (&c.model));
    bcov_compiled_free (&c);
    bcov_compiled_free (&c);
    ask_end (mem, puzzle);
  }
}

static void expect_item (const bcov_compiled *c, uint32_t item, bcov_item wanted,
                         bcov_meaning meaning)
{
  bcov_item found = c->model.items.data[item];
  assert_int_equal (found.lo, wanted.lo);
  assert_int_equal (found.hi, wanted.hi);
  assert_int_equal (found.coloured, wanted.coloured);
  assert_int_equal (found.gain, wanted.gain);
  assert_int_equal (c->meanings.data[item].kind, meaning.kind);
  assert_int_equal (c->meanings.data[item].index, meaning.index);
  assert_int_equal (c->meanings.data[item].detail, meaning.detail);
}

/* Two rows of two cells, one of which may stay empty. */
static const char tiles[] =
    "board: |\n"
    "  .?\n"
    "  ..\n"
    "pieces:\n"
    "  - {name: a, shape: X, count: 1..3, points: [east], tags: [up]}\n"
    "  - {name: b, shape: X, count: any, turn: false, sides: [r, g, r, r], tags: [down]}\n"
    "rules:\n"
    "  rows: {up: 1..2}\n"
    "  columns: {down: 1, up: 0..1}\n";

/* Cells, pieces, 12 sides that tiles point at, the 4 inner sides with colours, rows, columns. */
static void items_stand_in_blocks (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, tiles);
  bcov_compiled c = compile (puzzle, false);
  assert_int_equal (c.model.items.count, 4 + 1 + 12 + 4 + 2 + 4);
  for (uint32_t i = 0; i < 4; i++)
    expect_item (&c, i, (bcov_item){.lo = i != 1, .hi = 1, .gain = true},
                 (bcov_meaning){BCOV_IS_CELL, i, 0});
  expect_item (&c, 4, (bcov_item){.lo = 1, .hi = 3}, (bcov_meaning){BCOV_IS_PIECE, 0, 0});
  for (uint32_t i = 5; i < 17; i++)
    assert_int_equal (c.meanings.data[i].kind, BCOV_IS_POINTED);
  expect_item (&c, 5, (bcov_item){.hi = 1}, (bcov_meaning){BCOV_IS_POINTED, 0, BCOV_NORTH});
  for (uint32_t i = 17; i < 21; i++)
    assert_int_equal (c.meanings.data[i].kind, BCOV_IS_SIDE);
  expect_item (&c, 17, (bcov_item){.hi = BCOV_MANY, .coloured = true},
               (bcov_meaning){BCOV_IS_SIDE, 0, BCOV_EAST});
  for (uint32_t r = 0; r < 2; r++)
    expect_item (&c, 21 + r, (bcov_item){.lo = 1, .hi = 2}, (bcov_meaning){BCOV_IS_ROW, r, 0});
  for (uint32_t k = 0; k < 2; k++) {
    expect_item (&c, 23 + 2 * k, (bcov_item){.lo = 1, .hi = 1},
                 (bcov_meaning){BCOV_IS_COLUMN, k, 1});
    expect_item (&c, 24 + 2 * k, (bcov_item){.hi = 1}, (bcov_meaning){BCOV_IS_COLUMN, k, 0});
  }
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

static void fill_has_no_lower_bounds (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, tiles);
  bcov_compiled c = compile (puzzle, false), p = compile (puzzle, true);
  assert_int_equal (p.model.items.count, c.model.items.count);
  assert_int_equal (bcov_model_options (&p.model), bcov_model_options (&c.model));
  for (uint32_t i = 0; i < p.model.items.count; i++) {
    assert_int_equal (p.model.items.data[i].lo, 0);
    assert_int_equal (p.model.items.data[i].hi, c.model.items.data[i].hi);
  }
  bcov_compiled_free (&c);
  bcov_compiled_free (&p);
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_brief (mem, "2x3", "I2:1..,L3:1", NULL, NULL);
  p = compile (puzzle, true);
  assert_int_equal (p.model.items.count, 6 + 1); /* a lower bound alone needs no item */
  bcov_compiled_free (&p);
  ask_end (mem, puzzle);
}

/* The touches of option O as text: the item, and its colour if it has one. */
static void expect_touches (const bcov_compiled *c, uint32_t o, const char *wanted)
{
  bcov_text text = {0};
  for (uint32_t t = c->model.first.data[o]; t < c->model.first.data[o + 1]; t++) {
    bcov_touch touch = c->model.touches.data[t];
    assert_int_equal (touch.times, 1);
    bcov_compiled_item_name (c, touch.item, &text);
    if (touch.colour)
      bcov_text_printf (&text, ":%s", c->puzzle->colours.data[touch.colour - 1]);
    bcov_text_char (&text, ' ');
  }
  bcov_text_char (&text, 0);
  assert_string_equal (text.data, wanted);
  bcov_text_drop (&text);
}

/* Piece a has four rotations on each of four cells; piece b has one option on each cell. */
static void options_touch_what_they_should (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, tiles);
  bcov_compiled c = compile (puzzle, false);
  static const char *const pointed[] = {"r0c0-n", "r0c0-e", "r0c0-s", "r0c0-w"};
  char wanted[64];
  assert_int_equal (bcov_model_options (&c.model), 16 + 4);
  for (uint32_t f = 0; f < 4; f++) {
    bcov_placement p = c.placements.data[4 * f];
    unsigned points = puzzle->pieces.data[0].forms[p.form].decor.points;
    assert_int_equal (p.form, f);
    snprintf (wanted, sizeof wanted, "r0c0 a %s row0-up column0-up ",
              pointed[__builtin_ctz (points)]);
    expect_touches (&c, 4 * f, wanted);
  }
  expect_touches (&c, 16, "r0c0 r0c0=e:g r0c0=s:r column0-down ");
  expect_touches (&c, 19, "r1c1 r0c1=s:r r1c0=e:r column1-down ");
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

/* Options are in order of piece, form and position; cells are sorted, and the touches begin with
 * them. */
static void options_stand_in_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  bcov_compiled c = compile (puzzle, false);
  for (uint32_t o = 0; o < bcov_model_options (&c.model); o++) {
    bcov_placement p = c.placements.data[o];
    assert_int_equal (c.model.origin.data[o], o);
    assert_int_equal (c.model.first.data[o + 1] - c.model.first.data[o], 6);
    for (uint32_t k = 0; k < 5; k++) {
      uint32_t cell = c.cells.data[p.first + k];
      assert_int_equal (c.model.touches.data[c.model.first.data[o] + k].item, cell);
      assert_true (k == 0 || c.cells.data[p.first + k - 1] < cell);
    }
    assert_int_equal (c.model.touches.data[c.model.first.data[o] + 5].item, 60 + p.piece);
    if (!o)
      continue;
    bcov_placement q = c.placements.data[o - 1];
    assert_true (
        q.piece < p.piece ||
        (q.piece == p.piece &&
         (q.form < p.form || (q.form == p.form && c.cells.data[q.first] < c.cells.data[p.first]))));
  }
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

typedef struct {
  const char *text;
  uint32_t items, options;
} drawn;

/* A tile that meets itself around a ring of length one must match itself; the border rule applies
 * where there is no cell beyond; only rows and columns with a cell have quotas. */
static const drawn tiled[] = {
    {"board: 1x1\nwrap: columns\npieces:\n  - {name: t, shape: X, turn: false, sides: [a, b, a, "
     "b]}\n",
     1 + 1 + 1, 1},
    {"board: 1x1\nwrap: columns\npieces:\n  - {name: t, shape: X, turn: false, sides: [a, b, a, "
     "c]}\n",
     1 + 1 + 1, 0},
    {"board: 1x1\nwrap: both\npieces:\n  - {name: t, shape: X, sides: [a, b, a, b]}\n", 1 + 1 + 2,
     2},
    {"board: 1x2\npieces:\n  - {name: t, shape: X, count: 2, sides: [a, b, a, a]}\n", 2 + 1 + 1, 8},
    {"board: 1x2\npieces:\n  - {name: t, shape: X, count: 2, sides: [a, b, a, a]}\n"
     "rules: {border: a}\n",
     2 + 1 + 1, 2},
    {"board: 1x2\npieces:\n  - {name: t, shape: X, count: 2, sides: [a, b, a, a]}\n"
     "rules: {border: b}\n",
     2 + 1 + 1, 0},
    {"board: |\n  .#.\n  ###\n  .#.\npieces:\n  - {name: t, shape: X, count: 0..4, tags: [up]}\n"
     "rules: {rows: {up: 1}, columns: {up: 1}}\n",
     4 + 2 + 2, 4},
};

static void tiles_and_rules (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof tiled / sizeof *tiled; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, tiled[k].text);
    bcov_compiled c = compile (puzzle, false);
    if (c.model.items.count != tiled[k].items || bcov_model_options (&c.model) != tiled[k].options)
      fail_msg ("%s: %zu items, %u options", tiled[k].text, c.model.items.count,
                bcov_model_options (&c.model));
    bcov_compiled_free (&c);
    ask_end (mem, puzzle);
  }
}

/* The arrows: 16 cells, 40 sides and 25 corners, 8 quotas of rows and 8 of columns; 4 tiles for
 * each cell, each of which touches its cell, three places, and the quotas of its row and column. */
static void arrows_have_known_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_arrows_make (mem, 4, &puzzle, NULL), 0);
  bcov_compiled c = compile (puzzle, false);
  assert_int_equal (c.model.items.count, 16 + 40 + 25 + 8 + 8);
  assert_int_equal (bcov_model_options (&c.model), 64);
  for (uint32_t o = 0; o < 64; o++)
    assert_int_equal (c.model.first.data[o + 1] - c.model.first.data[o], 1 + 3 + 2);
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

/* Bounds and colours are copied; an item that is touched with a colour is coloured, and a touch
   without colour on it agrees with no other.  The other items that are touched at most once count
   as cells. */
static void exact_cover_problems_are_copied (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a 2:3|b | x y\na x:A y\nb x:B\na b x\na b y\n");
  bcov_compiled c = compile (puzzle, false);
  assert_int_equal (c.model.items.count, 4);
  assert_int_equal (bcov_model_options (&c.model), 4);
  expect_item (&c, 0, (bcov_item){.lo = 1, .hi = 1, .gain = true},
               (bcov_meaning){BCOV_IS_NAMED, 0, 0});
  expect_item (&c, 1, (bcov_item){.lo = 2, .hi = 3}, (bcov_meaning){BCOV_IS_NAMED, 1, 0});
  expect_item (&c, 2, (bcov_item){.hi = BCOV_MANY, .coloured = true},
               (bcov_meaning){BCOV_IS_NAMED, 2, 0});
  expect_item (&c, 3, (bcov_item){.hi = 1, .gain = true}, (bcov_meaning){BCOV_IS_NAMED, 3, 0});
  const bcov_touch *t = c.model.touches.data;
  assert_int_equal (t[1].colour, 1);
  assert_int_equal (t[4].colour, 2);
  assert_true (t[7].colour > 2);
  assert_int_equal (c.placements.count, 0);
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

SUITE (compile)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_numbers_of_items_and_options),
      cmocka_unit_test (items_stand_in_blocks),
      cmocka_unit_test (fill_has_no_lower_bounds),
      cmocka_unit_test (options_touch_what_they_should),
      cmocka_unit_test (options_stand_in_order),
      cmocka_unit_test (tiles_and_rules),
      cmocka_unit_test (arrows_have_known_numbers),
      cmocka_unit_test (exact_cover_problems_are_copied),
  };
  return cmocka_run_group_tests_name ("compile", tests, NULL, NULL);
}
