/* Pieces are arranged in rows, like words in lines.  The width is chosen so that the page is a
   little wider than high.  A row is as high as its highest piece; the names are in one line below
   it. */

#include "draw/picture/catalog_picture.h"
#include "draw/scene/catalog_find.h"
#include "draw/picture/covering_picture.h"
#include "draw/picture/solid.h"

#include <math.h>
#include <string.h>

/* In widths of a cell. */
static const double gap = 0.9, name_room = 0.9, name_size = 0.4, letter_width = 0.27;

static const double usual_unit = 30; /* points per cell */

typedef struct {
  const bcov_catalog_piece *piece;
  bcov_shape turned; /* the piece as it is shown */
  bcov_projection projection;
  double width, height; /* with the name's width, without its height */
  double x, y;          /* of its upper left corner; with the margin */
} shown_piece;

typedef struct {
  bcov_figure *figure;
  bcov_lattice lattice;
  bool cut;
  shown_piece *shown;
  size_t count;
  double width, height; /* of all */
} catalog_page;

/* ---- orientation ---- */

/* The first of FORMS that has the most visible cubes. */
static bcov_status find_best (bcov_mem *mem, const bcov_shapes *forms, size_t *best,
                              bcov_error *err)
{
  bcov_status status = BCOV_OK;
  uint32_t most = 0;
  *best = 0;
  for (size_t k = 0; k < forms->count && !status; k++) {
    uint32_t seen;
    const bcov_shape *form = forms->data + k;
    status = bcov_solid_seen (mem, form->cells, form->count, &seen, err);
    if (seen > most) {
      most = seen;
      *best = k;
    }
  }
  return status;
}

static bcov_status show_most_cubes (bcov_mem *mem, shown_piece *it, bcov_error *err)
{
  const bcov_shape *shape = &it->piece->shape;
  bcov_shapes forms = {0};
  size_t best;
  uint32_t seen;
  bcov_status status = bcov_solid_seen (mem, shape->cells, shape->count, &seen, err);
  if (!status && seen == shape->count)
    return bcov_shape_make (mem, BCOV_CUBE, shape->cells, shape->count, &it->turned, err);
  if (!status)
    status = bcov_shape_forms (mem, BCOV_CUBE, shape, true, false, &forms, err);
  if (!status)
    status = find_best (mem, &forms, &best, err);
  if (!status) {
    it->turned = forms.data[best];
    forms.data[best] = (bcov_shape){0};
  }
  bcov_shapes_free (mem, &forms);
  return status;
}

static bcov_status choose_orientation (const catalog_page *page, shown_piece *it, bcov_error *err)
{
  const bcov_shape *shape = &it->piece->shape;
  return page->lattice == BCOV_CUBE && !page->cut
             ? show_most_cubes (page->figure->mem, it, err)
             : bcov_shape_make (page->figure->mem, page->lattice, shape->cells, shape->count,
                                &it->turned, err);
}

/* ---- position ---- */

static void measure (const catalog_page *page, shown_piece *it)
{
  const bcov_shape *shape = &it->turned;
  it->projection = bcov_projection_make (page->lattice, !page->cut, bcov_shape_size (shape),
                                         shape->cells, shape->count);
  double name = page->cut ? 0 : letter_width * (double)strlen (it->piece->name);
  it->width = fmax (bcov_projection_width (&it->projection), name);
  it->height = bcov_projection_height (&it->projection);
}

/* The width of a page for all pieces. */
static double page_width (const catalog_page *page)
{
  double area = 0, widest = 0;
  for (size_t k = 0; k < page->count; k++) {
    area += (page->shown[k].width + gap) * (page->shown[k].height + gap + name_room);
    widest = fmax (widest, page->shown[k].width);
  }
  return fmax (widest, sqrt (1.8 * area));
}

/* Aligns the pieces of a row at the bottom. */
static void end_row (const catalog_page *page, size_t first, size_t end, double height)
{
  for (size_t k = first; k < end; k++)
    page->shown[k].y += height - page->shown[k].height;
}

