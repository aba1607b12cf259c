/* Floors: cells, cells that may stay empty, holes inside and outside. */

#include "suite.h"

#include "draw/picture/board_base.h"
#include "draw/picture/covering_picture.h"
#include "drawn.h"
#include "make.h"

/* The floor of a board, 10 points a cell. */
static void draw (bcov_mem *mem, bcov_wrap wrap, const char *drawing, bcov_figure *figure)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, wrap, drawing);
  bcov_page_space space = {
      figure, bcov_covering_picture_projection (&puzzle->board, false), {0, 0}, 10};
  bcov_figure_start (figure, mem, NULL);
  bcov_figure_page (figure, 200, 200);
  bcov_board_base_draw (&space, &puzzle->board, NULL);
  bcov_board_base_border (&space, &puzzle->board);
  assert_int_equal (figure->status, BCOV_OK);
  bcov_puzzle_free (puzzle);
}

static void end (bcov_mem *mem, bcov_figure *figure)
{
  bcov_figure_end (figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static double border (const bcov_figure *figure)
{
  return drawn_length (figure, figure->elements.data + figure->elements.count - 1);
}

static void every_kind_of_cell_has_its_ink (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, BCOV_WRAP_NONE, "....#/.#.?\?/...#.", &figure);
  assert_near (drawn_filled (&figure, BCOV_INK_CELL), 1000);
  assert_near (drawn_filled (&figure, BCOV_INK_MAY), 200);
  assert_near (drawn_filled (&figure, BCOV_INK_HOLE), 100); /* the one in the middle */
  assert_near (border (&figure), 10 * (14 + 4 + 4));
  end (mem, &figure);
}

static void on_a_torus_all_holes_are_inside (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, BCOV_WRAP_BOTH, "#../...", &figure);
  assert_near (drawn_filled (&figure, BCOV_INK_HOLE), 100);
  assert_near (border (&figure), 40);
  bcov_figure_end (&figure);
  draw (mem, BCOV_WRAP_COLUMNS, "#../...", &figure);
  assert_near (drawn_filled (&figure, BCOV_INK_HOLE), 0);
  end (mem, &figure);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "....#/.#.?\?/...#.");
  size_t used = bcov_mem_used (mem), n = 0;
  bcov_status status = BCOV_FAULT;
  while (status) {
    bcov_figure figure;
    bcov_page_space space = {
        &figure, bcov_covering_picture_projection (&puzzle->board, false), {0, 0}, 10};
    bcov_mem_fail_at (mem, ++n);
    bcov_figure_start (&figure, mem, NULL);
    bcov_board_base_draw (&space, &puzzle->board, NULL);
    status = figure.status;
    bcov_figure_end (&figure);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  assert_true (n > 8);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
}

SUITE (board_base)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_kind_of_cell_has_its_ink),
      cmocka_unit_test (on_a_torus_all_holes_are_inside),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("board_base", tests, NULL, NULL);
}
