/* Symmetries form a group of the right order and map neighbours to neighbours.  The sides and
   corners of a square are mapped like the cells next to them. */

#include "suite.h"

#include "geometry/symmetry.h"

#include <string.h>

static int determinant (const bcov_symmetry *s)
{
  const int8_t (*m)[3] = s->m;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static size_t find (bcov_lattice lattice, const bcov_symmetry *wanted)
{
  size_t n = bcov_symmetry_count (lattice);
  for (size_t k = 0; k < n; k++) {
    bcov_symmetry other = bcov_symmetry_get (lattice, k);
    if (!memcmp (other.m, wanted->m, sizeof other.m))
      return k;
  }
  return n;
}

static bcov_symmetry multiply (const bcov_symmetry *a, const bcov_symmetry *b)
{
  bcov_symmetry both = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        both.m[i][j] = (int8_t)(both.m[i][j] + a->m[i][k] * b->m[k][j]);
  return both;
}

static void orders_are_known (void **state)
{
  (void)state;
  assert_int_equal (bcov_symmetry_count (BCOV_SQUARE), 8);
  assert_int_equal (bcov_symmetry_count (BCOV_CUBE), 48);
  assert_int_equal (bcov_symmetry_count (BCOV_HEX), 12);
  assert_int_equal (bcov_symmetry_count (BCOV_TRIANGLE), 12);
}

static void identity_first_then_rotations (void **state)
{
  (void)state;
  static const int8_t identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    size_t n = bcov_symmetry_count ((bcov_lattice)lattice);
    bcov_symmetry first = bcov_symmetry_get ((bcov_lattice)lattice, 0);
    assert_memory_equal (first.m, identity, sizeof identity);
    for (size_t k = 0; k < n; k++) {
      bcov_symmetry s = bcov_symmetry_get ((bcov_lattice)lattice, k);
      assert_int_equal (s.flip, k >= n / 2);
      assert_int_equal (determinant (&s), s.flip ? -1 : 1);
    }
  }
}

static void they_are_different_and_closed (void **state)
{
  (void)state;
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    size_t n = bcov_symmetry_count ((bcov_lattice)lattice);
    for (size_t j = 0; j < n; j++) {
      bcov_symmetry a = bcov_symmetry_get ((bcov_lattice)lattice, j);
      assert_int_equal (find ((bcov_lattice)lattice, &a), j);
      for (size_t k = 0; k < n; k++) {
        bcov_symmetry b = bcov_symmetry_get ((bcov_lattice)lattice, k);
        bcov_symmetry both = multiply (&a, &b);
        assert_in_range (find ((bcov_lattice)lattice, &both), 0, n - 1);
      }
    }
  }
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

static void check_neighbours (bcov_lattice lattice, const bcov_symmetry *s, bcov_cell cell)
{
  bcov_cell near[BCOV_MOST_NEIGHBOURS], image = bcov_symmetry_cell (lattice, s, cell);
  size_t n = bcov_lattice_neighbours (lattice, cell, near);
  for (size_t i = 0; i < n; i++)
    assert_true (touches (lattice, image, bcov_symmetry_cell (lattice, s, near[i])));
}

static void neighbours_stay_neighbours (void **state)
{
  (void)state;
  static const int32_t far[] = {0, 1 << 24, -(1 << 24) + 1};
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++)
    for (size_t k = 0; k < bcov_symmetry_count ((bcov_lattice)lattice); k++) {
      bcov_symmetry s = bcov_symmetry_get ((bcov_lattice)lattice, k);
      for (int32_t row = -3; row <= 3; row++)
        for (int32_t column = -3; column <= 3; column++)
          check_neighbours ((bcov_lattice)lattice, &s, (bcov_cell){0, row, column});
      for (size_t i = 0; i < 9; i++)
        check_neighbours ((bcov_lattice)lattice, &s, (bcov_cell){0, far[i / 3], far[i % 3]});
    }
}

static void moves_stay_moves (void **state)
{
  (void)state;
  for (size_t k = 0; k < 12; k++) {
    bcov_symmetry s = bcov_symmetry_get (BCOV_TRIANGLE, k);
    bcov_cell a = bcov_symmetry_cell (BCOV_TRIANGLE, &s, (bcov_cell){0, 0, 0});
    bcov_cell b = bcov_symmetry_cell (BCOV_TRIANGLE, &s, (bcov_cell){0, 3, 7});
    assert_true (
        bcov_lattice_may_move (BCOV_TRIANGLE, (bcov_cell){0, b.row - a.row, b.column - a.column}));
  }
}

/* The first reflection maps each row to itself, and right neighbours to left neighbours. */
static void the_mirror_exchanges_left_and_right (void **state)
{
  (void)state;
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    bcov_lattice l = (bcov_lattice)lattice;
    bcov_symmetry s = bcov_symmetry_get (l, bcov_symmetry_count (l) / 2);
    for (int32_t row = -3; row <= 3; row++)
      for (int32_t column = -3; column <= 3; column++) {
        bcov_cell at = bcov_symmetry_cell (l, &s, (bcov_cell){5 * (l == BCOV_CUBE), row, column});
        bcov_cell next =
            bcov_symmetry_cell (l, &s, (bcov_cell){5 * (l == BCOV_CUBE), row, column + 1});
        assert_int_equal (at.layer, l == BCOV_CUBE ? 5 : 0);
        assert_int_equal (at.row, row);
        assert_int_equal (next.column, at.column - 1);
      }
  }
}

/* Cell k touches the unit cell at its side k, or at its corner k. */
static void sides_and_corners_follow_the_cells (void **state)
{
  (void)state;
  static const bcov_cell beside[4] = {{0, -1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, -1}};
  static const bcov_cell across[4] = {{0, -1, 1}, {0, 1, 1}, {0, 1, -1}, {0, -1, -1}};
  for (size_t number = 0; number < 8; number++) {
    bcov_symmetry s = bcov_symmetry_get (BCOV_SQUARE, number);
    for (size_t k = 0; k < 4; k++) {
      bcov_cell side = bcov_symmetry_cell (BCOV_SQUARE, &s, beside[k]);
      bcov_cell corner = bcov_symmetry_cell (BCOV_SQUARE, &s, across[k]);
      assert_int_equal (bcov_cell_compare (side, beside[s.side[k]]), 0);
      assert_int_equal (bcov_cell_compare (corner, across[s.corner[k]]), 0);
    }
  }
  bcov_symmetry clockwise = bcov_symmetry_get (BCOV_SQUARE, 1);
  assert_int_equal (clockwise.side[0], 1);
  assert_int_equal (clockwise.corner[3], 0);
}

SUITE (symmetry)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (orders_are_known),
      cmocka_unit_test (identity_first_then_rotations),
      cmocka_unit_test (they_are_different_and_closed),
      cmocka_unit_test (neighbours_stay_neighbours),
      cmocka_unit_test (moves_stay_moves),
      cmocka_unit_test (the_mirror_exchanges_left_and_right),
      cmocka_unit_test (sides_and_corners_follow_the_cells),
  };
  return cmocka_run_group_tests_name ("symmetry", tests, NULL, NULL);
}
