/* Which piece lies on given cells. */

#include "suite.h"

#include "format/covering/piece_finder.h"
#include "make.h"

/* The name of the piece that is found, "" for none. */
static const char *find (bcov_piece_finder *finder, uint32_t letter, size_t count,
                         const uint32_t *cells)
{
  bcov_laid found;
  if (!bcov_piece_finder_find (finder, cells, count, letter, &found))
    return "";
  bcov_piece_finder_count (finder, found.piece);
  return finder->puzzle->pieces.data[found.piece].name;
}

#define FIND(finder, letter, ...)                                                                  \
  find (finder, letter, sizeof ((uint32_t[]){__VA_ARGS__}) / sizeof (uint32_t),                    \
        (uint32_t[]){__VA_ARGS__})

static void start (bcov_puzzle *puzzle, bcov_piece_finder *finder)
{
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_piece_finder_start (puzzle, finder, NULL), BCOV_OK);
}

static void end (bcov_puzzle *puzzle, bcov_piece_finder *finder)
{
  bcov_mem *mem = puzzle->mem;
  bcov_piece_finder_end (finder);
  make_end (mem, NULL, puzzle, NULL);
}

static void shapes_are_found (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..../..../....");
  bcov_piece_finder finder;
  make_piece (puzzle, "I3", "XXX", 0, 9);
  make_piece (puzzle, "L3", "X./XX", 0, 9);
  start (puzzle, &finder);
  assert_string_equal (FIND (&finder, 'x', 1, 2, 3), "I3");
  assert_string_equal (FIND (&finder, 'x', 9, 1, 5), "I3");
  assert_string_equal (FIND (&finder, 'I', 6, 7, 11), "L3");
  assert_string_equal (FIND (&finder, 'I', 0, 1), "");
  assert_string_equal (FIND (&finder, 'I', 0, 1, 3), "");
  assert_string_equal (FIND (&finder, 'I', 3, 4, 5), "");
  uint32_t lying[] = {4, 5, 6}, standing[] = {2, 6, 10}, odd[] = {2, 6, 9};
  const bcov_piece *piece = &puzzle->pieces.data[0];
  uint32_t form = bcov_piece_finder_form (&finder, 0, lying, 3);
  assert_int_equal (piece->forms[form].shape.cells[2].column, 2);
  form = bcov_piece_finder_form (&finder, 0, standing, 3);
  assert_int_equal (piece->forms[form].shape.cells[2].row, 2);
  assert_int_equal (bcov_piece_finder_form (&finder, 0, odd, 3), BCOV_ANY_FORM);
  assert_int_equal (bcov_piece_finder_form (&finder, 0, lying, 2), BCOV_ANY_FORM);
  end (puzzle, &finder);
}

/* Pieces that share a form: that of the letter, then one that must still be used, then the first.
 */
static void which_of_several (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "....");
  bcov_piece_finder finder;
  bcov_entry a = {.hi = 5, .tags = 1}, b = {.lo = 1, .hi = 5, .tags = 2},
             c = {.lo = 2, .hi = 5, .tags = 4};
  puzzle->tags.count = 0;
  assert_int_equal (make_entry (puzzle, "a", "X", a, NULL), 0);
  assert_int_equal (make_entry (puzzle, "b", "X", b, NULL), 0);
  assert_int_equal (make_entry (puzzle, "c", "X", c, NULL), 0);
  start (puzzle, &finder);
  for (int round = 0; round < 2; round++) {
    bcov_piece_finder_restart (&finder);
    assert_string_equal (FIND (&finder, 'a', 0), "a");
    assert_string_equal (FIND (&finder, 'z', 1), "b");
    assert_string_equal (FIND (&finder, 'c', 2), "c");
    assert_string_equal (FIND (&finder, 'z', 3), "c");
    assert_string_equal (FIND (&finder, 'z', 3), "a");
    assert_string_equal (FIND (&finder, 'b', 3), "b");
  }
  assert_int_equal (bcov_piece_finder_piece (&finder, 'b'), 1);
  assert_int_equal (bcov_piece_finder_piece (&finder, 'z'), BCOV_TABLE_NONE);
  end (puzzle, &finder);
}

