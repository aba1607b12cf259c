/* Every element is drawn once, as a step of the figure with the interval in which it is visible;
   svg_write shows and hides it.  A piece gets its colour when it is placed, and keeps it.  The
   colour differs from those of the pieces that touch it at that time.

   Captions are broken into lines using an estimate of the width of letters, because the font is
   known only to the viewer.  The page has room for the longest caption. */

#include "draw/picture/film.h"
#include "draw/picture/board_base.h"
#include "draw/scene/palette.h"
#include "draw/picture/covering_picture.h"
#include "draw/medium/svg_write.h"

#include <assert.h>
#include <string.h>

enum { CHOSEN_INK = 0xc2185b, CUT_INK = 0xb3261e, GLOW_INK = 0x2e7d32 };

static const double narrowest = 380, caption_size = 15, letter_width = 8.2, line_height = 20;
static const double mark_width = 0.11;

void bcov_film_start (bcov_film *f, const bcov_puzzle *puzzle, bcov_error *err)
{
  *f = (bcov_film){.puzzle = puzzle};
  bcov_figure_start (&f->figure, puzzle->mem, puzzle->title, err);
  f->space.figure = &f->figure;
  f->space.projection = bcov_covering_picture_projection (&puzzle->board, false);
  double width = bcov_projection_width (&f->space.projection),
         height = bcov_projection_height (&f->space.projection);
  double unit = f->space.unit = bcov_covering_picture_unit (width, height);
  double page = (width + 2 * BCOV_MARGIN) * unit;
  page = page < narrowest ? narrowest : page;
  f->height = (height + 2 * BCOV_MARGIN) * unit;
  f->space.corner = (bcov_page_point){(page - width * unit) / 2, BCOV_MARGIN * unit};
  bcov_figure_page (&f->figure, page, f->height);
  bcov_board_base_draw (&f->space, &puzzle->board, NULL);
  bcov_board_base_border (&f->space, &puzzle->board);
}

void bcov_film_end (bcov_film *f)
{
  bcov_mem *mem = f->puzzle->mem;
  bcov_figure_end (&f->figure);
  bcov_vec_free (mem, &f->colours);
  bcov_vec_free (mem, &f->arrivals);
}

/* ---- captions ---- */

/* The number of bytes of TEXT in a line of ROOM characters.  Lines end at a blank, if there is one.
 */
static size_t line_end (const char *text, size_t room)
{
  size_t blank = 0, bytes = 0;
  for (size_t letters = 0; text[bytes]; bytes++) {
    if (text[bytes] == ' ')
      blank = bytes;
    if (((unsigned char)text[bytes] & 0xc0) != 0x80 && ++letters > room)
      return blank ? blank : bytes;
  }
  return bytes;
}

static void put_line (bcov_film *f, const char *text, size_t length, uint32_t number, uint32_t ink)
{
  bcov_figure *figure = &f->figure;
  char *line = bcov_mem_copy (figure->mem, text, length, figure->err);
  bcov_page_point at = {figure->pages.data[0].width / 2, f->height + (number + 0.5) * line_height};
  if (line)
    bcov_figure_label (figure, at, caption_size, 0, ink, line);
  else
    figure->status = bcov_mem_status (figure->mem);
  bcov_mem_free (figure->mem, line);
}

static void put_caption (bcov_film *f, const char *text, uint32_t ink)
{
  size_t room = (size_t)((f->figure.pages.data[0].width - 16) / letter_width);
  uint32_t number = 0;
  while (*text && !f->figure.status) {
    size_t length = line_end (text, room);
    put_line (f, text, length, number++, ink);
    text += length + (text[length] == ' ');
  }
  f->lines = number > f->lines ? number : f->lines;
}

/* ---- marks ---- */

static bcov_pen thick_pen (const bcov_film *f, uint32_t ink)
{
  return (bcov_pen){BCOV_NO_INK, ink, mark_width * f->space.unit, false};
}

/* Draws a smaller outline inside CELL. */
static void draw_ring (bcov_film *f, bcov_cell cell)
{
  const bcov_page_space *space = &f->space;
  bcov_vertex corners[BCOV_MOST_CORNERS];
  bcov_page_point points[BCOV_MOST_CORNERS], middle = bcov_page_space_middle (space, cell);
  size_t count = bcov_projection_corners (&space->projection, cell, corners);
  for (size_t k = 0; k < count; k++) {
    bcov_page_point corner = bcov_page_space_at (space, corners[k]);
    points[k] = (bcov_page_point){middle.x + 0.72 * (corner.x - middle.x),
                                  middle.y + 0.72 * (corner.y - middle.y)};
  }
  bcov_figure_path (&f->figure, thick_pen (f, CHOSEN_INK), NULL);
  bcov_page_space_polygon (space, points, count);
}

