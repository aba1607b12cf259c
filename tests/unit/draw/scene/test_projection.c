/* Projections: neighbour k shares side k, and cells are regular. */

#include "suite.h"

#include "draw/scene/projection.h"
#include "drawn.h"

static const bcov_lattice lattices[] = {BCOV_SQUARE, BCOV_CUBE, BCOV_HEX, BCOV_TRIANGLE};

static bool same (bcov_vertex a, bcov_vertex b)
{
  return a.x == b.x && a.y == b.y;
}

/* Side K of CELL, reversed, is a side of its neighbour K. */
static void check_sides (const bcov_projection *projection, bcov_cell cell)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  bcov_vertex here[BCOV_MOST_CORNERS], there[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (projection, cell, here);
  assert_int_equal (bcov_projection_neighbours (projection, cell, around), count);
  for (size_t k = 0; k < count; k++) {
    size_t shared = 0;
    assert_int_equal (bcov_projection_corners (projection, around[k], there), count);
    for (size_t n = 0; n < count; n++)
      shared += same (there[n], here[(k + 1) % count]) && same (there[(n + 1) % count], here[k]);
    assert_int_equal (shared, 1);
  }
}

static void neighbours_share_sides (void **state)
{
  (void)state;
  for (size_t k = 0; k < 4; k++) {
    bcov_cell measures = {3, 9, 9}, some = {0, 0, 0};
    bcov_projection projection = bcov_projection_make (lattices[k], false, measures, &some, 1);
    for (int32_t row = 1; row < 5; row++)
      for (int32_t column = 1; column < 5; column++)
        check_sides (&projection, (bcov_cell){lattices[k] == BCOV_CUBE, row, column});
  }
}

/* All sides of a cell are equally long. */
static void cells_are_regular (void **state)
{
  (void)state;
  for (size_t k = 0; k < 4; k++)
    for (int32_t column = 0; column < 2; column++) {
      bcov_cell measures = {1, 1, 2}, cell = {0, 0, column};
      bcov_projection projection = bcov_projection_make (lattices[k], false, measures, &cell, 1);
      bcov_vertex corners[BCOV_MOST_CORNERS];
      size_t count = bcov_projection_corners (&projection, cell, corners);
      double first = 0;
      for (size_t n = 0; n < count; n++) {
        bcov_vertex a = corners[n], b = corners[(n + 1) % count];
        double length = hypot ((double)(a.x - b.x) * projection.x_unit,
                               (double)(a.y - b.y) * projection.y_unit);
        first = n ? first : length;
        assert_near (length, first);
      }
    }
}

static void layers_lie_side_by_side_and_then_below (void **state)
{
  (void)state;
  bcov_cell cells[] = {{0, 0, 0}, {2, 2, 2}};
  bcov_projection soma = bcov_projection_make (BCOV_CUBE, false, (bcov_cell){3, 3, 3}, cells, 2);
  assert_near (bcov_projection_width (&soma), 11);
  assert_near (bcov_projection_height (&soma), 3);
  bcov_cell far[] = {{0, 0, 0}, {99, 0, 0}};
  bcov_projection tower = bcov_projection_make (BCOV_CUBE, false, (bcov_cell){100, 1, 1}, far, 2);
  assert_int_equal (tower.across, 20);
  assert_true (bcov_projection_height (&tower) >= 9);
}

static void a_cube_from_a_corner_is_a_hexagon (void **state)
{
  (void)state;
  bcov_cell cell = {1, 1, 1};
  bcov_projection projection =
      bcov_projection_make (BCOV_CUBE, true, (bcov_cell){3, 3, 3}, &cell, 1);
  assert_near (bcov_projection_width (&projection), sqrt (3));
  assert_near (bcov_projection_height (&projection), 2);
  assert_false (bcov_projection_make (BCOV_HEX, true, (bcov_cell){1, 1, 1}, &cell, 1).isometric);
}

SUITE (projection)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (neighbours_share_sides),
      cmocka_unit_test (cells_are_regular),
      cmocka_unit_test (layers_lie_side_by_side_and_then_below),
      cmocka_unit_test (a_cube_from_a_corner_is_a_hexagon),
  };
  return cmocka_run_group_tests_name ("projection", tests, NULL, NULL);
}
