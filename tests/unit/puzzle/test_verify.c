/* Checking coverings: every kind of mistake on a board, tiles that match or do not, and chosen
   options. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "puzzle/verify.h"

#include <stdio.h>

/* ---- boards ---- */

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_covering *covering;
} fixture;

static fixture start (bcov_lattice lattice, bcov_wrap wrap, const char *board)
{
  bcov_mem *mem = bcov_mem_new (0);
  return (fixture){mem, bcov_error_new (), make_puzzle (mem, lattice, wrap, board), NULL};
}

static void ready (fixture *f)
{
  assert_int_equal (bcov_puzzle_finish (f->puzzle, NULL, NULL, f->err), 0);
  assert_int_equal (bcov_covering_new (f->puzzle, &f->covering, f->err), 0);
}

static void end (fixture *f)
{
  make_end (f->mem, f->err, f->puzzle, f->covering);
}

/* Checks the messages of the verifier; "" means that there are none. */
static void expect (fixture *f, bool partial, const char *told)
{
  bcov_place place = {"c.txt", 3, 0};
  size_t before = bcov_mem_used (f->mem);
  bcov_error_reset (f->err);
  bcov_status status = bcov_verify (f->puzzle, f->covering, partial, &place, f->err);
  assert_string_equal (bcov_error_text (f->err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
  assert_int_equal (bcov_mem_used (f->mem), before);
}

static void lay (fixture *f, const char *name, const char *drawing)
{
  make_lay (f->covering, name, BCOV_ANY_FORM, drawing);
}

/* ---- simple rules ---- */

static void right_coverings_pass (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..L./..?.");
  make_piece (f.puzzle, "L", "XX/X.", 1, 1);
  make_piece (f.puzzle, "I", "XX", 1, 2);
  ready (&f);
  lay (&f, "I", "X.../X...");
  lay (&f, "I", "...X/...X");
  lay (&f, "L", ".XX./.X..");
  expect (&f, false, "");
  expect (&f, true, "");
  end (&f);
}

static void cells_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..I./..?.");
  make_piece (f.puzzle, "L", "XX/X.", 1, 1);
  make_piece (f.puzzle, "I", "XX", 1, 2);
  ready (&f);
  lay (&f, "I", "X.../X...");
  lay (&f, "L", ".XX./.X..");
  lay (&f, "I", ".X../.X..");
  expect (&f, false,
          "c.txt:3: cell [0,1] is covered twice: by L and I\nc.txt:3: cell [1,1] is covered twice: "
          "by L and I\nc.txt:3: cell [0,2] must be covered by piece I, not by L\nc.txt:3: cell "
          "[0,3] is not covered\nc.txt:3: cell [1,3] is not covered");
  expect (&f, true,
          "c.txt:3: cell [0,1] is covered twice: by L and I\nc.txt:3: cell [1,1] is covered twice: "
          "by L and I\nc.txt:3: cell [0,2] must be covered by piece I, not by L");
  end (&f);
}

static void pieces_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "......");
  make_piece (f.puzzle, "I1", "X", 0, 2);
  make_piece (f.puzzle, "I2", "XX", 1, 1);
  make_piece (f.puzzle, "I3", "XXX", 1, 3);
  make_piece (f.puzzle, "I4", "XXXX", 2, BCOV_MANY);
  ready (&f);
  lay (&f, "I1", "X.....");
  lay (&f, "I1", ".X....");
  lay (&f, "I1", "..X...");
  lay (&f, "I3", "...XXX");
  expect (&f, false,
          "c.txt:3: piece I1 is used 3 times; it must be used at most 2 times\n"
          "c.txt:3: piece I2 is used 0 times; it must be used 1 time\n"
          "c.txt:3: piece I4 is used 0 times; it must be used at least 2 times");
  expect (&f, true, "c.txt:3: piece I1 is used 3 times; it must be used at most 2 times");
  end (&f);
}

