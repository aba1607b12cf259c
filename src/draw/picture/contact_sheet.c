/* All coverings have the same projection, so the place of a covering follows from its number.  A
   page begins when its first covering is added. */

#include "draw/picture/contact_sheet.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* In widths of a cell: the gap between coverings, and the room for the number below one. */
static const double gap = 0.9, number_room = 0.55, number_size = 0.5;

static const double paper_short = 595.28, paper_long = 841.89, paper_margin = 36; /* points */

static const double usual_unit = 20, longest = 4000;

/* Coverings are moved apart to fill a page.  This limits their distance, in multiples of their
 * size.
 */
static const double furthest = 1.5;

/* The largest possible cell on paper of this size. */
static double unit_on (const bcov_contact_sheet *s, double width, double height)
{
  double across = s->columns * s->right - gap, down = s->rows * s->down - gap;
  return fmin ((width - 2 * paper_margin) / across, (height - 2 * paper_margin) / down);
}

static void choose_paper (bcov_contact_sheet *s)
{
  double upright = unit_on (s, paper_short, paper_long),
         lying = unit_on (s, paper_long, paper_short);
  s->width = upright >= lying ? paper_short : paper_long;
  s->height = upright >= lying ? paper_long : paper_short;
  s->unit = fmax (upright, lying);
}

static void choose_size (bcov_contact_sheet *s)
{
  double across = s->columns * s->right + gap, down = s->rows * s->down + gap;
  s->unit = fmin (usual_unit, longest / fmax (across, down));
  s->width = across * s->unit;
  s->height = down * s->unit;
}

/* The distance from one of COUNT coverings to the next, so that they fill ROOM; at least NEAREST,
   which contains a gap of LAST that the last covering does not need. */
static double move_apart (double nearest, double last, uint32_t count, double room)
{
  double even = count > 1 ? (room - (nearest - last)) / (count - 1) : nearest;
  return fmax (nearest, fmin (even, furthest * nearest));
}

/* On paper, there is room left in one direction: moves the coverings apart.  The remaining room is
   divided equally between both sides. */
static void fill_page (bcov_contact_sheet *s)
{
  double last = gap * s->unit;
  s->right = move_apart (s->right, last, s->columns, s->width - 2 * paper_margin);
  s->down = move_apart (s->down, last, s->rows, s->height - 2 * paper_margin);
}

/* RIGHT and DOWN are in widths of a cell until the width is known. */
static void lay_out (bcov_contact_sheet *s)
{
  s->right = bcov_projection_width (&s->projection) + gap;
  s->down = bcov_projection_height (&s->projection) + number_room + gap;
  if (s->pages)
    choose_paper (s);
  else
    choose_size (s);
  double width = s->right *= s->unit, height = s->down *= s->unit;
  s->number = (bcov_page_point){(width - gap * s->unit) / 2, height - (gap + 0.1) * s->unit};
  if (s->pages)
    fill_page (s);
  width += (s->columns - 1) * s->right - gap * s->unit;
  height += (s->rows - 1) * s->down - gap * s->unit;
  s->corner = (bcov_page_point){(s->width - width) / 2, (s->height - height) / 2};
}

bcov_status bcov_contact_sheet_start (bcov_contact_sheet *sheet, const bcov_puzzle *puzzle,
                                      const bcov_look *look, bool pages, uint32_t rows,
                                      uint32_t columns, bcov_error *err)
{
  *sheet = (bcov_contact_sheet){.look = *look, .rows = rows, .columns = columns, .pages = pages};
  if (!rows || !columns || rows > BCOV_MOST_ACROSS || columns > BCOV_MOST_ACROSS)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a sheet of %u x %u is not allowed; give 1 to %d of each", columns, rows,
                           BCOV_MOST_ACROSS);
  bcov_figure_start (&sheet->figure, puzzle->mem, puzzle->title, err);
  sheet->projection = bcov_covering_picture_projection (&puzzle->board, look->isometric);
  lay_out (sheet);
  return sheet->figure.status;
}

bcov_status bcov_contact_sheet_add (bcov_contact_sheet *sheet, const bcov_covering *covering,
                                    bcov_error *err)
{
  assert (sheet->rows && sheet->columns);
  uint64_t place = sheet->count % ((uint64_t)sheet->rows * sheet->columns);
  bcov_page_point corner = {sheet->corner.x + (double)(place % sheet->columns) * sheet->right,
                            sheet->corner.y + (double)(place / sheet->columns) * sheet->down};
  bcov_page_space space = {&sheet->figure, sheet->projection, corner, sheet->unit, false};
  char number[24];
  if (sheet->count && !place && !sheet->pages)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the sheet is full; use a PDF, which can have several pages");
  if (!place)
    bcov_figure_page (&sheet->figure, sheet->width, sheet->height);
  bcov_covering_picture_draw (&space, covering, &sheet->look);
  snprintf (number, sizeof number, "%" PRIu64, ++sheet->count);
  corner.x += sheet->number.x;
  corner.y += sheet->number.y;
  bcov_figure_label (&sheet->figure, corner, number_size * sheet->unit, 0, BCOV_INK_QUIET, number);
  return sheet->figure.status;
}

void bcov_contact_sheet_end (bcov_contact_sheet *sheet)
{
  bcov_figure_end (&sheet->figure);
}
