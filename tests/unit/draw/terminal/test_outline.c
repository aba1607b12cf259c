/* Outlines: which layout a board gets, and single glyphs of each lattice.  Whole drawings are in
   test_terminal.c. */

#include "suite.h"

#include "draw/terminal/outline.h"
#include "sketch.h"

/* The view of a drawing, without colour. */
typedef struct {
  bcov_mem *mem;
  bcov_covering *covering;
  bcov_scene scene;
  bcov_view view;
} stage;

static void set_stage (stage *s, bcov_lattice lattice, bcov_wrap wrap, const char *drawing)
{
  s->mem = bcov_mem_new (0);
  s->covering = sketch (s->mem, lattice, wrap, drawing);
  assert_int_equal (bcov_scene_make (s->covering, &s->scene, NULL), BCOV_OK);
  s->view = (bcov_view){.scene = &s->scene};
}

static void clear_stage (stage *s)
{
  bcov_scene_free (&s->scene);
  sketch_free (s->covering);
  bcov_mem_delete (s->mem);
}

static void check_size (bcov_lattice lattice, const char *drawing, int64_t lines, int64_t columns)
{
  stage s;
  set_stage (&s, lattice, BCOV_WRAP_NONE, drawing);
  bcov_layout layout = bcov_outline_layout (&s.view);
  assert_int_equal (layout.lines, lines);
  assert_int_equal (layout.columns, columns);
  clear_stage (&s);
}

static void room_is_left_where_something_stands_inside (void **state)
{
  (void)state;
  check_size (BCOV_SQUARE, "AAB/ABB", 3, 7);
  check_size (BCOV_SQUARE, "AA./ABB", 5, 13); /* an empty cell */
  check_size (BCOV_SQUARE, "AA+/ABB", 5, 13); /* a tile named with a symbol */
  check_size (BCOV_CUBE, "AAB/ABB", 5, 13);
  check_size (BCOV_HEX, "AAB/ABB", 5, 18);
  check_size (BCOV_TRIANGLE, "AAB/ABB", 5, 8);
}

static void colour_needs_room (void **state)
{
  (void)state;
  stage s;
  uint8_t colour[2] = {0, 1};
  set_stage (&s, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB");
  s.view.colour = colour;
  assert_int_equal (bcov_outline_layout (&s.view).columns, 13);
  clear_stage (&s);
}

static void tiles_show_their_symbols (void **state)
{
  (void)state;
  stage s;
  set_stage (&s, BCOV_SQUARE, BCOV_WRAP_NONE, "A+#./AABB");
  assert_int_equal (bcov_outline_inside (&s.view, bcov_scene_at (&s.scene, 0, 0, 1)), '+');
  assert_int_equal (bcov_outline_inside (&s.view, bcov_scene_at (&s.scene, 0, 0, 0)), ' ');
  assert_int_equal (bcov_outline_inside (&s.view, BCOV_NOWHERE), ' ');
  assert_int_equal (bcov_outline_inside (&s.view, BCOV_NOBODY), 0xb7);
  clear_stage (&s);
}

static void no_line_stands_where_sides_are_joined (void **state)
{
  (void)state;
  stage s;
  set_stage (&s, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "ABA/ABA");
  bcov_layout layout = bcov_outline_layout (&s.view);
  assert_int_equal (layout.columns, 7);
  assert_int_equal (layout.at (&s.view, 0, 0).rune, 0x2500); /* the outer line goes on */
  assert_int_equal (layout.at (&s.view, 1, 0).rune, ' ');
  assert_int_equal (layout.at (&s.view, 1, 2).rune, 0x2502);
  assert_int_equal (layout.at (&s.view, 1, 6).rune, ' ');
  clear_stage (&s);
}

static void glyphs_within_a_piece_have_its_colour (void **state)
{
  (void)state;
  static const bcov_lattice lattices[] = {BCOV_SQUARE, BCOV_HEX, BCOV_TRIANGLE};
  uint8_t colour[1] = {3};
  for (size_t k = 0; k < 3; k++) {
    stage s;
    set_stage (&s, lattices[k], BCOV_WRAP_NONE, "AAAA/AAAA/AAAA");
    s.view.colour = colour;
    bcov_layout layout = bcov_outline_layout (&s.view);
    bcov_glyph middle = layout.at (&s.view, 3, 7);
    assert_int_equal (middle.rune, ' ');
    assert_int_equal (middle.ground, bcov_palette_paint (3)->terminal);
    bcov_glyph corner = layout.at (&s.view, 0, 0);
    assert_int_equal (corner.ground, 0);
    clear_stage (&s);
  }
}

SUITE (outline)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (room_is_left_where_something_stands_inside),
      cmocka_unit_test (colour_needs_room),
      cmocka_unit_test (tiles_show_their_symbols),
      cmocka_unit_test (no_line_stands_where_sides_are_joined),
      cmocka_unit_test (glyphs_within_a_piece_have_its_colour),
  };
  return cmocka_run_group_tests_name ("outline", tests, NULL, NULL);
}