static void around_a_torus (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_BOTH, "..../..../....");
  bcov_piece_finder finder;
  make_piece (puzzle, "L3", "X./XX", 0, 9);
  make_piece (puzzle, "I4", "XXXX", 0, 9);
  make_piece (puzzle, "S", "XXXX./...XX", 0, 9); /* five columns wide on a board of four */
  make_piece (puzzle, "D", "X.X", 0, 9);         /* in two parts */
  start (puzzle, &finder);
  assert_string_equal (FIND (&finder, 'x', 0, 3, 8), "L3");
  assert_string_equal (FIND (&finder, 'x', 0, 8, 11), "L3");
  assert_string_equal (FIND (&finder, 'x', 0, 1, 2, 3), "I4");
  assert_string_equal (FIND (&finder, 'x', 2, 1, 3, 0), "I4");
  assert_string_equal (FIND (&finder, 'x', 0, 1, 2, 3, 4, 7), "S");
  assert_string_equal (FIND (&finder, 'x', 4, 5, 6, 7, 9, 10), "S");
  assert_string_equal (FIND (&finder, 'x', 0, 1, 2, 3, 4, 6), "");
  assert_string_equal (FIND (&finder, 'x', 1, 3), "D");
  assert_string_equal (FIND (&finder, 'x', 0, 2), "D");
  assert_string_equal (FIND (&finder, 'x', 1, 9), "D");
  assert_string_equal (FIND (&finder, 'x', 0, 5), "");
  end (puzzle, &finder);
}

/* A piece in two parts across the seam: no walk joins its cells, and it is not wide either. */
static void parts_across_the_seam (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "....../......");
  bcov_piece_finder finder;
  make_piece (puzzle, "D", "X.X", 0, 9);
  start (puzzle, &finder);
  assert_string_equal (FIND (&finder, 'x', 0, 4), "D");
  assert_string_equal (FIND (&finder, 'x', 7, 11), "D");
  assert_string_equal (FIND (&finder, 'x', 0, 3), "");
  end (puzzle, &finder);
}

/* Only rows are joined: what would reach around the columns is no piece. */
static void around_a_cylinder (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_ROWS, "..../..../....");
  bcov_piece_finder finder;
  make_piece (puzzle, "I2", "XX", 0, 9);
  start (puzzle, &finder);
  assert_string_equal (FIND (&finder, 'x', 1, 9), "I2");
  assert_string_equal (FIND (&finder, 'x', 0, 3), "");
  end (puzzle, &finder);
}

static void tiles_that_turn_on_the_spot (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_piece_finder finder;
  bcov_entry turns = {.hi = 5, .turn = true, .decor = {.points = 1 << BCOV_NORTH}};
  bcov_entry stays = {.hi = 5, .decor = {.points = 1 << BCOV_NORTH | 1 << BCOV_EAST}};
  bcov_laid found;
  uint32_t cell = 1;
  assert_int_equal (make_entry (puzzle, "t", "X", turns, NULL), 0);
  assert_int_equal (make_entry (puzzle, "s", "X", stays, NULL), 0);
  start (puzzle, &finder);
  assert_true (bcov_piece_finder_find (&finder, &cell, 1, 't', &found));
  assert_int_equal (found.piece, 0);
  assert_int_equal (found.form, BCOV_ANY_FORM);
  assert_true (bcov_piece_finder_find (&finder, &cell, 1, 's', &found));
  assert_int_equal (found.piece, 1);
  assert_int_equal (found.form, 0);
  end (puzzle, &finder);
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_BOTH, "../..");
  bcov_status status = BCOV_FAULT;
  make_piece (puzzle, "L3", "X./XX", 0, 9);
  make_piece (puzzle, "I1", "X", 0, 9);
  size_t used = bcov_mem_used (mem);
  for (size_t n = 1; status; n++) {
    bcov_piece_finder finder;
    bcov_mem_fail_at (mem, n);
    status = bcov_piece_finder_start (puzzle, &finder, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_piece_finder_end (&finder);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  bcov_mem_fail_at (mem, 0);
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (piece_finder)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (shapes_are_found),
      cmocka_unit_test (which_of_several),
      cmocka_unit_test (around_a_torus),
      cmocka_unit_test (around_a_cylinder),
      cmocka_unit_test (parts_across_the_seam),
      cmocka_unit_test (tiles_that_turn_on_the_spot),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("piece_finder", tests, NULL, NULL);
}
