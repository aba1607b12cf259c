/* The catalog as a figure: every piece with its area and its name. */

#include "suite.h"

#include "draw/picture/catalog_picture.h"
#include "drawn.h"

static void check (bcov_lattice lattice, const char *name, size_t pieces, double area)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_look look = {0};
  bcov_figure figure;
  assert_int_equal (bcov_catalog_picture_figure (mem, lattice, name, &look, &figure, NULL),
                    BCOV_OK);
  drawn_fits (&figure);
  assert_near (drawn_titled (&figure, NULL, NULL) / 900, area);
  assert_int_equal (drawn_labels (&figure, NULL), pieces);
  assert_true (figure.pages.data[0].width > 0);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void sets_are_drawn (void **state)
{
  (void)state;
  check (BCOV_LATTICES, "pentominoes", 12, 60);
  check (BCOV_LATTICES, "tetrahexes", 7, 28 * sqrt (3) / 2);
  check (BCOV_TRIANGLE, "hexiamonds", 12, 72 * sqrt (3) / 4 * 2.25);
  check (BCOV_CUBE, "1x1x2", 1, 5 * sqrt (3) / 2); /* from a corner */
}

static void pieces_to_cut_are_lines_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_look look = {.cut = true};
  bcov_figure figure;
  assert_int_equal (bcov_catalog_picture_figure (mem, BCOV_CUBE, "I3", &look, &figure, NULL),
                    BCOV_OK);
  assert_int_equal (figure.elements.count, 1);
  assert_near (drawn_length (&figure, figure.elements.data), 80);
  assert_true (figure.millimetres);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

/* All five cubes are visible; in the orientation of the catalog one would be hidden. */
static void cubes_are_turned_to_be_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_look look = {0};
  bcov_figure figure;
  assert_int_equal (
      bcov_catalog_picture_figure (mem, BCOV_CUBE, "pentacubes.18", &look, &figure, NULL), BCOV_OK);
  double faces = drawn_titled (&figure, NULL, NULL) / 900 / (sqrt (3) / 2);
  assert_true (faces > 8.5); /* a flat 2 x 2 has 8 */
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void unknown_names_are_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_look look = {0};
  bcov_figure figure;
  assert_int_equal (bcov_catalog_picture_figure (mem, BCOV_HEX, "F5", &look, &figure, NULL),
                    BCOV_INPUT);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (catalog_picture)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sets_are_drawn),
      cmocka_unit_test (pieces_to_cut_are_lines_alone),
      cmocka_unit_test (cubes_are_turned_to_be_seen),
      cmocka_unit_test (unknown_names_are_refused),
  };
  return cmocka_run_group_tests_name ("catalog_picture", tests, NULL, NULL);
}