static void shapes_are_looked_at (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, ".../.../...");
  bcov_entry fixed = {.hi = 9};
  make_piece (f.puzzle, "L", "XX/X.", 0, 9);
  assert_int_equal (make_entry (f.puzzle, "H", "XX", fixed, NULL), 0);
  ready (&f);
  lay (&f, "L", "X../X../X..");
  lay (&f, "H", ".X./.X./...");
  lay (&f, "H", "..X/.../...");
  lay (&f, "L", ".../..X/.XX");
  expect (&f, false,
          "c.txt:3: the cells that start at [0,0] do not have the shape of piece L\nc.txt:3: the "
          "cells that start at [0,1] do not have the shape of piece H\nc.txt:3: piece H has 2 "
          "cells, but 1 are covered from [0,2]");
  end (&f);
}

/* If a placement names a form, its cells must have that form. */
static void told_forms_are_looked_at (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../..");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  make_lay (f.covering, "I", 0, "XX/..");
  make_lay (f.covering, "I", 1, "../XX");
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, false, &place, f.err), BCOV_WRONG);
  assert_int_equal (bcov_error_count (f.err), 1);
  end (&f);
}

static void nonsense_is_told (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../..");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  const uint32_t off[2] = {3, 4}, on[2] = {0, 1};
  assert_int_equal (bcov_covering_lay (f.covering, 7, 0, on, 2, NULL), 0);
  assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, off, 2, NULL), 0);
  assert_int_equal (bcov_covering_lay (f.covering, 0, 2, on, 2, NULL), 0);
  expect (&f, true,
          "c.txt:3: there is no piece number 7\n"
          "c.txt:3: piece I covers a cell that is not on the board\n"
          "c.txt:3: piece I has no form number 2");
  bcov_covering_clear (f.covering);
  assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, on, 0, NULL), 0);
  expect (&f, true, "c.txt:3: piece I has 2 cells, but 0 are covered");
  end (&f);
}

static void few_of_many_mistakes_are_told (void **state)
{
  (void)state;
  fixture f = start (BCOV_CUBE, BCOV_WRAP_NONE, "...../...../.....|...../...../.....");
  make_piece (f.puzzle, "I", "X", 0, 99);
  ready (&f);
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, false, &place, f.err), BCOV_WRONG);
  assert_int_equal (bcov_error_count (f.err), 21);
  assert_non_null (strstr (bcov_error_text (f.err), "cell [1,0,4] is not covered\n"));
  assert_non_null (strstr (bcov_error_text (f.err), "c.txt:3: and 10 more mistakes"));
  end (&f);
}

static void holes_are_filled_whole (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..#./#.#./..#.");
  f.puzzle->fill_holes = true;
  make_piece (f.puzzle, "I", "XXX", 0, 9);
  make_piece (f.puzzle, "Z", "XX./.X./XX.", 0, 9);
  ready (&f);
  lay (&f, "I", "...X/...X/...X");
  expect (&f, true, "");
  lay (&f, "I", ".X../.X../.X..");
  expect (&f, true, "c.txt:3: piece I from [0,1] does not fill a whole hole");
  end (&f);
}

/* ---- boards that wrap ---- */

static void pieces_lie_around_the_torus (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_BOTH, ".../.../...");
  make_piece (f.puzzle, "L", "XX/X.", 0, 9);
  make_piece (f.puzzle, "X", ".X./XXX/.X.", 0, 9);
  ready (&f);
  lay (&f, "L", "X.X/.../X..");
  expect (&f, true, "");
  bcov_covering_clear (f.covering);
  lay (&f, "X", "XXX/X../X..");
  expect (&f, true, "");
  bcov_covering_clear (f.covering);
  lay (&f, "L", "X../.X./..X");
  expect (&f, true, "c.txt:3: the cells that start at [0,0] do not have the shape of piece L");
  end (&f);
}

static void cylinders_wrap_one_way (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".../.../...");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  lay (&f, "I", "X.X/.../...");
  lay (&f, "I", ".X./.../.X.");
  expect (&f, true, "c.txt:3: the cells that start at [0,1] do not have the shape of piece I");
  end (&f);
}

