/* Boards that grow: what is cut off, what is repeated, what is refused. */

#include "suite.h"

#include "make.h"
#include "puzzle/grow.h"

/* The marks of a board as a drawing, rows and layers ended as in make.h. */
static void draw (const bcov_board *board, char *out)
{
  size_t position = 0;
  for (int32_t layer = 0; layer < board->layers; layer++)
    for (int32_t row = 0; row < board->rows; row++) {
      if (row || layer)
        *out++ = row ? '/' : '|';
      for (int32_t column = 0; column < board->columns; column++, position++)
        *out++ = board->mark[position] == BCOV_LETTER ? (char)board->letter[position]
                                                      : "#.?"[board->mark[position]];
    }
  *out = 0;
}

typedef struct {
  bcov_lattice lattice;
  const char *drawing;
  bcov_axis axis;
  uint32_t size, beyond;
  const char *grown;
} growth;

static const growth growths[] = {
    {BCOV_SQUARE, "../.#", BCOV_GROW_ROWS, 1, 0, ".."},
    {BCOV_SQUARE, "../.#", BCOV_GROW_ROWS, 2, 0, "../.#"},
    {BCOV_SQUARE, "../.#", BCOV_GROW_ROWS, 4, 0, "../.#/.#/.#"},
    {BCOV_SQUARE, "../.#", BCOV_GROW_COLUMNS, 1, 0, "./."},
    {BCOV_SQUARE, "../.#", BCOV_GROW_COLUMNS, 4, 0, "..../.###"},
    {BCOV_SQUARE, "?./.#", BCOV_GROW_ROWS, 2, 2, "?./.#/?#/?#"},
    {BCOV_SQUARE, "./.", BCOV_GROW_COLUMNS, 1, 1, ".?/.?"},
    {BCOV_SQUARE, "././.", BCOV_GROW_ROWS, 1, 1, "./?"},
    {BCOV_HEX, ".#.", BCOV_GROW_ROWS, 2, 0, ".#./.#."},
    {BCOV_TRIANGLE, "#..", BCOV_GROW_ROWS, 3, 0, "#../#../#.."},
    {BCOV_CUBE, "../.#|#./..", BCOV_GROW_LAYERS, 3, 0, "../.#|#./..|#./.."},
    {BCOV_CUBE, "../.#|#./..", BCOV_GROW_LAYERS, 1, 1, "../.#|#?/??"},
    {BCOV_CUBE, "../.#|#./..", BCOV_GROW_ROWS, 3, 0, "../.#/.#|#./../.."},
    {BCOV_CUBE, "../.#|#./..", BCOV_GROW_COLUMNS, 1, 0, "./.|#/."},
};

static void marks_are_cut_or_repeated (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof growths / sizeof *growths; k++) {
    const growth *g = &growths[k];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, g->lattice, BCOV_WRAP_NONE, g->drawing), grown;
    char drawn[64];
    assert_int_equal (bcov_grow_make (puzzle, g->axis, g->size, g->beyond, &grown, NULL), 0);
    draw (&grown.board, drawn);
    assert_string_equal (drawn, g->grown);
    size_t cells = 0;
    for (const char *p = drawn; *p; p++)
      cells += *p == '.' || *p == '?';
    assert_int_equal (grown.board.n_cells, cells);
    bcov_grow_free (&grown);
    bcov_grow_free (&grown);
    make_end (mem, NULL, puzzle, NULL);
  }
}

static void letters_and_joins_go_along (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".I/#."), grown;
  make_piece (puzzle, "L3", "X./XX", 0, BCOV_MANY);
  make_piece (puzzle, "I2", "XX", 0, BCOV_MANY);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_COLUMNS, 3, 0, &grown, NULL), 0);
  assert_int_equal (grown.board.wrap, BCOV_WRAP_COLUMNS);
  assert_int_equal (grown.board.n_cells, 5);
  const int32_t wanted[] = {-1, 1, 1, -1, -1};
  for (int k = 0; k < 5; k++)
    assert_int_equal (grown.cell_piece[k], wanted[k]);
  assert_ptr_equal (grown.pieces.data, puzzle->pieces.data);
  bcov_grow_free (&grown);
  make_end (mem, NULL, puzzle, NULL);
}

static void some_cannot_grow (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".."), grown;
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_LAYERS, 2, 0, &grown, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "only a board of cubes has layers"));
  bcov_grow_free (&grown);
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_ROWS, 0, 0, &grown, err), BCOV_INPUT);
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_ROWS, 1 << 24, 0, &grown, err), BCOV_INPUT);
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_ROWS, UINT32_MAX, UINT32_MAX, &grown, err),
                    BCOV_INPUT);
  bcov_exact exact = {0};
  puzzle->exact = &exact;
  bcov_error_reset (err);
  assert_int_equal (bcov_grow_make (puzzle, BCOV_GROW_ROWS, 2, 0, &grown, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "exact cover problem has no board"));
  puzzle->exact = NULL;
  make_end (mem, err, puzzle, NULL);
}

static void axes_have_names (void **state)
{
  (void)state;
  bcov_cell cell = {1, 2, 3};
  assert_int_equal (bcov_grow_axis ("rows"), BCOV_GROW_ROWS);
  assert_int_equal (bcov_grow_axis ("columns"), BCOV_GROW_COLUMNS);
  assert_int_equal (bcov_grow_axis ("layers"), BCOV_GROW_LAYERS);
  assert_int_equal (bcov_grow_axis ("row"), BCOV_GROW_AXES);
  assert_int_equal (bcov_grow_axis (""), BCOV_GROW_AXES);
  assert_int_equal (bcov_grow_coordinate (BCOV_GROW_ROWS, cell), 2);
  assert_int_equal (bcov_grow_coordinate (BCOV_GROW_COLUMNS, cell), 3);
  assert_int_equal (bcov_grow_coordinate (BCOV_GROW_LAYERS, cell), 1);
}

static void extents_are_those_of_all_forms (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  assert_int_equal (bcov_grow_extent (puzzle, BCOV_GROW_ROWS), 0);
  make_piece (puzzle, "L3", "X./XX", 0, BCOV_MANY);
  assert_int_equal (bcov_grow_extent (puzzle, BCOV_GROW_ROWS), 2);
  make_piece (puzzle, "I4", "XXXX", 0, BCOV_MANY);
  assert_int_equal (bcov_grow_extent (puzzle, BCOV_GROW_ROWS), 4);
  assert_int_equal (bcov_grow_extent (puzzle, BCOV_GROW_COLUMNS), 4);
  assert_int_equal (bcov_grow_extent (puzzle, BCOV_GROW_LAYERS), 1);
  make_end (mem, NULL, puzzle, NULL);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".I/.."), grown;
  make_piece (puzzle, "I2", "XX", 0, BCOV_MANY);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  size_t used = bcov_mem_used (mem), n = 0;
  bcov_status status = BCOV_FAULT;
  while (status) {
    bcov_mem_fail_at (mem, ++n);
    status = bcov_grow_make (puzzle, BCOV_GROW_ROWS, 3, 1, &grown, err);
    bcov_mem_fail_at (mem, 0);
    bcov_grow_free (&grown);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  assert_true (n > 4);
  make_end (mem, err, puzzle, NULL);
}

SUITE (grow)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (marks_are_cut_or_repeated),
      cmocka_unit_test (letters_and_joins_go_along),
      cmocka_unit_test (some_cannot_grow),
      cmocka_unit_test (axes_have_names),
      cmocka_unit_test (extents_are_those_of_all_forms),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("grow", tests, NULL, NULL);
}
