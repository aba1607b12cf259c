/* Coverings: the order of their placements, and the letters of their pieces. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "puzzle/letters.h"
#include "puzzle/lettering.h"

#include <stdio.h>

static bcov_covering *start (bcov_puzzle *puzzle)
{
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  return covering;
}

static void pieces_come_in_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../...");
  make_piece (puzzle, "I", "XX", 0, 9);
  make_piece (puzzle, "L", "XX/X.", 0, 9);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "I", 0, "..X/..X");
  assert_int_equal (bcov_covering_lay (covering, 1, 3, (uint32_t[]){3, 0, 1}, 3, NULL), 0);
  assert_int_equal (bcov_covering_lay (covering, 0, 0, (uint32_t[]){4}, 1, NULL), 0);
  bcov_covering_sort (covering);
  const bcov_laid wanted[3] = {{1, 3, 2, 3}, {0, 0, 0, 2}, {0, 0, 5, 1}};
  const uint32_t cells[6] = {2, 5, 0, 1, 3, 4};
  assert_int_equal (covering->laid.count, 3);
  assert_memory_equal (covering->laid.data, wanted, sizeof wanted);
  assert_memory_equal (covering->cells.data, cells, sizeof cells);
  bcov_covering_clear (covering);
  assert_int_equal (covering->laid.count + covering->cells.count, 0);
  make_end (mem, NULL, puzzle, covering);
  bcov_covering_free (NULL);
}

/* Checks the letters of the placements. */
static void expect_letters (const bcov_covering *covering, const char *wanted)
{
  uint32_t letters[64];
  bcov_text text = {0};
  assert_true (covering->laid.count <= 64);
  assert_int_equal (bcov_lettering_once (covering, letters, NULL), 0);
  for (size_t k = 0; k < covering->laid.count; k++)
    bcov_text_rune (&text, letters[k]);
  assert_string_equal (text.data, wanted);
  bcov_text_drop (&text);
}

/* The second L must not have the letter A, although the piece A is far away. */
static void lone_pieces_have_their_own_letters (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "......./.......");
  make_piece (puzzle, "Z", "XX", 1, 1);
  make_piece (puzzle, "L", "XX/X.", 0, 9);
  make_piece (puzzle, "A", "XX/XX", 1, 1);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "L", 0, "XX...../X......");
  make_lay (covering, "L", 0, "..X..../.XX....");
  make_lay (covering, "A", 0, ".....XX/.....XX");
  expect_letters (covering, "LBA");
  make_end (mem, NULL, puzzle, covering);
}

static void letters_look_around_the_torus (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "......");
  make_piece (puzzle, "I", "XX", 0, BCOV_MANY);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "I", 0, "XX....");
  make_lay (covering, "I", 0, "..XX..");
  make_lay (covering, "I", 0, "....XX");
  expect_letters (covering, "IAB");
  make_end (mem, NULL, puzzle, covering);
}

/* Pieces in two parts share their letters with no other piece. */
static void parted_pieces_have_letters_to_themselves (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".......");
  make_piece (puzzle, "A", "X", 0, 9);
  make_piece (puzzle, "D", "X.X", 0, 9);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "A", 0, "X......");
  make_lay (covering, "A", 0, ".X.....");
  make_lay (covering, "D", 0, "..X.X..");
  make_lay (covering, "D", 0, "...X.X.");
  make_lay (covering, "A", 0, "......X");
  expect_letters (covering, "ACDBA");
  make_end (mem, NULL, puzzle, covering);
}

/* There are more pieces in parts than letters.  Neighbours still have different letters. */
static void letters_run_out_gracefully (void **state)
{
  (void)state;
  enum { PAIRS = 600 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  static uint32_t letters[PAIRS];
  assert_int_equal (bcov_puzzle_new (mem, NULL, &puzzle, NULL), 0);
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 2, 2 * PAIRS, &puzzle->board, NULL), 0);
  make_piece (puzzle, "D", "X./.X", 0, BCOV_MANY);
  bcov_covering *covering = start (puzzle);
  for (uint32_t k = 0; k < PAIRS; k++)
    assert_int_equal (
        bcov_covering_lay (covering, 0, 0, (uint32_t[]){k, k + 1 + 2 * PAIRS}, 2, NULL), 0);
  assert_int_equal (bcov_lettering_once (covering, letters, NULL), 0);
  for (uint32_t k = 1; k < PAIRS; k++)
    assert_int_not_equal (letters[k], letters[k - 1]);
  for (uint32_t k = 1; k < 494; k++)
    for (uint32_t i = 0; i < k; i++)
      assert_int_not_equal (letters[k], letters[i]);
  make_end (mem, NULL, puzzle, covering);
}

