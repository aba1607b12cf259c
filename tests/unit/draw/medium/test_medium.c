/* The capabilities of each medium. */

#include "suite.h"

#include "draw/medium/medium.h"

#include <string.h>

static void check (bcov_look look, bcov_status expected, const char *word)
{
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_medium_check (&look, err), expected);
  assert_non_null (strstr (bcov_error_text (err), word));
  bcov_error_free (err);
}

static void what_a_medium_cannot_do_is_refused (void **state)
{
  (void)state;
  check ((bcov_look){0}, BCOV_OK, "");
  check ((bcov_look){.medium = "svg", .animate = true}, BCOV_OK, "");
  check ((bcov_look){.medium = "pdf", .cut = true}, BCOV_OK, "");
  check ((bcov_look){.medium = "png", .pixels = 9}, BCOV_OK, "");
  check ((bcov_look){.medium = "gif"}, BCOV_INPUT, "'gif'");
  check ((bcov_look){.medium = "png", .animate = true}, BCOV_INPUT, "SVG");
  check ((bcov_look){.medium = "png", .cut = true}, BCOV_INPUT, "PNG");
  check ((bcov_look){.cut = true, .animate = true}, BCOV_INPUT, "cut or animate");
  check ((bcov_look){.cut = true, .isometric = true}, BCOV_INPUT, "isometric or cut");
  check ((bcov_look){.cut = true, .colour_by = BCOV_BY_PIECE}, BCOV_INPUT, "cut or colour-by");
  check ((bcov_look){.pixels = 9}, BCOV_INPUT, "pixels");
}

static void every_medium_writes_its_kind_of_file (void **state)
{
  (void)state;
  static const char *const media[] = {"svg", "png", "pdf"}, *const heads[] = {"<svg", "\x89PNG",
                                                                              "%PDF"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_figure_start (&figure, mem, NULL, NULL);
  bcov_figure_page (&figure, 10, 10);
  for (int k = 0; k < 3; k++) {
    bcov_look look = {.medium = media[k]};
    bcov_text out = {0};
    assert_int_equal (bcov_medium_write (&figure, &look, &out, NULL), BCOV_OK);
    assert_memory_equal (out.data, heads[k], 4);
    assert_int_equal (bcov_medium_has_pages (&look), k == 2);
    bcov_text_drop (&out);
  }
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

SUITE (medium)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_a_medium_cannot_do_is_refused),
      cmocka_unit_test (every_medium_writes_its_kind_of_file),
  };
  return cmocka_run_group_tests_name ("medium", tests, NULL, NULL);
}
