/* Tests of src/format/drawing.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/drawing.h"
#include "base/text.h"

static bcov_status draw (fixture *f, bcov_lattice lattice, const char *text, bcov_board *out)
{
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "-b", text, strlen (text));
  bcov_drawing drawing = {&span, 1};
  bcov_error_reset (f->err);
  return bcov_drawing_board (f->mem, &drawing, lattice, out, f->err);
}

static bcov_status draw_shape (fixture *f, bcov_lattice lattice, const char *text, bcov_shape *out)
{
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "-p", text, strlen (text));
  bcov_drawing drawing = {&span, 1};
  bcov_error_reset (f->err);
  return bcov_drawing_shape (f->mem, &drawing, lattice, out, f->err);
}

static void check_marks (fixture *f, const char *text, int32_t rows, int32_t columns,
                         const char *marks)
{
  static const char signs[] = {
      [BCOV_HOLE] = '#', [BCOV_MUST] = '.', [BCOV_MAY] = '?', [BCOV_LETTER] = 'L'};
  bcov_board board;
  assert_int_equal (draw (f, BCOV_SQUARE, text, &board), BCOV_OK);
  assert_int_equal (board.rows, rows);
  assert_int_equal (board.columns, columns);
  for (size_t k = 0; k < strlen (marks); k++)
    assert_int_equal (signs[board.mark[k]], marks[k]);
  bcov_board_free (f->mem, &board);
}

static void draws_boards (void **state)
{
  fixture *f = *state;
  check_marks (f, "..#\n? .", 2, 3, "..#?#.");
  check_marks (f, "..#/? ./", 2, 3, "..#?#.");
  check_marks (f, "..#\r\n? .\r\n", 2, 3, "..#?#.");
  check_marks (f, "..#\r/? .\r", 2, 3, "..#?#.");
  check_marks (f, "...\n.\n..\n", 3, 3, "....##..#"); /* short rows are padded */
  check_marks (f, "...\n\n.\n", 3, 3, "...###.##");
  check_marks (f, "...\n\n\n", 1, 3, "..."); /* rows behind the last are none */
  check_marks (f, "##/##", 2, 2, "####");
  check_marks (f, "   ", 1, 3, "###");
  check_marks (f, ".Aé9↖z", 1, 6, ".LLLLL");
}

static void keeps_letters (void **state)
{
  fixture *f = *state;
  bcov_board board;
  assert_int_equal (draw (f, BCOV_SQUARE, "F./.↖", &board), BCOV_OK);
  assert_int_equal (board.letter[0], 'F');
  assert_int_equal (board.letter[1], 0);
  assert_int_equal (board.letter[3], 0x2196);
  assert_int_equal (board.n_cells, 4);
  bcov_board_free (f->mem, &board);
  assert_int_equal (draw (f, BCOV_SQUARE, "../..", &board), BCOV_OK);
  assert_null (board.letter);
  bcov_board_free (f->mem, &board);
}

static void draws_layers (void **state)
{
  fixture *f = *state;
  bcov_plain plain[2];
  bcov_span spans[] = {bcov_span_plain (&plain[0], "a", "..\n.", 4),
                       bcov_span_plain (&plain[1], "b", "...", 3)};
  bcov_drawing drawing = {spans, 2};
  bcov_board board;
  assert_int_equal (bcov_drawing_board (f->mem, &drawing, BCOV_CUBE, &board, f->err), BCOV_OK);
  assert_true (board.layers == 2 && board.rows == 2 && board.columns == 3);
  assert_int_equal (board.n_cells, 6);
  assert_int_equal (bcov_cell_compare (board.cells[3], (bcov_cell){1, 0, 0}), 0);
  bcov_board_free (f->mem, &board);
}

static void refuses_boards (void **state)
{
  fixture *f = *state;
  bcov_board board;
  assert_int_equal (draw (f, BCOV_SQUARE, "..!/.\t", &board), BCOV_INPUT);
  assert_says (f, "-b:1:3: '!' is not allowed here; in a board, '.' is a cell");
  assert_says (f, "-b:1:6: a tab in a drawing; use spaces or '.'");
  assert_int_equal (bcov_error_count (f->err), 2);
  assert_int_equal (draw (f, BCOV_SQUARE, "..\n$$$$$$\n..", &board), BCOV_INPUT);
  assert_int_equal (bcov_error_count (f->err), 5); /* four, and the number of the others */
  assert_says (f, "-b:2:4: '$'");
  assert_says (f, "and 2 more characters that are not allowed in the board");
  assert_int_equal (draw (f, BCOV_SQUARE, "\n\n", &board), BCOV_INPUT);
  assert_says (f, "the board is empty; draw at least one position");
  assert_int_equal (draw (f, BCOV_SQUARE, ".\u0301", &board), BCOV_INPUT); /* combining */
  assert_int_equal (draw (f, BCOV_SQUARE, ".\u00a0", &board), BCOV_INPUT); /* no-break space */
  assert_int_equal (draw (f, BCOV_SQUARE, "a\rb", &board), BCOV_INPUT);
  assert_says (f, "-b:1:2: '\\x0d' is not allowed");
}

