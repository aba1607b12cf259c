/* Verifying tiles: sides, points, the border, and turns that are not told. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "puzzle/verify.h"

#include <stdio.h>

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_covering *covering;
} fixture;

/* A puzzle with the colours a, b, c, d. */
static fixture start (bcov_wrap wrap, const char *board)
{
  bcov_mem *mem = bcov_mem_new (0);
  fixture f = {mem, bcov_error_new (), make_puzzle (mem, BCOV_SQUARE, wrap, board), NULL};
  for (int k = 0; k < 4; k++)
    assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->colours, &"abcd"[k], 1, 9, NULL), k);
  return f;
}

/* A tile with sides such as "ab.c" and points. */
static void tile (fixture *f, const char *name, const char *sides, unsigned points, bool turn)
{
  bcov_entry entry = {.hi = BCOV_MANY, .turn = turn, .decor.points = (uint8_t)points};
  for (int k = 0; k < 4; k++)
    entry.decor.sides[k] = sides[k] == '.' ? 0 : (uint16_t)(sides[k] - 'a' + 1);
  assert_int_equal (make_entry (f->puzzle, name, "X", entry, NULL), 0);
}

/* Lays tiles as the drawing of their names shows; '.' stays empty. */
static void lay (fixture *f, const char *drawing, uint32_t form)
{
  bcov_cell at = {0};
  if (!f->covering) {
    assert_int_equal (bcov_puzzle_finish (f->puzzle, NULL, NULL, f->err), 0);
    assert_int_equal (bcov_covering_new (f->puzzle, &f->covering, NULL), 0);
  }
  bcov_covering_clear (f->covering);
  for (; *drawing; drawing++, at.column++) {
    if (*drawing == '/')
      at = (bcov_cell){0, at.row + 1, -1};
    if (*drawing == '/' || *drawing == '.' || *drawing == '#')
      continue;
    uint32_t cell = (uint32_t)bcov_board_at (&f->puzzle->board, at);
    int32_t piece = bcov_puzzle_piece (f->puzzle, drawing, 1);
    assert_true (piece >= 0);
    assert_int_equal (bcov_covering_lay (f->covering, (uint32_t)piece, form, &cell, 1, NULL), 0);
  }
}

static void expect (fixture *f, const char *told)
{
  bcov_error_clear (f->err);
  bcov_status status = bcov_verify (f->puzzle, f->covering, true, NULL, f->err);
  assert_string_equal (bcov_error_text (f->err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
}

static void end (fixture *f)
{
  make_end (f->mem, f->err, f->puzzle, f->covering);
}

/* ---- turns that are told ---- */

static void touching_sides_are_equal (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_NONE, ".../...");
  tile (&f, "1", "abcb", 0, false);
  tile (&f, "2", "cbab", 0, false);
  tile (&f, "3", ".c..", 0, false);
  lay (&f, "121/21.", 0);
  expect (&f, "");
  lay (&f, "111/1..", 0);
  expect (&f, "the sides between 1 at [0,0] and 1 at [1,0] differ: c and a");
  lay (&f, "13./3..", 0);
  expect (&f, "");
  lay (&f, "31./...", 0);
  expect (&f, "the sides between 3 at [0,0] and 1 at [0,1] differ: c and b");
  end (&f);
}

static void sides_meet_around_the_board (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_COLUMNS, "..");
  tile (&f, "1", "abcd", 0, false);
  tile (&f, "2", ".d.b", 0, false);
  tile (&f, "3", ".a.a", 0, false);
  lay (&f, "12", 0);
  expect (&f, "");
  lay (&f, "13", 0);
  expect (&f, "the sides between 1 at [0,0] and 3 at [0,1] differ: b and a\n"
              "the sides between 1 at [0,0] and 3 at [0,1] differ: d and a");
  end (&f);
}

/* On a ring of one cell a tile touches itself. */
static void tiles_touch_themselves (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_COLUMNS, "./.");
  tile (&f, "1", ".a.a", 1 << BCOV_EAST | 1 << BCOV_WEST, false);
  tile (&f, "2", ".a.b", 0, false);
  lay (&f, "1/1", 0);
  expect (&f, "");
  lay (&f, "1/2", 0);
  expect (&f, "tile 2 at [1,0] breaks the border rule or meets itself wrongly");
  end (&f);
}

/* The border is where no cell is; an empty cell is none of it. */
static void borders_have_their_colour (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_NONE, "..#/...");
  f.puzzle->border = 1;
  tile (&f, "1", "aaba", 0, false);
  tile (&f, "2", "aa.b", 0, false);
  lay (&f, "1../...", 0);
  expect (&f, "");
  lay (&f, ".1./...", 0);
  expect (&f, "");
  lay (&f, "2../..2", 0);
  expect (&f, "tile 2 at [0,0] breaks the border rule or meets itself wrongly");
  lay (&f, ".../1..", 0);
  expect (&f, "tile 1 at [1,0] breaks the border rule or meets itself wrongly");
  end (&f);
}

