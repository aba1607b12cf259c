/* Easels: whole corners become places, sides become paths. */

#include "suite.h"

#include "draw/picture/page_space.h"
#include "drawn.h"

static bcov_page_space make_space (bcov_figure *figure, bcov_mem *mem)
{
  static const bcov_cell cells[] = {{0, 1, 1}, {0, 2, 3}};
  bcov_figure_start (figure, mem, NULL);
  bcov_figure_page (figure, 100, 100);
  return (bcov_page_space){
      figure,
      bcov_projection_make (BCOV_SQUARE, false, (bcov_cell){1, 3, 4}, cells, 2),
      {5, 7},
      10};
}

static void end (bcov_mem *mem, bcov_figure *figure)
{
  bcov_figure_end (figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void places_begin_at_the_corner (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_page_space space = make_space (&figure, mem);
  bcov_page_point first = bcov_page_space_at (&space, (bcov_vertex){1, 1}),
                  middle = bcov_page_space_middle (&space, (bcov_cell){0, 2, 3});
  assert_near (first.x, 5);
  assert_near (first.y, 7);
  assert_near (middle.x, 30);
  assert_near (middle.y, 22);
  end (mem, &figure);
}

static void cells_become_one_path (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_page_space space = make_space (&figure, mem);
  bcov_sides sides = {0};
  bcov_page_space_add_cell (&space, (bcov_cell){0, 1, 1}, &sides);
  bcov_page_space_add_cell (&space, (bcov_cell){0, 1, 2}, &sides);
  bcov_page_space_sides (&space, &sides, false, bcov_page_space_surface (1), "both");
  bcov_page_space_sides (&space, &sides, false, bcov_page_space_surface (1), "nothing");
  assert_int_equal (sides.count, 0);
  assert_int_equal (figure.elements.count, 1);
  assert_near (drawn_titled (&figure, "both", NULL), 200);
  bcov_vec_free (mem, &sides);
  end (mem, &figure);
}

/* Side 4 of a square is none: a neighbour in another layer. */
static void letters_and_sides_that_have_no_room_are_left_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_page_space space = make_space (&figure, mem);
  bcov_sides sides = {0};
  bcov_page_space_add_side (&space, (bcov_cell){0, 1, 1}, 4, &sides);
  assert_int_equal (sides.count, 0);
  bcov_page_space_letter (&space, (bcov_cell){0, 1, 1}, 0xe9, 0);
  assert_int_equal (figure.elements.count, 0);
  space.unit = 20;
  bcov_page_space_letter (&space, (bcov_cell){0, 1, 1}, 0xe9, 0);
  assert_int_equal (drawn_labels (&figure, "é"), 1);
  end (mem, &figure);
}

SUITE (page_space)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (places_begin_at_the_corner),
      cmocka_unit_test (cells_become_one_path),
      cmocka_unit_test (letters_and_sides_that_have_no_room_are_left_out),
  };
  return cmocka_run_group_tests_name ("page_space", tests, NULL, NULL);
}
