/* Outlines.  A place on the screen is a corner, a side or the inside of a cell; which one follows
   from its line and column, and what is drawn there from the two or four cells that meet. */

#include "draw/terminal/outline.h"
#include "base/text.h"

#include <string.h>

/* A glyph of a side, drawn only if what lies on both sides of it differs. */
static bcov_glyph between (const bcov_view *view, uint32_t a, uint32_t b, uint32_t rune)
{
  return a == b ? bcov_view_on (view, a, ' ') : bcov_view_line (rune);
}

/* ---- what stands inside a box ---- */

uint32_t bcov_outline_inside (const bcov_view *view, uint32_t who)
{
  if (who == BCOV_NOBODY)
    return 0xb7;
  if (who == BCOV_NOWHERE)
    return ' ';
  const bcov_covering *covering = view->scene->covering;
  if (bcov_scene_is_tile (view->scene, who))
    return covering->puzzle->pieces.data[covering->laid.data[who].piece].letter;
  return view->scene->board->lattice == BCOV_CUBE ? view->scene->letter[who] : ' ';
}

/* Whether boxes must leave room inside. */
static bool needs_room (const bcov_view *view)
{
  const bcov_covering *covering = view->scene->covering;
  if (view->colour || view->scene->board->lattice == BCOV_CUBE || bcov_scene_has_gaps (view->scene))
    return true;
  for (uint32_t k = 0; k < covering->laid.count; k++)
    if (bcov_scene_is_tile (view->scene, k))
      return true;
  return false;
}

/* ---- boxes on squares ---- */

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8, ACROSS = LEFT | RIGHT, UPRIGHT = UP | DOWN };

