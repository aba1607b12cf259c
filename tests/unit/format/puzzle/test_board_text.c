/* Tests of src/format/board_text.c. */

#include "suite.h"
#include "format_help.h"
#include "format/puzzle/board_text.h"

static bcov_status read_board (fixture *f, bcov_lattice lattice, const char *text, bcov_board *out)
{
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "-b", text, strlen (text));
  bcov_drawing drawing = {&span, 1};
  bcov_error_reset (f->err);
  return bcov_board_text_read (f->mem, &drawing, lattice, out, f->err);
}

static void check (fixture *f, bcov_lattice lattice, const char *text, int32_t layers, int32_t rows,
                   int32_t columns, uint32_t cells)
{
  bcov_board board;
  assert_int_equal (read_board (f, lattice, text, &board), BCOV_OK);
  assert_true (board.layers == layers && board.rows == rows && board.columns == columns);
  assert_int_equal (board.n_cells, cells);
  assert_int_equal (board.lattice, lattice);
  bcov_board_free (f->mem, &board);
}

static void reads_boards (void **state)
{
  fixture *f = *state;
  check (f, BCOV_SQUARE, "6x8", 1, 6, 8, 48);
  check (f, BCOV_HEX, " 6x8\n", 1, 6, 8, 48);
  check (f, BCOV_CUBE, "3x4x5", 3, 4, 5, 60);
  check (f, BCOV_CUBE, "..", 1, 1, 2, 2);
  check (f, BCOV_TRIANGLE, " .", 1, 1, 2, 1);
  check (f, BCOV_SQUARE, "#.....#/#.....#/##..###", 1, 3, 7, 12);
  check (f, BCOV_SQUARE, "6x8/", 1, 1, 3, 3); /* letters, not a size */
}

static void refuse (fixture *f, bcov_lattice lattice, const char *text, const char *message)
{
  bcov_board board;
  assert_int_equal (read_board (f, lattice, text, &board), BCOV_INPUT);
  assert_says (f, message);
  assert_int_equal (bcov_error_count (f->err), 1);
}

static void refuses_boards (void **state)
{
  fixture *f = *state;
  refuse (f, BCOV_CUBE, "3x4", "a board of cubes needs three numbers; write 1x3x4");
  refuse (f, BCOV_HEX, "3x4x5", "three numbers are a box of cubes, but the lattice is hex");
  refuse (f, BCOV_SQUARE, "6 x 8", "-b:1:1: '6 x 8' is not a size; write ROWSxCOLUMNS");
  refuse (f, BCOV_SQUARE, "6*8", "'6*8' is not a size");
  refuse (f, BCOV_SQUARE, "1000000x1000000", "is too large");
  refuse (f, BCOV_SQUARE, "0x1", "has a 0");
  refuse (f, BCOV_SQUARE, "..;", "-b:1:3: ';' is not allowed");
}

static void implies_lattices (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bcov_lattice lattice;
  } cases[] = {{"3x3x3", BCOV_CUBE}, {"3x3", BCOV_LATTICES}, {"..", BCOV_LATTICES}};
  for (size_t k = 0; k < 3; k++) {
    bcov_plain plain;
    bcov_span span = bcov_span_plain (&plain, "-b", cases[k].text, strlen (cases[k].text));
    bcov_span spans[] = {span, span};
    assert_int_equal (bcov_board_text_lattice (&(bcov_drawing){spans, 1}), cases[k].lattice);
    assert_int_equal (bcov_board_text_lattice (&(bcov_drawing){spans, 2}), BCOV_CUBE);
  }
}

static bcov_status read_wrap (fixture *f, bcov_lattice lattice, const char *text, bcov_wrap *out)
{
  bcov_plain plain;
  bcov_error_reset (f->err);
  return bcov_board_text_wrap (bcov_span_plain (&plain, "w", text, strlen (text)), lattice, out,
                               f->err);
}

static void reads_wraps (void **state)
{
  fixture *f = *state;
  bcov_wrap wrap;
  assert_int_equal (read_wrap (f, BCOV_SQUARE, "none", &wrap), BCOV_OK);
  assert_int_equal (wrap, BCOV_WRAP_NONE);
  assert_int_equal (read_wrap (f, BCOV_SQUARE, "columns", &wrap), BCOV_OK);
  assert_int_equal (wrap, BCOV_WRAP_COLUMNS);
  assert_int_equal (read_wrap (f, BCOV_SQUARE, "rows", &wrap), BCOV_OK);
  assert_int_equal (wrap, BCOV_WRAP_ROWS);
  assert_int_equal (read_wrap (f, BCOV_SQUARE, "both", &wrap), BCOV_OK);
  assert_int_equal (wrap, BCOV_WRAP_BOTH);
  assert_int_equal (read_wrap (f, BCOV_HEX, "none", &wrap), BCOV_OK);
  assert_int_equal (read_wrap (f, BCOV_HEX, "rows", &wrap), BCOV_INPUT);
  assert_says (
      f,
      "only boards of the square lattice can be joined, and this lattice is hex; leave wrap out");
  assert_int_equal (read_wrap (f, BCOV_SQUARE, "column", &wrap), BCOV_INPUT);
  assert_says (f, "unknown wrap 'column'; use none, columns, rows or both");
}

SUITE (board_text)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_boards),
      format_test (refuses_boards),
      format_test (implies_lattices),
      format_test (reads_wraps),
  };
  return cmocka_run_group_tests_name ("board_text", tests, NULL, NULL);
}