/* A row of four cells does not fit around a ring of three, and does not count as a row of three. */
static void pieces_do_not_meet_themselves (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".../...");
  make_piece (f.puzzle, "I4", "XXXX", 0, 9);
  make_piece (f.puzzle, "L5", "XXXX/X...", 0, 9);
  ready (&f);
  lay (&f, "L5", "XXX/X.X");
  assert_int_equal (
      bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, (uint32_t[]){4, 0, 1, 2}, 4, NULL), 0);
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, true, &place, f.err), BCOV_WRONG);
  assert_non_null (strstr (bcov_error_text (f.err), "start at [0,0] do not have the shape"));
  assert_non_null (strstr (bcov_error_text (f.err), "start at [1,1] do not have the shape"));
  end (&f);
}

/* Random pieces on a torus.  A placement is accepted at every position.  With one cell changed it
   is rejected, unless the result is another placement of the piece. */
static void random_pieces_are_found_on_the_torus (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (4711)};
  size_t wrong = 0;
  for (uint64_t round = 0; round < cases (60); round++) {
    fixture f = start (BCOV_SQUARE, BCOV_WRAP_BOTH, "...../...../...../.....");
    bcov_cell cells[6] = {{0, 0, 0}};
    for (size_t n = 1; n < 6; n++) {
      bcov_cell near[BCOV_MOST_NEIGHBOURS];
      bcov_lattice_neighbours (BCOV_SQUARE, cells[bcov_random_below (&random, n)], near);
      cells[n] = near[bcov_random_below (&random, 4)];
      for (size_t k = 0; k < n; k++)
        if (bcov_board_at (&f.puzzle->board, cells[k]) ==
            bcov_board_at (&f.puzzle->board, cells[n])) {
          n--;
          break;
        }
    }
    bcov_shape shape;
    uint32_t laid[6];
    assert_int_equal (bcov_shape_make (f.mem, BCOV_SQUARE, cells, 6, &shape, NULL), 0);
    bcov_entry entry = {.name = "P", .name_length = 1, .shape = &shape, .hi = 1};
    assert_int_equal (bcov_puzzle_add (f.puzzle, &entry, NULL), 0);
    bcov_shape_free (f.mem, &shape);
    ready (&f);
    int32_t down = (int32_t)bcov_random_below (&random, 4);
    int32_t right = (int32_t)bcov_random_below (&random, 5);
    for (int k = 0; k < 6; k++)
      laid[k] = (uint32_t)bcov_board_at (
          &f.puzzle->board, (bcov_cell){0, cells[k].row + down, cells[k].column + right});
    assert_int_equal (bcov_covering_lay (f.covering, 0, 0, laid, 6, NULL), 0);
    expect (&f, true, "");
    f.covering->cells.data[0] = (f.covering->cells.data[0] + 7) % 20;
    wrong += bcov_verify (f.puzzle, f.covering, true, NULL, NULL) == BCOV_WRONG;
    end (&f);
  }
  assert_true (cases_enough (wrong, 50));
}

/* ---- quotas ---- */

static void add_tile (fixture *f, const char *name, uint64_t tags)
{
  bcov_entry entry = {.hi = BCOV_MANY, .tags = tags};
  assert_int_equal (make_entry (f->puzzle, name, "X", entry, NULL), 0);
}

static void quotas_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../#./##");
  assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->tags, "up", 2, 64, NULL), 0);
  assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->tags, "left", 4, 64, NULL), 1);
  bcov_quota up = {0, 1, 1}, left = {1, 0, 1};
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->row_quotas, up, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->column_quotas, left, NULL), 0);
  add_tile (&f, "a", 1);
  add_tile (&f, "b", 2);
  ready (&f);
  lay (&f, "b", "X./../..");
  lay (&f, "a", ".X/../..");
  lay (&f, "a", "../.X/..");
  expect (&f, false, "");
  bcov_covering_clear (f.covering);
  lay (&f, "a", "X./../..");
  lay (&f, "b", ".X/../..");
  lay (&f, "b", "../.X/..");
  expect (
      &f, false,
      "c.txt:3: row 1 (counted from 0) has 0 cells tagged 'up'; it must have 1 cell\n"
      "c.txt:3: column 1 (counted from 0) has 2 cells tagged 'left'; it must have at most 1 cell");
  expect (
      &f, true,
      "c.txt:3: column 1 (counted from 0) has 2 cells tagged 'left'; it must have at most 1 cell");
  end (&f);
}