static void two_tiles_do_not_point_at_one_place (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_NONE, "../..");
  tile (&f, "E", "....", 1 << BCOV_EAST, false);
  tile (&f, "W", "....", 1 << BCOV_WEST, false);
  tile (&f, "4", "....", 1 << BCOV_SOUTHEAST, false);
  tile (&f, "2", "....", 1 << BCOV_NORTHWEST, false);
  lay (&f, "WE/EW", 0);
  expect (&f, "E at [1,0] and W at [1,1] point at the same side");
  lay (&f, "4./.2", 0);
  expect (&f, "4 at [0,0] and 2 at [1,1] point at the same corner");
  lay (&f, "44/22", 0);
  expect (&f, "4 at [0,0] and 2 at [1,1] point at the same corner");
  end (&f);
}

/* The two solutions of the 4 x 4 arrows puzzle that FORMAT states, and one that is none. */
static void arrows_are_known (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_NONE, "..../..../..../....");
  tile (&f, "1", "....", 1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST, false);
  tile (&f, "2", "....", 1 << BCOV_NORTH | 1 << BCOV_EAST | 1 << BCOV_NORTHEAST, false);
  tile (&f, "3", "....", 1 << BCOV_SOUTH | 1 << BCOV_EAST | 1 << BCOV_SOUTHEAST, false);
  tile (&f, "4", "....", 1 << BCOV_SOUTH | 1 << BCOV_WEST | 1 << BCOV_SOUTHWEST, false);
  lay (&f, "2233/2233/1144/1144", BCOV_ANY_FORM);
  expect (&f, "");
  lay (&f, "4411/4411/3322/3322", BCOV_ANY_FORM);
  expect (&f, "");
  lay (&f, "4411/4411/3322/3222", BCOV_ANY_FORM);
  assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, NULL), BCOV_WRONG);
  end (&f);
}

/* ---- another way to see the same ---- */

/* The number of a side or corner on a grid twice as fine, where they lie between the cells. */
static int fine (const bcov_board *board, bcov_cell cell, unsigned direction)
{
  static const int8_t down[8] = {-1, 0, 1, 0, -1, 1, 1, -1}, right[8] = {0, 1, 0, -1, 1, 1, -1, -1};
  int y = 2 * cell.row + 1 + down[direction], x = 2 * cell.column + 1 + right[direction];
  if (board->wrap == BCOV_WRAP_ROWS || board->wrap == BCOV_WRAP_BOTH)
    y = (y + 2 * board->rows) % (2 * board->rows);
  if (board->wrap == BCOV_WRAP_COLUMNS || board->wrap == BCOV_WRAP_BOTH)
    x = (x + 2 * board->columns) % (2 * board->columns);
  return y * (2 * board->columns + 1) + x;
}

/* Whether the tiles fit, when all forms are told. */
static bool fits (const bcov_covering *covering)
{
  const bcov_board *board = &covering->puzzle->board;
  int pointed[256] = {0}, colour[256] = {0};
  for (size_t k = 0; k < covering->laid.count; k++) {
    const bcov_laid *laid = covering->laid.data + k;
    const bcov_decor *decor = &covering->puzzle->pieces.data[laid->piece].forms[laid->form].decor;
    for (unsigned d = 0; d < 8; d++) {
      int place = fine (board, board->cells[covering->cells.data[laid->first]], d);
      if (decor->points >> d & 1) {
        if (pointed[place] && pointed[place] != (int)k + 1)
          return false;
        pointed[place] = (int)k + 1;
      }
      if (d < 4 && decor->sides[d]) {
        if (colour[place] && colour[place] != decor->sides[d])
          return false;
        colour[place] = decor->sides[d];
      }
    }
  }
  return true;
}

/* Whether some turns fit, trying all from piece K on. */
static bool can_fit (bcov_covering *covering, size_t k)
{
  if (k == covering->laid.count)
    return fits (covering);
  for (uint32_t f = 0; f < covering->puzzle->pieces.data[covering->laid.data[k].piece].n_forms;
       f++) {
    covering->laid.data[k].form = f;
    if (can_fit (covering, k + 1))
      return true;
  }
  return false;
}

/* Three random tiles on a small board that wraps in any way; of MOST_SIDES colours, 0 for none. */
static fixture random_tiles (bcov_random *random, uint64_t most_sides, bool turn)
{
  static const char *const boards[5] = {"../..", ".../...", ".../#..", "./.", "..."};
  fixture f =
      start ((bcov_wrap)bcov_random_below (random, 4), boards[bcov_random_below (random, 5)]);
  char drawing[8] = {0};
  for (char name = 'A'; name < 'D'; name++) {
    char sides[5] = {0};
    for (int k = 0; k < 4; k++)
      sides[k] = ".abcd"[bcov_random_below (random, most_sides + 1)];
    unsigned points = (unsigned)(bcov_random_next (random) & bcov_random_next (random) &
                                 bcov_random_next (random) & 255);
    tile (&f, (char[]){name, 0}, sides, points, turn);
  }
  lay (&f, drawing, 0);
  for (uint32_t k = 0; k < f.puzzle->board.n_cells; k++)
    if (bcov_random_below (random, 8))
      assert_int_equal (
          bcov_covering_lay (f.covering,
                             (uint32_t)bcov_random_below (random, f.puzzle->pieces.count), 0, &k, 1,
                             NULL),
          0);
  return f;
}

