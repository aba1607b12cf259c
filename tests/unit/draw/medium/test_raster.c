/* PNG and PDF: the right kind of file, the right size, the same bytes again. */

#include "suite.h"

#include "draw/medium/medium.h"

#include <string.h>

static void draw (bcov_figure *figure, bcov_mem *mem, size_t pages)
{
  bcov_figure_start (figure, mem, NULL, NULL);
  figure->title = bcov_figure_word (figure, "title");
  for (size_t k = 0; k < pages; k++) {
    bcov_figure_page (figure, 30, 20);
    bcov_figure_path (figure, (bcov_pen){0xff0000, 0, 1, true}, NULL);
    bcov_figure_subpath (figure, true);
    bcov_figure_point (figure, (bcov_page_point){1, 2});
    bcov_figure_point (figure, (bcov_page_point){5, 2});
    bcov_figure_point (figure, (bcov_page_point){5, 9});
    bcov_figure_label (figure, (bcov_page_point){15, 10}, 8, 0, 0, "A");
  }
}

/* Reads a big-endian number of four bytes. */
static unsigned number (const char *bytes)
{
  const unsigned char *b = (const unsigned char *)bytes;
  return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static void check_png (uint32_t pixels, unsigned width, unsigned height)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {0}, again = {0};
  draw (&figure, mem, 1);
  assert_int_equal (
      bcov_medium_write (&figure, &(bcov_look){.medium = "png", .pixels = pixels}, &out, NULL),
      BCOV_OK);
  assert_memory_equal (out.data, "\x89PNG\r\n\x1a\n", 8);
  assert_int_equal (number (out.data + 16), width);
  assert_int_equal (number (out.data + 20), height);
  assert_int_equal (
      bcov_medium_write (&figure, &(bcov_look){.medium = "png", .pixels = pixels}, &again, NULL),
      BCOV_OK);
  assert_int_equal (out.length, again.length);
  assert_memory_equal (out.data, again.data, out.length);
  bcov_text_drop (&out);
  bcov_text_drop (&again);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

static void a_png_has_its_size (void **state)
{
  (void)state;
  check_png (0, 60, 40);
  check_png (300, 300, 200);
}

static void sizes_that_are_too_large_are_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (12 << 20);
  bcov_figure figure;
  bcov_text out = {0};
  draw (&figure, mem, 1);
  assert_int_equal (
      bcov_medium_write (&figure, &(bcov_look){.medium = "png", .pixels = BCOV_MOST_PIXELS + 1},
                         &out, NULL),
      BCOV_INPUT);
  assert_int_equal (
      bcov_medium_write (&figure, &(bcov_look){.medium = "png", .pixels = 5000}, &out, NULL),
      BCOV_STOPPED);
  assert_int_equal (out.length, 0);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

/* Counts the occurrences of WORD in LENGTH bytes. */
static size_t count_word (const bcov_text *text, const char *word)
{
  size_t count = 0;
  for (const char *at = text->data;
       (at = memmem (at, text->length - (size_t)(at - text->data), word, strlen (word))); at++)
    count++;
  return count;
}

static void a_pdf_has_its_pages_and_no_date (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {0};
  draw (&figure, mem, 3);
  assert_int_equal (bcov_medium_write (&figure, &(bcov_look){.medium = "pdf"}, &out, NULL),
                    BCOV_OK);
  assert_memory_equal (out.data, "%PDF-", 5);
  assert_int_equal (count_word (&out, "/Type /Page %"), 3);
  assert_int_equal (count_word (&out, "CreationDate"), 0);
  bcov_text_drop (&out);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

static void a_pdf_of_too_many_paths_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (1 << 20);
  bcov_figure figure;
  bcov_text out = {0};
  draw (&figure, mem, 1);
  for (int k = 0; k < 1000; k++)
    bcov_figure_path (&figure, (bcov_pen){0xff0000, 0, 1, true}, NULL);
  assert_int_equal (figure.status, BCOV_OK);
  assert_int_equal (bcov_medium_write (&figure, &(bcov_look){.medium = "pdf"}, &out, NULL),
                    BCOV_STOPPED);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

static void check_stopped (bcov_look look)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_figure figure;
  bcov_text png = {0}, pdf = {0};
  draw (&figure, mem, 2);
  look.medium = "png";
  assert_int_equal (bcov_medium_write (&figure, &look, &png, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "before the picture was complete"));
  bcov_error_reset (err);
  look.medium = "pdf";
  assert_int_equal (bcov_medium_write (&figure, &look, &pdf, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "before the picture was complete"));
  bcov_text_drop (&png);
  bcov_text_drop (&pdf);
  bcov_figure_end (&figure);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static void drawing_can_be_stopped (void **state)
{
  (void)state;
  static atomic_bool stop = true;
  check_stopped ((bcov_look){.watch.stop = &stop, .pixels = 300});
  check_stopped ((bcov_look){.watch.seconds = 1e-9, .pixels = 300});
}

static void a_text_that_may_not_grow_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text png = {.most = 64}, pdf = {.most = 64};
  draw (&figure, mem, 1);
  assert_int_equal (bcov_medium_write (&figure, &(bcov_look){.medium = "png"}, &png, NULL),
                    BCOV_STOPPED);
  assert_int_equal (bcov_medium_write (&figure, &(bcov_look){.medium = "pdf"}, &pdf, NULL),
                    BCOV_STOPPED);
  bcov_text_drop (&png);
  bcov_text_drop (&pdf);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

SUITE (raster)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_png_has_its_size),
      cmocka_unit_test (sizes_that_are_too_large_are_refused),
      cmocka_unit_test (a_pdf_has_its_pages_and_no_date),
      cmocka_unit_test (a_pdf_of_too_many_paths_is_refused),
      cmocka_unit_test (drawing_can_be_stopped),
      cmocka_unit_test (a_text_that_may_not_grow_is_reported),
  };
  return cmocka_run_group_tests_name ("raster", tests, NULL, NULL);
}