/* ---- tiles ---- */

/* A puzzle with the colours a, b, c, d. */
static fixture tiles_start (bcov_wrap wrap, const char *board)
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

/* Places the tiles named in the drawing; '.' stays empty. */
static void tiles_lay (fixture *f, const char *drawing, uint32_t form)
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

static void tiles_expect (fixture *f, const char *told)
{
  bcov_error_reset (f->err);
  bcov_status status = bcov_verify (f->puzzle, f->covering, true, NULL, f->err);
  assert_string_equal (bcov_error_text (f->err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
}

/* ---- tiles whose orientation is given ---- */

static void touching_sides_are_equal (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_NONE, ".../...");
  tile (&f, "1", "abcb", 0, false);
  tile (&f, "2", "cbab", 0, false);
  tile (&f, "3", ".c..", 0, false);
  tiles_lay (&f, "121/21.", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, "111/1..", 0);
  tiles_expect (&f, "the sides between 1 at [0,0] and 1 at [1,0] differ: c and a");
  tiles_lay (&f, "13./3..", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, "31./...", 0);
  tiles_expect (&f, "the sides between 3 at [0,0] and 1 at [0,1] differ: c and b");
  end (&f);
}

static void sides_meet_around_the_board (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_COLUMNS, "..");
  tile (&f, "1", "abcd", 0, false);
  tile (&f, "2", ".d.b", 0, false);
  tile (&f, "3", ".a.a", 0, false);
  tiles_lay (&f, "12", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, "13", 0);
  tiles_expect (&f, "the sides between 1 at [0,0] and 3 at [0,1] differ: b and a\n"
                    "the sides between 1 at [0,0] and 3 at [0,1] differ: d and a");
  end (&f);
}

/* On a ring of one cell, a tile touches itself. */
static void tiles_touch_themselves (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_COLUMNS, "./.");
  tile (&f, "1", ".a.a", 1 << BCOV_EAST | 1 << BCOV_WEST, false);
  tile (&f, "2", ".a.b", 0, false);
  tiles_lay (&f, "1/1", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, "1/2", 0);
  tiles_expect (
      &f, "tile 2 at [1,0] breaks the border rule, or does not match itself across a joined side");
  end (&f);
}

/* An outer side has no cell beyond it; an empty cell is still a cell. */
static void borders_have_their_colour (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_NONE, "..#/...");
  f.puzzle->border = 1;
  tile (&f, "1", "aaba", 0, false);
  tile (&f, "2", "aa.b", 0, false);
  tiles_lay (&f, "1../...", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, ".1./...", 0);
  tiles_expect (&f, "");
  tiles_lay (&f, "2../..2", 0);
  tiles_expect (
      &f, "tile 2 at [0,0] breaks the border rule, or does not match itself across a joined side");
  tiles_lay (&f, ".../1..", 0);
  tiles_expect (
      &f, "tile 1 at [1,0] breaks the border rule, or does not match itself across a joined side");
  end (&f);
}

static void two_tiles_do_not_point_at_one_place (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_NONE, "../..");
  tile (&f, "E", "....", 1 << BCOV_EAST, false);
  tile (&f, "W", "....", 1 << BCOV_WEST, false);
  tile (&f, "4", "....", 1 << BCOV_SOUTHEAST, false);
  tile (&f, "2", "....", 1 << BCOV_NORTHWEST, false);
  tiles_lay (&f, "WE/EW", 0);
  tiles_expect (&f, "E at [1,0] and W at [1,1] point at the same side");
  tiles_lay (&f, "4./.2", 0);
  tiles_expect (&f, "4 at [0,0] and 2 at [1,1] point at the same corner");
  tiles_lay (&f, "44/22", 0);
  tiles_expect (&f, "4 at [0,0] and 2 at [1,1] point at the same corner");
  end (&f);
}