static void random_tiles_are_judged_alike (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (101)};
  size_t right = 0, wrong = 0;
  for (uint64_t round = 0; round < cases (3000); round++) {
    fixture f = random_tiles (&random, round % 3, false);
    bool good = fits (f.covering);
    assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, f.err),
                      good ? BCOV_OK : BCOV_WRONG);
    right += good;
    wrong += !good;
    end (&f);
  }
  assert_true (cases_enough (right, 300) && cases_enough (wrong, 300));
}

static void random_turns_are_found (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (202)};
  size_t right = 0, wrong = 0;
  for (uint64_t round = 0; round < cases (1500); round++) {
    fixture f = random_tiles (&random, 1 + round % 4, true);
    bool good = can_fit (f.covering, 0);
    for (size_t k = 0; k < f.covering->laid.count; k++)
      if (!good || bcov_random_below (&random, 3))
        f.covering->laid.data[k].form = BCOV_ANY_FORM;
    assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, f.err),
                      good ? BCOV_OK : BCOV_WRONG);
    right += good;
    wrong += !good;
    end (&f);
  }
  assert_true (cases_enough (right, 200) && cases_enough (wrong, 200));
}

/* ---- turns that are not told ---- */

/* With c at the border the tile has a and b to the left and right, so neighbours lie the other way
   round; that goes around a ring of four, but not of five. */
static void turns_go_around_even_rings_alone (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_COLUMNS, "....");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 0, true);
  lay (&f, "1111", BCOV_ANY_FORM);
  expect (&f, "");
  end (&f);
  f = start (BCOV_WRAP_COLUMNS, ".....");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 0, true);
  lay (&f, "11111", BCOV_ANY_FORM);
  expect (&f, "the tiles around [0,0] cannot be turned so that all fits");
  lay (&f, "1111.", BCOV_ANY_FORM);
  expect (&f, "");
  end (&f);
}

static void tiles_that_fit_no_way_are_named (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_NONE, "...");
  f.puzzle->border = 1;
  tile (&f, "1", "abac", 0, true);
  tile (&f, "2", "aaaa", 0, true);
  tile (&f, "3", "bbbb", 0, true);
  lay (&f, "2.2", BCOV_ANY_FORM);
  expect (&f, "");
  lay (&f, "3..", BCOV_ANY_FORM);
  expect (&f, "tile 3 at [0,0] breaks the border rule or meets itself wrongly");
  lay (&f, "212", BCOV_ANY_FORM);
  expect (&f, "no turn of tile 1 at [0,1] fits its neighbours");
  end (&f);
}

/* An odd ring at the bottom, seen last, under tiles that can lie in many ways: after a million dead
   ends it is not known. */
static void endless_trying_ends (void **state)
{
  (void)state;
  fixture f = start (BCOV_WRAP_COLUMNS, ".../.../.../.../.../.../...");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 1 << BCOV_NORTH, true);
  tile (&f, "2", "....", 1 << BCOV_NORTH, true);
  tile (&f, "3", "c.c.", 0, false);
  lay (&f, "222/222/222/222/222/111/333", BCOV_ANY_FORM);
  bcov_status status = bcov_verify (f.puzzle, f.covering, true, NULL, f.err);
  assert_int_equal (status, BCOV_FAULT);
  assert_string_equal (
      bcov_error_text (f.err),
      "whether the tiles around [0,0] can be turned so that all fits was not found "
      "out after 1000000 dead ends");
  end (&f);
}

/* Tiles as large as they come: 300 x 300, all turns open, in less than no time. */
static void large_boards_are_quick (void **state)
{
  (void)state;
  enum { SIDE = 300 };
  fixture f = start (BCOV_WRAP_NONE, "");
  assert_int_equal (bcov_board_make (f.mem, BCOV_SQUARE, 1, SIDE, SIDE, &f.puzzle->board, NULL), 0);
  tile (&f, "1", "aabb", 0, true);
  lay (&f, "", 0);
  for (uint32_t k = 0; k < SIDE * SIDE; k++)
    assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, &k, 1, NULL), 0);
  expect (&f, "");
  end (&f);
}

SUITE (verify_tiles)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (touching_sides_are_equal),
      cmocka_unit_test (sides_meet_around_the_board),
      cmocka_unit_test (tiles_touch_themselves),
      cmocka_unit_test (borders_have_their_colour),
      cmocka_unit_test (two_tiles_do_not_point_at_one_place),
      cmocka_unit_test (arrows_are_known),
      cmocka_unit_test (random_tiles_are_judged_alike),
      cmocka_unit_test (random_turns_are_found),
      cmocka_unit_test (turns_go_around_even_rings_alone),
      cmocka_unit_test (tiles_that_fit_no_way_are_named),
      cmocka_unit_test (endless_trying_ends),
      cmocka_unit_test (large_boards_are_quick),
  };
  return cmocka_run_group_tests_name ("verify_tiles", tests, NULL, NULL);
}
