/* Outlines: rings around parts and holes, lines that pass each side once. */

#include "suite.h"

#include "draw/scene/contour.h"

#include <stdlib.h>

/* The sides of the squares drawn as 'X', rows ending with '/'. */
static bcov_status add_squares (bcov_mem *mem, const char *drawing, bcov_sides *sides)
{
  static const int8_t corners[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  int64_t x = 0, y = 0;
  bcov_status status = BCOV_OK;
  for (; *drawing && !status; drawing++) {
    for (int k = 0; k < 4 && *drawing == 'X' && !status; k++) {
      bcov_side side = {{x + corners[k][0], y + corners[k][1]},
                        {x + corners[k + 1][0], y + corners[k + 1][1]}};
      status = bcov_vec_push (mem, sides, side, NULL);
    }
    x = *drawing == '/' ? 0 : x + 1;
    y += *drawing == '/';
  }
  return status;
}

static int64_t area (const bcov_contour *contour, size_t number)
{
  bcov_contour_line line = contour->lines.data[number];
  const bcov_vertex *vertices = contour->vertices.data + line.first;
  int64_t twice = 0;
  for (size_t k = 0; k < line.count; k++) {
    bcov_vertex a = vertices[k], b = vertices[(k + 1) % line.count];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

static int64_t length (const bcov_contour *contour)
{
  int64_t sum = 0;
  for (size_t n = 0; n < contour->lines.count; n++) {
    bcov_contour_line line = contour->lines.data[n];
    const bcov_vertex *vertices = contour->vertices.data + line.first;
    for (size_t k = 0; k + !line.closed < line.count; k++) {
      bcov_vertex a = vertices[k], b = vertices[(k + 1) % line.count];
      sum += llabs (a.x - b.x) + llabs (a.y - b.y);
    }
  }
  return sum;
}

typedef bcov_status tracing (bcov_mem *, bcov_sides *, bcov_contour *, bcov_error *);

static bcov_contour trace (bcov_mem *mem, tracing *how, const char *drawing)
{
  bcov_sides sides = {0};
  bcov_contour contour = {0};
  assert_int_equal (add_squares (mem, drawing, &sides), BCOV_OK);
  assert_int_equal (how (mem, &sides, &contour, NULL), BCOV_OK);
  bcov_vec_free (mem, &sides);
  return contour;
}

static void end (bcov_mem *mem, bcov_contour *contour)
{
  bcov_contour_free (mem, contour);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void an_outline_has_its_corners_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_trace, "XXX/X..");
  assert_int_equal (contour.lines.count, 1);
  assert_true (contour.lines.data[0].closed);
  assert_int_equal (contour.lines.data[0].count, 6);
  assert_int_equal (area (&contour, 0), 4);
  end (mem, &contour);
}

/* The ring of a square begins at a corner; here one also begins within a side. */
static void a_hole_has_a_ring_the_other_way (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_trace, "XXX/X.X/XXX");
  assert_int_equal (contour.lines.count, 2);
  assert_int_equal (area (&contour, 0), 9);
  assert_int_equal (area (&contour, 1), -1);
  end (mem, &contour);
}

static void parts_that_touch_in_a_corner_have_rings_of_their_own (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_trace, ".X./X.X/.X.");
  assert_int_equal (contour.lines.count, 4);
  for (size_t k = 0; k < 4; k++)
    assert_int_equal (area (&contour, k), 1);
  end (mem, &contour);
}

static void lines_go_over_each_side_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_chain, "XX/XX");
  assert_int_equal (length (&contour), 12);
  assert_true (contour.lines.count <= 3); /* the border, a horizontal and a vertical line */
  end (mem, &contour);
}

/* Nine squares: the border and four straight lines. */
static void lines_go_straight_on (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_chain, "XXX/XXX/XXX");
  assert_int_equal (length (&contour), 24);
  assert_in_range (contour.vertices.count, 10, 13);
  end (mem, &contour);
}

static void nothing_is_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_contour contour = trace (mem, bcov_contour_trace, "..");
  assert_int_equal (contour.lines.count, 0);
  end (mem, &contour);
}

SUITE (contour)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (an_outline_has_its_corners_alone),
      cmocka_unit_test (a_hole_has_a_ring_the_other_way),
      cmocka_unit_test (parts_that_touch_in_a_corner_have_rings_of_their_own),
      cmocka_unit_test (lines_go_over_each_side_once),
      cmocka_unit_test (lines_go_straight_on),
      cmocka_unit_test (nothing_is_nothing),
  };
  return cmocka_run_group_tests_name ("contour", tests, NULL, NULL);
}
