/* Shapes: normal forms, comparison, forms under symmetries, connectedness. */

#include "suite.h"

#include "base/random.h"
#include "geometry/shape.h"
#include "random_cases.h"

#include <time.h>

/* A shape from a drawing with rows ended by '/'. */
static bcov_shape draw (bcov_mem *mem, bcov_lattice lattice, const char *drawing)
{
  bcov_cell cells[64], at = {0};
  size_t count = 0;
  for (const char *p = drawing; *p; p++, at.column++)
    if (*p == 'X')
      cells[count++] = at;
    else if (*p == '/')
      at = (bcov_cell){0, at.row + 1, -1};
  bcov_shape shape;
  assert_int_equal (bcov_shape_make (mem, lattice, cells, count, &shape, NULL), BCOV_OK);
  return shape;
}

static void normal_form_is_sorted_in_the_corner (void **state)
{
  (void)state;
  bcov_cell cells[] = {{2, 5, 9}, {2, 4, -7}, {1, 5, 3}};
  const bcov_cell expected[] = {{0, 1, 10}, {1, 0, 0}, {1, 1, 16}};
  bcov_cell move = bcov_shape_normalise (BCOV_CUBE, cells, 3);
  assert_memory_equal (cells, expected, sizeof expected);
  assert_int_equal (bcov_cell_compare (move, (bcov_cell){1, 4, -7}), 0);
  move = bcov_shape_normalise (BCOV_CUBE, cells, 3);
  assert_int_equal (bcov_cell_compare (move, (bcov_cell){0}), 0);
  move = bcov_shape_normalise (BCOV_CUBE, cells, 0);
  assert_int_equal (bcov_cell_compare (move, (bcov_cell){0}), 0);
}

static void triangles_go_to_a_legal_corner (void **state)
{
  (void)state;
  for (int32_t row = -4; row <= 4; row++)
    for (int32_t column = -4; column <= 4; column++) {
      bcov_cell cells[] = {{0, row, column}, {0, row, column + 1}};
      bcov_cell move = bcov_shape_normalise (BCOV_TRIANGLE, cells, 2);
      assert_true (bcov_lattice_may_move (BCOV_TRIANGLE, move));
      assert_int_equal (cells[0].row, 0);
      assert_int_equal (cells[0].column, (row + column) & 1);
      assert_int_equal (cells[0].column + move.column, column);
    }
}

static void doubles_count_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  const bcov_cell cells[] = {{0, 1, 1}, {0, 0, 1}, {0, 1, 1}, {0, 1, 1}};
  bcov_shape shape;
  assert_int_equal (bcov_shape_make (mem, BCOV_SQUARE, cells, 4, &shape, NULL), BCOV_OK);
  assert_int_equal (shape.count, 2);
  assert_true (bcov_shape_has (&shape, (bcov_cell){0, 1, 0}));
  assert_false (bcov_shape_has (&shape, (bcov_cell){0, 1, 1}));
  bcov_shape_free (mem, &shape);
  bcov_shape_free (mem, &shape);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void shapes_compare_by_size_then_cells (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const char *const drawings[] = {"XX", "XX/X.", "XX/.X", "X./XX", ".X/XX", "XX/XX"};
  bcov_shape shapes[6];
  for (size_t k = 0; k < 6; k++)
    shapes[k] = draw (mem, BCOV_SQUARE, drawings[k]);
  for (size_t i = 0; i < 6; i++)
    for (size_t j = 0; j < 6; j++) {
      int order = bcov_shape_compare (&shapes[i], &shapes[j]);
      assert_int_equal ((order > 0) - (order < 0), (i > j) - (i < j));
      assert_int_equal (bcov_shape_hash (&shapes[i]) == bcov_shape_hash (&shapes[j]), i == j);
    }
  for (size_t k = 0; k < 6; k++)
    bcov_shape_free (mem, &shapes[k]);
  bcov_mem_delete (mem);
}

typedef struct {
  bcov_lattice lattice;
  const char *drawing;
  size_t all, turned, flipped; /* number of forms under all symmetries, rotations, one reflection */
} forms_case;

/* Known numbers of forms.  A chiral polyhex has 12, the propeller of four hexagons 2, a straight
   one 3; the bar of three triangles 6, a diamond 3.  A straight tricube has 3, an L-tetracube
   24. */
