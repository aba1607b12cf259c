/* The cells of the lattices as polygons with integer coordinates.

     square    corners (column, row)
     hex       the middle at (2 column + row, 3 row); six corners around it, one above, one below
     triangle  corners at (column, row) .. (column + 2, row + 1)
     cubes     in each layer as squares; from a corner (column - row, column + row + 2 layer)

   The scale factors make the polygons regular.  A hexagon is one unit wide; a triangle is larger,
   because a label needs room inside it. */

#include "draw/scene/projection.h"

#include <math.h>
#include <stddef.h>

static const double triangle_side = 1.5;

static void set_units (bcov_projection *projection)
{
  double half_root = sqrt (3) / 2;
  projection->x_unit = projection->y_unit = 1;
  if (projection->isometric) {
    projection->x_unit = half_root;
    projection->y_unit = 0.5;
  } else if (projection->lattice == BCOV_HEX) {
    projection->x_unit = 0.5;
    projection->y_unit = 0.25 / half_root;
  } else if (projection->lattice == BCOV_TRIANGLE) {
    projection->x_unit = triangle_side / 2;
    projection->y_unit = triangle_side * half_root;
  }
}

/* Arranges the layers in several rows if a single row would be much wider than high. */
static void set_layers (bcov_projection *projection, bcov_cell measures)
{
  double rows = measures.row + 1.0, columns = measures.column + 1.0;
  double across = ceil (sqrt (4 * measures.layer * rows / columns));
  projection->right = measures.column + (int64_t)1;
  projection->down = measures.row + (int64_t)1;
  projection->across = across < measures.layer ? (int32_t)across : measures.layer;
}

bcov_vertex bcov_projection_isometric (int64_t layer, int64_t row, int64_t column)
{
  return (bcov_vertex){column - row, column + row + 2 * layer};
}

static size_t hex_corners (bcov_cell cell, bcov_vertex *out)
{
  static const int8_t around[6][2] = {{-1, -1}, {0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}};
  int64_t x = 2 * (int64_t)cell.column + cell.row, y = 3 * (int64_t)cell.row;
  for (int k = 0; k < 6; k++)
    out[k] = (bcov_vertex){x + around[k][0], y + around[k][1]};
  return 6;
}

static size_t triangle_corners (bcov_cell cell, bcov_vertex *out)
{
  int64_t x = cell.column, y = cell.row;
  bool points_up = ((x + y) & 1) == 0;
  out[0] = points_up ? (bcov_vertex){x + 1, y} : (bcov_vertex){x, y};
  out[1] = points_up ? (bcov_vertex){x + 2, y + 1} : (bcov_vertex){x + 2, y};
  out[2] = points_up ? (bcov_vertex){x, y + 1} : (bcov_vertex){x + 1, y + 1};
  return 3;
}

static size_t square_corners (const bcov_projection *projection, bcov_cell cell, bcov_vertex *out)
{
  int64_t x = cell.column, y = cell.row;
  if (projection->across) {
    x += cell.layer % projection->across * projection->right;
    y += cell.layer / projection->across * projection->down;
  }
  out[0] = (bcov_vertex){x, y};
  out[1] = (bcov_vertex){x + 1, y};
  out[2] = (bcov_vertex){x + 1, y + 1};
  out[3] = (bcov_vertex){x, y + 1};
  return 4;
}

/* The outline of a cube: all corners except the hidden one and the one in the middle. */
static size_t cube_corners (bcov_cell cell, bcov_vertex *out)
{
  static const int8_t around[6][3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1},
                                      {1, 1, 1}, {1, 1, 0}, {0, 1, 0}};
  for (int k = 0; k < 6; k++)
    out[k] = bcov_projection_isometric (cell.layer + around[k][0], cell.row + around[k][1],
                                        cell.column + around[k][2]);
  return 6;
}

size_t bcov_projection_corners (const bcov_projection *projection, bcov_cell cell,
                                bcov_vertex out[BCOV_MOST_CORNERS])
{
  if (projection->isometric)
    return cube_corners (cell, out);
  if (projection->lattice == BCOV_HEX)
    return hex_corners (cell, out);
  return projection->lattice == BCOV_TRIANGLE ? triangle_corners (cell, out)
                                              : square_corners (projection, cell, out);
}

/* The first four neighbours of a cube are those in its layer. */
size_t bcov_projection_neighbours (const bcov_projection *projection, bcov_cell cell,
                                   bcov_cell out[BCOV_MOST_NEIGHBOURS])
{
  size_t count = bcov_lattice_neighbours (projection->lattice, cell, out);
  return projection->lattice == BCOV_CUBE ? 4 : count;
}

static void stretch (bcov_projection *projection, bcov_vertex vertex, bool first)
{
  if (first)
    projection->least = projection->most = vertex;
  projection->least.x = vertex.x < projection->least.x ? vertex.x : projection->least.x;
  projection->least.y = vertex.y < projection->least.y ? vertex.y : projection->least.y;
  projection->most.x = vertex.x > projection->most.x ? vertex.x : projection->most.x;
  projection->most.y = vertex.y > projection->most.y ? vertex.y : projection->most.y;
}

bcov_projection bcov_projection_make (bcov_lattice lattice, bool isometric, bcov_cell measures,
                                      const bcov_cell *cells, size_t count)
{
  bcov_projection projection = {.lattice = lattice, .isometric = isometric && lattice == BCOV_CUBE};
  bcov_vertex corners[BCOV_MOST_CORNERS];
  set_units (&projection);
  if (lattice == BCOV_CUBE)
    set_layers (&projection, measures);
  for (size_t c = 0; c < count; c++) {
    size_t n = bcov_projection_corners (&projection, cells[c], corners);
    for (size_t k = 0; k < n; k++)
      stretch (&projection, corners[k], c + k == 0);
  }
  return projection;
}

double bcov_projection_width (const bcov_projection *projection)
{
  return (double)(projection->most.x - projection->least.x) * projection->x_unit;
}

double bcov_projection_height (const bcov_projection *projection)
{
  return (double)(projection->most.y - projection->least.y) * projection->y_unit;
}
