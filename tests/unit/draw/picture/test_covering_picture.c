/* Coverings as figures: each piece is one path with the area of the piece, on every lattice. */

#include "suite.h"

#include "draw/picture/covering_picture.h"
#include "drawn.h"
#include "sketch.h"

/* The figure of DRAWING. */
static void draw (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap, const char *drawing,
                  bcov_look look, bcov_figure *figure)
{
  bcov_covering *covering = sketch (mem, lattice, wrap, drawing);
  assert_int_equal (bcov_covering_picture_figure (covering->puzzle, covering, &look, figure, NULL),
                    BCOV_OK);
  sketch_free (covering);
  assert_int_equal (figure->pages.count, 1);
  drawn_fits (figure);
}

static void end (bcov_mem *mem, bcov_figure *figure)
{
  bcov_figure_end (figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Pieces A and B of DRAWING are one path each, and their areas have the ratio A to B. */
static void check_areas (bcov_lattice lattice, const char *drawing, double a, double b, double all)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  size_t paths;
  draw (mem, lattice, BCOV_WRAP_NONE, drawing, (bcov_look){0}, &figure);
  double area = drawn_titled (&figure, "A", &paths);
  assert_int_equal (paths, 1);
  assert_near (drawn_titled (&figure, "B", &paths) / b, area / a);
  assert_int_equal (paths, 1);
  assert_near (drawn_titled (&figure, NULL, NULL), all * 1600);
  end (mem, &figure);
}

static void pieces_have_their_areas (void **state)
{
  (void)state;
  double root = sqrt (3);
  check_areas (BCOV_SQUARE, "AAAB/A#AB/AAAB/..BB", 8, 5, 13);
  check_areas (BCOV_CUBE, "AA/AB|AB/B.", 4, 3, 7);
  check_areas (BCOV_HEX, "AAB/ABB/A..", 4, 3, 7 * root / 2);
  check_areas (BCOV_TRIANGLE, "AAABB/AAABB", 6, 4, 10 * root / 4 * 1.5 * 1.5);
}

static void letters_stand_where_they_tell_something (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAA/BBB", (bcov_look){0}, &figure);
  assert_int_equal (drawn_labels (&figure, NULL), 0); /* one kind */
  bcov_figure_end (&figure);
  draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAA/BB.", (bcov_look){0}, &figure);
  assert_int_equal (drawn_labels (&figure, "A"), 1);
  assert_int_equal (drawn_labels (&figure, "B"), 1);
  bcov_figure_end (&figure);
  draw (mem, BCOV_CUBE, BCOV_WRAP_NONE, "AA/AB|AB/BB", (bcov_look){0}, &figure);
  assert_int_equal (drawn_labels (&figure, NULL), 4); /* each piece in each layer */
  bcov_figure_end (&figure);
  draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "ABA/.B.", (bcov_look){0}, &figure);
  assert_int_equal (drawn_labels (&figure, "A"), 2); /* in several parts */
  assert_int_equal (drawn_labels (&figure, "B"), 1);
  end (mem, &figure);
}

/* A has a line of 4 sides on the left and one of 3 on the right, and none at the seam. */
static void a_seam_is_open (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  size_t paths;
  draw (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "AB#A", (bcov_look){0}, &figure);
  assert_near (drawn_titled (&figure, "A", &paths), 3200);
  assert_int_equal (paths, 1);
  const bcov_element *line = NULL;
  for (size_t k = 0; k + 1 < figure.elements.count && !line; k++)
    if (figure.elements.data[k].title &&
        !strcmp (figure.words.data + figure.elements.data[k].title, "A"))
      line = figure.elements.data + k + 1;
  assert_non_null (line);
  assert_int_equal (line->pen.fill, BCOV_NO_INK);
  assert_near (drawn_length (&figure, line), 240);
  end (mem, &figure);
}

static void cuts_are_lines_alone_and_each_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB", (bcov_look){.cut = true}, &figure);
  assert_true (figure.millimetres);
  assert_int_equal (figure.elements.count, 1);
  assert_int_equal (figure.elements.data[0].pen.fill, BCOV_NO_INK);
  assert_near (drawn_length (&figure, figure.elements.data), 10 * (10 + 3));
  end (mem, &figure);
}

static void pieces_come_in_one_by_one (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  uint32_t last = 0;
  draw (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB/CCC", (bcov_look){.animate = true}, &figure);
  assert_near (drawn_filled (&figure, BCOV_INK_CELL), 9 * 1600); /* the board is empty at first */
  for (size_t k = 0; k < figure.elements.count; k++)
    last = figure.elements.data[k].step > last ? figure.elements.data[k].step : last;
  assert_int_equal (last, 3);
  end (mem, &figure);
}

static void a_board_alone_has_no_pieces (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AA/A#");
  bcov_look look = {0};
  bcov_figure figure;
  assert_int_equal (bcov_covering_picture_figure (covering->puzzle, NULL, &look, &figure, NULL),
                    BCOV_OK);
  assert_near (drawn_titled (&figure, NULL, NULL), 0);
  assert_near (drawn_filled (&figure, BCOV_INK_CELL), 3 * 1600);
  sketch_free (covering);
  end (mem, &figure);
}

static void a_large_board_has_small_cells (void **state)
{
  (void)state;
  assert_near (bcov_covering_picture_unit (10, 10), 40);
  assert_near (bcov_covering_picture_unit (10, 8000), 0.5);
}

/* The path is the same as in the drawing of all pieces. */
static void a_piece_can_be_drawn_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/AB.");
  bcov_scene scene;
  bcov_figure figure;
  size_t paths;
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), 0);
  bcov_figure_start (&figure, mem, NULL, NULL);
  bcov_figure_page (&figure, 200, 200);
  bcov_page_space space = {
      &figure, bcov_covering_picture_projection (scene.board, false), {10, 10}, 40};
  bcov_covering_picture_piece (&space, &scene, 0, (const uint8_t[]){1});
  assert_int_equal (figure.status, BCOV_OK);
  assert_near (drawn_titled (&figure, "A", &paths), 3 * 1600);
  assert_int_equal (paths, 1);
  drawn_titled (&figure, "B", &paths);
  assert_int_equal (paths, 0);
  bcov_scene_free (&scene);
  sketch_free (covering);
  end (mem, &figure);
}

SUITE (covering_picture)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_have_their_areas),
      cmocka_unit_test (letters_stand_where_they_tell_something),
      cmocka_unit_test (a_seam_is_open),
      cmocka_unit_test (cuts_are_lines_alone_and_each_once),
      cmocka_unit_test (pieces_come_in_one_by_one),
      cmocka_unit_test (a_board_alone_has_no_pieces),
      cmocka_unit_test (a_large_board_has_small_cells),
      cmocka_unit_test (a_piece_can_be_drawn_alone),
  };
  return cmocka_run_group_tests_name ("covering_picture", tests, NULL, NULL);
}