static const forms_case forms_cases[] = {
    {BCOV_SQUARE, ".XX/XX./.X.", 8, 4, 2},
    {BCOV_SQUARE, "XXXXX", 2, 2, 1},
    {BCOV_SQUARE, ".X./XXX/.X.", 1, 1, 1},
    {BCOV_SQUARE, ".XX/XX.", 4, 2, 2},
    {BCOV_SQUARE, "XXX/.X.", 4, 4, 1},
    {BCOV_SQUARE, "X./XX", 4, 4, 2},
    {BCOV_HEX, "X", 1, 1, 1},
    {BCOV_HEX, "XXX", 3, 3, 1},
    {BCOV_HEX, "XX/X.", 2, 2, 1},
    {BCOV_HEX, ".XX/XX.", 3, 3, 2},
    {BCOV_HEX, "XXX/X..", 12, 6, 2},
    {BCOV_TRIANGLE, "X", 2, 2, 1},
    {BCOV_TRIANGLE, "XX", 3, 3, 2},
    {BCOV_TRIANGLE, "XXX", 6, 6, 1},
    {BCOV_CUBE, "XXX", 3, 3, 1},
    {BCOV_CUBE, "X./X./XX", 24, 24, 2},
    {BCOV_CUBE, "XX/XX", 3, 3, 1},
};

static size_t count_forms (bcov_mem *mem, const forms_case *c, bool turn, bool flip)
{
  bcov_shape shape = draw (mem, c->lattice, c->drawing), least;
  bcov_shapes forms;
  assert_int_equal (bcov_shape_forms (mem, c->lattice, &shape, turn, flip, &forms, NULL), BCOV_OK);
  assert_int_equal (bcov_shape_canonical (mem, c->lattice, &shape, turn, flip, &least, NULL),
                    BCOV_OK);
  assert_int_equal (bcov_shape_compare (&least, &forms.data[0]), 0);
  for (size_t k = 1; k < forms.count; k++)
    assert_true (bcov_shape_compare (&forms.data[k - 1], &forms.data[k]) < 0);
  size_t count = forms.count;
  bcov_shapes_free (mem, &forms);
  bcov_shape_free (mem, &shape);
  bcov_shape_free (mem, &least);
  return count;
}