/* The box-drawing character with these arms. */
static uint32_t joint (unsigned arms)
{
  static const uint16_t runes[16] = {' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                     0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                     0x2510, 0x2524, 0x252c, 0x253c};
  return runes[arms];
}

/* The corner at the upper left of position ROW, COLUMN. */
static bcov_glyph corner_at (const bcov_view *view, int32_t row, int32_t column)
{
  uint32_t upper_left = bcov_view_owner (view, row - 1, column - 1),
           upper = bcov_view_owner (view, row - 1, column);
  uint32_t left = bcov_view_owner (view, row, column - 1),
           here = bcov_view_owner (view, row, column);
  unsigned arms = (upper_left != upper ? UP : 0) | (upper != here ? RIGHT : 0) |
                  (here != left ? DOWN : 0) | (left != upper_left ? LEFT : 0);
  return arms ? bcov_view_line (joint (arms)) : bcov_view_on (view, here, ' ');
}

/* Two columns and one row a cell: every even column is a corner, and the upright lines are nothing
   but the arms of corners. */
static bcov_glyph small_box_at (const bcov_view *view, int32_t line, int32_t column)
{
  int32_t c = column / 2;
  if (column % 2 == 0)
    return corner_at (view, line, c);
  return between (view, bcov_view_owner (view, line - 1, c), bcov_view_owner (view, line, c),
                  joint (ACROSS));
}

/* The first character of the colour that OWNER has on a side (BCOV_NORTH ..); 0 when it has none.
 */
static uint32_t side_colour (const bcov_view *view, uint32_t owner, int side)
{
  const bcov_covering *covering = view->scene->covering;
  const bcov_puzzle *puzzle = covering->puzzle;
  if (!bcov_view_is_piece (owner))
    return 0;
  bcov_laid laid = covering->laid.data[owner];
  const bcov_piece *piece = puzzle->pieces.data + laid.piece;
  uint16_t colour = laid.form < piece->n_forms ? piece->forms[laid.form].decor.sides[side] : 0;
  uint32_t rune = 0;
  if (colour)
    bcov_utf8_decode (puzzle->colours.data[colour - 1], strlen (puzzle->colours.data[colour - 1]),
                      &rune);
  return rune;
}

/* The middle of the side where side A_SIDE of A and B_SIDE of B meet: the colour, if they have one.
 */
static bcov_glyph middle (const bcov_view *view, uint32_t a, int a_side, uint32_t b, int b_side,
                          uint32_t line)
{
  uint32_t rune = side_colour (view, a, a_side);
  if (!rune)
    rune = side_colour (view, b, b_side);
  return between (view, a, b, rune ? rune : line);
}

/* Four columns and two rows a cell. */
static bcov_glyph roomy_box_at (const bcov_view *view, int32_t line, int32_t column)
{
  int32_t r = line / 2, c = column / 4, x = column % 4;
  bool is_level = line % 2 == 0;
  uint32_t here = bcov_view_owner (view, r, c);
  if (is_level && x == 0)
    return corner_at (view, r, c);
  if (is_level && x == 2)
    return middle (view, bcov_view_owner (view, r - 1, c), BCOV_SOUTH, here, BCOV_NORTH,
                   joint (ACROSS));
  if (is_level)
    return between (view, bcov_view_owner (view, r - 1, c), here, joint (ACROSS));
  if (x == 0)
    return middle (view, bcov_view_owner (view, r, c - 1), BCOV_EAST, here, BCOV_WEST,
                   joint (UPRIGHT));
  return bcov_view_on (view, here, x == 2 ? bcov_outline_inside (view, here) : ' ');
}

/* ---- boxes on hexagons ---- */

/* A row of hexagons takes a line of upright sides, between two of sloping ones that it shares with
   the rows above and below:

      / \ / \        cell 0,0 begins at column 0, cell 0,1 at column 4;
     |   |   |       each row begins two columns right of the one above.
      \ / \ / \
       |   |   |                                                                               */
static bcov_glyph hex_slope_at (const bcov_view *view, int32_t row, int32_t column)
{
  int32_t c = column >> 2; /* rounds down below 0 too */
  uint32_t here = bcov_view_owner (view, row, c), upper_left = bcov_view_owner (view, row - 1, c);
  switch (column & 3) {
  case 0:
    return bcov_view_on (view, upper_left, ' ');
  case 1:
    return between (view, upper_left, here, '/');
  case 2:
    return bcov_view_on (view, here, ' ');
  default:
    return between (view, bcov_view_owner (view, row - 1, c + 1), here, '\\');
  }
}

static bcov_glyph hex_box_at (const bcov_view *view, int32_t line, int32_t column)
{
  int32_t row = line / 2;
  column -= 2 * row;
  if (line % 2 == 0)
    return hex_slope_at (view, row, column);
  int32_t c = column >> 2;
  uint32_t here = bcov_view_owner (view, row, c);
  if ((column & 3) == 0)
    return between (view, bcov_view_owner (view, row, c - 1), here, joint (UPRIGHT));
  return bcov_view_on (view, here, (column & 3) == 2 ? bcov_outline_inside (view, here) : ' ');
}

/* ---- boxes on triangles ---- */

/* A row of triangles takes two lines.  The side between cells C - 1 and C slopes through columns 2C
   and 2C + 1; a level side stands at the foot of the line above it, hence one more line on top:

      ____
     /\  /        The inside of triangles that point down is seen in the first line, of those that
    /__\/         point up in the second: four columns each, less what slopes.
    \  /\
     \/__\                                                                                     */
static bool points_up (int32_t row, int32_t column)
{
  return ((row + column) & 1) == 0;
}

/* What stands at the foot, or in the middle, of the triangle that COLUMN of the HALF of ROW is in.
 */
static bcov_glyph triangle_inside_at (const bcov_view *view, int32_t row, int32_t column,
                                      int32_t half)
{
  int32_t c = column >> 1;
  if (points_up (row, c) != half)
    c--;
  uint32_t here = bcov_view_owner (view, row, c);
  bool has_foot = half && bcov_view_owner (view, row + 1, c) != here;
  if (here == BCOV_NOBODY && column == 2 * c + 1)
    return bcov_view_on (view, here, bcov_outline_inside (view, here));
  return bcov_view_on (view, here, has_foot ? '_' : ' ');
}

static bcov_glyph triangle_box_at (const bcov_view *view, int32_t line, int32_t column)
{
  int32_t row = (line + 1) / 2 - 1, half = (line + 1) % 2;
  int32_t c = column / 2;
  bool rises = points_up (row, c);
  bool on_side = column % 2 == (rises ? 1 - half : half);
  if (on_side && bcov_view_owner (view, row, c - 1) != bcov_view_owner (view, row, c))
    return bcov_view_line (rises ? '/' : '\\');
  return triangle_inside_at (view, row, column, half);
}

/* ---- the layout ---- */

bcov_layout bcov_outline_layout (const bcov_view *view)
{
  const bcov_board *board = view->scene->board;
  int64_t rows = board->rows, columns = board->columns;
  if (board->lattice == BCOV_HEX)
    return (bcov_layout){hex_box_at, 2 * rows + 1, 4 * columns + 2 * rows + 2, 0};
  if (board->lattice == BCOV_TRIANGLE)
    return (bcov_layout){triangle_box_at, 2 * rows + 1, 2 * columns + 2, 0};
  if (needs_room (view))
    return (bcov_layout){roomy_box_at, 2 * rows + 1, 4 * columns + 1, 2};
  return (bcov_layout){small_box_at, rows + 1, 2 * columns + 1, 0};
}
