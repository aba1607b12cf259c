/* Sheets: coverings in rows and columns, page after page. */

#include "suite.h"

#include "draw/picture/contact_sheet.h"
#include "drawn.h"
#include "sketch.h"

static bcov_status draw (bcov_covering *covering, bool pages, size_t count,
                         bcov_contact_sheet *sheet)
{
  bcov_look look = {0};
  bcov_status status = bcov_contact_sheet_start (sheet, covering->puzzle, &look, pages, 2, 3, NULL);
  for (size_t k = 0; k < count && !status; k++)
    status = bcov_contact_sheet_add (sheet, covering, NULL);
  return status;
}

static void coverings_fill_pages (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB");
  bcov_contact_sheet sheet;
  size_t paths;
  assert_int_equal (draw (covering, true, 13, &sheet), BCOV_OK);
  assert_int_equal (sheet.figure.pages.count, 3);
  drawn_fits (&sheet.figure);
  drawn_titled (&sheet.figure, NULL, &paths);
  assert_int_equal (paths, 26);
  assert_int_equal (drawn_labels (&sheet.figure, "13"), 1);
  assert_true (sheet.width > sheet.height); /* 3 x 2 wide boards: landscape */
  bcov_contact_sheet_end (&sheet);
  sketch_free (covering);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The free space on page 0 above and below the drawing. */
static void find_rest (const bcov_figure *figure, double *above, double *below)
{
  double top = figure->pages.data[0].height, foot = 0;
  for (size_t k = 0; k < figure->points.count; k++) {
    top = fmin (top, figure->points.data[k].y);
    foot = fmax (foot, figure->points.data[k].y);
  }
  *above = top;
  *below = figure->pages.data[0].height - foot;
}

/* Wide boards in two rows on a landscape page leave room: the rows are moved apart, and the
 * remaining space is divided equally above and below (where the numbers are). */
static void pages_are_filled (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAAABBBB");
  bcov_contact_sheet sheet;
  double above, below;
  assert_int_equal (draw (covering, true, 6, &sheet), BCOV_OK);
  find_rest (&sheet.figure, &above, &below);
  assert_true (sheet.down > 2.5 * sheet.unit);
  assert_true (below >= above && below < above + sheet.unit);
  bcov_contact_sheet_end (&sheet);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void one_page_is_full_some_time (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB");
  bcov_contact_sheet sheet;
  assert_int_equal (draw (covering, false, 6, &sheet), BCOV_OK);
  assert_int_equal (sheet.figure.pages.count, 1);
  drawn_fits (&sheet.figure);
  assert_int_equal (bcov_contact_sheet_add (&sheet, covering, NULL), BCOV_INPUT);
  bcov_contact_sheet_end (&sheet);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void sheets_have_rows_and_columns (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AA");
  bcov_look look = {0};
  bcov_contact_sheet sheet;
  assert_int_equal (bcov_contact_sheet_start (&sheet, covering->puzzle, &look, true, 0, 1, NULL),
                    2);
  bcov_contact_sheet_end (&sheet);
  assert_int_equal (bcov_contact_sheet_start (&sheet, covering->puzzle, &look, true, 1, 101, NULL),
                    2);
  bcov_contact_sheet_end (&sheet);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

SUITE (contact_sheet)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (coverings_fill_pages),
      cmocka_unit_test (pages_are_filled),
      cmocka_unit_test (one_page_is_full_some_time),
      cmocka_unit_test (sheets_have_rows_and_columns),
  };
  return cmocka_run_group_tests_name ("contact_sheet", tests, NULL, NULL);
}
