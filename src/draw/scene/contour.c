/* Sides are sorted by their first vertex, row by row, and a table holds the first side of each row.
   Binary search within a row finds the sides that continue a line.  Sorting takes two passes of a
   counting sort, because the sides of large boards number millions.  Where several sides leave a
   vertex, an outline takes the one furthest to the right, which belongs to the same cell or to an
   adjacent one; so rings may touch but never cross.  Chains of sides continue straight ahead if
   possible.  Those that begin at vertices of odd degree are traced first, which keeps the number of
   chains small. */

#include "draw/scene/contour.h"

#include <stdlib.h>
#include <string.h>

void bcov_contour_clear (bcov_contour *contour)
{
  contour->vertices.count = contour->lines.count = 0;
}

void bcov_contour_free (bcov_mem *mem, bcov_contour *contour)
{
  bcov_vec_free (mem, &contour->vertices);
  bcov_vec_free (mem, &contour->lines);
}

/* ---- sides in order ---- */

static int compare_vertices (bcov_vertex a, bcov_vertex b)
{
  if (a.y != b.y)
    return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

static int compare_sides (const void *a, const void *b)
{
  const bcov_side *p = a, *q = b;
  int order = compare_vertices (p->from, q->from);
  return order ? order : compare_vertices (p->to, q->to);
}

/* Sorted sides, and where each row of first vertices begins. */
typedef struct {
  bcov_mem *mem;
  bcov_sides *sides;
  int64_t top;
  size_t rows;
  size_t *first; /* of each row, and the number of sides at the end */
} sorted_sides;

static int64_t part_of (bcov_vertex vertex, bool by_row)
{
  return by_row ? vertex.y : vertex.x;
}

/* The least coordinate and the number of coordinates from the least to the greatest. */
static void find_range (const bcov_sides *sides, bool by_row, int64_t *least, size_t *range)
{
  int64_t low = 0, high = -1;
  for (size_t k = 0; k < sides->count; k++) {
    int64_t at = part_of (sides->data[k].from, by_row);
    low = !k || at < low ? at : low;
    high = !k || at > high ? at : high;
  }
  *least = low;
  *range = (size_t)(high - low + 1);
}

/* Stable counting sort of FROM into TO by one coordinate of the first vertex.  FIRST has room for
   RANGE + 1 numbers and receives where each value begins. */
static void sort_by_part (const bcov_sides *sides, const bcov_side *from, bcov_side *to,
                          bool by_row, int64_t least, size_t range, size_t *first)
{
  memset (first, 0, (range + 1) * sizeof *first);
  for (size_t k = 0; k < sides->count; k++)
    first[part_of (from[k].from, by_row) - least + 1]++;
  for (size_t k = 0; k < range; k++)
    first[k + 1] += first[k];
  for (size_t k = 0; k < sides->count; k++)
    to[first[part_of (from[k].from, by_row) - least]++] = from[k];
  memmove (first + 1, first, range * sizeof *first);
  first[0] = 0;
}

/* At most a few sides begin at one vertex. */
static void sort_ties (bcov_sides *sides)
{
  bcov_side *data = sides->data;
  for (size_t k = 1; k < sides->count; k++) {
    bcov_side side = data[k];
    size_t n = k;
    for (; n && compare_sides (data + n - 1, &side) > 0; n--)
      data[n] = data[n - 1];
    data[n] = side;
  }
}

static void list_rows (sorted_sides *all)
{
  size_t row = 0;
  for (size_t k = 0; k < all->sides->count; k++)
    for (; (int64_t)row <= all->sides->data[k].from.y - all->top; row++)
      all->first[row] = k;
  for (; row <= all->rows; row++)
    all->first[row] = all->sides->count;
}

/* Sorts SIDES.  OUT is freed with end_sorting; list_rows updates it when SIDES have changed. */
static bcov_status sort_sides (bcov_mem *mem, bcov_sides *sides, sorted_sides *out, bcov_error *err)
{
  int64_t left;
  size_t columns;
  *out = (sorted_sides){.mem = mem, .sides = sides};
  find_range (sides, true, &out->top, &out->rows);
  find_range (sides, false, &left, &columns);
  size_t most = out->rows > columns ? out->rows : columns;
  out->first = bcov_mem_alloc (mem, most + 1, sizeof *out->first, err);
  bcov_side *copy = out->first ? bcov_mem_alloc (mem, sides->count + 1, sizeof *copy, err) : NULL;
  if (!copy) {
    bcov_mem_free (mem, out->first);
    return bcov_mem_status (mem);
  }
  sort_by_part (sides, sides->data, copy, false, left, columns, out->first);
  sort_by_part (sides, copy, sides->data, true, out->top, out->rows, out->first);
  sort_ties (sides);
  bcov_mem_free (mem, copy);
  return BCOV_OK;
}

static void end_sorting (sorted_sides *all)
{
  bcov_mem_free (all->mem, all->first);
}

/* The first side that begins at VERTEX or after it in its row. */
static size_t first_from (const sorted_sides *all, bcov_vertex vertex)
{
  if (vertex.y < all->top || vertex.y >= all->top + (int64_t)all->rows)
    return all->sides->count;
  size_t low = all->first[vertex.y - all->top], high = all->first[vertex.y - all->top + 1];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (all->sides->data[middle].from.x < vertex.x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool begins_at (const bcov_sides *sides, size_t k, bcov_vertex vertex)
{
  return k < sides->count && !compare_vertices (sides->data[k].from, vertex);
}

/* The index of the side from FROM to TO; the number of sides if there is none. */
static size_t find_side (const sorted_sides *all, bcov_vertex from, bcov_vertex to)
{
  const bcov_sides *sides = all->sides;
  for (size_t k = first_from (all, from); begins_at (sides, k, from); k++)
    if (!compare_vertices (sides->data[k].to, to))
      return k;
  return sides->count;
}

/* ---- directions ---- */

static int64_t cross (bcov_side a, bcov_side b)
{
  return (a.to.x - a.from.x) * (b.to.y - b.from.y) - (a.to.y - a.from.y) * (b.to.x - b.from.x);
}

static int64_t along (bcov_side a, bcov_side b)
{
  return (a.to.x - a.from.x) * (b.to.x - b.from.x) + (a.to.y - a.from.y) * (b.to.y - b.from.y);
}

static bool is_straight (bcov_side a, bcov_side b)
{
  return !cross (a, b) && along (a, b) > 0;
}

/* 0 for a turn to the right, 1 straight on, 2 to the left (y grows downwards). */
static int turn_class (bcov_side a, bcov_side b)
{
  return cross (a, b) > 0 ? 0 : is_straight (a, b) ? 1 : 2;
}

/* Whether, coming along A, side B turns further to the right than C. */
static bool is_further_right (bcov_side a, bcov_side b, bcov_side c)
{
  int of_b = turn_class (a, b), of_c = turn_class (a, c);
  return of_b != of_c ? of_b < of_c : cross (b, c) < 0;
}

/* ---- building lines ---- */

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  sorted_sides *all;
  bcov_sides *sides; /* of ALL */
  bool *used;
  size_t start; /* the first side of the current ring */
  bcov_contour *out;
} tracer;

static bcov_status begin_line (tracer *t, bcov_vertex vertex)
{
  bcov_contour_line line = {t->out->vertices.count, 1, false};
  bcov_status status = bcov_vec_push (t->mem, &t->out->vertices, vertex, t->err);
  return status ? status : bcov_vec_push (t->mem, &t->out->lines, line, t->err);
}

/* Continues the line to VERTEX.  A vertex within a straight line is dropped. */
static bcov_status go_on (tracer *t, bcov_vertex vertex)
{
  bcov_contour_line *line = t->out->lines.data + t->out->lines.count - 1;
  bcov_vertex *vertices = t->out->vertices.data + line->first;
  if (line->count > 1 &&
      is_straight ((bcov_side){vertices[line->count - 2], vertices[line->count - 1]},
                   (bcov_side){vertices[line->count - 1], vertex})) {
    vertices[line->count - 1] = vertex;
    return BCOV_OK;
  }
  bcov_status status = bcov_vec_push (t->mem, &t->out->vertices, vertex, t->err);
  line->count += !status;
  return status;
}

/* Closes a line that has returned to its first vertex.  The vertex is then stored once, or not at
   all if it lies within a straight line. */
static void close_line (tracer *t)
{
  bcov_contour_line *line = t->out->lines.data + t->out->lines.count - 1;
  bcov_vertex *vertices = t->out->vertices.data + line->first;
  size_t n = line->count;
  if (n < 4 || compare_vertices (vertices[0], vertices[n - 1]))
    return;
  line->closed = true;
  line->count = --n;
  if (is_straight ((bcov_side){vertices[n - 1], vertices[0]},
                   (bcov_side){vertices[0], vertices[1]})) {
    vertices[0] = vertices[n - 1];
    line->count--;
  }
  t->out->vertices.count = line->first + line->count;
}

/* ---- outlines ---- */

/* Drops the sides that occur in both directions. */
static void cancel_shared (sorted_sides *all, bool *used)
{
  bcov_sides *sides = all->sides;
  size_t left = 0;
  for (size_t k = 0; k < sides->count; k++)
    used[k] = find_side (all, sides->data[k].to, sides->data[k].from) < sides->count;
  for (size_t k = 0; k < sides->count; k++)
    if (!used[k])
      sides->data[left++] = sides->data[k];
  sides->count = left;
  for (size_t k = 0; k < left; k++)
    used[k] = false;
  list_rows (all);
}

/* The side that follows side K; the number of sides if the ring is closed. */
static size_t next_right (const tracer *t, size_t k)
{
  const bcov_sides *sides = t->sides;
  bcov_side here = sides->data[k];
  size_t best = sides->count;
  for (size_t n = first_from (t->all, here.to); begins_at (sides, n, here.to); n++)
    if ((!t->used[n] || n == t->start) &&
        (best == sides->count || is_further_right (here, sides->data[n], sides->data[best])))
      best = n;
  return best == t->start ? sides->count : best;
}

/* An unused side that follows side K, the straight one if there is one. */
static size_t next_straight (const tracer *t, size_t k)
{
  const bcov_sides *sides = t->sides;
  bcov_side here = sides->data[k];
  size_t best = sides->count;
  for (size_t n = first_from (t->all, here.to); begins_at (sides, n, here.to); n++)
    if (!t->used[n] && (best == sides->count || is_straight (here, sides->data[n])))
      best = n;
  return best;
}

/* Traces a line from side K on.  In a chain the opposite of each side is used too. */
static bcov_status trace_line (tracer *t, size_t k, bool chain)
{
  bcov_status status = begin_line (t, t->sides->data[k].from);
  t->start = k;
  while (!status && k < t->sides->count) {
    bcov_side side = t->sides->data[k];
    t->used[k] = true;
    if (chain)
      t->used[find_side (t->all, side.to, side.from)] = true;
    status = go_on (t, side.to);
    k = chain ? next_straight (t, k) : next_right (t, k);
  }
  if (!status)
    close_line (t);
  return status;
}

static bcov_status make_tracer (tracer *t, sorted_sides *all, bcov_contour *out, bcov_error *err)
{
  *t = (tracer){.mem = all->mem, .err = err, .all = all, .sides = all->sides, .out = out};
  t->used = bcov_mem_alloc (all->mem, all->sides->count + 1, sizeof *t->used, err);
  return t->used ? BCOV_OK : bcov_mem_status (all->mem);
}

static bcov_status trace_rings (sorted_sides *all, bcov_contour *out, bcov_error *err)
{
  tracer t;
  bcov_status status = make_tracer (&t, all, out, err);
  if (status)
    return status;
  cancel_shared (all, t.used);
  for (size_t k = 0; k < all->sides->count && !status; k++)
    if (!t.used[k])
      status = trace_line (&t, k, false);
  bcov_mem_free (all->mem, t.used);
  return status;
}

bcov_status bcov_contour_trace (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err)
{
  sorted_sides all;
  bcov_status status = sort_sides (mem, sides, &all, err);
  if (status)
    return status;
  status = trace_rings (&all, out, err);
  end_sorting (&all);
  return status;
}

/* ---- chains ---- */

/* Adds the opposite of every side. */
static bcov_status double_sides (bcov_mem *mem, bcov_sides *sides, bcov_error *err)
{
  size_t count = sides->count;
  bcov_status status = bcov_vec_reserve (mem, sides, 2 * count, err);
  if (status)
    return status;
  for (size_t k = 0; k < count; k++)
    sides->data[count + k] = (bcov_side){sides->data[k].to, sides->data[k].from};
  sides->count = 2 * count;
  return BCOV_OK;
}

/* Of equal sides keeps one. */
static void drop_equal (sorted_sides *all)
{
  bcov_sides *sides = all->sides;
  size_t left = 0;
  for (size_t k = 0; k < sides->count; k++)
    if (!left || compare_sides (sides->data + k, sides->data + left - 1))
      sides->data[left++] = sides->data[k];
  sides->count = left;
  list_rows (all);
}

/* Whether an odd number of unused sides begins where side K does: then a line must end there. */
static bool is_end (const tracer *t, size_t k)
{
  bcov_vertex vertex = t->sides->data[k].from;
  size_t count = 0;
  for (size_t n = first_from (t->all, vertex); begins_at (t->sides, n, vertex); n++)
    count += !t->used[n];
  return count % 2;
}

static bcov_status trace_chains (sorted_sides *all, bcov_contour *out, bcov_error *err)
{
  tracer t;
  bcov_status status = make_tracer (&t, all, out, err);
  if (status)
    return status;
  for (int round = 0; round < 2; round++) /* lines with ends first */
    for (size_t k = 0; k < all->sides->count && !status; k++)
      if (!t.used[k] && (round || is_end (&t, k)))
        status = trace_line (&t, k, true);
  bcov_mem_free (all->mem, t.used);
  return status;
}

bcov_status bcov_contour_chain (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err)
{
  sorted_sides all;
  bcov_status status = double_sides (mem, sides, err);
  if (!status)
    status = sort_sides (mem, sides, &all, err);
  if (status)
    return status;
  drop_equal (&all);
  status = trace_chains (&all, out, err);
  end_sorting (&all);
  return status;
}
