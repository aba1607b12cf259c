/* Sides are sorted by their first vertex, so that binary search finds the sides that continue a
   line. Where several sides leave a vertex, an outline takes the one furthest to the right, which
   belongs to the same cell or to an adjacent one; so rings may touch but never cross.  Chains of
   sides continue straight ahead if possible.  Those that begin at vertices of odd degree are traced
   first, which keeps the number of chains small. */

#include "draw/scene/contour.h"

#include <stdlib.h>

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

static void sort_sides (bcov_sides *sides)
{
  if (sides->count)
    qsort (sides->data, sides->count, sizeof *sides->data, compare_sides);
}

/* The first side that begins at VERTEX or after it in the order. */
static size_t first_from (const bcov_sides *sides, bcov_vertex vertex)
{
  size_t low = 0, high = sides->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_vertices (sides->data[middle].from, vertex) < 0)
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
static size_t find_side (const bcov_sides *sides, bcov_vertex from, bcov_vertex to)
{
  for (size_t k = first_from (sides, from); begins_at (sides, k, from); k++)
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
  bcov_sides *sides;
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
static void cancel_shared (bcov_sides *sides, bool *used)
{
  size_t left = 0;
  for (size_t k = 0; k < sides->count; k++)
    used[k] = find_side (sides, sides->data[k].to, sides->data[k].from) < sides->count;
  for (size_t k = 0; k < sides->count; k++)
    if (!used[k])
      sides->data[left++] = sides->data[k];
  sides->count = left;
  for (size_t k = 0; k < left; k++)
    used[k] = false;
}

/* The side that follows side K; the number of sides if the ring is closed. */
static size_t next_right (const tracer *t, size_t k)
{
  const bcov_sides *sides = t->sides;
  bcov_side here = sides->data[k];
  size_t best = sides->count;
  for (size_t n = first_from (sides, here.to); begins_at (sides, n, here.to); n++)
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
  for (size_t n = first_from (sides, here.to); begins_at (sides, n, here.to); n++)
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
      t->used[find_side (t->sides, side.to, side.from)] = true;
    status = go_on (t, side.to);
    k = chain ? next_straight (t, k) : next_right (t, k);
  }
  if (!status)
    close_line (t);
  return status;
}

static bcov_status make_tracer (tracer *t, bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err)
{
  *t = (tracer){.mem = mem, .err = err, .sides = sides, .out = out};
  sort_sides (sides);
  t->used = bcov_mem_alloc (mem, sides->count + 1, sizeof *t->used, err);
  return t->used ? BCOV_OK : bcov_mem_status (mem);
}

bcov_status bcov_contour_trace (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err)
{
  tracer t;
  bcov_status status = make_tracer (&t, mem, sides, out, err);
  if (status)
    return status;
  cancel_shared (sides, t.used);
  for (size_t k = 0; k < sides->count && !status; k++)
    if (!t.used[k])
      status = trace_line (&t, k, false);
  bcov_mem_free (mem, t.used);
  return status;
}

/* ---- chains ---- */

/* Adds the opposite of every side; of equal sides it keeps one. */
static bcov_status double_sides (bcov_mem *mem, bcov_sides *sides, bcov_error *err)
{
  size_t count = sides->count, left = 0;
  bcov_status status = bcov_vec_reserve (mem, sides, 2 * count, err);
  if (status)
    return status;
  for (size_t k = 0; k < count; k++)
    sides->data[count + k] = (bcov_side){sides->data[k].to, sides->data[k].from};
  sides->count = 2 * count;
  sort_sides (sides);
  for (size_t k = 0; k < sides->count; k++)
    if (!left || compare_sides (sides->data + k, sides->data + left - 1))
      sides->data[left++] = sides->data[k];
  sides->count = left;
  return BCOV_OK;
}

/* Whether an odd number of unused sides begins where side K does: then a line must end there. */
static bool is_end (const tracer *t, size_t k)
{
  bcov_vertex vertex = t->sides->data[k].from;
  size_t count = 0;
  for (size_t n = first_from (t->sides, vertex); begins_at (t->sides, n, vertex); n++)
    count += !t->used[n];
  return count % 2;
}

bcov_status bcov_contour_chain (bcov_mem *mem, bcov_sides *sides, bcov_contour *out,
                                bcov_error *err)
{
  tracer t;
  bcov_status status = double_sides (mem, sides, err);
  if (!status)
    status = make_tracer (&t, mem, sides, out, err);
  if (status)
    return status;
  for (int round = 0; round < 2; round++) /* lines with ends first */
    for (size_t k = 0; k < sides->count && !status; k++)
      if (!t.used[k] && (round || is_end (&t, k)))
        status = trace_line (&t, k, true);
  bcov_mem_free (mem, t.used);
  return status;
}
