/* Lattices: names, neighbours and points, as FORMAT.md describes them.
 */

#include "suite.h"

#include "geometry/lattice.h"

#include <string.h>

static void names_are_found (void **state)
{
  (void)state;
  static const char *const names[] = {"square", "cube", "hex", "triangle"};
  for (unsigned k = 0; k < BCOV_LATTICES; k++) {
    assert_string_equal (bcov_lattice_name ((bcov_lattice)k), names[k]);
    assert_int_equal (bcov_lattice_find (names[k], strlen (names[k])), k);
  }
  assert_int_equal (bcov_lattice_find ("squares", 7), BCOV_LATTICES);
  assert_int_equal (bcov_lattice_find ("squares", 6), BCOV_SQUARE);
  assert_int_equal (bcov_lattice_find ("squar", 5), BCOV_LATTICES);
  assert_int_equal (bcov_lattice_find ("", 0), BCOV_LATTICES);
}

static bool touches (bcov_lattice lattice, bcov_cell a, bcov_cell b)
{
  bcov_cell near[BCOV_MOST_NEIGHBOURS];
  size_t n = bcov_lattice_neighbours (lattice, a, near);
  for (size_t k = 0; k < n; k++)
    if (!bcov_cell_compare (near[k], b))
      return true;
  return false;
}

static void square_sides_go_round (void **state)
{
  (void)state;
  bcov_cell near[BCOV_MOST_NEIGHBOURS];
  static const bcov_cell expected[] = {{0, 4, 7}, {0, 5, 8}, {0, 6, 7}, {0, 5, 6}};
  assert_int_equal (bcov_lattice_neighbours (BCOV_SQUARE, (bcov_cell){0, 5, 7}, near), 4);
  assert_memory_equal (near, expected, sizeof expected);
}

static void each_touches_whom_the_format_says (void **state)
{
  (void)state;
  static const bcov_cell hex[] = {{0, 0, -1}, {0, 0, 1},  {0, -1, 0},
                                  {0, -1, 1}, {0, 1, -1}, {0, 1, 0}};
  static const bcov_cell up[] = {{0, 0, -1}, {0, 0, 1}, {0, 1, 0}};
  static const bcov_cell cube[] = {{0, 0, -1}, {0, 0, 1},  {0, -1, 0},
                                   {0, 1, 0},  {-1, 0, 0}, {1, 0, 0}};
  bcov_cell near[BCOV_MOST_NEIGHBOURS], o = {0};
  assert_int_equal (bcov_lattice_neighbours (BCOV_HEX, o, near), 6);
  assert_int_equal (bcov_lattice_neighbours (BCOV_CUBE, o, near), 6);
  assert_int_equal (bcov_lattice_neighbours (BCOV_TRIANGLE, o, near), 3);
  for (size_t k = 0; k < 6; k++) {
    assert_true (touches (BCOV_HEX, o, hex[k]));
    assert_true (touches (BCOV_CUBE, o, cube[k]));
  }
  for (size_t k = 0; k < 3; k++)
    assert_true (touches (BCOV_TRIANGLE, o, up[k]));
  assert_true (touches (BCOV_TRIANGLE, (bcov_cell){0, 3, 2}, (bcov_cell){0, 2, 2}));
  assert_false (touches (BCOV_TRIANGLE, (bcov_cell){0, 3, 2}, (bcov_cell){0, 4, 2}));
  assert_false (touches (BCOV_TRIANGLE, (bcov_cell){0, -3, 2}, (bcov_cell){0, -2, 2}));
}

static void touching_is_mutual (void **state)
{
  (void)state;
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++)
    for (int32_t row = -4; row <= 4; row++)
      for (int32_t column = -4; column <= 4; column++) {
        bcov_cell near[BCOV_MOST_NEIGHBOURS], cell = {0, row, column};
        size_t n = bcov_lattice_neighbours ((bcov_lattice)lattice, cell, near);
        for (size_t k = 0; k < n; k++)
          assert_true (touches ((bcov_lattice)lattice, near[k], cell));
      }
}

static void points_lead_back (void **state)
{
  (void)state;
  static const int32_t bases[] = {0, 1 << 24, -(1 << 24)};
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++)
    for (size_t base = 0; base < 9; base++)
      for (int32_t row = -6; row <= 6; row++)
        for (int32_t column = -6; column <= 6; column++) {
          bcov_cell cell = {0, bases[base / 3] + row, bases[base % 3] + column};
          bcov_point point = bcov_lattice_point ((bcov_lattice)lattice, cell);
          assert_int_equal (
              bcov_cell_compare (bcov_lattice_cell ((bcov_lattice)lattice, point), cell), 0);
        }
}

/* Squared distance of two points of the oblique basis: |u e1 + v e2|^2 = uu + uv + vv. */
static int64_t oblique_distance (bcov_point a, bcov_point b)
{
  int64_t u = a.x - b.x, v = a.y - b.y;
  return u * u + u * v + v * v;
}

static void those_that_touch_are_nearest (void **state)
{
  (void)state;
  for (int32_t start = 0; start < 2; start++) {
    bcov_cell from = {0, 0, start};
    for (int32_t row = -5; row <= 5; row++)
      for (int32_t column = -5; column <= 5; column++) {
        bcov_cell to = {0, row, column};
        int64_t hex = oblique_distance (bcov_lattice_point (BCOV_HEX, from),
                                        bcov_lattice_point (BCOV_HEX, to));
        int64_t triangle = oblique_distance (bcov_lattice_point (BCOV_TRIANGLE, from),
                                             bcov_lattice_point (BCOV_TRIANGLE, to));
        assert_int_equal (hex == 1, touches (BCOV_HEX, from, to));
        assert_int_equal (triangle == 3, touches (BCOV_TRIANGLE, from, to));
        assert_true (triangle >= 3 || !bcov_cell_compare (from, to));
      }
  }
}

static void triangles_keep_pointing (void **state)
{
  (void)state;
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    assert_true (bcov_lattice_may_move ((bcov_lattice)lattice, (bcov_cell){0, -3, 5}));
    assert_int_equal (bcov_lattice_may_move ((bcov_lattice)lattice, (bcov_cell){0, -3, 4}),
                      lattice != BCOV_TRIANGLE);
  }
}

static void order_is_by_layer_row_column (void **state)
{
  (void)state;
  assert_true (bcov_cell_compare ((bcov_cell){0, 9, 9}, (bcov_cell){1, 0, 0}) < 0);
  assert_true (bcov_cell_compare ((bcov_cell){0, 1, 0}, (bcov_cell){0, 0, 9}) > 0);
  assert_true (bcov_cell_compare ((bcov_cell){0, 0, -1}, (bcov_cell){0, 0, 0}) < 0);
  assert_int_equal (bcov_cell_compare ((bcov_cell){1, 2, 3}, (bcov_cell){1, 2, 3}), 0);
}

SUITE (lattice)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (names_are_found),
      cmocka_unit_test (square_sides_go_round),
      cmocka_unit_test (each_touches_whom_the_format_says),
      cmocka_unit_test (touching_is_mutual),
      cmocka_unit_test (points_lead_back),
      cmocka_unit_test (those_that_touch_are_nearest),
      cmocka_unit_test (triangles_keep_pointing),
      cmocka_unit_test (order_is_by_layer_row_column),
  };
  return cmocka_run_group_tests_name ("lattice", tests, NULL, NULL);
}
