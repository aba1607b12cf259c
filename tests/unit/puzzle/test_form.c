/* Forms: how many a piece has, and where sides and points go. */

#include "suite.h"

#include "make.h"
#include "puzzle/form.h"

/* How many forms the drawing has; checks that they are sorted and different. */
static uint32_t count_forms (bcov_lattice lattice, const char *drawing, bcov_decor decor, bool turn,
                             bool flip)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape shape;
  bcov_form *forms = NULL;
  uint32_t count = 0;
  assert_int_equal (make_shape (mem, lattice, drawing, &shape, NULL), 0);
  bcov_form form = {shape, decor};
  assert_int_equal (bcov_form_list (mem, lattice, &form, turn, flip, &forms, &count, NULL), 0);
  for (uint32_t k = 1; k < count; k++)
    assert_true (bcov_form_compare (forms + k - 1, forms + k) < 0);
  assert_int_equal (bcov_form_list_compare (forms, count, forms, count), 0);
  bcov_form_list_free (mem, forms, count);
  bcov_shape_free (mem, &shape);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return count;
}

static void shapes_have_known_numbers_of_forms (void **state)
{
  (void)state;
  bcov_decor plain = {0};
  assert_int_equal (count_forms (BCOV_SQUARE, "X./X./XX", plain, true, true), 8);
  assert_int_equal (count_forms (BCOV_SQUARE, "X./X./XX", plain, true, false), 4);
  assert_int_equal (count_forms (BCOV_SQUARE, "X./X./XX", plain, false, true), 2);
  assert_int_equal (count_forms (BCOV_SQUARE, "X./X./XX", plain, false, false), 1);
  assert_int_equal (count_forms (BCOV_SQUARE, "X.X/XXX", plain, false, true), 1);
  assert_int_equal (count_forms (BCOV_SQUARE, "XX/XX", plain, true, true), 1);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", plain, true, true), 1);
  assert_int_equal (count_forms (BCOV_CUBE, "XX/X.", plain, true, false), 12);
  assert_int_equal (count_forms (BCOV_TRIANGLE, "X", plain, true, true), 2);
}

static void decorations_have_known_numbers_of_forms (void **state)
{
  (void)state;
  bcov_decor all = {.sides = {1, 2, 3, 4}}, mirror = {.sides = {1, 2, 1, 3}};
  bcov_decor same = {.sides = {1, 1, 1, 1}}, arrow = {.points = 1 << BCOV_NORTHWEST};
  assert_int_equal (count_forms (BCOV_SQUARE, "X", all, true, true), 8);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", all, true, false), 4);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", all, false, true), 2);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", all, false, false), 1);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", mirror, true, true), 4);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", same, true, true), 1);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", arrow, true, true), 4);
  assert_int_equal (count_forms (BCOV_SQUARE, "X", arrow, false, true), 2);
}

/* The rotation that takes north to east takes all to the next one clockwise. */
static void turning_goes_clockwise (void **state)
{
  (void)state;
  bcov_decor decor = {.sides = {1, 2, 3, 4}, .points = 1 << BCOV_NORTH | 1 << BCOV_NORTHWEST};
  size_t found = 0;
  for (size_t k = 0; k < bcov_symmetry_count (BCOV_SQUARE); k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, k);
    if (symmetry.flip || symmetry.side[BCOV_NORTH] != BCOV_EAST)
      continue;
    found++;
    bcov_decor turned = bcov_decor_turn (decor, &symmetry);
    const uint16_t sides[4] = {4, 1, 2, 3};
    assert_memory_equal (turned.sides, sides, sizeof sides);
    assert_int_equal (turned.points, 1 << BCOV_EAST | 1 << BCOV_NORTHEAST);
  }
  assert_int_equal (found, 1);
}

static void lists_are_ordered_by_length_first (void **state)
{
  (void)state;
  bcov_cell cell = {0, 0, 0};
  bcov_form a[2] = {{.shape = {&cell, 1}}, {.shape = {&cell, 1}, .decor = {.points = 1}}};
  assert_true (bcov_form_compare (a, a + 1) < 0);
  assert_true (bcov_form_list_compare (a + 1, 1, a, 2) < 0);
  assert_true (bcov_form_list_compare (a, 1, a + 1, 1) < 0);
  assert_true (bcov_decor_is_plain (a[0].decor));
  assert_false (bcov_decor_is_plain (a[1].decor));
}

static void failures_leave_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape unit, hook;
  assert_int_equal (make_shape (mem, BCOV_SQUARE, "X", &unit, NULL), 0);
  assert_int_equal (make_shape (mem, BCOV_SQUARE, "X./X./XX", &hook, NULL), 0);
  size_t before = bcov_mem_used (mem);
  bcov_form given[2] = {{.shape = unit, .decor = {.sides = {1, 2, 3, 4}}}, {.shape = hook}};
  for (int k = 0; k < 2; k++)
    for (size_t n = 1, done = 0; !done; n++) {
      bcov_form *forms = NULL;
      uint32_t count = 0;
      bcov_mem_fail_at (mem, n);
      done = !bcov_form_list (mem, BCOV_SQUARE, given + k, true, k == 1, &forms, &count, NULL);
      bcov_mem_fail_at (mem, 0);
      if (done)
        bcov_form_list_free (mem, forms, count);
      assert_int_equal (bcov_mem_used (mem), before);
      assert_true (n < 100);
    }
  bcov_shape_free (mem, &unit);
  bcov_shape_free (mem, &hook);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (form)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (shapes_have_known_numbers_of_forms),
      cmocka_unit_test (decorations_have_known_numbers_of_forms),
      cmocka_unit_test (turning_goes_clockwise),
      cmocka_unit_test (lists_are_ordered_by_length_first),
      cmocka_unit_test (failures_leave_nothing),
  };
  return cmocka_run_group_tests_name ("form", tests, NULL, NULL);
}
