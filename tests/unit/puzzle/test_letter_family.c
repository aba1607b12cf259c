/* Families of letters: which pieces need letters of their own, and the way from a letter back. */

#include "suite.h"

#include "make.h"
#include "puzzle/letter_family.h"
#include "puzzle/letters.h"

static void expect_families (bcov_puzzle *puzzle, uint32_t count, const uint32_t *wanted)
{
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (puzzle->n_families, count);
  for (size_t k = 0; k < puzzle->pieces.count; k++)
    assert_int_equal (puzzle->pieces.data[k].family, wanted[k]);
  make_end (puzzle->mem, NULL, puzzle, NULL);
}

static void pieces_known_by_their_cells_share_one (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../...");
  make_piece (puzzle, "I", "X", 0, 9);
  make_piece (puzzle, "L", "X./XX", 0, 9);
  make_piece (puzzle, "long", "XXXXX", 0, 9);
  expect_families (puzzle, 1, (uint32_t[]){0, 0, 0});
}

/* In parts; with a shape that came before; a tile with tags, with points. */
static void others_have_their_own (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../...");
  bcov_entry tagged = {.hi = 9, .tags = 1}, fixed = {.hi = 9};
  bcov_entry pointing = {.hi = 9, .decor = {.points = 1 << BCOV_NORTH}};
  assert_int_equal (make_entry (puzzle, "t", "X", tagged, NULL), 0);
  make_piece (puzzle, "I", "X", 0, 9);
  make_piece (puzzle, "D", "X.X", 0, 9);
  make_piece (puzzle, "L", "X./XX", 0, 9);
  assert_int_equal (make_entry (puzzle, "l", "X./XX", fixed, NULL), 0);
  assert_int_equal (make_entry (puzzle, "p", "X", pointing, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_true (puzzle->pieces.data[2].parted);
  assert_false (puzzle->pieces.data[3].parted);
  expect_families (puzzle, 5, (uint32_t[]){1, 0, 2, 0, 3, 4});
}

/* XXX covers a whole row of three columns, and so does another piece that goes around. */
static void so_have_pieces_that_reach_around (void **state)
{
  (void)state;
  static const struct {
    bcov_wrap wrap;
    bool around;
  } cases[] = {{BCOV_WRAP_NONE, false},
               {BCOV_WRAP_ROWS, false},
               {BCOV_WRAP_COLUMNS, true},
               {BCOV_WRAP_BOTH, true}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, cases[k].wrap, ".../.../.../...");
    make_piece (puzzle, "L", "X./XX", 0, 9);
    bcov_entry fixed = {.hi = 9};
    assert_int_equal (make_entry (puzzle, "I", "XXX", fixed, NULL), 0);
    expect_families (puzzle, 1 + cases[k].around, (uint32_t[]){0, cases[k].around});
  }
}

static void letters_lead_back (void **state)
{
  (void)state;
  bcov_puzzle puzzle = {.n_families = 3};
  assert_int_equal (bcov_letter_family_get (&puzzle, 0, 0), 'A');
  assert_int_equal (bcov_letter_family_get (&puzzle, 2, 0), 'C');
  assert_int_equal (bcov_letter_family_get (&puzzle, 1, 8), 'Z');
  assert_int_equal (bcov_letter_family_get (&puzzle, 2, 8), 'a');
  assert_int_equal (bcov_letter_family_get (&puzzle, 2, 1000000), BCOV_NO_LETTER);
  for (size_t k = 0; k < 40000; k++)
    for (uint32_t family = 0; family < 3; family++)
      assert_int_equal (
          bcov_letter_family_find (&puzzle, bcov_letter_family_get (&puzzle, family, k)), family);
  assert_int_equal (bcov_letter_family_find (&puzzle, '!'), UINT32_MAX);
  assert_int_equal (bcov_letter_family_find (&puzzle, BCOV_NO_LETTER), UINT32_MAX);
}

/* Every allocation fails in turn. */
static void memory_ends (void **state)
{
  (void)state;
  bcov_status status = BCOV_FAULT;
  for (size_t k = 1; status; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../...");
    make_piece (puzzle, "L", "X./XX", 0, 9);
    make_piece (puzzle, "D", "X.X", 0, 9);
    bcov_mem_fail_at (mem, k);
    status = bcov_letter_family_give (puzzle, NULL);
    assert_true (!status || status == BCOV_FAULT);
    bcov_mem_fail_at (mem, 0);
    make_end (mem, NULL, puzzle, NULL);
    assert_true (k < 100);
  }
}

SUITE (letter_family)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_known_by_their_cells_share_one),
      cmocka_unit_test (others_have_their_own),
      cmocka_unit_test (so_have_pieces_that_reach_around),
      cmocka_unit_test (letters_lead_back),
      cmocka_unit_test (memory_ends),
  };
  return cmocka_run_group_tests_name ("letter_family", tests, NULL, NULL);
}
