/* Classes: equal holes form one class, and every piece that fits is listed once. */

#include "suite.h"

#include "ask.h"
#include "model/compile/classes.h"
#include "puzzle/verify.h"

#define RULE "rules: {pieces-fill-holes: true}\n"

static void where_classes_apply (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool apply;
  } cases[] = {
      {"board: 2x2\npieces: [O4]\n" RULE, true},
      {"board: 2x2\npieces: [O4]\n", false},
      {"board: 2x2\nwrap: both\npieces: [O4]\n" RULE, false},
      {"board: |\n  .O\n  ..\npieces: [O4]\n" RULE, false},
      {"board: |\n  .?\n  ..\npieces: [O4]\n" RULE, true},
      {"board: 2x2\npieces: [{name: t, shape: X, points: [north]}]\n" RULE, false},
      {"board: 2x2\npieces: [{name: t, shape: X, sides: [a, a, a, a]}]\n" RULE, false},
      {"board: 2x2\npieces: [{name: t, shape: X, tags: [up]}]\n"
       "rules: {pieces-fill-holes: true, rows: {up: 1}}\n",
       false},
      {"board: 2x2\npieces: [{name: t, shape: X, tags: [up]}]\n"
       "rules: {pieces-fill-holes: true, columns: {up: 1}}\n",
       false},
      {"lattice: hex\nboard: 2x2\npieces: [{name: t, shape: X}]\n" RULE, true},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, cases[k].text);
    assert_int_equal (bcov_classes_apply (puzzle), cases[k].apply);
    ask_end (mem, puzzle);
  }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a\na\n");
  assert_false (bcov_classes_apply (puzzle));
  ask_end (mem, puzzle);
}

/* Holes: two L3 that are rotations of each other, two horizontal I2, one I1, an S4 and its mirror
 * image, an I5 that no piece fills. */
static const char holes[] = "board: |\n"
                            "  ..#..#.#.\n"
                            "  .##.##.##\n"
                            "  ##########\n"
                            "  ..#..#.....\n"
                            "  ###########\n"
                            "  ..#..#####\n"
                            "  #..#..####\n"
                            "  ##########\n"
                            "  #..#\n"
                            "  ..##\n"
                            "pieces:\n"
                            "  - {name: L, shape: L3, count: any}\n"
                            "  - {name: fixed, shape: X./XX, count: 2, turn: false, flip: false}\n"
                            "  - {name: I, shape: I2, count: 3}\n"
                            "  - {name: one, shape: X, count: 0}\n"
                            "  - {name: S, shape: .XX/XX., flip: false}\n" RULE;

static bcov_classes make (const bcov_puzzle *puzzle)
{
  bcov_classes classes;
  assert_int_equal (bcov_classes_make (puzzle, &classes, NULL), 0);
  return classes;
}

static bool hole_is (const bcov_classes *c, uint32_t g, uint32_t row, uint32_t column)
{
  bcov_cell cell = c->puzzle->board.cells[c->cells[c->start[g]]];
  return cell.row == (int32_t)row && cell.column == (int32_t)column;
}

/* The class of the hole whose first cell is at ROW, COLUMN. */
static uint32_t class_at (const bcov_classes *c, uint32_t row, uint32_t column)
{
  for (uint32_t g = 0; g < c->n_groups; g++)
    if (hole_is (c, g, row, column))
      return c->class_of[g];
  fail_msg ("no hole at %u,%u", row, column);
  return 0;
}

static size_t fits_of (const bcov_classes *c, const char *piece, uint32_t hole)
{
  size_t n = 0;
  int32_t p = bcov_puzzle_piece (c->puzzle, piece, strlen (piece));
  for (size_t k = 0; k < c->fits.count; k++)
    n += c->fits.data[k].piece == (uint32_t)p && c->fits.data[k].hole == hole;
  return n;
}

