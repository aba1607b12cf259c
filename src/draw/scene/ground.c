/* The polygons of the lattices in whole coordinates.

     square    corners (column, row)
     hex       the middle at (2 column + row, 3 row); six corners around it, one above, one below
     triangle  corners at (column, row) .. (column + 2, row + 1)
     cubes     in each layer as squares; from a corner (column - row, column + row + 2 layer)

   What a unit is worth makes them regular: hexagons one wide, triangles a little larger, since they
   have less room inside. */

#include "draw/scene/ground.h"

#include <math.h>
#include <stddef.h>

static const double triangle_side = 1.5;

static void set_units (bcov_ground *ground)
{
  double half_root = sqrt (3) / 2;
  ground->x_unit = ground->y_unit = 1;
  if (ground->isometric) {
    ground->x_unit = half_root;
    ground->y_unit = 0.5;
  } else if (ground->lattice == BCOV_HEX) {
    ground->x_unit = 0.5;
    ground->y_unit = 0.25 / half_root;
  } else if (ground->lattice == BCOV_TRIANGLE) {
    ground->x_unit = triangle_side / 2;
    ground->y_unit = triangle_side * half_root;
  }
}

/* Layers go below each other when all of them in a row would be much wider than high. */
static void set_layers (bcov_ground *ground, bcov_cell measures)
{
  double rows = measures.row + 1.0, columns = measures.column + 1.0;
  double across = ceil (sqrt (4 * measures.layer * rows / columns));
  ground->right = measures.column + (int64_t)1;
  ground->down = measures.row + (int64_t)1;
  ground->across = across < measures.layer ? (int32_t)across : measures.layer;
}

bcov_knot bcov_ground_isometric (int64_t layer, int64_t row, int64_t column)
{
  return (bcov_knot){column - row, column + row + 2 * layer};
}

static size_t hex_corners (bcov_cell cell, bcov_knot *out)
{
  static const int8_t around[6][2] = {{-1, -1}, {0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}};
  int64_t x = 2 * (int64_t)cell.column + cell.row, y = 3 * (int64_t)cell.row;
  for (int k = 0; k < 6; k++)
    out[k] = (bcov_knot){x + around[k][0], y + around[k][1]};
  return 6;
}

static size_t triangle_corners (bcov_cell cell, bcov_knot *out)
{
  int64_t x = cell.column, y = cell.row;
  bool points_up = ((x + y) & 1) == 0;
  out[0] = points_up ? (bcov_knot){x + 1, y} : (bcov_knot){x, y};
  out[1] = points_up ? (bcov_knot){x + 2, y + 1} : (bcov_knot){x + 2, y};
  out[2] = points_up ? (bcov_knot){x, y + 1} : (bcov_knot){x + 1, y + 1};
  return 3;
}

static size_t square_corners (const bcov_ground *ground, bcov_cell cell, bcov_knot *out)
{
  int64_t x = cell.column, y = cell.row;
  if (ground->across) {
    x += cell.layer % ground->across * ground->right;
    y += cell.layer / ground->across * ground->down;
  }
  out[0] = (bcov_knot){x, y};
  out[1] = (bcov_knot){x + 1, y};
  out[2] = (bcov_knot){x + 1, y + 1};
  out[3] = (bcov_knot){x, y + 1};
  return 4;
}

/* All corners of a cube but the hidden one and the one in the middle. */
static size_t cube_corners (bcov_cell cell, bcov_knot *out)
{
  static const int8_t around[6][3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1},
                                      {1, 1, 1}, {1, 1, 0}, {0, 1, 0}};
  for (int k = 0; k < 6; k++)
    out[k] = bcov_ground_isometric (cell.layer + around[k][0], cell.row + around[k][1],
                                    cell.column + around[k][2]);
  return 6;
}

size_t bcov_ground_corners (const bcov_ground *ground, bcov_cell cell,
                            bcov_knot out[BCOV_MOST_CORNERS])
{
  if (ground->isometric)
    return cube_corners (cell, out);
  if (ground->lattice == BCOV_HEX)
    return hex_corners (cell, out);
  return ground->lattice == BCOV_TRIANGLE ? triangle_corners (cell, out)
                                          : square_corners (ground, cell, out);
}

/* The first four neighbours of a cube are those in its layer. */
size_t bcov_ground_neighbours (const bcov_ground *ground, bcov_cell cell,
                               bcov_cell out[BCOV_MOST_NEIGHBOURS])
{
  size_t count = bcov_lattice_neighbours (ground->lattice, cell, out);
  return ground->lattice == BCOV_CUBE ? 4 : count;
}

static void stretch (bcov_ground *ground, bcov_knot knot, bool first)
{
  if (first)
    ground->least = ground->most = knot;
  ground->least.x = knot.x < ground->least.x ? knot.x : ground->least.x;
  ground->least.y = knot.y < ground->least.y ? knot.y : ground->least.y;
  ground->most.x = knot.x > ground->most.x ? knot.x : ground->most.x;
  ground->most.y = knot.y > ground->most.y ? knot.y : ground->most.y;
}

bcov_ground bcov_ground_make (bcov_lattice lattice, bool isometric, bcov_cell measures,
                              const bcov_cell *cells, size_t count)
{
  bcov_ground ground = {.lattice = lattice, .isometric = isometric && lattice == BCOV_CUBE};
  bcov_knot corners[BCOV_MOST_CORNERS];
  set_units (&ground);
  if (lattice == BCOV_CUBE)
    set_layers (&ground, measures);
  for (size_t c = 0; c < count; c++) {
    size_t n = bcov_ground_corners (&ground, cells[c], corners);
    for (size_t k = 0; k < n; k++)
      stretch (&ground, corners[k], c + k == 0);
  }
  return ground;
}

double bcov_ground_width (const bcov_ground *ground)
{
  return (double)(ground->most.x - ground->least.x) * ground->x_unit;
}

double bcov_ground_height (const bcov_ground *ground)
{
  return (double)(ground->most.y - ground->least.y) * ground->y_unit;
}
