/* Shares are rounded to whole percents.  All sides (or cells) with the same percentage form one
   path, whose title is the percentage, so a map has at most 101 paths for any board.

   The inks range from light yellow through green to dark blue.  This is the scheme YlGnBu of
   ColorBrewer (Harrower and Brewer, 2003); its order is visible to colour-blind readers and in grey
   print. */

#include "draw/picture/heatmap.h"
#include "base/text.h"
#include "draw/picture/board_base.h"
#include "draw/picture/covering_picture.h"

#include <math.h>
#include <stdio.h>

enum { LEVELS = 101, LEGEND_STEPS = 50 };

/* In points. */
static const double margin = 24, legend_room = 340, legend_width = 240, legend_height = 12,
                    text_size = 13, smallest_number = 30;
static const double letter_width = 0.54; /* of a caption, in font sizes */

uint32_t bcov_heatmap_ink (unsigned percent)
{
  static const uint32_t inks[9] = {0xffffd9, 0xedf8b1, 0xc7e9b4, 0x7fcdbb, 0x41b6c4,
                                   0x1d91c0, 0x225ea8, 0x253494, 0x081d58};
  double at = percent * 8 / 100.0;
  unsigned k = at >= 8 ? 7 : (unsigned)at;
  return bcov_figure_mix (inks[k], inks[k + 1], at - k);
}

unsigned bcov_heatmap_percent (double share)
{
  if (share <= 0 || share >= 1)
    return share <= 0 ? 0 : 100;
  long rounded = lround (share * 100);
  return rounded < 1 ? 1 : rounded > 99 ? 99 : (unsigned)rounded;
}

typedef struct {
  const bcov_page_space *space;
  const bcov_board *board;
  const bcov_heat_field *field;
  unsigned top;  /* the percentage that has the darkest ink */
  double legend; /* scale of the legend; above 1 below a wide board */
} mapper;

/* The scale of sides ends at 100 percent.  The scale of cells, which a piece may cover rarely, ends
   at the cell that it covers most often. */
static unsigned find_top (const bcov_board *board, const bcov_heat_field *field)
{
  double most = 0;
  for (uint32_t c = 0; c < board->n_cells && field->cell; c++)
    most = fmax (most, field->cell[c]);
  return field->cell && most > 0 ? bcov_heatmap_percent (most) : 100;
}

static uint32_t ink_of (const mapper *m, unsigned percent)
{
  return bcov_heatmap_ink (100 * percent / m->top);
}

/* ---- the map ---- */

/* Adds the kite over side K of CELL: the triangle to the centre of CELL and its reflection.  At a
   seam each end shows one triangle (WHOLE is false). */
static void add_kite (const mapper *m, bcov_cell cell, size_t k, bool whole)
{
  bcov_vertex vertices[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&m->space->projection, cell, vertices);
  bcov_page_point a = bcov_page_space_at (m->space, vertices[k]),
                  b = bcov_page_space_at (m->space, vertices[(k + 1) % count]);
  bcov_page_point near = bcov_page_space_middle (m->space, cell);
  bcov_page_point far = {a.x + b.x - near.x, a.y + b.y - near.y};
  bcov_page_point corners[4] = {near, a, far, b}, half[3] = {near, a, b};
  bcov_page_space_polygon (m->space, whole ? corners : half, whole ? 4 : 3);
}

static void add_cell (const mapper *m, bcov_cell cell)
{
  bcov_vertex vertices[BCOV_MOST_CORNERS];
  bcov_page_point corners[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&m->space->projection, cell, vertices);
  for (size_t k = 0; k < count; k++)
    corners[k] = bcov_page_space_at (m->space, vertices[k]);
  bcov_page_space_polygon (m->space, corners, count);
}

static bool is_level (double share, unsigned level)
{
  return share >= 0 && bcov_heatmap_percent (share) == level;
}

static void begin_level (const mapper *m, unsigned level, bool *begun)
{
  char title[16];
  uint32_t ink = ink_of (m, level);
  snprintf (title, sizeof title, "%u %%", level);
  if (!*begun) /* the line closes the gaps that antialiasing leaves */
    bcov_figure_path (m->space->figure, (bcov_pen){ink, ink, 0.5, false}, title);
  *begun = true;
}

/* A side belongs to two cells.  It is drawn with the first of them or, at a seam, half with each.
 */
static void add_sides_of_level (const mapper *m, uint32_t cell, unsigned level, bool *begun)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  size_t count = bcov_projection_neighbours (&m->space->projection, m->board->cells[cell], around);
  for (size_t k = 0; k < count; k++) {
    bcov_cell there = bcov_board_wrap (m->board, around[k]);
    bool whole = !bcov_cell_compare (there, around[k]);
    bool mine = !whole || bcov_cell_compare (m->board->cells[cell], there) < 0;
    if (!mine || !is_level (m->field->side[cell * (size_t)BCOV_MOST_NEIGHBOURS + k], level))
      continue;
    begin_level (m, level, begun);
    add_kite (m, m->board->cells[cell], k, whole);
  }
}

static void draw_level (const mapper *m, unsigned level)
{
  bool begun = false;
  for (uint32_t c = 0; c < m->board->n_cells; c++) {
    if (m->field->side)
      add_sides_of_level (m, c, level, &begun);
    else if (is_level (m->field->cell[c], level)) {
      begin_level (m, level, &begun);
      add_cell (m, m->board->cells[c]);
    }
  }
}

/* ---- numbers ---- */