/* The two solutions of the 4 x 4 arrows puzzle in FORMAT.md, and a covering that is wrong. */
static void arrows_are_known (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_NONE, "..../..../..../....");
  tile (&f, "1", "....", 1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST, false);
  tile (&f, "2", "....", 1 << BCOV_NORTH | 1 << BCOV_EAST | 1 << BCOV_NORTHEAST, false);
  tile (&f, "3", "....", 1 << BCOV_SOUTH | 1 << BCOV_EAST | 1 << BCOV_SOUTHEAST, false);
  tile (&f, "4", "....", 1 << BCOV_SOUTH | 1 << BCOV_WEST | 1 << BCOV_SOUTHWEST, false);
  tiles_lay (&f, "2233/2233/1144/1144", BCOV_ANY_FORM);
  tiles_expect (&f, "");
  tiles_lay (&f, "4411/4411/3322/3322", BCOV_ANY_FORM);
  tiles_expect (&f, "");
  tiles_lay (&f, "4411/4411/3322/3222", BCOV_ANY_FORM);
  assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, NULL), BCOV_WRONG);
  end (&f);
}

/* ---- comparison with a simpler method ---- */

/* Returns the number of a side or corner, on a grid of twice the resolution. */
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

/* Returns whether the tiles match, if all forms are given. */
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

/* Returns whether the tiles match in some orientation; tries all orientations of the pieces from K
   on. */
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
      tiles_start ((bcov_wrap)bcov_random_below (random, 4), boards[bcov_random_below (random, 5)]);
  char drawing[8] = {0};
  for (char name = 'A'; name < 'D'; name++) {
    char sides[5] = {0};
    for (int k = 0; k < 4; k++)
      sides[k] = ".abcd"[bcov_random_below (random, most_sides + 1)];
    unsigned points = (unsigned)(bcov_random_next (random) & bcov_random_next (random) &
                                 bcov_random_next (random) & 255);
    tile (&f, (char[]){name, 0}, sides, points, turn);
  }
  tiles_lay (&f, drawing, 0);
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
  bcov_random random = {101};
  size_t right = 0, wrong = 0;
  print_message ("seed %llu\n", (unsigned long long)random.state);
  for (int round = 0; round < 3000; round++) {
    fixture f = random_tiles (&random, (uint64_t)round % 3, false);
    bool good = fits (f.covering);
    assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, f.err),
                      good ? BCOV_OK : BCOV_WRONG);
    right += good;
    wrong += !good;
    end (&f);
  }
  assert_true (right > 300 && wrong > 300);
}

static void random_turns_are_found (void **state)
{
  (void)state;
  bcov_random random = {202};
  size_t right = 0, wrong = 0;
  print_message ("seed %llu\n", (unsigned long long)random.state);
  for (int round = 0; round < 1500; round++) {
    fixture f = random_tiles (&random, 1 + (uint64_t)round % 4, true);
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
  assert_true (right > 200 && wrong > 200);
}

/* ---- tiles whose orientation is unknown ---- */

/* Because of the border colour c, each tile has a and b on its left and right, so adjacent tiles
   have opposite orientations.  This is possible around a ring of four, but not of five. */
static void turns_go_around_even_rings_alone (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_COLUMNS, "....");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 0, true);
  tiles_lay (&f, "1111", BCOV_ANY_FORM);
  tiles_expect (&f, "");
  end (&f);
  f = tiles_start (BCOV_WRAP_COLUMNS, ".....");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 0, true);
  tiles_lay (&f, "11111", BCOV_ANY_FORM);
  tiles_expect (&f, "the tiles around [0,0] cannot be rotated so that they all match");
  tiles_lay (&f, "1111.", BCOV_ANY_FORM);
  tiles_expect (&f, "");
  end (&f);
}

