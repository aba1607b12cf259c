/* Heat maps: every side and cell in the ink of its share. */

#include "suite.h"

#include "draw/picture/heatmap.h"
#include "drawn.h"
#include "make.h"

static void percents_keep_never_and_always_apart (void **state)
{
  (void)state;
  assert_int_equal (bcov_heatmap_percent (0), 0);
  assert_int_equal (bcov_heatmap_percent (1e-9), 1);
  assert_int_equal (bcov_heatmap_percent (0.495), 50);
  assert_int_equal (bcov_heatmap_percent (1 - 1e-9), 99);
  assert_int_equal (bcov_heatmap_percent (1), 100);
}

static int brightness (uint32_t ink)
{
  return (int)(299 * (ink >> 16 & 255) + 587 * (ink >> 8 & 255) + 114 * (ink & 255));
}

static void inks_grow_darker (void **state)
{
  (void)state;
  for (unsigned k = 1; k <= 100; k++)
    assert_true (brightness (bcov_heatmap_ink (k)) < brightness (bcov_heatmap_ink (k - 1)));
}

/* The area drawn with this share, in cells. */
static double area_of (const bcov_figure *figure, const char *title)
{
  return fabs (drawn_titled (figure, title, NULL)) / 1600;
}

static void cells_have_their_shares (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..#/...");
  double shares[] = {0, 0.25, 0.25, 1, 0.25};
  bcov_heat_field field = {.cell = shares, .caption = "caption"};
  bcov_figure figure;
  assert_int_equal (bcov_heatmap_figure (puzzle, &field, &figure, NULL), BCOV_OK);
  drawn_fits (&figure);
  assert_near (area_of (&figure, "25 %"), 3);
  assert_near (area_of (&figure, "0 %"), 1);
  assert_near (area_of (&figure, "100 %"), 1);
  assert_int_equal (drawn_labels (&figure, "25"), 3);
  assert_int_equal (drawn_labels (&figure, "caption"), 1);
  assert_int_equal (drawn_labels (&figure, "half of them"), 1);
  bcov_figure_end (&figure);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The legend is below the board, for a board that is much higher than wide and for a short board
 * with a long caption. */
static void the_legend_fits (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  char drawing[2 * 99] = ".";
  double shares[99] = {0};
  const char *caption = "a caption of many words is as wide as many words are, however few cells "
                        "there are above it";
  for (int k = 1; k < 99; k++)
    strcat (drawing, "/.");
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, drawing);
  bcov_figure figure;
  shares[7] = 0.7;
  assert_int_equal (bcov_heatmap_figure (puzzle, &(bcov_heat_field){.cell = shares, .caption = ""},
                                         &figure, NULL),
                    BCOV_OK);
  drawn_fits (&figure);
  assert_int_equal (drawn_labels (&figure, "35 %") + drawn_labels (&figure, "70 % of them"), 2);
  double narrow = figure.pages.data[0].width;
  bcov_figure_end (&figure);
  bcov_heatmap_figure (puzzle, &(bcov_heat_field){.cell = shares, .caption = caption}, &figure,
                       NULL);
  assert_true (narrow < 400 && figure.pages.data[0].width > 600);
  bcov_figure_end (&figure);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
}

/* A side between two cells is a kite of half a cell; over a seam, a quarter at either end. */
static void check_sides (bcov_wrap wrap, double inner, double over)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, wrap, "...");
  double shares[3 * BCOV_MOST_NEIGHBOURS];
  for (size_t k = 0; k < 3 * BCOV_MOST_NEIGHBOURS; k++)
    shares[k] = -1;
  shares[0 * BCOV_MOST_NEIGHBOURS + BCOV_EAST] = shares[BCOV_MOST_NEIGHBOURS + BCOV_WEST] = 0.5;
  shares[BCOV_MOST_NEIGHBOURS + BCOV_EAST] = shares[2 * BCOV_MOST_NEIGHBOURS + BCOV_WEST] = 0.5;
  if (wrap == BCOV_WRAP_COLUMNS)
    shares[BCOV_WEST] = shares[2 * BCOV_MOST_NEIGHBOURS + BCOV_EAST] = 0.75;
  bcov_heat_field field = {.side = shares, .caption = ""};
  bcov_figure figure;
  assert_int_equal (bcov_heatmap_figure (puzzle, &field, &figure, NULL), BCOV_OK);
  assert_near (area_of (&figure, "50 %"), inner);
  assert_near (area_of (&figure, "75 %"), over);
  bcov_figure_end (&figure);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
}

static void sides_are_kites (void **state)
{
  (void)state;
  check_sides (BCOV_WRAP_NONE, 1, 0);
  check_sides (BCOV_WRAP_COLUMNS, 1, 0.5);
}

SUITE (heatmap)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (percents_keep_never_and_always_apart),
      cmocka_unit_test (inks_grow_darker),
      cmocka_unit_test (cells_have_their_shares),
      cmocka_unit_test (the_legend_fits),
      cmocka_unit_test (sides_are_kites),
  };
  return cmocka_run_group_tests_name ("heatmap", tests, NULL, NULL);
}
