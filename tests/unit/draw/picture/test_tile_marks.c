/* What tiles carry: arrows point where the tile does, sides have their colours. */

#include "suite.h"

#include "draw/picture/tile_marks.h"
#include "draw/picture/covering_picture.h"
#include "drawn.h"
#include "make.h"

/* Draws a lone tile with DECOR called NAME. */
static void draw (bcov_mem *mem, const char *name, bcov_decor decor, bcov_figure *figure)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".");
  bcov_covering *covering = NULL;
  bcov_scene scene;
  bcov_entry entry = {.lo = 1, .hi = 1, .decor = decor};
  for (char colour[] = "a"; *colour < 'd'; ++*colour)
    bcov_puzzle_name (puzzle, &puzzle->colours, colour, 1, 9, NULL);
  assert_int_equal (make_entry (puzzle, name, "X", entry, NULL), BCOV_OK);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), BCOV_OK);
  make_lay (covering, name, 0, "X");
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  bcov_page_space space = {
      figure, bcov_covering_picture_projection (&puzzle->board, false), {0, 0}, 40};
  bcov_figure_start (figure, mem, NULL);
  bcov_figure_page (figure, 40, 40);
  bcov_tile_marks_draw (&space, &scene, 0, 0xffffff);
  assert_int_equal (figure->status, BCOV_OK);
  drawn_fits (figure);
  bcov_scene_free (&scene);
  bcov_covering_free (covering);
  bcov_puzzle_free (puzzle);
}

static void end (bcov_mem *mem, bcov_figure *figure)
{
  bcov_figure_end (figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The tip of an arrow is its fourth corner. */
static void check_tip (const char *name, unsigned points, int x, int y)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, name, (bcov_decor){.points = (uint8_t)points}, &figure);
  assert_int_equal (figure.points.count, 7);
  bcov_page_point tip = figure.points.data[3];
  assert_int_equal ((tip.x > 21) - (tip.x < 19), x);
  assert_int_equal ((tip.y > 21) - (tip.y < 19), y);
  end (mem, &figure);
}

static void arrows_point_where_the_tile_does (void **state)
{
  (void)state;
  check_tip ("t", 1 << BCOV_NORTH, 0, -1);
  check_tip ("t", 1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST, -1, -1);
  check_tip ("↗", 1 << BCOV_SOUTH, 0, 1); /* it was turned */
  check_tip ("↗", 0, 1, -1);
  check_tip ("←", 1 << BCOV_NORTH | 1 << BCOV_SOUTH, -1, 0);
}

static void other_tiles_have_their_letter (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, "+", (bcov_decor){0}, &figure);
  assert_int_equal (drawn_labels (&figure, "+"), 1);
  end (mem, &figure);
}

static void sides_have_colours (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, "t", (bcov_decor){.sides = {1, 2, 1, 0}}, &figure);
  assert_near (drawn_titled (&figure, "a", NULL), 800);
  assert_near (drawn_titled (&figure, "b", NULL), 400);
  assert_near (drawn_titled (&figure, "c", NULL), 0);
  assert_int_equal (drawn_labels (&figure, NULL), 0);
  end (mem, &figure);
}

SUITE (tile_marks)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (arrows_point_where_the_tile_does),
      cmocka_unit_test (other_tiles_have_their_letter),
      cmocka_unit_test (sides_have_colours),
  };
  return cmocka_run_group_tests_name ("tile_marks", tests, NULL, NULL);
}