static void tiles_that_fit_no_way_are_named (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_NONE, "...");
  f.puzzle->border = 1;
  tile (&f, "1", "abac", 0, true);
  tile (&f, "2", "aaaa", 0, true);
  tile (&f, "3", "bbbb", 0, true);
  tiles_lay (&f, "2.2", BCOV_ANY_FORM);
  tiles_expect (&f, "");
  tiles_lay (&f, "3..", BCOV_ANY_FORM);
  tiles_expect (
      &f, "tile 3 at [0,0] breaks the border rule, or does not match itself across a joined side");
  tiles_lay (&f, "212", BCOV_ANY_FORM);
  tiles_expect (&f, "no rotation of tile 1 at [0,1] matches its neighbours");
  end (&f);
}

/* A ring of odd length, examined last, below tiles with many orientations: the verifier stops after
   a million dead ends. */
static void endless_trying_ends (void **state)
{
  (void)state;
  fixture f = tiles_start (BCOV_WRAP_COLUMNS, ".../.../.../.../.../.../...");
  f.puzzle->border = 3;
  tile (&f, "1", "cacb", 1 << BCOV_NORTH, true);
  tile (&f, "2", "....", 1 << BCOV_NORTH, true);
  tile (&f, "3", "c.c.", 0, false);
  tiles_lay (&f, "222/222/222/222/222/111/333", BCOV_ANY_FORM);
  bcov_status status = bcov_verify (f.puzzle, f.covering, true, NULL, f.err);
  assert_int_equal (status, BCOV_FAULT);
  assert_string_equal (bcov_error_text (f.err),
                       "could not decide whether the tiles around [0,0] can be rotated to match: "
                       "stopped after 1000000 dead ends");
  end (&f);
}

/* A board of 300 x 300 tiles of unknown orientation is checked quickly. */
static void large_boards_are_quick (void **state)
{
  (void)state;
  enum { SIDE = 300 };
  fixture f = tiles_start (BCOV_WRAP_NONE, "");
  assert_int_equal (bcov_board_make (f.mem, BCOV_SQUARE, 1, SIDE, SIDE, &f.puzzle->board, NULL), 0);
  tile (&f, "1", "aabb", 0, true);
  tiles_lay (&f, "", 0);
  for (uint32_t k = 0; k < SIDE * SIDE; k++)
    assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, &k, 1, NULL), 0);
  tiles_expect (&f, "");
  end (&f);
}

/* ---- exact cover problems ---- */

static void add_item (fixture *f, const char *name, uint32_t lo, uint32_t hi)
{
  bcov_exact *exact = f->puzzle->exact;
  char *copy = bcov_mem_copy (f->mem, name, strlen (name), NULL);
  assert_int_equal (bcov_vec_push (f->mem, &exact->items, copy, NULL), 0);
  assert_int_equal (bcov_vec_push (f->mem, &exact->lo, lo, NULL), 0);
  assert_int_equal (bcov_vec_push (f->mem, &exact->hi, hi, NULL), 0);
}

/* Adds an option such as "p xR": the letters of its items, each with or without a colour. */
static void add_option (fixture *f, const char *text)
{
  bcov_exact *exact = f->puzzle->exact;
  for (; *text; text++) {
    uint32_t item = 0, colour = 0;
    while (exact->items.data[item][0] != *text)
      item++;
    if (text[1] && text[1] != ' ')
      colour = *++text == 'R' ? 1 : 2;
    if (text[1] == ' ')
      text++;
    assert_int_equal (bcov_vec_push (f->mem, &exact->item, item, NULL), 0);
    assert_int_equal (bcov_vec_push (f->mem, &exact->colour, colour, NULL), 0);
  }
  assert_int_equal (bcov_vec_push (f->mem, &exact->first, (uint32_t)exact->item.count, NULL), 0);
}