static void numbers_of_forms_are_known (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t k = 0; k < sizeof forms_cases / sizeof *forms_cases; k++) {
    const forms_case *c = &forms_cases[k];
    size_t all = count_forms (mem, c, true, true), turned = count_forms (mem, c, true, false);
    size_t flipped = count_forms (mem, c, false, true), still = count_forms (mem, c, false, false);
    if (all != c->all || turned != c->turned || flipped != c->flipped || still != 1)
      fail_msg ("%s on %s: %zu %zu %zu %zu", c->drawing, bcov_lattice_name (c->lattice), all,
                turned, flipped, still);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void the_mirror_is_left_to_right (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape shape = draw (mem, BCOV_SQUARE, "X./X./XX");
  bcov_shape expected = draw (mem, BCOV_SQUARE, ".X/.X/XX");
  bcov_shapes forms;
  assert_int_equal (bcov_shape_forms (mem, BCOV_SQUARE, &shape, false, true, &forms, NULL),
                    BCOV_OK);
  assert_int_equal (forms.count, 2);
  assert_int_equal (bcov_shape_compare (&forms.data[0], &shape), 0);
  assert_int_equal (bcov_shape_compare (&forms.data[1], &expected), 0);
  bcov_shapes_free (mem, &forms);
  bcov_shape_free (mem, &shape);
  bcov_shape_free (mem, &expected);
  bcov_mem_delete (mem);
}

/* Rotating or reflecting a random shape does not change its canonical form. */
static void canonical_forms_do_not_depend_on_the_position (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {cases_seed (0)};
  for (uint64_t round = 0; round < cases (200); round++) {
    bcov_lattice lattice = (bcov_lattice)(round % BCOV_LATTICES);
    bcov_cell cells[40];
    size_t n = 1 + bcov_random_below (&random, 40);
    for (size_t k = 0; k < n; k++)
      cells[k] = (bcov_cell){lattice == BCOV_CUBE ? (int32_t)bcov_random_below (&random, 4) : 0,
                             (int32_t)bcov_random_below (&random, 6) - 3,
                             (int32_t)bcov_random_below (&random, 6) - 3};
    bcov_symmetry symmetry =
        bcov_symmetry_get (lattice, bcov_random_below (&random, bcov_symmetry_count (lattice)));
    bcov_shape a, b, least_a, least_b;
    assert_int_equal (bcov_shape_make (mem, lattice, cells, n, &a, NULL), BCOV_OK);
    assert_int_equal (bcov_shape_turn (mem, lattice, &a, &symmetry, &b, NULL), BCOV_OK);
    assert_int_equal (bcov_shape_canonical (mem, lattice, &a, true, true, &least_a, NULL), BCOV_OK);
    assert_int_equal (bcov_shape_canonical (mem, lattice, &b, true, true, &least_b, NULL), BCOV_OK);
    assert_int_equal (a.count, b.count);
    assert_int_equal (bcov_shape_compare (&least_a, &least_b), 0);
    bcov_shape_free (mem, &a);
    bcov_shape_free (mem, &b);
    bcov_shape_free (mem, &least_a);
    bcov_shape_free (mem, &least_b);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static bool is_connected (bcov_mem *mem, bcov_lattice lattice, const char *drawing)
{
  bcov_shape shape = draw (mem, lattice, drawing);
  bool connected = false;
  assert_int_equal (bcov_shape_connected (mem, lattice, &shape, &connected, NULL), BCOV_OK);
  bcov_shape_free (mem, &shape);
  return connected;
}

static void connectedness_follows_the_lattice (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  assert_true (is_connected (mem, BCOV_SQUARE, "X"));
  assert_true (is_connected (mem, BCOV_SQUARE, "X.X/XXX"));
  assert_true (is_connected (mem, BCOV_SQUARE, "X.X.X/X.X.X/XXXXX"));
  assert_false (is_connected (mem, BCOV_SQUARE, "X./.X"));
  assert_false (is_connected (mem, BCOV_SQUARE, "XXX/X.X/.../X.X/XXX"));
  assert_true (is_connected (mem, BCOV_HEX, ".X/X."));
  assert_false (is_connected (mem, BCOV_HEX, "X./.X"));
  assert_true (is_connected (mem, BCOV_TRIANGLE, "X/X"));
  assert_false (is_connected (mem, BCOV_TRIANGLE, ".X/.X"));
  assert_false (is_connected (mem, BCOV_TRIANGLE, ".XX/.../..X"));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A comb of 2^20 cells, with its teeth down and then up.  An algorithm of quadratic time would not
   finish. */
static void large_shapes_take_no_time (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  enum { SIDE = 1024 };
  bcov_cell *cells = bcov_mem_alloc (mem, SIDE * SIDE, sizeof *cells, NULL);
  size_t n = 0;
  for (int32_t row = SIDE - 1; row >= 0; row--)
    for (int32_t column = 0; column < SIDE; column++)
      if (column % 2 == 0 || row == (column % 4 == 1 ? 0 : SIDE - 1))
        cells[n++] = (bcov_cell){0, row, column};
  bcov_shape shape, turned;
  bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, 1);
  bool connected = false;
  assert_int_equal (bcov_shape_make (mem, BCOV_SQUARE, cells, n, &shape, NULL), BCOV_OK);
  assert_int_equal (bcov_shape_turn (mem, BCOV_SQUARE, &shape, &symmetry, &turned, NULL), BCOV_OK);
  assert_int_equal (bcov_shape_connected (mem, BCOV_SQUARE, &turned, &connected, NULL), BCOV_OK);
  assert_true (connected);
  bcov_mem_free (mem, cells);
  bcov_shape_free (mem, &shape);
  bcov_shape_free (mem, &turned);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (shape)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (normal_form_is_sorted_in_the_corner),
      cmocka_unit_test (triangles_go_to_a_legal_corner),
      cmocka_unit_test (doubles_count_once),
      cmocka_unit_test (shapes_compare_by_size_then_cells),
      cmocka_unit_test (numbers_of_forms_are_known),
      cmocka_unit_test (the_mirror_is_left_to_right),
      cmocka_unit_test (canonical_forms_do_not_depend_on_the_position),
      cmocka_unit_test (connectedness_follows_the_lattice),
      cmocka_unit_test (large_shapes_take_no_time),
  };
  return cmocka_run_group_tests_name ("shape", tests, NULL, NULL);
}
