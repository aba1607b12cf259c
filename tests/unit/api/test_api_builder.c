/* Puzzles built call by call equal those of files, and messages name the call. */

#include "suite.h"

#include "boardcover.h"

#include <string.h>

/* Expects that the puzzle of BUILDER has COUNT coverings; frees the builder. */
static void expect (bcov_builder *builder, const char *count)
{
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_builder_puzzle (builder, NULL, &puzzle, err))
    fail_msg ("%s", bcov_error_text (err));
  assert_int_equal (bcov_count (puzzle, NULL, &answer, err), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), count);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  bcov_error_free (err);
  bcov_builder_free (builder);
}

static void sizes_and_names (void **state)
{
  (void)state;
  bcov_builder *b = bcov_builder_new ();
  bcov_builder_set (b, "title", "a \"quoted\" title: with a colon");
  bcov_builder_set (b, "board", "6x8");
  bcov_builder_piece (b, "L3", 0, UINT32_MAX);
  expect (b, "1514");
  b = bcov_builder_new ();
  bcov_builder_piece (b, "tetrominoes", 1, 1);
  bcov_builder_set (b, "wrap", "columns");
  bcov_builder_set (b, "board", "4x5");
  expect (b, "140");
}

/* A plus without its right arm, which may stay empty; a box of cubes; triangles. */
static void cells (void **state)
{
  (void)state;
  static const int32_t plus[] = {0, 1, 1, 0, 1, 1, 2, 1, 1, 2}, ell[] = {5, -3, 6, -3, 6, -2};
  static const int32_t cube[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1};
  static const int32_t up[] = {0, 0}, down[] = {0, 1};
  bcov_builder *b = bcov_builder_new ();
  bcov_builder_board (b, 2, plus, 5, 1);
  bcov_builder_piece_cells (b, "corner", 2, ell, 3, 1, 1);
  bcov_builder_piece (b, "I1", 0, UINT32_MAX);
  expect (b, "6"); /* four corners; for two of them the optional cell is free */
  b = bcov_builder_new ();
  bcov_builder_set (b, "lattice", "cube");
  bcov_builder_board (b, 3, cube, 4, 0);
  bcov_builder_piece_cells (b, NULL, 3, cube, 2, 0, 2);
  expect (b, "2");
  b = bcov_builder_new ();
  bcov_builder_set (b, "lattice", "triangle");
  bcov_builder_set (b, "board", "..");
  bcov_builder_piece_cells (b, "up", 2, up, 1, 1, 1);
  bcov_builder_piece_set (b, "turn", "false");
  bcov_builder_piece_set (b, "flip", "false");
  bcov_builder_piece_cells (b, "down", 2, down, 1, 1, 1);
  bcov_builder_piece_set (b, "turn", "false");
  bcov_builder_piece_set (b, "flip", "false");
  expect (b, "1");
}

static void rules (void **state)
{
  (void)state;
  bcov_builder *b = bcov_builder_new ();
  bcov_builder_set (b, "board", "2x2");
  bcov_builder_piece (b, "X", 0, UINT32_MAX);
  bcov_builder_piece_set (b, "tags", "[up]");
  bcov_builder_piece (b, "X", 0, UINT32_MAX);
  bcov_builder_set (b, "rules", "{rows: {up: 1}}");
  expect (b, "4");
}

static void mistakes_name_the_call (void **state)
{
  (void)state;
  bcov_builder *b = bcov_builder_new ();
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  bcov_builder_piece (b, "Q9", 1, 1);
  bcov_builder_set (b, "board", "6x8");
  bcov_builder_piece (b, "I2", 3, 2);
  bcov_builder_set (b, "colour", "red");
  assert_int_equal (bcov_builder_puzzle (b, NULL, &puzzle, err), BCOV_INPUT);
  assert_null (puzzle);
  size_t lines = 0;
  for (size_t k = 0; k < bcov_error_count (err); k++) {
    assert_string_equal (bcov_error_file (err, k), "builder");
    lines |= (size_t)1 << bcov_error_line (err, k);
  }
  assert_int_equal (lines, 1 << 1 | 1 << 3 | 1 << 4);
  bcov_builder_free (b);
  b = bcov_builder_new ();
  bcov_error_reset (err);
  bcov_builder_piece_set (b, "turn", "true");
  bcov_builder_board (b, 4, NULL, 0, 0);
  assert_int_equal (bcov_builder_puzzle (b, NULL, &puzzle, err), BCOV_INPUT);
  assert_int_equal (bcov_error_count (err), 2);
  assert_int_equal (bcov_error_line (err, 1), 2);
  bcov_builder_free (b);
  b = bcov_builder_new (); /* the builder itself writes the second key 'pieces' */
  bcov_error_reset (err);
  bcov_builder_set (b, "pieces", "L3");
  bcov_builder_piece (b, "I2", 1, 1);
  bcov_builder_set (b, "board", "6x8");
  assert_int_equal (bcov_builder_puzzle (b, NULL, &puzzle, err), BCOV_INPUT);
  assert_int_equal (bcov_error_line (err, 0), 0);
  bcov_builder_free (b);
  b = bcov_builder_new ();
  assert_int_equal (bcov_builder_puzzle (b, NULL, &puzzle, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "no board"));
  bcov_builder_free (b);
  bcov_error_free (err);
}

SUITE (api_builder)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sizes_and_names),
      cmocka_unit_test (cells),
      cmocka_unit_test (rules),
      cmocka_unit_test (mistakes_name_the_call),
  };
  return cmocka_run_group_tests_name ("api_builder", tests, NULL, NULL);
}
