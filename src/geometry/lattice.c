/* The four lattices as tables: their names, and the steps from a cell to its neighbours.  On the
   triangle lattice the steps depend on whether the cell points up (row + column is even; the third
   neighbour is below) or down (it is above).

   Points: hex and triangle use the oblique basis e1 = right, e2 = half right and one row down.  A
   hex cell is u = column, v = row.  A triangle is three times its centre, relative to a vertex of
   the lattice, so that a symmetry about that vertex is an integer matrix.  Its u and v are both 2
   modulo 3 if it points up, and both 1 if it points down. */

#include "geometry/lattice.h"

#include <assert.h>
#include <string.h>

typedef struct {
  const char *name;
  size_t count;
  bcov_cell steps[2][BCOV_MOST_NEIGHBOURS]; /* [1]: for triangles that point down */
} lattice_data;

static const lattice_data lattices[BCOV_LATTICES] = {
    [BCOV_SQUARE] = {"square", 4, {{{0, -1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, -1}}}},
    [BCOV_CUBE] = {"cube",
                   6,
                   {{{0, -1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}, {1, 0, 0}}}},
    [BCOV_HEX] = {"hex",
                  6,
                  {{{0, -1, 0}, {0, -1, 1}, {0, 0, 1}, {0, 1, 0}, {0, 1, -1}, {0, 0, -1}}}},
    [BCOV_TRIANGLE] = {"triangle",
                       3,
                       {{{0, 0, 1}, {0, 1, 0}, {0, 0, -1}}, {{0, -1, 0}, {0, 0, 1}, {0, 0, -1}}}},
};

const char *bcov_lattice_name (bcov_lattice lattice)
{
  assert (lattice < BCOV_LATTICES);
  return lattices[lattice].name;
}

bcov_lattice bcov_lattice_find (const char *name, size_t length)
{
  for (unsigned k = 0; k < BCOV_LATTICES; k++)
    if (strlen (lattices[k].name) == length && !memcmp (lattices[k].name, name, length))
      return (bcov_lattice)k;
  return BCOV_LATTICES;
}

static bool is_odd (bcov_cell cell)
{
  return ((int64_t)cell.row + cell.column) & 1;
}

size_t bcov_lattice_neighbours (bcov_lattice lattice, bcov_cell cell,
                                bcov_cell out[BCOV_MOST_NEIGHBOURS])
{
  assert (lattice < BCOV_LATTICES);
  const lattice_data *data = &lattices[lattice];
  const bcov_cell *steps = data->steps[lattice == BCOV_TRIANGLE && is_odd (cell)];
  for (size_t k = 0; k < data->count; k++)
    out[k] = (bcov_cell){cell.layer + steps[k].layer, cell.row + steps[k].row,
                         cell.column + steps[k].column};
  return data->count;
}

bcov_point bcov_lattice_point (bcov_lattice lattice, bcov_cell cell)
{
  int64_t r = cell.row, c = cell.column;
  if (lattice != BCOV_TRIANGLE)
    return (bcov_point){cell.layer, r, c};
  if (is_odd (cell))
    return (bcov_point){cell.layer, 3 * r + 1, (3 * (c - r) + 5) / 2};
  return (bcov_point){cell.layer, 3 * r + 2, (3 * (c - r) + 4) / 2};
}

bcov_cell bcov_lattice_cell (bcov_lattice lattice, bcov_point point)
{
  int64_t v = point.y, u = point.x;
  if (lattice == BCOV_TRIANGLE) {
    int64_t rest = (v % 3 + 3) % 3;
    assert (rest && (2 * u + v) % 3 == 0);
    v = (point.y - rest) / 3;
    u = (2 * point.x + point.y - 6) / 3;
  }
  return (bcov_cell){(int32_t)point.z, (int32_t)v, (int32_t)u};
}

bool bcov_lattice_may_move (bcov_lattice lattice, bcov_cell move)
{
  return lattice != BCOV_TRIANGLE || !is_odd (move);
}

int bcov_cell_compare (bcov_cell a, bcov_cell b)
{
  if (a.layer != b.layer)
    return a.layer < b.layer ? -1 : 1;
  if (a.row != b.row)
    return a.row < b.row ? -1 : 1;
  return (a.column > b.column) - (a.column < b.column);
}