/* Rows of one and a last one that is long make a board of 5,000 x 5,000. */
static void checks_sizes_first (void **state)
{
  fixture *f = *state;
  bcov_text text = {0};
  for (size_t k = 0; k < 4999; k++)
    bcov_text_put (&text, ".\n");
  for (size_t k = 0; k < 5000; k++)
    bcov_text_char (&text, '.');
  bcov_board board;
  bcov_shape shape;
  assert_int_equal (draw (f, BCOV_SQUARE, text.data, &board), BCOV_INPUT);
  assert_says (f, "5000 rows and 5000 columns; at most 16777216 positions");
  assert_int_equal (draw_shape (f, BCOV_SQUARE, text.data, &shape), BCOV_INPUT);
  assert_int_equal (bcov_mem_peak (f->mem), 0);
  bcov_text_drop (&text);
}

static void check_shape (fixture *f, bcov_lattice lattice, const char *text, size_t count,
                         const bcov_cell *cells)
{
  bcov_shape shape;
  assert_int_equal (draw_shape (f, lattice, text, &shape), BCOV_OK);
  assert_int_equal (shape.count, count);
  for (size_t k = 0; k < count; k++)
    assert_int_equal (bcov_cell_compare (shape.cells[k], cells[k]), 0);
  bcov_shape_free (f->mem, &shape);
}

static void draws_shapes (void **state)
{
  fixture *f = *state;
  static const bcov_cell corner[] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}};
  static const bcov_cell down[] = {{0, 0, 1}};
  static const bcov_cell up[] = {{0, 0, 0}};
  check_shape (f, BCOV_SQUARE, "X./XX", 3, corner);
  check_shape (f, BCOV_SQUARE, " a \n b7\n", 3, corner);
  check_shape (f, BCOV_SQUARE, "\n\n..é\n..éé", 3, corner);
  check_shape (f, BCOV_TRIANGLE, "X", 1, up);
  check_shape (f, BCOV_TRIANGLE, ".X", 1, down); /* the blank column matters */
  check_shape (f, BCOV_TRIANGLE, " X", 1, down);
  check_shape (f, BCOV_TRIANGLE, "..X", 1, up);
  check_shape (f, BCOV_TRIANGLE, "\nX", 1, down); /* and so does a blank row */
}

static void refuses_shapes (void **state)
{
  fixture *f = *state;
  bcov_shape shape;
  assert_int_equal (draw_shape (f, BCOV_SQUARE, "X#/?X", &shape), BCOV_INPUT);
  assert_says (f, "-p:1:2: '#' is not allowed here; in a shape, X is a cell and '.' is no cell");
  assert_says (f, "-p:1:4: '?'");
  assert_int_equal (draw_shape (f, BCOV_SQUARE, "..\n..", &shape), BCOV_INPUT);
  assert_says (f, "the shape has no cell; draw at least one X");
  assert_int_equal (draw_shape (f, BCOV_SQUARE, "//", &shape), BCOV_INPUT);
}

static void draws_tables (void **state)
{
  fixture *f = *state;
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "t", "X.X\n X#", 7);
  bcov_drawing drawing = {&span, 1};
  bcov_board board;
  assert_int_equal (bcov_drawing_table (f->mem, &drawing, BCOV_SQUARE, &board, f->err), BCOV_INPUT);
  assert_says (f, "t:2:3: '#' is not allowed here; in a table, X is a cell of a piece");
  span.length = 6;
  assert_int_equal (bcov_drawing_table (f->mem, &drawing, BCOV_SQUARE, &board, f->err), BCOV_OK);
  assert_int_equal (board.n_cells, 3);
  bcov_board_free (f->mem, &board);
}

static void knows_plain_drawings (void **state)
{
  (void)state;
  assert_true (bcov_drawing_is_plain ("X./XX", 5));
  assert_true (bcov_drawing_is_plain ("X", 1));
  assert_false (bcov_drawing_is_plain ("X5", 2));
  assert_false (bcov_drawing_is_plain ("x./xx", 5));
  assert_false (bcov_drawing_is_plain ("", 0));
}

/* Cells are found in ascending order, again, and in any other. */
static void finds_cells (void **state)
{
  fixture *f = *state;
  (void)f;
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "t", "↖.X\n..X", 9);
  bcov_drawing drawing = {&span, 1};
  bcov_drawing_finder finder = {.walk.drawing = &drawing};
  static const bcov_cell cells[] = {{0, 0, 2}, {0, 1, 2}, {0, 1, 2}, {0, 0, 1}, {0, 0, 0}};
  for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
    bcov_place place = bcov_drawing_find (&finder, cells[k]);
    assert_int_equal (place.line, cells[k].row + 1);
    assert_int_equal (place.column, cells[k].column + 1);
  }
  for (size_t k = 0; k < 20; k++) /* who jumps about too much gets the beginning */
    bcov_drawing_find (&finder, cells[k % 2]);
  bcov_place place = bcov_drawing_find (&finder, cells[3]);
  assert_true (place.line == 1 && place.column == 1);
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_board board = {0};
    bcov_shape shape = {0};
    bcov_mem_fail_at (f->mem, n);
    status = draw (f, BCOV_SQUARE, "..A/?..", &board);
    if (!status)
      status = draw_shape (f, BCOV_SQUARE, "X./XX", &shape);
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_board_free (f->mem, &board);
    bcov_shape_free (f->mem, &shape);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

SUITE (drawing)
{
  const struct CMUnitTest tests[] = {
      format_test (draws_boards),
      format_test (keeps_letters),
      format_test (draws_layers),
      format_test (refuses_boards),
      format_test (checks_sizes_first),
      format_test (draws_shapes),
      format_test (refuses_shapes),
      format_test (draws_tables),
      format_test (finds_cells),
      format_test (knows_plain_drawings),
      format_test (survives_lack_of_memory),
  };
  return cmocka_run_group_tests_name ("drawing", tests, NULL, NULL);
}