static void arrange (catalog_page *page)
{
  double limit = page_width (page) + gap, x = gap, y = gap, height = 0;
  size_t first = 0;
  for (size_t k = 0; k < page->count; k++) {
    shown_piece *it = page->shown + k;
    if (k > first && x + it->width > limit) {
      end_row (page, first, k, height);
      y += height + gap + (page->cut ? 0 : name_room);
      x = gap;
      height = 0;
      first = k;
    }
    it->x = x;
    it->y = y;
    x += it->width + gap;
    height = fmax (height, it->height);
    page->width = fmax (page->width, x);
  }
  end_row (page, first, page->count, height);
  page->height = y + height + gap + (page->cut ? 0 : name_room);
}

/* ---- drawing ---- */

static void draw_flat (const bcov_page_space *space, const shown_piece *it, uint32_t ink, bool cut)
{
  const bcov_shape *shape = &it->turned;
  bcov_pen pen =
      cut ? (bcov_pen){BCOV_NO_INK, 0, 0.1, false} : bcov_page_space_outline (space, ink, 0.06);
  bcov_sides sides = {0};
  for (uint32_t k = 0; k < shape->count; k++)
    bcov_page_space_add_cell (space, shape->cells[k], &sides);
  bcov_page_space_sides (space, &sides, false, pen, it->piece->name);
  for (uint32_t k = 0; k < shape->count && !cut; k++)
    bcov_page_space_add_cell (space, shape->cells[k], &sides);
  bcov_page_space_sides (space, &sides, true, bcov_page_space_faint (space), NULL);
  bcov_vec_free (space->figure->mem, &sides);
}

static void draw_shown (const catalog_page *page, const shown_piece *it, size_t number, double unit)
{
  double inset = (it->width - bcov_projection_width (&it->projection)) / 2;
  bcov_page_space space = {
      page->figure, it->projection, {(it->x + inset) * unit, it->y * unit}, unit, false};
  uint32_t ink = bcov_page_space_paint ((uint8_t)(number % BCOV_COLOURS));
  const char *title = it->piece->name;
  bcov_solid solid = {.cells = it->turned.cells,
                      .count = it->turned.count,
                      .owners = 1,
                      .ink = &ink,
                      .title = &title};
  if (it->projection.isometric)
    bcov_solid_draw (&space, &solid);
  else
    draw_flat (&space, it, ink, page->cut);
  if (!page->cut)
    bcov_figure_label (page->figure,
                       (bcov_page_point){(it->x + it->width / 2) * unit,
                                         (it->y + it->height + 0.7 * name_room) * unit},
                       name_size * unit, 0, BCOV_INK_QUIET, title);
}

static void draw_all (catalog_page *page)
{
  for (size_t k = 0; k < page->count; k++)
    measure (page, page->shown + k);
  arrange (page);
  double usual = bcov_covering_picture_unit (page->width, page->height);
  double unit = page->cut ? 10 : fmin (usual_unit, usual);
  page->figure->millimetres = page->cut;
  bcov_figure_page (page->figure, page->width * unit, page->height * unit);
  for (size_t k = 0; k < page->count; k++)
    draw_shown (page, page->shown + k, k, unit);
}

bcov_status bcov_catalog_picture_figure (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                         const bcov_look *look, bcov_figure *figure,
                                         bcov_error *err)
{
  bcov_catalog_entry entry = {0};
  bcov_figure_start (figure, mem, name, err);
  if (!figure->status)
    figure->status = bcov_catalog_find_entry (mem, &lattice, name, &entry, err);
  catalog_page page = {
      .figure = figure, .lattice = lattice, .cut = look->cut, .count = entry.pieces.count};
  if (!figure->status) {
    page.shown = bcov_mem_alloc (mem, page.count, sizeof *page.shown, err);
    figure->status = page.shown ? figure->status : bcov_mem_status (mem);
  }
  for (size_t k = 0; k < page.count && !figure->status; k++) {
    page.shown[k].piece = entry.pieces.data + k;
    figure->status = choose_orientation (&page, page.shown + k, err);
  }
  if (!figure->status)
    draw_all (&page);
  for (size_t k = 0; k < page.count && page.shown; k++)
    bcov_shape_free (mem, &page.shown[k].turned);
  bcov_mem_free (mem, page.shown);
  bcov_catalog_free (mem, &entry);
  return figure->status;
}