static void equal_holes_are_one_class (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, holes);
  bcov_classes c = make (puzzle);
  uint32_t l = class_at (&c, 0, 0), turned = class_at (&c, 0, 3), lying = class_at (&c, 3, 0);
  uint32_t one = class_at (&c, 0, 8), z = class_at (&c, 5, 0), s = class_at (&c, 8, 1);
  assert_int_equal (c.n_groups, 10);
  assert_int_equal (lying, class_at (&c, 3, 3));
  assert_int_not_equal (l, lying);
  assert_int_equal (l, turned); /* both are XX/X. */
  assert_int_equal (c.holes.data[l], 2);
  assert_int_equal (c.sizes.data[l], 3);
  assert_int_equal (c.holes.data[lying], 2);
  assert_int_not_equal (class_at (&c, 0, 6), lying); /* a vertical one */
  assert_int_equal (class_at (&c, 3, 6), UINT32_MAX);
  assert_int_equal (z, UINT32_MAX);
  assert_int_equal (class_at (&c, 5, 3), UINT32_MAX);
  assert_int_equal (c.holes.data[s], 1);
  assert_int_equal (c.holes.data[one], 1);
  assert_int_equal (c.n_classes, 5);
  assert_int_equal (fits_of (&c, "L", l), 1);
  assert_int_equal (fits_of (&c, "fixed", l), 0);
  assert_int_equal (fits_of (&c, "I", lying), 1);
  assert_int_equal (fits_of (&c, "S", s), 1);
  for (size_t k = 1; k < c.fits.count; k++)
    assert_true (c.fits.data[k - 1].piece <= c.fits.data[k].piece);
  bcov_classes_free (&c);
  bcov_classes_free (&c);
  ask_end (mem, puzzle);
}

/* A piece that may be rotated and one that may not share a form; both are listed. */
static void pieces_that_share_a_form (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle =
      ask_yaml (mem, "board: |\n  .#..\n  ..#.\n"
                     "pieces:\n"
                     "  - {name: L, shape: L3}\n"
                     "  - {name: M, shape: X./XX, turn: false, flip: false}\n"
                     "  - {name: N, shape: X./XX, turn: false, flip: true}\n" RULE);
  bcov_classes c = make (puzzle);
  uint32_t a = class_at (&c, 0, 0), b = class_at (&c, 0, 2);
  assert_int_not_equal (a, b);
  assert_int_equal (c.fits.count, 2 + 1 + 1);
  assert_int_equal (fits_of (&c, "L", a) + fits_of (&c, "M", a) + fits_of (&c, "N", a), 3);
  assert_int_equal (fits_of (&c, "L", b), 1);
  bcov_classes_free (&c);
  ask_end (mem, puzzle);
}

/* The covering has the pieces of the flow, uses each hole once, and passes the verifier. */
static void flows_become_coverings (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, holes);
  bcov_classes c = make (puzzle);
  bcov_covering *covering = NULL;
  uint32_t flow[16] = {0}, laid = 0;
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  assert_true (c.fits.count <= 16);
  for (size_t k = 0; k < c.fits.count; k++) {
    const bcov_piece *piece = &puzzle->pieces.data[c.fits.data[k].piece];
    flow[k] = piece->hi < c.holes.data[c.fits.data[k].hole] ? piece->hi
                                                            : c.holes.data[c.fits.data[k].hole];
    laid += flow[k];
  }
  assert_int_equal (bcov_classes_decode (&c, flow, covering, NULL), 0);
  assert_int_equal (covering->laid.count, laid);
  assert_int_equal (laid, 2 + 3 + 1);
  assert_int_equal (bcov_verify (puzzle, covering, true, NULL, NULL), 0);
  memset (flow, 0, sizeof flow);
  assert_int_equal (bcov_classes_decode (&c, flow, covering, NULL), 0);
  assert_int_equal (covering->laid.count, 0);
  bcov_covering_free (covering);
  bcov_classes_free (&c);
  ask_end (mem, puzzle);
}

SUITE (classes)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (where_classes_apply),
      cmocka_unit_test (equal_holes_are_one_class),
      cmocka_unit_test (pieces_that_share_a_form),
      cmocka_unit_test (flows_become_coverings),
  };
  return cmocka_run_group_tests_name ("classes", tests, NULL, NULL);
}
