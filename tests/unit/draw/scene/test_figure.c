/* Figures: what is drawn is found again, and a failure stays. */

#include "suite.h"

#include "drawn.h"
#include "failing.h"

static void draw_two_pages (bcov_figure *figure)
{
  bcov_pen pen = {.fill = 0xff0000, .line = BCOV_NO_INK};
  bcov_figure_page (figure, 10, 20);
  bcov_figure_path (figure, pen, "one");
  bcov_figure_subpath (figure, true);
  bcov_figure_point (figure, (bcov_page_point){0, 0});
  bcov_figure_point (figure, (bcov_page_point){4, 0});
  bcov_figure_point (figure, (bcov_page_point){0, 4});
  bcov_figure_page (figure, 30, 40);
  figure->step = 7;
  bcov_figure_label (figure, (bcov_page_point){1, 2}, 5, -1, 0, "word");
}

static void what_is_drawn_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_figure_start (&figure, mem, NULL);
  draw_two_pages (&figure);
  assert_int_equal (figure.status, BCOV_OK);
  assert_int_equal (figure.pages.count, 2);
  assert_int_equal (bcov_figure_page_end (&figure, 0), 1);
  assert_int_equal (bcov_figure_page_end (&figure, 1), 2);
  assert_near (drawn_titled (&figure, "one", NULL), 8);
  assert_int_equal (drawn_labels (&figure, "word"), 1);
  assert_int_equal (figure.elements.data[0].step, 0);
  assert_int_equal (figure.elements.data[1].step, 7);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void inks_mix (void **state)
{
  (void)state;
  assert_int_equal (bcov_figure_mix (0x102030, 0xffffff, 0), 0x102030);
  assert_int_equal (bcov_figure_mix (0x102030, 0xffffff, 1), 0xffffff);
  assert_int_equal (bcov_figure_mix (0x000000, 0xff0280, 0.5), 0x800140);
}

static void a_failure_stays (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_figure figure;
    bcov_figure_start (&figure, mem, NULL);
    draw_two_pages (&figure);
    bcov_mem_fail_at (mem, 0);
    draw_two_pages (&figure);
    f.status = figure.status;
    bcov_figure_end (&figure);
  }
  assert_true (f.failed > 4);
  bcov_mem_delete (mem);
}

SUITE (figure)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_is_drawn_is_kept),
      cmocka_unit_test (inks_mix),
      cmocka_unit_test (a_failure_stays),
  };
  return cmocka_run_group_tests_name ("figure", tests, NULL, NULL);
}
