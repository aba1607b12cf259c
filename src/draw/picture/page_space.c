/* The pens are defined here, so that lines of the same kind look alike in every picture. */

#include "draw/picture/page_space.h"
#include "base/text.h"

static const double label_size = 0.44;

enum { SMALLEST_LABEL = 12, LINE_GRID = 16 };

bcov_page_point bcov_page_space_at (const bcov_page_space *space, bcov_vertex vertex)
{
  const bcov_projection *projection = &space->projection;
  double x = (double)(vertex.x - projection->least.x) * projection->x_unit,
         y = (double)(vertex.y - projection->least.y) * projection->y_unit;
  return (bcov_page_point){space->corner.x + x * space->unit, space->corner.y + y * space->unit};
}

bcov_page_point bcov_page_space_middle (const bcov_page_space *space, bcov_cell cell)
{
  bcov_vertex corners[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&space->projection, cell, corners);
  bcov_page_point middle = {0, 0};
  for (size_t k = 0; k < count; k++) {
    bcov_page_point at = bcov_page_space_at (space, corners[k]);
    middle.x += at.x / (double)count;
    middle.y += at.y / (double)count;
  }
  return middle;
}

/* A surface has its corners on the vertices of the projection.  The grid of a line is the same in
   both directions, so that the line keeps its width, and fine enough for any direction. */
static void set_grid (const bcov_page_space *space, bcov_pen pen)
{
  const bcov_projection *projection = &space->projection;
  bcov_page_point grid = {projection->x_unit * space->unit, projection->y_unit * space->unit};
  if (pen.line != BCOV_NO_INK && projection->x_unit != projection->y_unit)
    grid = (bcov_page_point){space->unit / LINE_GRID, space->unit / LINE_GRID};
  bcov_figure_path_grid (space->figure, space->corner, grid);
}

static void draw_contour (const bcov_page_space *space, const bcov_contour *contour, bcov_pen pen,
                          const char *title)
{
  bcov_figure_path (space->figure, pen, title);
  if (space->compact)
    set_grid (space, pen);
  for (size_t k = 0; k < contour->lines.count; k++) {
    bcov_contour_line line = contour->lines.data[k];
    bcov_figure_subpath (space->figure, line.closed);
    for (size_t n = 0; n < line.count; n++)
      bcov_figure_point (space->figure,
                         bcov_page_space_at (space, contour->vertices.data[line.first + n]));
  }
}

void bcov_page_space_polygon (const bcov_page_space *space, const bcov_page_point *corners,
                              size_t count)
{
  bcov_figure_subpath (space->figure, true);
  for (size_t k = 0; k < count; k++)
    bcov_figure_point (space->figure, corners[k]);
}

void bcov_page_space_sides (const bcov_page_space *space, bcov_sides *sides, bool chain,
                            bcov_pen pen, const char *title)
{
  bcov_figure *figure = space->figure;
  bcov_contour contour = {0};
  if (!figure->status && sides->count)
    figure->status = chain ? bcov_contour_chain (figure->mem, sides, &contour, figure->err)
                           : bcov_contour_trace (figure->mem, sides, &contour, figure->err);
  if (contour.lines.count && !figure->status)
    draw_contour (space, &contour, pen, title);
  bcov_contour_free (figure->mem, &contour);
  sides->count = 0;
}

void bcov_page_space_add_side (const bcov_page_space *space, bcov_cell cell, size_t number,
                               bcov_sides *sides)
{
  bcov_figure *figure = space->figure;
  bcov_vertex corners[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&space->projection, cell, corners);
  if (number >= count) /* a cube's neighbour in another layer */
    return;
  bcov_side side = {corners[number], corners[(number + 1) % count]};
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, sides, side, figure->err);
}

void bcov_page_space_add_cell (const bcov_page_space *space, bcov_cell cell, bcov_sides *sides)
{
  bcov_vertex corners[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&space->projection, cell, corners);
  for (size_t k = 0; k < count; k++)
    bcov_page_space_add_side (space, cell, k, sides);
}

void bcov_page_space_letter (const bcov_page_space *space, bcov_cell cell, uint32_t letter,
                             uint32_t ink)
{
  char text[5] = "";
  text[bcov_utf8_encode (letter, text)] = 0;
  if (space->unit >= SMALLEST_LABEL)
    bcov_figure_label (space->figure, bcov_page_space_middle (space, cell),
                       label_size * space->unit, 0, ink, text);
}

uint32_t bcov_page_space_paint (uint8_t number)
{
  bcov_paint paint = bcov_palette_paint (number);
  uint32_t ink = (uint32_t)paint.red << 16 | (uint32_t)paint.green << 8 | paint.blue;
  return bcov_figure_mix (ink, 0xffffff, 0.15);
}

uint32_t bcov_page_space_readable (uint32_t background)
{
  double bright = 0.299 * (background >> 16 & 255) + 0.587 * (background >> 8 & 255) +
                  0.114 * (background & 255);
  return bright < 122 ? BCOV_INK_LIGHT : BCOV_INK_LINE;
}

bcov_pen bcov_page_space_outline (const bcov_page_space *space, uint32_t fill, double width)
{
  return (bcov_pen){.fill = fill, .line = BCOV_INK_LINE, .width = width * space->unit};
}

bcov_pen bcov_page_space_surface (uint32_t fill)
{
  return (bcov_pen){.fill = fill, .line = BCOV_NO_INK};
}

bcov_pen bcov_page_space_faint (const bcov_page_space *space)
{
  return (bcov_pen){
      .fill = BCOV_NO_INK, .line = BCOV_INK_LINE, .width = 0.025 * space->unit, .faint = true};
}
