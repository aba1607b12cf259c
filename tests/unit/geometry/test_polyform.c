/* Polyforms: their numbers agree with the On-Line Encyclopedia of Integer Sequences. */

#include "suite.h"

#include "geometry/polyform.h"

typedef struct {
  const char *source;
  bcov_lattice lattice;
  bool turn, flip;
  size_t counts[8]; /* for 1, 2, ... cells; 0 ends the list */
} sequence;

static const sequence sequences[] = {
    {"A000105 free polyominoes", BCOV_SQUARE, true, true, {1, 1, 2, 5, 12, 35, 108, 369}},
    {"A000988 one-sided polyominoes", BCOV_SQUARE, true, false, {1, 1, 2, 7, 18, 60, 196, 704}},
    {"A001168 fixed polyominoes", BCOV_SQUARE, false, false, {1, 2, 6, 19, 63, 216, 760, 2725}},
    {"A000228 free polyhexes", BCOV_HEX, true, true, {1, 1, 3, 7, 22, 82}},
    {"A006535 one-sided polyhexes", BCOV_HEX, true, false, {1, 1, 3, 10, 33, 147}},
    {"A001207 fixed polyhexes", BCOV_HEX, false, false, {1, 3, 11, 44, 186, 814}},
    {"A000577 free polyiamonds", BCOV_TRIANGLE, true, true, {1, 1, 1, 3, 4, 12, 24, 66}},
    {"A006534 one-sided polyiamonds", BCOV_TRIANGLE, true, false, {1, 1, 1, 4, 6, 19, 43, 120}},
    {"A001420 fixed polyiamonds", BCOV_TRIANGLE, false, false, {2, 3, 6, 14, 36, 94, 250, 675}},
    {"A038119 free polycubes", BCOV_CUBE, true, true, {1, 1, 2, 7, 23}},
    {"A000162 polycubes, mirror images apart", BCOV_CUBE, true, false, {1, 1, 2, 8, 29}},
    {"A001931 fixed polycubes", BCOV_CUBE, false, false, {1, 3, 15, 86, 534}},
};

static void counts_are_known (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t k = 0; k < sizeof sequences / sizeof *sequences; k++) {
    const sequence *s = &sequences[k];
    for (uint32_t n = 0; n < 8 && s->counts[n]; n++) {
      bcov_shapes shapes;
      assert_int_equal (
          bcov_polyform_list (mem, s->lattice, n + 1, s->turn, s->flip, &shapes, NULL), BCOV_OK);
      if (shapes.count != s->counts[n])
        fail_msg ("%s, %u cells: %zu, not %zu", s->source, n + 1, shapes.count, s->counts[n]);
      bcov_shapes_free (mem, &shapes);
    }
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_shape (bcov_mem *mem, const sequence *s, uint32_t n, const bcov_shape *shape)
{
  bool connected = false;
  bcov_shape form;
  assert_int_equal (shape->count, n);
  assert_int_equal (bcov_shape_connected (mem, s->lattice, shape, &connected, NULL), BCOV_OK);
  assert_true (connected);
  assert_int_equal (bcov_shape_canonical (mem, s->lattice, shape, s->turn, s->flip, &form, NULL),
                    BCOV_OK);
  assert_int_equal (bcov_shape_compare (&form, shape), 0);
  bcov_shape_free (mem, &form);
}

static void all_are_connected_canonical_and_sorted (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t k = 0; k < sizeof sequences / sizeof *sequences; k++) {
    const sequence *s = &sequences[k];
    bcov_shapes shapes;
    assert_int_equal (bcov_polyform_list (mem, s->lattice, 5, s->turn, s->flip, &shapes, NULL),
                      BCOV_OK);
    for (size_t i = 0; i < shapes.count; i++) {
      check_shape (mem, s, 5, &shapes.data[i]);
      assert_true (!i || bcov_shape_compare (&shapes.data[i - 1], &shapes.data[i]) < 0);
    }
    bcov_shapes_free (mem, &shapes);
  }
  bcov_mem_delete (mem);
}

/* The same numbers computed in another way: the forms of the free polyforms are the fixed
   polyforms. */
static void forms_of_free_ones_are_the_fixed_ones (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    bcov_shapes shapes, fixed;
    size_t sum = 0;
    bcov_lattice l = (bcov_lattice)lattice;
    assert_int_equal (bcov_polyform_list (mem, l, 5, true, true, &shapes, NULL), BCOV_OK);
    assert_int_equal (bcov_polyform_list (mem, l, 5, false, false, &fixed, NULL), BCOV_OK);
    for (size_t k = 0; k < shapes.count; k++) {
      bcov_shapes forms;
      assert_int_equal (bcov_shape_forms (mem, l, &shapes.data[k], true, true, &forms, NULL),
                        BCOV_OK);
      sum += forms.count;
      bcov_shapes_free (mem, &forms);
    }
    assert_int_equal (sum, fixed.count);
    bcov_shapes_free (mem, &shapes);
    bcov_shapes_free (mem, &fixed);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void the_memory_limit_holds (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (100000);
  bcov_shapes shapes;
  assert_int_equal (bcov_polyform_list (mem, BCOV_SQUARE, 20, true, true, &shapes, NULL),
                    BCOV_STOPPED);
  assert_int_equal (shapes.count, 0);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (polyform)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (counts_are_known),
      cmocka_unit_test (all_are_connected_canonical_and_sorted),
      cmocka_unit_test (forms_of_free_ones_are_the_fixed_ones),
      cmocka_unit_test (the_memory_limit_holds),
  };
  return cmocka_run_group_tests_name ("polyform", tests, NULL, NULL);
}
