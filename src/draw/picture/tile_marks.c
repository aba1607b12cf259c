/* An arrow is drawn as a path, since not every font has it.  It points at the only corner or else
   the only side that the tile points at; otherwise its direction is that of the character U+2190 to
   U+2199 that names the tile. */

#include "draw/picture/tile_marks.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

typedef struct {
  double x, y;
} direction;

/* In the order of BCOV_NORTH ... BCOV_NORTHWEST. */
static const direction directions[8] = {{0, -1},
                                        {1, 0},
                                        {0, 1},
                                        {-1, 0},
                                        {M_SQRT1_2, -M_SQRT1_2},
                                        {M_SQRT1_2, M_SQRT1_2},
                                        {-M_SQRT1_2, M_SQRT1_2},
                                        {-M_SQRT1_2, -M_SQRT1_2}};

static const bcov_piece *piece_of (const bcov_scene *scene, uint32_t number)
{
  return scene->covering->puzzle->pieces.data + scene->covering->laid.data[number].piece;
}

static bcov_decor decor_of (const bcov_scene *scene, uint32_t number)
{
  const bcov_piece *piece = piece_of (scene, number);
  uint32_t form = scene->covering->laid.data[number].form;
  return form < piece->n_forms ? piece->forms[form].decor : (bcov_decor){0};
}

/* ---- sides ---- */

static uint32_t side_ink (uint16_t colour)
{
  uint32_t ink = bcov_page_space_paint ((uint8_t)((colour - 1) % BCOV_COLOURS));
  return bcov_figure_mix (ink, 0, (colour - 1) / BCOV_COLOURS % 3 * 0.25);
}

/* Writes the first letter of a colour, if the puzzle has more colours than the palette. */
static void name_side (const bcov_page_space *space, const bcov_puzzle *puzzle, bcov_page_point at,
                       uint16_t colour)
{
  char text[5] = "";
  const char *name = puzzle->colours.data[colour - 1];
  uint32_t rune;
  size_t length = bcov_utf8_decode (name, strlen (name), &rune);
  memcpy (text, name, length);
  if (puzzle->colours.count > BCOV_COLOURS)
    bcov_figure_label (space->figure, at, 0.2 * space->unit, 0, BCOV_INK_LINE, text);
}

static void draw_sides (const bcov_page_space *space, const bcov_puzzle *puzzle, bcov_cell cell,
                        bcov_decor decor)
{
  bcov_vertex vertices[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&space->projection, cell, vertices);
  bcov_page_point middle = bcov_page_space_middle (space, cell);
  for (size_t k = 0; k < 4 && count == 4; k++) {
    uint16_t colour = decor.sides[k];
    if (!colour)
      continue;
    bcov_page_point a = bcov_page_space_at (space, vertices[k]),
                    b = bcov_page_space_at (space, vertices[(k + 1) % 4]);
    bcov_page_point corners[3] = {a, b, middle};
    bcov_figure_path (space->figure, bcov_page_space_outline (space, side_ink (colour), 0.025),
                      puzzle->colours.data[colour - 1]);
    bcov_page_space_polygon (space, corners, 3);
    name_side (space, puzzle,
               (bcov_page_point){(a.x + b.x) / 3 + middle.x / 3, (a.y + b.y) / 3 + middle.y / 3},
               colour);
  }
}

/* ---- arrows ---- */

/* The number of the only bit of MASK; -1 if there are none or several. */
static int only_bit (unsigned mask)
{
  return mask && !(mask & (mask - 1)) ? __builtin_ctz (mask) : -1;
}

static int named_direction (uint32_t letter)
{
  static const int8_t of[10] = {
      BCOV_WEST, BCOV_NORTH,     BCOV_EAST,      BCOV_SOUTH,     -1,
      -1,        BCOV_NORTHWEST, BCOV_NORTHEAST, BCOV_SOUTHEAST, BCOV_SOUTHWEST};
  return letter >= 0x2190 && letter <= 0x2199 ? of[letter - 0x2190] : -1;
}

static int direction_of (const bcov_piece *piece, bcov_decor decor)
{
  int corner = only_bit (decor.points >> 4), side = only_bit (decor.points & 15);
  if (corner >= 0)
    return corner + 4;
  return side >= 0 ? side : named_direction (piece->letter);
}

/* Draws a shaft with a head through the centre of the cell. */
static void draw_arrow (const bcov_page_space *space, bcov_page_point at, direction way,
                        uint32_t ink)
{
  static const double form[7][2] = {{-0.3, -0.05}, {0.04, -0.05}, {0.04, -0.17}, {0.32, 0},
                                    {0.04, 0.17},  {0.04, 0.05},  {-0.3, 0.05}};
  bcov_page_point corners[7];
  for (int k = 0; k < 7; k++) {
    double u = form[k][0] * space->unit, v = form[k][1] * space->unit;
    corners[k] = (bcov_page_point){at.x + u * way.x - v * way.y, at.y + u * way.y + v * way.x};
  }
  bcov_figure_path (space->figure, bcov_page_space_surface (ink), NULL);
  bcov_page_space_polygon (space, corners, 7);
}

void bcov_tile_marks_draw (const bcov_page_space *space, const bcov_scene *scene, uint32_t number,
                           uint32_t background)
{
  const bcov_covering *covering = scene->covering;
  bcov_cell cell = scene->board->cells[covering->cells.data[covering->laid.data[number].first]];
  bcov_decor decor = decor_of (scene, number);
  const bcov_piece *piece = piece_of (scene, number);
  uint32_t ink = bcov_page_space_readable (background);
  int way = direction_of (piece, decor);
  draw_sides (space, covering->puzzle, cell, decor);
  if (way >= 0)
    draw_arrow (space, bcov_page_space_middle (space, cell), directions[way], ink);
  else if (!decor.sides[0] && !decor.sides[1] && !decor.sides[2] && !decor.sides[3])
    bcov_page_space_letter (space, cell, piece->letter, ink);
}