/* Draws three strokes through the centre of CELL that rise to the right. */
static void strike (bcov_film *f, bcov_cell cell)
{
  bcov_page_point middle = bcov_page_space_middle (&f->space, cell);
  double far = 0.13 * f->space.unit, apart = 0.17 * f->space.unit;
  bcov_pen pen = {BCOV_NO_INK, CUT_INK, 0.06 * f->space.unit, false};
  bcov_figure_path (&f->figure, pen, NULL);
  for (int k = -1; k <= 1; k++) {
    double reach = k ? far : 2 * far;
    bcov_page_point at = {middle.x + k * apart, middle.y + k * apart};
    bcov_figure_subpath (&f->figure, false);
    bcov_figure_point (&f->figure, (bcov_page_point){at.x - reach, at.y + reach});
    bcov_figure_point (&f->figure, (bcov_page_point){at.x + reach, at.y - reach});
  }
}

/* Draws a line around the marked cells, or around the whole board. */
static void surround (bcov_film *f, const bcov_shot *shot)
{
  const bcov_board *board = &f->puzzle->board;
  bool whole = shot->mark == BCOV_GLOW;
  bcov_sides sides = {0};
  for (uint32_t k = 0; k < (whole ? board->n_cells : shot->n_cells); k++)
    bcov_page_space_add_cell (&f->space, board->cells[whole ? k : shot->cells[k]], &sides);
  bcov_page_space_sides (&f->space, &sides, false, thick_pen (f, whole ? GLOW_INK : CUT_INK), NULL);
  bcov_vec_free (f->figure.mem, &sides);
}

static void draw_marks (bcov_film *f, const bcov_shot *shot)
{
  const bcov_cell *cells = f->puzzle->board.cells;
  for (uint32_t k = 0; k < shot->n_cells && !f->figure.status; k++)
    if (shot->mark == BCOV_RING)
      draw_ring (f, cells[shot->cells[k]]);
    else if (shot->mark == BCOV_HATCH)
      strike (f, cells[shot->cells[k]]);
  if (shot->mark != BCOV_RING)
    surround (f, shot);
}

/* ---- pieces ---- */

/* New elements are visible from the current time until UNTIL. */
static void begin_interval (bcov_film *f, double until, bool fades)
{
  bcov_interval interval = {f->now, until, fades};
  bcov_figure *figure = &f->figure;
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &figure->intervals, interval, figure->err);
  figure->step = (uint32_t)figure->intervals.count;
}

static void lay (bcov_film *f, const bcov_covering *lying)
{
  bcov_figure *figure = &f->figure;
  bcov_scene scene = {0};
  uint32_t number = (uint32_t)lying->laid.count - 1;
  begin_interval (f, -1, true);
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &f->arrivals, figure->step, figure->err);
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &f->colours, 0, figure->err);
  if (!figure->status)
    figure->status = bcov_scene_make (lying, &scene, figure->err);
  if (figure->status)
    return;
  f->colours.data[number] = bcov_palette_next (&scene, number, f->colours.data);
  bcov_covering_picture_piece (&f->space, &scene, number, f->colours.data);
  bcov_scene_free (&scene);
}

static void take_back (bcov_film *f)
{
  if (f->figure.status)
    return;
  assert (f->arrivals.count > 0);
  f->figure.intervals.data[f->arrivals.data[--f->arrivals.count] - 1].until = f->now;
  f->colours.count--;
}

/* ---- all of it ---- */

void bcov_film_add (bcov_film *f, const bcov_shot *shot)
{
  static const uint32_t inks[] = {BCOV_INK_LINE, BCOV_INK_LINE, CUT_INK, GLOW_INK};
  double until = f->now + shot->seconds;
  if (f->figure.status)
    return;
  if (shot->takes_back)
    take_back (f);
  if (shot->lays)
    lay (f, shot->lying);
  begin_interval (f, until, false);
  put_caption (f, shot->caption, inks[shot->mark]);
  if (shot->n_cells || shot->mark == BCOV_GLOW) {
    begin_interval (f, until, true);
    draw_marks (f, shot);
  }
  f->figure.step = 0;
  f->now = until;
}

bcov_status bcov_film_write (bcov_film *f, bcov_text *out, bcov_error *err)
{
  bcov_figure *figure = &f->figure;
  for (size_t k = 0; k < f->arrivals.count && !figure->status; k++)
    figure->intervals.data[f->arrivals.data[k] - 1].until = f->now;
  if (figure->status)
    return figure->status;
  figure->pages.data[0].height = f->height + (f->lines + 0.8) * line_height;
  figure->seconds = f->now;
  return bcov_svg_write (figure, true, out, err);
}
