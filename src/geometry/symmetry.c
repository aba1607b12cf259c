/* Makes symmetries from their numbers.  Of n symmetries, numbers 0 .. n/2-1 are the rotations, and
   number n/2 + k is the reflection that exchanges left and right, followed by rotation k.

   Flat lattices: rotation k is k times the smallest rotation, clockwise as drawn (rows go down).
   Cube: rotation k has permutation k / 4 of the axes, and the bits of k % 4 are the signs of two of
   them; the third sign follows from the determinant, which is 1. */

#include "geometry/symmetry.h"

#include <assert.h>

static const bcov_symmetry identity = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
static const bcov_symmetry quarter_turn = {.m = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}};
static const bcov_symmetry sixth_turn = {.m = {{1, 0, 0}, {0, 1, 1}, {0, -1, 0}}};
static const bcov_symmetry straight_mirror = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};
static const bcov_symmetry oblique_mirror = {.m = {{1, 0, 0}, {0, 1, 0}, {0, -1, -1}}};

/* The permutations of the axes, even ones first. */
static const uint8_t axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                   {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

/* North, east, south, west; north-east, south-east, south-west, north-west. */
static const bcov_point sides[4] = {{0, -1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, -1}};
static const bcov_point corners[4] = {{0, -1, 1}, {0, 1, 1}, {0, 1, -1}, {0, -1, -1}};

static bcov_point apply (const bcov_symmetry *symmetry, bcov_point p)
{
  const int8_t (*m)[3] = symmetry->m;
  return (bcov_point){m[0][0] * p.z + m[0][1] * p.y + m[0][2] * p.x,
                      m[1][0] * p.z + m[1][1] * p.y + m[1][2] * p.x,
                      m[2][0] * p.z + m[2][1] * p.y + m[2][2] * p.x};
}

bcov_symmetry bcov_symmetry_compose (bcov_symmetry a, bcov_symmetry b)
{
  bcov_symmetry both = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        both.m[i][j] = (int8_t)(both.m[i][j] + a.m[i][k] * b.m[k][j]);
  return both;
}

static bcov_symmetry rotate_cube (size_t k)
{
  const uint8_t *axis = axes[k / 4];
  int first = k & 1 ? -1 : 1, second = k & 2 ? -1 : 1, parity = k / 4 < 3 ? 1 : -1;
  bcov_symmetry rotation = {0};
  rotation.m[0][axis[0]] = (int8_t)first;
  rotation.m[1][axis[1]] = (int8_t)second;
  rotation.m[2][axis[2]] = (int8_t)(first * second * parity);
  return rotation;
}

static bcov_symmetry rotate (bcov_lattice lattice, size_t k)
{
  if (lattice == BCOV_CUBE)
    return rotate_cube (k);
  bcov_symmetry rotation = identity;
  for (; k > 0; k--)
    rotation = bcov_symmetry_compose (rotation, lattice == BCOV_SQUARE ? quarter_turn : sixth_turn);
  return rotation;
}

static uint8_t place_of (bcov_point point, const bcov_point places[4])
{
  for (uint8_t k = 0; k < 4; k++)
    if (places[k].y == point.y && places[k].x == point.x)
      return k;
  assert (!"a square's symmetry maps sides to sides and corners to corners");
  return 0;
}

static void find_sides (bcov_lattice lattice, bcov_symmetry *symmetry)
{
  bool square = lattice == BCOV_SQUARE;
  for (uint8_t k = 0; k < 4; k++) {
    symmetry->side[k] = square ? place_of (apply (symmetry, sides[k]), sides) : k;
    symmetry->corner[k] = square ? place_of (apply (symmetry, corners[k]), corners) : k;
  }
}

size_t bcov_symmetry_count (bcov_lattice lattice)
{
  static const uint8_t counts[BCOV_LATTICES] = {
      [BCOV_SQUARE] = 8, [BCOV_CUBE] = 48, [BCOV_HEX] = 12, [BCOV_TRIANGLE] = 12};
  assert (lattice < BCOV_LATTICES);
  return counts[lattice];
}

bcov_symmetry bcov_symmetry_get (bcov_lattice lattice, size_t number)
{
  size_t rotations = bcov_symmetry_count (lattice) / 2;
  bool oblique = lattice == BCOV_HEX || lattice == BCOV_TRIANGLE;
  assert (number < 2 * rotations);
  bcov_symmetry symmetry = rotate (lattice, number % rotations);
  if (number >= rotations)
    symmetry = bcov_symmetry_compose (symmetry, oblique ? oblique_mirror : straight_mirror);
  symmetry.flip = number >= rotations;
  find_sides (lattice, &symmetry);
  return symmetry;
}

bcov_cell bcov_symmetry_cell (bcov_lattice lattice, const bcov_symmetry *symmetry, bcov_cell cell)
{
  return bcov_lattice_cell (lattice, apply (symmetry, bcov_lattice_point (lattice, cell)));
}

bool bcov_symmetry_is_allowed (bcov_lattice lattice, size_t number, bool turn, bool flip)
{
  size_t rotations = bcov_symmetry_count (lattice) / 2;
  return (turn || number % rotations == 0) && (flip || number < rotations);
}
