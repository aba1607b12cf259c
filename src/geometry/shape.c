/* Shapes: sorted cells, moved to the corner of the lattice, so two shapes are equal if their arrays
   are.  A shape can have as many cells as a board (2^24); nothing here is slower than sorting. */

#include "geometry/shape.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare_cells (const void *a, const void *b)
{
  return bcov_cell_compare (*(const bcov_cell *)a, *(const bcov_cell *)b);
}

static bool is_sorted (const bcov_cell *cells, size_t count)
{
  for (size_t k = 1; k < count; k++)
    if (bcov_cell_compare (cells[k - 1], cells[k]) > 0)
      return false;
  return true;
}

/* Most pieces are small; for them insertion sort is faster than qsort. */
static void sort (bcov_cell *cells, size_t count)
{
  if (count > 32) {
    qsort (cells, count, sizeof *cells, compare_cells);
    return;
  }
  for (size_t k = 1; k < count; k++) {
    bcov_cell cell = cells[k];
    size_t at = k;
    for (; at && bcov_cell_compare (cells[at - 1], cell) > 0; at--)
      cells[at] = cells[at - 1];
    cells[at] = cell;
  }
}

/* Finds the corner that moves to the origin. */
static bcov_cell find_corner (bcov_lattice lattice, const bcov_cell *cells, size_t count)
{
  bcov_cell corner = cells[0];
  for (size_t k = 1; k < count; k++) {
    corner.layer = cells[k].layer < corner.layer ? cells[k].layer : corner.layer;
    corner.row = cells[k].row < corner.row ? cells[k].row : corner.row;
    corner.column = cells[k].column < corner.column ? cells[k].column : corner.column;
  }
  if (!bcov_lattice_may_move (lattice, corner))
    corner.column--;
  return corner;
}

bcov_cell bcov_shape_normalise (bcov_lattice lattice, bcov_cell *cells, size_t count)
{
  if (!count)
    return (bcov_cell){0};
  if (!is_sorted (cells, count))
    sort (cells, count);
  bcov_cell corner = find_corner (lattice, cells, count);
  for (size_t k = 0; k < count; k++) {
    cells[k].layer -= corner.layer;
    cells[k].row -= corner.row;
    cells[k].column -= corner.column;
  }
  return corner;
}

static size_t drop_doubles (bcov_cell *cells, size_t count)
{
  size_t kept = 0;
  for (size_t k = 0; k < count; k++)
    if (!kept || bcov_cell_compare (cells[kept - 1], cells[k]))
      cells[kept++] = cells[k];
  return kept;
}

bcov_status bcov_shape_make (bcov_mem *mem, bcov_lattice lattice, const bcov_cell *cells,
                             size_t count, bcov_shape *out, bcov_error *err)
{
  assert (count <= UINT32_MAX);
  *out = (bcov_shape){.cells = bcov_mem_alloc (mem, count, sizeof *cells, err)};
  if (!out->cells)
    return bcov_mem_status (mem);
  if (count)
    memcpy (out->cells, cells, count * sizeof *cells);
  bcov_shape_normalise (lattice, out->cells, count);
  out->count = (uint32_t)drop_doubles (out->cells, count);
  return BCOV_OK;
}

void bcov_shape_free (bcov_mem *mem, bcov_shape *shape)
{
  bcov_mem_free (mem, shape->cells);
  *shape = (bcov_shape){0};
}

bcov_status bcov_shape_turn (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                             const bcov_symmetry *symmetry, bcov_shape *out, bcov_error *err)
{
  *out = (bcov_shape){.cells = bcov_mem_alloc (mem, shape->count, sizeof *shape->cells, err)};
  if (!out->cells)
    return bcov_mem_status (mem);
  out->count = shape->count;
  for (uint32_t k = 0; k < shape->count; k++)
    out->cells[k] = bcov_symmetry_cell (lattice, symmetry, shape->cells[k]);
  bcov_shape_normalise (lattice, out->cells, out->count);
  return BCOV_OK;
}

int bcov_shape_compare (const bcov_shape *a, const bcov_shape *b)
{
  if (a->count != b->count)
    return a->count < b->count ? -1 : 1;
  for (uint32_t k = 0; k < a->count; k++) {
    int order = bcov_cell_compare (a->cells[k], b->cells[k]);
    if (order)
      return order;
  }
  return 0;
}

uint64_t bcov_shape_hash (const bcov_shape *shape)
{
  uint64_t hash = shape->count;
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    hash = bcov_hash_mix (hash, (uint64_t)(uint32_t)cell.layer << 32 | (uint32_t)cell.row);
    hash = bcov_hash_mix (hash, (uint32_t)cell.column);
  }
  return bcov_hash_end (hash);
}

