/* In isometric projection every face of every cube is two triangles of one triangular lattice, each
   with an upright side and a corner left or right of it.  The cubes behind a triangle are on one
   line of sight, so the visible face belongs to the nearest cube; a table of all triangles finds
   it. The rest is plane geometry: triangles with the same owner and direction are traced to
   outlines. */

#include "draw/picture/solid.h"

#include <assert.h>
#include <stdlib.h>

enum { TOP, LEFT, RIGHT, WAYS };

/* The two triangles of each face: the upper end of the upright side, relative to the rear corner of
   the top of the cube, and whether the third corner is to the right. */
static const struct {
  int8_t x, y;
  bool right;
} triangles[WAYS][2] = {
    [TOP] = {{0, 0, false}, {0, 0, true}},
    [LEFT] = {{-1, 1, true}, {0, 2, false}},
    [RIGHT] = {{1, 1, false}, {0, 2, true}},
};

static const double brightness[WAYS] = {[TOP] = 0.22, [LEFT] = 0, [RIGHT] = -0.25};

/* A visible triangle. */
typedef struct {
  uint32_t owner, cell;
  uint8_t way;
  bool right;
  bcov_vertex upper;
} facet;

typedef struct {
  const bcov_page_space *space;
  const bcov_solid *solid;
  bcov_figure *figure;
  int64_t width, height; /* of the table */
  uint32_t *seen;        /* of each triangle: 1 + 3 x cell + way of the visible face; 0: none */
  BCOV_VEC (facet) facets;
  bcov_sides sides;
} viewer;

static int64_t nearness (bcov_cell cell)
{
  return (int64_t)cell.row + cell.column - cell.layer;
}

static size_t place_of (const viewer *v, bcov_vertex upper, bool right)
{
  bcov_vertex least = v->space->projection.least;
  assert (upper.x >= least.x && upper.x - least.x < v->width);
  assert (upper.y >= least.y && upper.y - least.y < v->height);
  return (size_t)(((upper.y - least.y) * v->width + upper.x - least.x) * 2 + right);
}

static bcov_vertex upper_end (bcov_cell cell, int way, int half)
{
  bcov_vertex vertex = bcov_projection_isometric (cell.layer, cell.row, cell.column);
  return (bcov_vertex){vertex.x + triangles[way][half].x, vertex.y + triangles[way][half].y};
}

static void look_at (viewer *v, uint32_t number)
{
  bcov_cell cell = v->solid->cells[number];
  for (int way = 0; way < WAYS; way++)
    for (int half = 0; half < 2; half++) {
      uint32_t *seen =
          &v->seen[place_of (v, upper_end (cell, way, half), triangles[way][half].right)];
      if (!*seen || nearness (v->solid->cells[(*seen - 1) / WAYS]) < nearness (cell))
        *seen = 1 + number * WAYS + (uint32_t)way;
    }
}

static uint32_t owner_of (const bcov_solid *solid, uint32_t cell)
{
  uint32_t owner = solid->owner ? solid->owner[cell] : 0;
  return owner < solid->owners ? owner : solid->owners;
}

static bcov_status gather (viewer *v)
{
  bcov_status status = BCOV_OK;
  for (uint32_t c = 0; c < v->solid->count && !status; c++)
    for (int k = 0; k < 2 * WAYS && !status; k++) {
      int way = k / 2, half = k % 2;
      facet f = {owner_of (v->solid, c), c, (uint8_t)way, triangles[way][half].right,
                 upper_end (v->solid->cells[c], way, half)};
      if (v->seen[place_of (v, f.upper, f.right)] == 1 + c * WAYS + (uint32_t)way)
        status = bcov_vec_push (v->figure->mem, &v->facets, f, v->figure->err);
    }
  return status;
}

static int compare_facets (const void *a, const void *b)
{
  const facet *p = a, *q = b;
  if (p->owner != q->owner)
    return p->owner < q->owner ? -1 : 1;
  if (p->way != q->way)
    return p->way < q->way ? -1 : 1;
  return (p->cell > q->cell) - (p->cell < q->cell);
}

/* The three sides of a triangle, clockwise. */
static void add_facet (viewer *v, const facet *f)
{
  bcov_vertex a = f->upper, b = {a.x, a.y + 2}, c = {a.x + (f->right ? 1 : -1), a.y + 1};
  bcov_side sides[3] = {
      {a, f->right ? c : b}, {f->right ? c : b, f->right ? b : c}, {f->right ? b : c, a}};
  for (int k = 0; k < 3; k++)
    if (!v->figure->status)
      v->figure->status = bcov_vec_push (v->figure->mem, &v->sides, sides[k], v->figure->err);
}