static void put_number (const mapper *m, bcov_page_point at, double share, double size)
{
  char text[16];
  unsigned percent = bcov_heatmap_percent (share);
  snprintf (text, sizeof text, "%u", percent);
  bcov_figure_label (m->space->figure, at, size * m->space->unit, 0,
                     bcov_page_space_readable (ink_of (m, percent)), text);
}

static void number_sides (const mapper *m, uint32_t cell)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  bcov_vertex vertices[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_neighbours (&m->space->projection, m->board->cells[cell], around);
  bcov_projection_corners (&m->space->projection, m->board->cells[cell], vertices);
  for (size_t k = 0; k < count; k++) {
    double share = m->field->side[cell * (size_t)BCOV_MOST_NEIGHBOURS + k];
    bcov_cell there = bcov_board_wrap (m->board, around[k]);
    if (share < 0 || bcov_cell_compare (there, around[k]) ||
        bcov_cell_compare (m->board->cells[cell], there) > 0)
      continue;
    bcov_page_point a = bcov_page_space_at (m->space, vertices[k]),
                    b = bcov_page_space_at (m->space, vertices[(k + 1) % count]);
    put_number (m, (bcov_page_point){(a.x + b.x) / 2, (a.y + b.y) / 2}, share, 0.22);
  }
}

static void draw_numbers (const mapper *m)
{
  if (m->space->unit < smallest_number)
    return;
  for (uint32_t c = 0; c < m->board->n_cells; c++) {
    if (m->field->side)
      number_sides (m, c);
    else if (m->field->cell[c] > 0)
      put_number (m, bcov_page_space_middle (m->space, m->board->cells[c]), m->field->cell[c], 0.3);
  }
}

/* ---- the legend ---- */

static void draw_scale (const mapper *m, bcov_page_point at)
{
  double step = m->legend * legend_width / LEGEND_STEPS, foot = at.y + m->legend * legend_height;
  for (int k = 0; k < LEGEND_STEPS; k++) {
    uint32_t ink = bcov_heatmap_ink ((unsigned)(100 * k / (LEGEND_STEPS - 1)));
    double left = at.x + k * step;
    bcov_page_point corners[4] = {
        {left, at.y}, {left + step, at.y}, {left + step, foot}, {left, foot}};
    bcov_figure_path (m->space->figure, (bcov_pen){ink, ink, 0.5, false}, NULL);
    bcov_page_space_polygon (m->space, corners, 4);
  }
}

static void draw_legend (const mapper *m, bcov_page_point at)
{
  bcov_figure *figure = m->space->figure;
  double size = m->legend * text_size, width = m->legend * legend_width;
  char words[3][32] = {"never", "half of them", "always"};
  for (unsigned k = 1; k < 3 && m->top < 100; k++)
    snprintf (words[k], sizeof words[k], k < 2 ? "%.3g %%" : "%.3g %% of them", m->top * k / 2.0);
  bcov_figure_label (figure, at, size, -1, BCOV_INK_LINE, m->field->caption);
  at.y += 1.1 * size;
  draw_scale (m, at);
  at.y += m->legend * legend_height + size;
  for (int k = 0; k < 3; k++)
    bcov_figure_label (figure, (bcov_page_point){at.x + k * width / 2, at.y}, 0.85 * size, k - 1,
                       BCOV_INK_QUIET, words[k]);
}

/* ---- all of it ---- */

/* Draws lines between cells, if cells have shares. */
static void draw_grid (const mapper *m)
{
  bcov_sides sides = {0};
  for (uint32_t c = 0; c < m->board->n_cells && m->field->cell; c++)
    bcov_page_space_add_cell (m->space, m->board->cells[c], &sides);
  bcov_page_space_sides (m->space, &sides, true, bcov_page_space_faint (m->space), NULL);
  bcov_vec_free (m->space->figure->mem, &sides);
}

static void draw_map (const mapper *m, bcov_page_point legend)
{
  bcov_board_base_draw (m->space, m->board, NULL);
  for (unsigned level = 0; level < LEVELS; level++)
    draw_level (m, level);
  draw_grid (m);
  bcov_board_base_border (m->space, m->board);
  draw_numbers (m);
  draw_legend (m, legend);
}

/* Places the board in the middle and the legend below it.  A caption that is longer than the legend
   makes the page wider.  The width of its letters is an estimate, because the font is known only to
   the viewer.
 */
static bcov_page_point set_page (bcov_page_space *space, mapper *m)
{
  double width = bcov_projection_width (&space->projection),
         height = bcov_projection_height (&space->projection);
  space->unit = bcov_covering_picture_unit (width, height);
  width *= space->unit;
  height *= space->unit;
  m->legend = fmax (1, width / 600);
  double text = m->legend * text_size,
         caption = letter_width * text * (double)bcov_text_columns (m->field->caption);
  double room = fmax (fmax (width, legend_room), caption);
  space->corner = (bcov_page_point){margin + (room - width) / 2, margin};
  bcov_figure_page (space->figure, room + 2 * margin, height + 2.5 * margin + 4.2 * text);
  return (bcov_page_point){margin, height + 1.5 * margin + text};
}

bcov_status bcov_heatmap_figure (const bcov_puzzle *puzzle, const bcov_heat_field *field,
                                 bcov_figure *figure, bcov_error *err)
{
  bcov_page_space space = {.figure = figure,
                           .projection = bcov_covering_picture_projection (&puzzle->board, false)};
  mapper m = {&space, &puzzle->board, field, find_top (&puzzle->board, field), 1};
  bcov_figure_start (figure, puzzle->mem, puzzle->title, err);
  draw_map (&m, set_page (&space, &m));
  return figure->status;
}