/* Items p (once), q (1 to 2 times), x and y (secondary). */
static fixture exact_start (void)
{
  fixture f = {bcov_mem_new (0), bcov_error_new (), NULL, NULL};
  assert_int_equal (bcov_puzzle_new (f.mem, "a.dlx", &f.puzzle, NULL), 0);
  f.puzzle->exact = bcov_mem_alloc (f.mem, 1, sizeof *f.puzzle->exact, NULL);
  add_item (&f, "p", 1, 1);
  add_item (&f, "q", 1, 2);
  add_item (&f, "x", 0, 1);
  add_item (&f, "y", 0, 1);
  f.puzzle->exact->n_primary = 2;
  char *red = bcov_mem_copy (f.mem, "red", 3, NULL), *blue = bcov_mem_copy (f.mem, "blue", 4, NULL);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->colours, red, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->colours, blue, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->first, 0, NULL), 0);
  static const char *const options[7] = {"p xR", "q xR", "q xB", "q x", "q y", "p y", "q"};
  for (int k = 0; k < 7; k++)
    add_option (&f, options[k]);
  assert_int_equal (bcov_puzzle_finish (f.puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (f.puzzle, &f.covering, NULL), 0);
  return f;
}

/* Checks the messages if these options (digits, from 1) are chosen. */
static void exact_expect (const char *options, bool partial, const char *told)
{
  fixture f = exact_start ();
  for (; *options; options++)
    assert_int_equal (bcov_covering_lay (f.covering, (uint32_t)(*options - '1'), 0, NULL, 0, NULL),
                      0);
  bcov_status status = bcov_verify (f.puzzle, f.covering, partial, NULL, f.err);
  assert_string_equal (bcov_error_text (f.err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
  make_end (f.mem, f.err, f.puzzle, f.covering);
}

static void items_are_counted (void **state)
{
  (void)state;
  exact_expect ("17", false, "");
  exact_expect ("67", false, "");
  exact_expect ("1", false, "item q is covered 0 times; it must be covered 1 to 2 times");
  exact_expect ("1", true, "");
  exact_expect ("", false,
                "item p is covered 0 times; it must be covered 1 time\n"
                "item q is covered 0 times; it must be covered 1 to 2 times");
  exact_expect ("1257", false, "item q is covered 3 times; it must be covered 1 to 2 times");
  exact_expect ("56", false, "item y is covered 2 times; it must be covered at most 1 time");
}

static void colours_agree (void **state)
{
  (void)state;
  exact_expect ("12", false, "");
  exact_expect ("13", false, "item x has colour red in option 1 and colour blue in option 3");
  exact_expect ("14", false, "item x has colour red in option 1 and colour none in option 4");
  exact_expect ("41", false, "item x has colour none in option 4 and colour red in option 1");
}

static void options_are_chosen_once (void **state)
{
  (void)state;
  exact_expect ("177", false, "option 7 is chosen twice");
  exact_expect ("178", false, "there is no option 8");
}

SUITE (verify)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (right_coverings_pass),
      cmocka_unit_test (cells_are_counted),
      cmocka_unit_test (pieces_are_counted),
      cmocka_unit_test (shapes_are_looked_at),
      cmocka_unit_test (told_forms_are_looked_at),
      cmocka_unit_test (nonsense_is_told),
      cmocka_unit_test (few_of_many_mistakes_are_told),
      cmocka_unit_test (holes_are_filled_whole),
      cmocka_unit_test (pieces_lie_around_the_torus),
      cmocka_unit_test (cylinders_wrap_one_way),
      cmocka_unit_test (pieces_do_not_meet_themselves),
      cmocka_unit_test (random_pieces_are_found_on_the_torus),
      cmocka_unit_test (quotas_are_counted),
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
      cmocka_unit_test (items_are_counted),
      cmocka_unit_test (colours_agree),
      cmocka_unit_test (options_are_chosen_once),
  };
  return cmocka_run_group_tests_name ("verify", tests, NULL, NULL);
}
