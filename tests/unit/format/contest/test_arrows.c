/* Tests of src/format/arrows.c. */

#include "suite.h"
#include "format_help.h"
#include "base/text.h"
#include "format/contest/arrows.h"
#include "format/puzzle/canon.h"

static void makes_the_puzzle (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (bcov_arrows_make (f->mem, 6, &puzzle, f->err), BCOV_OK);
  assert_true (puzzle->board.rows == 6 && puzzle->board.columns == 6 &&
               puzzle->board.n_cells == 36);
  static const char *const names[] = {"↖", "↗", "↘", "↙"};
  static const uint8_t points[] = {
      1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST,
      1 << BCOV_NORTH | 1 << BCOV_EAST | 1 << BCOV_NORTHEAST,
      1 << BCOV_SOUTH | 1 << BCOV_EAST | 1 << BCOV_SOUTHEAST,
      1 << BCOV_SOUTH | 1 << BCOV_WEST | 1 << BCOV_SOUTHWEST,
  };
  assert_int_equal (puzzle->pieces.count, 4);
  for (size_t k = 0; k < 4; k++) {
    const bcov_piece *piece = &puzzle->pieces.data[k];
    assert_string_equal (piece->name, names[k]);
    assert_true (piece->n_forms == 1 && !piece->turn && !piece->flip && piece->size == 1);
    assert_true (piece->lo == 0 && piece->hi == BCOV_MANY);
    assert_int_equal (piece->forms[0].decor.points, points[k]);
  }
  bcov_puzzle_free (puzzle);
}

/* It is the puzzle that this file describes. */
static void is_what_a_file_says (void **state)
{
  fixture *f = *state;
  bcov_puzzle *made,
      *read = must_read (
          f, "board: 4x4\n"
             "pieces:\n"
             "  - {name: ↖, shape: X, count: any, turn: false, points: [north, west, northwest], "
             "tags: [up, left]}\n"
             "  - {name: ↗, shape: X, count: any, turn: false, points: [north, east, northeast], "
             "tags: [up, right]}\n"
             "  - {name: ↘, shape: X, count: any, turn: false, points: [south, east, southeast], "
             "tags: [down, right]}\n"
             "  - {name: ↙, shape: X, count: any, turn: false, points: [south, west, southwest], "
             "tags: [down, left]}\n"
             "rules:\n"
             "  rows: {up: 2, down: 2}\n"
             "  columns: {left: 2, right: 2}\n");
  assert_int_equal (bcov_arrows_make (f->mem, 4, &made, f->err), BCOV_OK);
  bcov_text a = {0}, b = {0};
  assert_int_equal (bcov_canon_yaml (made, &a, f->err), BCOV_OK);
  assert_int_equal (bcov_canon_yaml (read, &b, f->err), BCOV_OK);
  assert_string_equal (a.data, b.data);
  bcov_text_drop (&a);
  bcov_text_drop (&b);
  bcov_puzzle_free (made);
  bcov_puzzle_free (read);
}

static void refuses_sizes (void **state)
{
  fixture *f = *state;
  static const uint32_t sizes[] = {0, 1, 3, 63, 66, 1000000, UINT32_MAX, UINT32_MAX - 1};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    bcov_puzzle *puzzle;
    bcov_error_reset (f->err);
    assert_int_equal (bcov_arrows_make (f->mem, sizes[k], &puzzle, f->err), BCOV_INPUT);
    assert_null (puzzle);
    assert_says (f, "the size must be even, from 2 to 64");
  }
  bcov_puzzle *puzzle;
  assert_int_equal (bcov_arrows_make (f->mem, 64, &puzzle, f->err), BCOV_OK);
  bcov_puzzle_free (puzzle);
}

SUITE (arrows)
{
  const struct CMUnitTest tests[] = {
      format_test (makes_the_puzzle),
      format_test (is_what_a_file_says),
      format_test (refuses_sizes),

  };
  return cmocka_run_group_tests_name ("arrows", tests, NULL, NULL);
}
