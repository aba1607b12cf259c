/* Cubes from a corner: just what is seen, no more and no less. */

#include "suite.h"

#include "draw/picture/solid.h"
#include "drawn.h"
#include "failing.h"

static const uint32_t inks[] = {0xff0000, 0x00ff00};
static const char *const titles[] = {"A", "B"};

/* Draws the cells of two owners, one point a cell. */
static bcov_status draw (bcov_mem *mem, const bcov_cell *cells, const uint32_t *owner,
                         uint32_t count, bcov_figure *figure)
{
  bcov_page_space space = {
      figure,
      bcov_projection_make (BCOV_CUBE, true, (bcov_cell){9, 9, 9}, cells, count),
      {0, 0},
      1};
  bcov_solid solid = {
      .cells = cells, .count = count, .owner = owner, .owners = 2, .ink = inks, .title = titles};
  bcov_figure_start (figure, mem, NULL);
  bcov_figure_page (figure, 100, 100);
  bcov_solid_draw (&space, &solid);
  return figure->status;
}

/* A face has the area of two triangles with side 1. */
static void check (const bcov_cell *cells, const uint32_t *owner, uint32_t count, double a,
                   double b)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  assert_int_equal (draw (mem, cells, owner, count, &figure), BCOV_OK);
  drawn_fits (&figure);
  assert_near (drawn_titled (&figure, "A", NULL), a * sqrt (3) / 2);
  assert_near (drawn_titled (&figure, "B", NULL), b * sqrt (3) / 2);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void faces_that_are_hidden_are_not_drawn (void **state)
{
  (void)state;
  const uint32_t owner[] = {0, 1};
  bcov_cell beside[] = {{0, 0, 0}, {0, 0, 1}}, below[] = {{0, 0, 0}, {1, 0, 0}},
            front[] = {{0, 0, 0}, {0, 1, 0}}, behind[] = {{1, 0, 0}, {0, 1, 1}},
            near[] = {{0, 1, 0}, {0, 0, 1}};
  check (beside, NULL, 1, 3, 0);
  check (beside, owner, 2, 2, 3);
  check (below, owner, 2, 3, 2);
  check (front, owner, 2, 2, 3);
  check (behind, owner, 2, 0, 3); /* the first is just behind the second */
  check (near, owner, 2, 3, 3);
}

/* 3 x 3 x 3: nine faces in each direction, one path each. */
static void a_large_cube_has_three_paths (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_cell cells[27];
  size_t paths;
  for (int32_t k = 0; k < 27; k++)
    cells[k] = (bcov_cell){k / 9, k / 3 % 3, k % 3};
  assert_int_equal (draw (mem, cells, NULL, 27, &figure), BCOV_OK);
  assert_near (drawn_titled (&figure, "A", &paths), 27 * sqrt (3) / 2);
  assert_int_equal (paths, 3);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

static void cubes_that_are_hidden_are_counted_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_cell cells[] = {{1, 0, 0}, {0, 1, 1}, {0, 0, 1}};
  uint32_t seen;
  assert_int_equal (bcov_solid_seen (mem, cells, 2, &seen, NULL), BCOV_OK);
  assert_int_equal (seen, 1);
  assert_int_equal (bcov_solid_seen (mem, cells + 1, 2, &seen, NULL), BCOV_OK);
  assert_int_equal (seen, 2);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  const uint32_t owner[] = {0, 1, 5};
  bcov_cell cells[] = {{0, 0, 0}, {0, 0, 1}, {1, 1, 1}};
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_figure figure;
    f.status = draw (mem, cells, owner, 3, &figure);
    bcov_figure_end (&figure);
  }
  assert_true (f.failed > 5);
  bcov_mem_delete (mem);
}

SUITE (solid)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (faces_that_are_hidden_are_not_drawn),
      cmocka_unit_test (a_large_cube_has_three_paths),
      cmocka_unit_test (cubes_that_are_hidden_are_counted_out),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("solid", tests, NULL, NULL);
}