bcov_cell bcov_shape_size (const bcov_shape *shape)
{
  bcov_cell size = {1, 1, 1};
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    size.layer = cell.layer >= size.layer ? cell.layer + 1 : size.layer;
    size.row = cell.row >= size.row ? cell.row + 1 : size.row;
    size.column = cell.column >= size.column ? cell.column + 1 : size.column;
  }
  return size;
}

bool bcov_shape_has (const bcov_shape *shape, bcov_cell cell)
{
  return bsearch (&cell, shape->cells, shape->count, sizeof cell, compare_cells);
}

/* ---- connected parts, by union-find ---- */

/* Returns the root of K and halves the path to it. */
static uint32_t find_root (uint32_t *parent, uint32_t k)
{
  while (parent[k] != k)
    k = parent[k] = parent[parent[k]];
  return k;
}

/* Joins cell K with the neighbours before it; returns by how many the number of groups decreases.
 */
static uint32_t join_back (bcov_lattice lattice, const bcov_shape *shape, uint32_t *parent,
                           uint32_t k)
{
  bcov_cell near[BCOV_MOST_NEIGHBOURS];
  size_t n = bcov_lattice_neighbours (lattice, shape->cells[k], near);
  uint32_t joined = 0;
  for (size_t i = 0; i < n; i++) {
    if (bcov_cell_compare (near[i], shape->cells[k]) > 0)
      continue;
    const bcov_cell *at = bsearch (&near[i], shape->cells, k, sizeof *at, compare_cells);
    if (!at)
      continue;
    uint32_t other = find_root (parent, (uint32_t)(at - shape->cells));
    uint32_t own = find_root (parent, k);
    if (other == own)
      continue;
    parent[other < own ? own : other] = other < own ? other : own;
    joined++;
  }
  return joined;
}

bcov_status bcov_shape_parts (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              uint32_t *parts, bcov_error *err)
{
  uint32_t *parent = bcov_mem_alloc (mem, shape->count, sizeof *parent, err);
  if (!parent)
    return bcov_mem_status (mem);
  uint32_t groups = shape->count;
  for (uint32_t k = 0; k < shape->count; k++) {
    parent[k] = k;
    groups -= join_back (lattice, shape, parent, k);
  }
  bcov_mem_free (mem, parent);
  *parts = groups;
  return BCOV_OK;
}

bcov_status bcov_shape_connected (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool *connected, bcov_error *err)
{
  uint32_t parts = 0;
  bcov_status status = bcov_shape_parts (mem, lattice, shape, &parts, err);
  *connected = parts <= 1;
  return status;
}

/* ---- forms ---- */

static int compare_shapes (const void *a, const void *b)
{
  return bcov_shape_compare (a, b);
}

void bcov_shapes_keep_different (bcov_mem *mem, bcov_shapes *shapes)
{
  size_t kept = 0;
  if (shapes->count > 1)
    qsort (shapes->data, shapes->count, sizeof *shapes->data, compare_shapes);
  for (size_t k = 0; k < shapes->count; k++)
    if (kept && !bcov_shape_compare (&shapes->data[kept - 1], &shapes->data[k]))
      bcov_shape_free (mem, &shapes->data[k]);
    else
      shapes->data[kept++] = shapes->data[k];
  shapes->count = kept;
}

bcov_status bcov_shape_forms (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                              bool turn, bool flip, bcov_shapes *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *out = (bcov_shapes){0};
  for (size_t k = 0; k < bcov_symmetry_count (lattice) && !status; k++) {
    if (!bcov_symmetry_is_allowed (lattice, k, turn, flip))
      continue;
    bcov_symmetry symmetry = bcov_symmetry_get (lattice, k);
    status = bcov_vec_reserve (mem, out, out->count + 1, err);
    if (!status)
      status = bcov_shape_turn (mem, lattice, shape, &symmetry, &out->data[out->count], err);
    out->count += !status;
  }
  bcov_shapes_keep_different (mem, out);
  if (status)
    bcov_shapes_free (mem, out);
  return status;
}

bcov_status bcov_shape_canonical (bcov_mem *mem, bcov_lattice lattice, const bcov_shape *shape,
                                  bool turn, bool flip, bcov_shape *out, bcov_error *err)
{
  bcov_shapes forms;
  bcov_status status = bcov_shape_forms (mem, lattice, shape, turn, flip, &forms, err);
  if (status)
    return status;
  *out = forms.data[0];
  forms.data[0] = (bcov_shape){0};
  bcov_shapes_free (mem, &forms);
  return BCOV_OK;
}

void bcov_shapes_free (bcov_mem *mem, bcov_shapes *shapes)
{
  for (size_t k = 0; k < shapes->count; k++)
    bcov_shape_free (mem, &shapes->data[k]);
  bcov_vec_free (mem, shapes);
}