static uint32_t shade (const bcov_solid *solid, const facet *f)
{
  uint32_t ink = f->owner < solid->owners ? solid->ink[f->owner] : BCOV_INK_CELL;
  double light = brightness[f->way];
  return bcov_figure_mix (ink, light > 0 ? 0xffffff : 0, light > 0 ? light : -light);
}

/* Draws the facets from FIRST on that have the same owner and direction; returns their end. */
static size_t draw_alike (viewer *v, size_t first)
{
  const facet *f = v->facets.data + first;
  size_t k = first;
  for (; k < v->facets.count && v->facets.data[k].owner == f->owner &&
         v->facets.data[k].way == f->way;
       k++)
    add_facet (v, v->facets.data + k);
  v->figure->step = v->solid->animate && f->owner < v->solid->owners ? f->owner + 1 : 0;
  bcov_page_space_sides (v->space, &v->sides, false,
                         bcov_page_space_outline (v->space, shade (v->solid, f), 0.055),
                         f->owner < v->solid->owners ? v->solid->title[f->owner] : NULL);
  v->figure->step = 0;
  return k;
}

/* Draws lines around every visible face. */
static void draw_grid (viewer *v)
{
  bcov_contour contour = {0};
  bcov_sides all = {0};
  for (size_t k = 0, end; k < v->facets.count && !v->figure->status; k = end) {
    for (end = k; end < v->facets.count && v->facets.data[end].owner == v->facets.data[k].owner &&
                  v->facets.data[end].way == v->facets.data[k].way &&
                  v->facets.data[end].cell == v->facets.data[k].cell;
         end++)
      add_facet (v, v->facets.data + end);
    bcov_contour_clear (&contour);
    if (!v->figure->status)
      v->figure->status = bcov_contour_trace (v->figure->mem, &v->sides, &contour, v->figure->err);
    for (size_t s = 0; s < v->sides.count && !v->figure->status; s++)
      v->figure->status = bcov_vec_push (v->figure->mem, &all, v->sides.data[s], v->figure->err);
    v->sides.count = 0;
  }
  bcov_page_space_sides (v->space, &all, true, bcov_page_space_faint (v->space), NULL);
  bcov_contour_free (v->figure->mem, &contour);
  bcov_vec_free (v->figure->mem, &all);
}

static void draw_seen (viewer *v)
{
  if (v->facets.count)
    qsort (v->facets.data, v->facets.count, sizeof *v->facets.data, compare_facets);
  for (size_t k = 0; k < v->facets.count && !v->figure->status;)
    k = draw_alike (v, k);
  if (v->space->unit >= BCOV_SMALLEST_GRID && !v->solid->animate)
    draw_grid (v);
}

/* Fills the table and lists the visible triangles. */
static bcov_status look (viewer *v)
{
  const bcov_projection *projection = &v->space->projection;
  bcov_mem *mem = v->figure->mem;
  v->width = projection->most.x - projection->least.x + 1;
  v->height = projection->most.y - projection->least.y + 1;
  v->seen =
      bcov_mem_alloc (mem, (size_t)(2 * v->width * v->height), sizeof *v->seen, v->figure->err);
  if (!v->seen)
    return bcov_mem_status (mem);
  for (uint32_t c = 0; c < v->solid->count; c++)
    look_at (v, c);
  return gather (v);
}

static void forget (viewer *v)
{
  bcov_mem_free (v->figure->mem, v->seen);
  bcov_vec_free (v->figure->mem, &v->facets);
  bcov_vec_free (v->figure->mem, &v->sides);
}

void bcov_solid_draw (const bcov_page_space *space, const bcov_solid *solid)
{
  viewer v = {.space = space, .solid = solid, .figure = space->figure};
  if (space->figure->status)
    return;
  space->figure->status = look (&v);
  if (!space->figure->status)
    draw_seen (&v);
  forget (&v);
}

/* The facets of a cell are consecutive before they are sorted. */
bcov_status bcov_solid_seen (bcov_mem *mem, const bcov_cell *cells, uint32_t count, uint32_t *seen,
                             bcov_error *err)
{
  bcov_figure none = {.mem = mem, .err = err};
  bcov_page_space space = {
      &none,
      bcov_projection_make (BCOV_CUBE, true, (bcov_cell){1, 1, 1}, cells, count),
      {0, 0},
      1,
      false};
  bcov_solid solid = {.cells = cells, .count = count, .owners = 1};
  viewer v = {.space = &space, .solid = &solid, .figure = &none};
  bcov_status status = look (&v);
  *seen = 0;
  for (size_t k = 0; k < v.facets.count && !status; k++)
    *seen += !k || v.facets.data[k].cell != v.facets.data[k - 1].cell;
  forget (&v);
  return status;
}
