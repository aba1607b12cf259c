/* Pieces are arranged in rows, like words in lines.  The width is chosen so that the page is a
   little wider than high.  A row is as high as its highest piece; the names are in one line below
   it. */

#include "draw/picture/catalog_picture.h"
#include "draw/scene/catalog_lookup.h"
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
} exhibit;

typedef struct {
  bcov_figure *figure;
  bcov_lattice lattice;
  bool cut;
  exhibit *exhibits;
  size_t count;
  double width, height; /* of all */
} showcase;

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

static bcov_status turn_to_be_seen (bcov_mem *mem, exhibit *e, bcov_error *err)
{
  const bcov_shape *shape = &e->piece->shape;
  bcov_shapes forms = {0};
  size_t best;
  uint32_t seen;
  bcov_status status = bcov_solid_seen (mem, shape->cells, shape->count, &seen, err);
  if (!status && seen == shape->count)
    return bcov_shape_make (mem, BCOV_CUBE, shape->cells, shape->count, &e->turned, err);
  if (!status)
    status = bcov_shape_forms (mem, BCOV_CUBE, shape, true, false, &forms, err);
  if (!status)
    status = find_best (mem, &forms, &best, err);
  if (!status) {
    e->turned = forms.data[best];
    forms.data[best] = (bcov_shape){0};
  }
  bcov_shapes_free (mem, &forms);
  return status;
}

static bcov_status turn (const showcase *all, exhibit *e, bcov_error *err)
{
  const bcov_shape *shape = &e->piece->shape;
  return all->lattice == BCOV_CUBE && !all->cut
             ? turn_to_be_seen (all->figure->mem, e, err)
             : bcov_shape_make (all->figure->mem, all->lattice, shape->cells, shape->count,
                                &e->turned, err);
}

/* ---- position ---- */

static void measure (const showcase *all, exhibit *e)
{
  const bcov_shape *shape = &e->turned;
  bcov_cell most = {1, 1, 1};
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    most.layer = cell.layer >= most.layer ? cell.layer + 1 : most.layer;
    most.row = cell.row >= most.row ? cell.row + 1 : most.row;
    most.column = cell.column >= most.column ? cell.column + 1 : most.column;
  }
  e->projection = bcov_projection_make (all->lattice, !all->cut, most, shape->cells, shape->count);
  double name = all->cut ? 0 : letter_width * (double)strlen (e->piece->name);
  e->width = fmax (bcov_projection_width (&e->projection), name);
  e->height = bcov_projection_height (&e->projection);
}

/* The width of a page for all pieces. */
static double page_width (const showcase *all)
{
  double area = 0, widest = 0;
  for (size_t k = 0; k < all->count; k++) {
    area += (all->exhibits[k].width + gap) * (all->exhibits[k].height + gap + name_room);
    widest = fmax (widest, all->exhibits[k].width);
  }
  return fmax (widest, sqrt (1.8 * area));
}

/* Aligns the pieces of a row at the bottom. */
static void end_row (const showcase *all, size_t first, size_t end, double height)
{
  for (size_t k = first; k < end; k++)
    all->exhibits[k].y += height - all->exhibits[k].height;
}

static void arrange (showcase *all)
{
  double limit = page_width (all) + gap, x = gap, y = gap, height = 0;
  size_t first = 0;
  for (size_t k = 0; k < all->count; k++) {
    exhibit *e = all->exhibits + k;
    if (k > first && x + e->width > limit) {
      end_row (all, first, k, height);
      y += height + gap + (all->cut ? 0 : name_room);
      x = gap;
      height = 0;
      first = k;
    }
    e->x = x;
    e->y = y;
    x += e->width + gap;
    height = fmax (height, e->height);
    all->width = fmax (all->width, x);
  }
  end_row (all, first, all->count, height);
  all->height = y + height + gap + (all->cut ? 0 : name_room);
}

/* ---- drawing ---- */

static void draw_flat (const bcov_page_space *space, const exhibit *e, uint32_t ink, bool cut)
{
  const bcov_shape *shape = &e->turned;
  bcov_pen pen =
      cut ? (bcov_pen){BCOV_NO_INK, 0, 0.1, false} : bcov_page_space_outline (space, ink, 0.06);
  bcov_sides sides = {0};
  for (uint32_t k = 0; k < shape->count; k++)
    bcov_page_space_add_cell (space, shape->cells[k], &sides);
  bcov_page_space_sides (space, &sides, false, pen, e->piece->name);
  for (uint32_t k = 0; k < shape->count && !cut; k++)
    bcov_page_space_add_cell (space, shape->cells[k], &sides);
  bcov_page_space_sides (space, &sides, true, bcov_page_space_faint (space), NULL);
  bcov_vec_free (space->figure->mem, &sides);
}

static void draw_exhibit (const showcase *all, const exhibit *e, size_t number, double unit)
{
  double inset = (e->width - bcov_projection_width (&e->projection)) / 2;
  bcov_page_space space = {all->figure, e->projection, {(e->x + inset) * unit, e->y * unit}, unit};
  uint32_t ink = bcov_page_space_paint ((uint8_t)(number % BCOV_COLOURS));
  const char *title = e->piece->name;
  bcov_solid solid = {.cells = e->turned.cells,
                      .count = e->turned.count,
                      .owners = 1,
                      .ink = &ink,
                      .title = &title};
  if (e->projection.isometric)
    bcov_solid_draw (&space, &solid);
  else
    draw_flat (&space, e, ink, all->cut);
  if (!all->cut)
    bcov_figure_label (all->figure,
                       (bcov_page_point){(e->x + e->width / 2) * unit,
                                         (e->y + e->height + 0.7 * name_room) * unit},
                       name_size * unit, 0, BCOV_INK_QUIET, title);
}

static void draw_all (showcase *all)
{
  for (size_t k = 0; k < all->count; k++)
    measure (all, all->exhibits + k);
  arrange (all);
  double usual = bcov_covering_picture_unit (all->width, all->height);
  double unit = all->cut ? 10 : fmin (usual_unit, usual);
  all->figure->millimetres = all->cut;
  bcov_figure_page (all->figure, all->width * unit, all->height * unit);
  for (size_t k = 0; k < all->count; k++)
    draw_exhibit (all, all->exhibits + k, k, unit);
}

bcov_status bcov_catalog_picture_figure (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                         const bcov_look *look, bcov_figure *figure,
                                         bcov_error *err)
{
  bcov_catalog_entry entry = {0};
  bcov_figure_start (figure, mem, err);
  if (!figure->status)
    figure->status = bcov_catalog_lookup_find (mem, &lattice, name, &entry, err);
  showcase all = {
      .figure = figure, .lattice = lattice, .cut = look->cut, .count = entry.pieces.count};
  if (!figure->status) {
    figure->title = bcov_figure_word (figure, name);
    all.exhibits = bcov_mem_alloc (mem, all.count, sizeof *all.exhibits, err);
    figure->status = all.exhibits ? figure->status : bcov_mem_status (mem);
  }
  for (size_t k = 0; k < all.count && !figure->status; k++) {
    all.exhibits[k].piece = entry.pieces.data + k;
    figure->status = turn (&all, all.exhibits + k, err);
  }
  if (!figure->status)
    draw_all (&all);
  for (size_t k = 0; k < all.count && all.exhibits; k++)
    bcov_shape_free (mem, &all.exhibits[k].turned);
  bcov_mem_free (mem, all.exhibits);
  bcov_catalog_free (mem, &entry);
  return figure->status;
}
