/* The exact text of SVG files. */

#include "suite.h"

#include "draw/medium/svg_write.h"

#include <string.h>

static void draw (bcov_figure *figure, bcov_mem *mem)
{
  bcov_figure_start (figure, mem, NULL, NULL);
  figure->title = bcov_figure_word (figure, "a < b & c");
  bcov_figure_page (figure, 20, 10.5);
  bcov_figure_path (figure, (bcov_pen){BCOV_NO_INK, 0xff, 1.25, true}, NULL);
  bcov_figure_subpath (figure, false);
  bcov_figure_point (figure, (bcov_page_point){1, 2});
  bcov_figure_point (figure, (bcov_page_point){5, 2});
  bcov_figure_point (figure, (bcov_page_point){5, -3.5});
  bcov_figure_point (figure, (bcov_page_point){-0.004, 0.333});
  figure->step = 1;
  bcov_figure_path (figure, (bcov_pen){0xab0000, BCOV_NO_INK, 0, false}, "<A\001>");
  bcov_figure_subpath (figure, true);
  bcov_figure_point (figure, (bcov_page_point){0, 0});
  figure->step = 2;
  bcov_figure_label (figure, (bcov_page_point){4, 5}, 10, -1, 0, "é");
}

static char *write_svg (bool animate, bool millimetres)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {0};
  char *text = NULL;
  draw (&figure, mem);
  figure.millimetres = millimetres;
  assert_int_equal (bcov_svg_write (&figure, animate, &out, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), BCOV_OK);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return text;
}

static void a_figure_is_written_line_by_line (void **state)
{
  (void)state;
  char *text = write_svg (false, false);
  assert_string_equal (
      text,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10.5\" "
      "viewBox=\"0 0 20 10.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
      "fill-rule=\"evenodd\" font-family=\"DejaVu Sans,Verdana,sans-serif\" "
      "text-anchor=\"middle\">\n"
      "<title>a &lt; b &amp; c</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<path fill=\"none\" stroke=\"#0000ff\" stroke-width=\"1.25\" stroke-opacity=\".22\" "
      "d=\"M1 2H5V-3.5L0 0.33\"/>\n"
      "<path fill=\"#ab0000\" d=\"M0 0Z\"><title>&lt;A&gt;</title></path>\n"
      "<text x=\"4\" y=\"8.5\" font-size=\"10\" fill=\"#000000\" text-anchor=\"start\">é</text>\n"
      "</svg>\n");
  bcov_free (text);
}

static void steps_come_in_one_after_the_other (void **state)
{
  (void)state;
  char *text = write_svg (true, false);
  const char *first = strstr (text, "animation-delay:0s"),
             *second = strstr (text, "animation-delay:0.35s");
  assert_non_null (strstr (text, "prefers-reduced-motion"));
  assert_true (first && second && first < second);
  assert_true (strstr (text, "<path fill=\"none\"") < first);
  assert_null (strstr (second, "<path"));
  assert_string_equal (text + strlen (text) - 12, "</g>\n</svg>\n");
  bcov_free (text);
}

static void cuts_are_in_millimetres (void **state)
{
  (void)state;
  char *text = write_svg (false, true);
  assert_non_null (strstr (text, "width=\"20mm\" height=\"10.5mm\" viewBox=\"0 0 20 10.5\""));
  assert_null (strstr (text, "<rect"));
  bcov_free (text);
}

/* The path fades in at 1 s and out at 3 s of 4; the label stays until the end. */
static void steps_with_stays_come_and_go (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {0};
  draw (&figure, mem);
  assert_int_equal (bcov_vec_push (mem, &figure.intervals, ((bcov_interval){1, 3, true}), NULL), 0);
  assert_int_equal (bcov_vec_push (mem, &figure.intervals, ((bcov_interval){1.5, 4, false}), NULL),
                    0);
  figure.seconds = 4;
  assert_int_equal (bcov_svg_write (&figure, true, &out, NULL), BCOV_OK);
  assert_non_null (strstr (out.data, "@keyframes s200{0%{opacity:0}5.0000%,50.0000%{opacity:1}"
                                     "55.0000%,100%{opacity:0}}\n"
                                     "@keyframes h250{0%{opacity:1}62.5000%,100%{opacity:0}}\n"));
  assert_non_null (strstr (out.data, "<g class=\"s\" style=\"animation-name:s200;"
                                     "animation-delay:-3s\">\n<path"));
  assert_non_null (strstr (out.data, "<g class=\"h e\" style=\"animation-name:h250;"
                                     "animation-delay:-2.5s\">\n<text"));
  out.length = 0;
  assert_int_equal (bcov_svg_write (&figure, false, &out, NULL), BCOV_OK);
  assert_null (strstr (out.data, "animation"));
  bcov_text_drop (&out);
  bcov_figure_end (&figure);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void a_text_that_may_not_grow_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {.most = 300};
  draw (&figure, mem);
  assert_int_equal (bcov_svg_write (&figure, false, &out, NULL), BCOV_STOPPED);
  bcov_text_drop (&out);
  bcov_figure_end (&figure);
  bcov_mem_delete (mem);
}

/* Corners on a grid: relative commands in units of the grid; a repeated l is left out. */
static void a_path_on_a_grid_is_short (void **state)
{
  (void)state;
  static const bcov_page_point corners[] = {{1, 2},  {7, 2}, {7, 0}, {4, 4},
                                            {-5, 4}, {1, 8}, {4, 8}, {4, 12}};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_figure figure;
  bcov_text out = {0};
  char *text = NULL;
  bcov_figure_start (&figure, mem, NULL, NULL);
  bcov_figure_page (&figure, 20, 20);
  bcov_figure_path (&figure, (bcov_pen){BCOV_NO_INK, 0xff, 0.75, false}, NULL);
  bcov_figure_path_grid (&figure, (bcov_page_point){1, 2}, (bcov_page_point){3, 2});
  for (size_t k = 0; k < sizeof corners / sizeof *corners; k++) {
    if (!(k % 5))
      bcov_figure_subpath (&figure, !k);
    bcov_figure_point (&figure, corners[k]);
  }
  assert_int_equal (bcov_svg_write (&figure, false, &out, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), BCOV_OK);
  assert_non_null (strstr (
      text, "<path transform=\"translate(1 2)scale(3.00000000 2.00000000)\" fill=\"none\" "
            "stroke=\"#0000ff\" stroke-width=\"0.25\" d=\"m0 0h2v-1l-1 2h-3zm0 3h1v2\"/>\n"));
  bcov_figure_end (&figure);
  bcov_free (text);
  bcov_mem_delete (mem);
}

SUITE (svg_write)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_path_on_a_grid_is_short),
      cmocka_unit_test (a_figure_is_written_line_by_line),
      cmocka_unit_test (steps_come_in_one_after_the_other),
      cmocka_unit_test (steps_with_stays_come_and_go),
      cmocka_unit_test (cuts_are_in_millimetres),
      cmocka_unit_test (a_text_that_may_not_grow_is_reported),
  };
  return cmocka_run_group_tests_name ("svg_write", tests, NULL, NULL);
}