/* Only the letter identifies a tile. */
static void tiles_keep_their_letters (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "....");
  bcov_entry up = {.hi = BCOV_MANY, .decor = {.points = 1}}, tagged = {.hi = BCOV_MANY, .tags = 1};
  assert_int_equal (make_entry (puzzle, "↑", "X", up, NULL), 0);
  assert_int_equal (make_entry (puzzle, "B", "X", tagged, NULL), 0);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "↑", 0, "X...");
  make_lay (covering, "↑", 0, ".X..");
  make_lay (covering, "B", 0, "..X.");
  make_lay (covering, "B", 0, "...X");
  expect_letters (covering, "↑↑BB");
  make_end (mem, NULL, puzzle, covering);
}

/* Random dominoes: pieces that touch never have the same letter. */
static void neighbours_differ (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (77)};
  for (uint64_t round = 0; round < cases (40); round++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = NULL;
    bcov_wrap wrap = (bcov_wrap)(round % 4);
    assert_int_equal (bcov_puzzle_new (mem, NULL, &puzzle, NULL), 0);
    assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 9, 11, &puzzle->board, NULL), 0);
    puzzle->board.wrap = wrap;
    make_piece (puzzle, "I", "XX", 0, BCOV_MANY);
    make_piece (puzzle, "M", "X", 0, BCOV_MANY);
    bcov_covering *covering = start (puzzle);
    uint32_t owner[99], letters[99];
    memset (owner, 0xff, sizeof owner);
    for (uint32_t k = 0; k < 99; k++) {
      uint32_t near[BCOV_MOST_NEIGHBOURS];
      size_t n = bcov_board_neighbours (&puzzle->board, k, near);
      uint32_t other = near[bcov_random_below (&random, n)];
      bool pair = owner[other] == UINT32_MAX;
      if (owner[k] != UINT32_MAX)
        continue;
      owner[k] = (uint32_t)covering->laid.count;
      if (pair)
        owner[other] = owner[k];
      assert_int_equal (
          bcov_covering_lay (covering, pair ? 0 : 1, 0, (uint32_t[]){k, other}, pair ? 2 : 1, NULL),
          0);
    }
    assert_int_equal (bcov_lettering_once (covering, letters, NULL), 0);
    for (uint32_t k = 0; k < 99; k++) {
      uint32_t near[BCOV_MOST_NEIGHBOURS];
      size_t n = bcov_board_neighbours (&puzzle->board, k, near);
      for (size_t i = 0; i < n; i++)
        if (owner[near[i]] != owner[k])
          assert_int_not_equal (letters[owner[near[i]]], letters[owner[k]]);
    }
    make_end (mem, NULL, puzzle, covering);
  }
}

static void options_have_letters_by_number (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_new (mem, NULL, &puzzle, NULL), 0);
  puzzle->exact = bcov_mem_alloc (mem, 1, sizeof *puzzle->exact, NULL);
  bcov_covering *covering = start (puzzle);
  assert_int_equal (bcov_covering_lay (covering, 5, 0, NULL, 0, NULL), 0);
  assert_int_equal (bcov_covering_lay (covering, 2, 0, NULL, 0, NULL), 0);
  bcov_covering_sort (covering);
  assert_int_equal (covering->laid.data[0].piece, 2);
  expect_letters (covering, "AB");
  make_end (mem, NULL, puzzle, covering);
}

SUITE (covering)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_come_in_order),
      cmocka_unit_test (lone_pieces_have_their_own_letters),
      cmocka_unit_test (letters_look_around_the_torus),
      cmocka_unit_test (parted_pieces_have_letters_to_themselves),
      cmocka_unit_test (letters_run_out_gracefully),
      cmocka_unit_test (tiles_keep_their_letters),
      cmocka_unit_test (neighbours_differ),
      cmocka_unit_test (options_have_letters_by_number),
  };
  return cmocka_run_group_tests_name ("covering", tests, NULL, NULL);
}
