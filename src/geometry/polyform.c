/* Makes polyforms by growth.  Every polyform of n cells has a cell without which it is connected,
   so all of them arise from those of n - 1 cells by adding a neighbour.  Duplicates have the same
   canonical form and are removed after sorting.  Time and memory: polyforms of n - 1 cells times
   their neighbours; meant for small n. */

#include "geometry/polyform.h"

#include <assert.h>
#include <string.h>

typedef struct {
  bcov_mem *mem;
  bcov_lattice lattice;
  bool turn, flip;
  bcov_shapes next; /* the new polyforms so far, with duplicates */
  bcov_error *err;
} growth;

/* Adds the canonical form of COUNT cells. */
static bcov_status add_form (growth *g, const bcov_cell *cells, size_t count)
{
  bcov_shape shape, form = {0};
  bcov_status status = bcov_shape_make (g->mem, g->lattice, cells, count, &shape, g->err);
  if (!status)
    status = bcov_shape_canonical (g->mem, g->lattice, &shape, g->turn, g->flip, &form, g->err);
  bcov_shape_free (g->mem, &shape);
  if (!status)
    status = bcov_vec_push (g->mem, &g->next, form, g->err);
  if (status)
    bcov_shape_free (g->mem, &form);
  return status;
}

/* On the triangle lattice a cell points up or down. */
static bcov_status start (growth *g)
{
  bcov_cell first = {0}, second = {0, 0, 1};
  bcov_status status = add_form (g, &first, 1);
  if (!status)
    status = add_form (g, &second, 1);
  bcov_shapes_keep_different (g->mem, &g->next);
  return status;
}

/* Adds SHAPE with each of its neighbours.  CELLS has room for one more cell than SHAPE. */
static bcov_status grow_shape (growth *g, const bcov_shape *shape, bcov_cell *cells)
{
  bcov_status status = BCOV_OK;
  memcpy (cells, shape->cells, shape->count * sizeof *cells);
  for (uint32_t k = 0; k < shape->count && !status; k++) {
    bcov_cell near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_lattice_neighbours (g->lattice, shape->cells[k], near);
    for (size_t i = 0; i < n && !status; i++) {
      cells[shape->count] = near[i];
      if (!bcov_shape_has (shape, near[i]))
        status = add_form (g, cells, shape->count + 1);
    }
  }
  return status;
}

/* Replaces the polyforms of N cells by those of N + 1. */
static bcov_status grow (growth *g, uint32_t n)
{
  bcov_cell *cells = bcov_mem_alloc (g->mem, (size_t)n + 1, sizeof *cells, g->err);
  if (!cells)
    return bcov_mem_status (g->mem);
  bcov_shapes last = g->next;
  g->next = (bcov_shapes){0};
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < last.count && !status; k++)
    status = grow_shape (g, &last.data[k], cells);
  bcov_shapes_keep_different (g->mem, &g->next);
  bcov_shapes_free (g->mem, &last);
  bcov_mem_free (g->mem, cells);
  return status;
}

bcov_status bcov_polyform_list (bcov_mem *mem, bcov_lattice lattice, uint32_t cells, bool turn,
                                bool flip, bcov_shapes *out, bcov_error *err)
{
  assert (cells > 0);
  growth g = {.mem = mem, .lattice = lattice, .turn = turn, .flip = flip, .err = err};
  bcov_status status = start (&g);
  for (uint32_t n = 1; n < cells && !status; n++)
    status = grow (&g, n);
  if (status)
    bcov_shapes_free (mem, &g.next);
  *out = g.next;
  return status;
}
