/* Coverings as text.

   A style is a function from a line and a column of the screen to a glyph.  It looks at the two or
   four positions of the board that meet there, so no canvas is kept.  All styles share the rest:
   layers side by side, escapes only where a colour changes, no blanks at the end of a line.  A
   printer for many coverings in letters copies a text instead. */

#include "draw/terminal/terminal.h"
#include "base/text.h"
#include "draw/scene/palette.h"

#include <assert.h>
#include <string.h>

/* ---- what is drawn ---- */

/* One character of the screen.  INK and PAPER are terminal colours; 0 is the default colour. */
struct glyph {
  uint32_t rune;
  uint8_t ink, paper;
};

struct view {
  const bcov_scene *scene;
  const uint8_t *colour; /* of each placement; NULL: no colours */
  const uint8_t *shade;  /* the same, for blocks without colour */
  int32_t layer;
};

/* How a style draws a lattice: the glyph at each place, and the size of a layer. */
struct layout {
  struct glyph (*at) (const struct view *view, int32_t line, int32_t column);
  int64_t lines, columns;
  int32_t gap; /* columns between two layers */
};

static uint32_t owner_at (const struct view *view, int32_t row, int32_t column)
{
  return bcov_scene_at (view->scene, view->layer, row, column);
}

static bool is_piece (uint32_t owner)
{
  return owner < BCOV_OFF_BOARD;
}

/* The colours of OWNER; zeros when it has none. */
static bcov_paint paint_of (const struct view *view, uint32_t owner)
{
  bool coloured = view->colour && is_piece (owner);
  return coloured ? bcov_palette_paint (view->colour[owner]) : (bcov_paint){0};
}

/* A glyph on the colour of OWNER. */
static struct glyph glyph_on (const struct view *view, uint32_t owner, uint32_t rune)
{
  bcov_paint paint = paint_of (view, owner);
  return (struct glyph){rune, paint.ink, paint.terminal};
}

/* A glyph without colour. */
static struct glyph plain_glyph (uint32_t rune)
{
  return (struct glyph){rune, 0, 0};
}

/* ---- letters ---- */

static struct glyph letter_at (const struct view *view, int32_t line, int32_t column)
{
  uint32_t owner = owner_at (view, line, column);
  uint32_t rune = is_piece (owner)           ? view->scene->letter[owner]
                  : owner == BCOV_EMPTY_CELL ? '.'
                                             : '#';
  return (struct glyph){rune, paint_of (view, owner).terminal, 0};
}

/* ---- boxes ---- */

/* A place on the screen is a corner, a side or the inside of a cell.  Its line and column determine
   which of these it is, and the two or four cells that meet there determine what is drawn. */

/* Returns the character inside a cell: the symbol of a tile, the letter on the cube lattice (where
   a piece may continue in another layer), a dot in an empty cell, otherwise a blank. */
static uint32_t rune_inside (const struct view *view, uint32_t owner)
{
  if (owner == BCOV_EMPTY_CELL)
    return 0xb7;
  if (owner == BCOV_OFF_BOARD)
    return ' ';
  const bcov_covering *covering = view->scene->covering;
  if (bcov_scene_is_tile (view->scene, owner))
    return covering->puzzle->pieces.data[covering->laid.data[owner].piece].letter;
  return view->scene->board->lattice == BCOV_CUBE ? view->scene->letter[owner] : ' ';
}

/* Whether boxes need room for a character inside. */
static bool needs_room (const struct view *view)
{
  const bcov_covering *covering = view->scene->covering;
  if (view->colour || view->scene->board->lattice == BCOV_CUBE || bcov_scene_has_gaps (view->scene))
    return true;
  for (uint32_t k = 0; k < covering->laid.count; k++)
    if (bcov_scene_is_tile (view->scene, k))
      return true;
  return false;
}

/* The glyph of a side, which is drawn only between different owners. */
static struct glyph between (const struct view *view, uint32_t a, uint32_t b, uint32_t rune)
{
  return a == b ? glyph_on (view, a, ' ') : plain_glyph (rune);
}

/* ---- boxes on squares ---- */

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8, ACROSS = LEFT | RIGHT, UPRIGHT = UP | DOWN };

/* The box-drawing character with these arms. */
static uint32_t joint (unsigned arms)
{
  static const uint16_t runes[16] = {' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                     0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                     0x2510, 0x2524, 0x252c, 0x253c};
  assert (arms < 16);
  return runes[arms];
}

/* The corner at the upper left of position ROW, COLUMN. */
static struct glyph corner_at (const struct view *view, int32_t row, int32_t column)
{
  uint32_t upper_left = owner_at (view, row - 1, column - 1),
           upper = owner_at (view, row - 1, column);
  uint32_t left = owner_at (view, row, column - 1), here = owner_at (view, row, column);
  unsigned arms = (upper_left != upper ? UP : 0) | (upper != here ? RIGHT : 0) |
                  (here != left ? DOWN : 0) | (left != upper_left ? LEFT : 0);
  return arms ? plain_glyph (joint (arms)) : glyph_on (view, here, ' ');
}

/* A cell takes two columns and one row: every even column is a corner, and vertical lines consist
   only of the arms of corners. */
static struct glyph small_box_at (const struct view *view, int32_t line, int32_t column)
{
  int32_t c = column / 2;
  if (column % 2 == 0)
    return corner_at (view, line, c);
  return between (view, owner_at (view, line - 1, c), owner_at (view, line, c), joint (ACROSS));
}

/* The first character of the colour that OWNER has on a side (BCOV_NORTH ..); 0 when it has none.
 */
static uint32_t side_colour (const struct view *view, uint32_t owner, int side)
{
  const bcov_covering *covering = view->scene->covering;
  const bcov_puzzle *puzzle = covering->puzzle;
  if (!is_piece (owner))
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
static struct glyph middle (const struct view *view, uint32_t a, int a_side, uint32_t b, int b_side,
                            uint32_t line)
{
  uint32_t rune = side_colour (view, a, a_side);
  if (!rune)
    rune = side_colour (view, b, b_side);
  return between (view, a, b, rune ? rune : line);
}

/* A cell takes four columns and two rows. */
static struct glyph roomy_box_at (const struct view *view, int32_t line, int32_t column)
{
  int32_t r = line / 2, c = column / 4, x = column % 4;
  bool is_level = line % 2 == 0;
  uint32_t here = owner_at (view, r, c);
  if (is_level && x == 0)
    return corner_at (view, r, c);
  if (is_level && x == 2)
    return middle (view, owner_at (view, r - 1, c), BCOV_SOUTH, here, BCOV_NORTH, joint (ACROSS));
  if (is_level)
    return between (view, owner_at (view, r - 1, c), here, joint (ACROSS));
  if (x == 0)
    return middle (view, owner_at (view, r, c - 1), BCOV_EAST, here, BCOV_WEST, joint (UPRIGHT));
  return glyph_on (view, here, x == 2 ? rune_inside (view, here) : ' ');
}

/* ---- boxes on hexagons ---- */

/* A row of hexagons takes one line of vertical sides, between two lines of sloping sides that it
   shares with the rows above and below:

      / \ / \        cell 0,0 begins at column 0, cell 0,1 at column 4;
     |   |   |       each row begins two columns right of the one above.
      \ / \ / \
       |   |   |                                                                               */
static struct glyph hex_slope_at (const struct view *view, int32_t row, int32_t column)
{
  int32_t c = column >> 2; /* rounds down below 0 too */
  uint32_t here = owner_at (view, row, c), upper_left = owner_at (view, row - 1, c);
  switch (column & 3) {
  case 0:
    return glyph_on (view, upper_left, ' ');
  case 1:
    return between (view, upper_left, here, '/');
  case 2:
    return glyph_on (view, here, ' ');
  default:
    return between (view, owner_at (view, row - 1, c + 1), here, '\\');
  }
}

static struct glyph hex_box_at (const struct view *view, int32_t line, int32_t column)
{
  int32_t row = line / 2;
  column -= 2 * row;
  if (line % 2 == 0)
    return hex_slope_at (view, row, column);
  int32_t c = column >> 2;
  uint32_t here = owner_at (view, row, c);
  if ((column & 3) == 0)
    return between (view, owner_at (view, row, c - 1), here, joint (UPRIGHT));
  return glyph_on (view, here, (column & 3) == 2 ? rune_inside (view, here) : ' ');
}

/* ---- boxes on triangles ---- */

/* A row of triangles takes two lines.  The side between cells C - 1 and C slopes through columns 2C
   and 2C + 1; a horizontal side is at the bottom of the line above it, so there is an additional
   first line:

      ____
     /\  /        The inside of triangles that point down is seen in the first line, of those that
    /__\/         point up in the second: four columns each, less what slopes.
    \  /\
     \/__\                                                                                     */
static bool points_up (int32_t row, int32_t column)
{
  return ((row + column) & 1) == 0;
}

/* The glyph at the bottom, or in the middle, of the triangle that contains COLUMN in this HALF of
   ROW.
 */
static struct glyph triangle_inside_at (const struct view *view, int32_t row, int32_t column,
                                        int32_t half)
{
  int32_t c = column >> 1;
  if (points_up (row, c) != half)
    c--;
  uint32_t here = owner_at (view, row, c);
  bool has_foot = half && owner_at (view, row + 1, c) != here;
  if (here == BCOV_EMPTY_CELL && column == 2 * c + 1)
    return glyph_on (view, here, rune_inside (view, here));
  return glyph_on (view, here, has_foot ? '_' : ' ');
}

static struct glyph triangle_box_at (const struct view *view, int32_t line, int32_t column)
{
  int32_t row = (line + 1) / 2 - 1, half = (line + 1) % 2;
  int32_t c = column / 2;
  bool rises = points_up (row, c);
  bool on_side = column % 2 == (rises ? 1 - half : half);
  if (on_side && owner_at (view, row, c - 1) != owner_at (view, row, c))
    return plain_glyph (rises ? '/' : '\\');
  return triangle_inside_at (view, row, column, half);
}

static struct layout boxes_layout (const struct view *view)
{
  const bcov_board *board = view->scene->board;
  int64_t rows = board->rows, columns = board->columns;
  if (board->lattice == BCOV_HEX)
    return (struct layout){hex_box_at, 2 * rows + 1, 4 * columns + 2 * rows + 2, 0};
  if (board->lattice == BCOV_TRIANGLE)
    return (struct layout){triangle_box_at, 2 * rows + 1, 2 * columns + 2, 0};
  if (needs_room (view))
    return (struct layout){roomy_box_at, 2 * rows + 1, 4 * columns + 1, 2};
  return (struct layout){small_box_at, rows + 1, 2 * columns + 1, 0};
}

/* ---- blocks ---- */

/* The character that replaces a colour on a terminal without colours. */
static uint32_t shade_of (uint8_t colour)
{
  static const uint16_t runes[BCOV_COLOURS] = {0x2592, 0x2588, 0x2591, 0x2593,
                                               0x259a, 0x258c, 0x2584, 0x259e};
  return runes[colour % BCOV_COLOURS];
}

static struct glyph block (const struct view *view, uint32_t owner, bool first)
{
  if (is_piece (owner) && view->shade)
    return plain_glyph (shade_of (view->shade[owner]));
  return glyph_on (view, owner,
                   first && owner == BCOV_EMPTY_CELL ? rune_inside (view, owner) : ' ');
}

static struct glyph block_at (const struct view *view, int32_t line, int32_t column)
{
  return block (view, owner_at (view, line, column / 2), column % 2 == 0);
}

static struct glyph hex_block_at (const struct view *view, int32_t line, int32_t column)
{
  column -= line;
  return block (view, owner_at (view, line, column >> 1), (column & 1) == 0);
}

/* ---- choosing a layout ---- */

static struct layout letters_layout (const bcov_board *board)
{
  return (struct layout){letter_at, board->rows, board->columns, 1};
}

static struct layout blocks_layout (const bcov_board *board)
{
  int64_t rows = board->rows, columns = board->columns;
  if (board->lattice == BCOV_TRIANGLE)
    return letters_layout (board);
  if (board->lattice == BCOV_HEX)
    return (struct layout){hex_block_at, rows, 2 * columns + rows, 0};
  return (struct layout){block_at, rows, 2 * columns, 2};
}

/* A tall board of hexagons may be so slanted that its drawing consists mostly of blanks.  Such a
   board is drawn in letters instead. */
static bool leans_too_far (const struct layout *layout, const bcov_board *board)
{
  return layout->lines * layout->columns > 1000000 + 64 * (int64_t)board->rows * board->columns;
}

static struct layout choose_layout (const struct view *view, bcov_style style)
{
  const bcov_board *board = view->scene->board;
  struct layout chosen = style == BCOV_BOXES    ? boxes_layout (view)
                         : style == BCOV_BLOCKS ? blocks_layout (board)
                                                : letters_layout (board);
  return leans_too_far (&chosen, board) ? letters_layout (board) : chosen;
}

/* ---- writing ---- */

/* Writes a line.  INK and PAPER are the current colours of the terminal. */
struct pen {
  bcov_text *out;
  uint8_t ink, paper;
  size_t blanks; /* without colour, not yet written: a line does not end in blanks */
};

static void set_colours (struct pen *pen, uint8_t ink, uint8_t paper)
{
  if (pen->ink == ink && pen->paper == paper)
    return;
  bcov_text_put (pen->out, "\033[0");
  if (ink)
    bcov_text_printf (pen->out, ";38;5;%u", ink);
  if (paper)
    bcov_text_printf (pen->out, ";48;5;%u", paper);
  bcov_text_char (pen->out, 'm');
  pen->ink = ink;
  pen->paper = paper;
}

static void write_glyph (struct pen *pen, struct glyph glyph)
{
  if (glyph.rune == ' ' && !glyph.paper) {
    pen->blanks++;
    return;
  }
  if (pen->blanks)
    set_colours (pen, 0, 0);
  for (; pen->blanks; pen->blanks--)
    bcov_text_char (pen->out, ' ');
  set_colours (pen, glyph.ink, glyph.paper);
  bcov_text_rune (pen->out, glyph.rune);
}

static void end_line (struct pen *pen)
{
  set_colours (pen, 0, 0);
  bcov_text_char (pen->out, '\n');
  pen->blanks = 0;
}

/* Writes one line of one layer.  In boxes and blocks, a wide symbol also takes the next column. */
static void write_part (struct pen *pen, const struct view *view, const struct layout *layout,
                        int32_t line)
{
  for (int32_t column = 0; column < layout->columns; column++) {
    struct glyph next = layout->at (view, line, column);
    write_glyph (pen, next);
    if (layout->at != letter_at && bcov_utf8_width (next.rune) == 2)
      column++;
  }
}

static void write_view (struct view *view, const struct layout *layout, bcov_text *out)
{
  struct pen pen = {.out = out};
  for (int32_t line = 0; line < layout->lines && !out->failed; line++) {
    for (view->layer = 0; view->layer < view->scene->board->layers; view->layer++) {
      pen.blanks += view->layer ? (size_t)layout->gap : 0;
      write_part (&pen, view, layout, line);
    }
    end_line (&pen);
  }
}

/* Chooses a colour for each piece laid. */
static bcov_status make_colours (const bcov_scene *scene, bcov_colouring how, uint8_t **colours,
                                 bcov_error *err)
{
  bcov_mem *mem = scene->covering->mem;
  *colours = bcov_mem_alloc (mem, scene->covering->laid.count, 1, err);
  return *colours ? bcov_palette_choose (scene, how, *colours, err) : bcov_mem_status (mem);
}

static bcov_status draw_board (const bcov_covering *covering, bcov_style style, bool colour,
                               bcov_colouring how, bcov_text *out, bcov_error *err)
{
  bcov_scene scene = {0};
  uint8_t *colours = NULL;
  bcov_status status = bcov_scene_make (covering, &scene, err);
  if (!status && (colour || style == BCOV_BLOCKS))
    status = make_colours (&scene, how, &colours, err);
  if (!status) {
    struct view view = {&scene, colour ? colours : NULL, colour ? NULL : colours, 0};
    struct layout layout = choose_layout (&view, style);
    write_view (&view, &layout, out);
  }
  bcov_mem_free (covering->mem, colours);
  bcov_scene_free (&scene);
  return status;
}

/* ---- exact cover problems ---- */

void bcov_terminal_option (const bcov_exact *exact, uint32_t option, bcov_text *out)
{
  uint32_t first = exact->first.data[option];
  for (uint32_t k = first; k < exact->first.data[option + 1]; k++) {
    bcov_text_printf (out, "%s%s", k > first ? " " : "", exact->items.data[exact->item.data[k]]);
    if (exact->colour.data[k])
      bcov_text_printf (out, ":%s", exact->colours.data[exact->colour.data[k] - 1]);
  }
}

bcov_status bcov_terminal_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                bcov_text *out, bcov_error *err)
{
  return bcov_terminal_draw_by (covering, style, colour, BCOV_BY_USUAL, out, err);
}

bcov_status bcov_terminal_draw_by (const bcov_covering *covering, bcov_style style, bool colour,
                                   bcov_colouring how, bcov_text *out, bcov_error *err)
{
  const bcov_exact *exact = covering->puzzle->exact;
  if (!exact)
    return draw_board (covering, style, colour, how, out, err);
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_terminal_option (exact, covering->laid.data[k].piece, out);
    bcov_text_char (out, '\n');
  }
  return BCOV_OK;
}

/* ---- many coverings ---- */

/* The drawing of the empty board is made once, with the place of each cell in it.  To draw a
   covering, copy this text and write one byte for each cell.  If a letter takes several bytes,
   which is rare, the covering is drawn as usual. */

/* A line of the drawing contains the layers side by side, each followed by a blank or the
   newline. */
static bcov_status find_places (bcov_letter_printer *printer, const bcov_board *board,
                                bcov_error *err)
{
  size_t columns = (size_t)board->columns + 1, layers = (size_t)board->layers;
  printer->place =
      bcov_mem_alloc (printer->lettering.mem, board->n_cells, sizeof *printer->place, err);
  if (!printer->place)
    return bcov_mem_status (printer->lettering.mem);
  for (uint32_t k = 0; k < board->n_cells; k++) {
    bcov_cell cell = board->cells[k];
    size_t place = ((size_t)cell.row * layers + (size_t)cell.layer) * columns + (size_t)cell.column;
    assert (place < printer->blank.length && printer->blank.data[place] == '.');
    printer->place[k] = (uint32_t)place;
  }
  return BCOV_OK;
}

static bcov_status draw_blank (bcov_letter_printer *printer, const bcov_puzzle *puzzle,
                               bcov_error *err)
{
  bcov_covering *empty = NULL;
  bcov_status status = bcov_covering_new (puzzle, &empty, err);
  if (!status)
    status = bcov_terminal_draw (empty, BCOV_LETTERS, false, &printer->blank, err);
  if (!status)
    status = bcov_text_status (&printer->blank, err);
  bcov_covering_free (empty);
  return status;
}

bcov_status bcov_letter_printer_make (const bcov_puzzle *puzzle, bcov_letter_printer *out,
                                      bcov_error *err)
{
  *out = (bcov_letter_printer){0};
  bcov_status status = bcov_lettering_start (puzzle, &out->lettering, err);
  if (!status)
    status = draw_blank (out, puzzle, err);
  if (!status)
    status = find_places (out, &puzzle->board, err);
  if (status)
    bcov_letter_printer_free (out);
  return status;
}

void bcov_letter_printer_free (bcov_letter_printer *printer)
{
  bcov_mem *mem = printer->lettering.mem;
  if (!mem)
    return;
  bcov_mem_free (mem, printer->place);
  bcov_vec_free (mem, &printer->letters);
  bcov_text_drop (&printer->blank);
  bcov_lettering_end (&printer->lettering);
}

/* Whether each of the COUNT letters is one byte. */
static bool are_bytes (const uint32_t *letters, size_t count)
{
  uint32_t all = 0;
  for (size_t k = 0; k < count; k++)
    all |= letters[k];
  return all < 0x80;
}

static void put_letters (const bcov_letter_printer *printer, const bcov_covering *covering,
                         char *drawing)
{
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_laid laid = covering->laid.data[k];
    for (uint32_t c = 0; c < laid.count; c++)
      drawing[printer->place[covering->cells.data[laid.first + c]]] =
          (char)printer->letters.data[k];
  }
}

bcov_status bcov_letter_printer_draw (bcov_letter_printer *printer, const bcov_covering *covering,
                                      bcov_text *out, bcov_error *err)
{
  size_t count = covering->laid.count;
  bcov_status status = bcov_vec_reserve (printer->lettering.mem, &printer->letters, count, err);
  if (!status)
    status = bcov_lettering_give (&printer->lettering, covering, printer->letters.data, err);
  if (status)
    return status;
  if (!are_bytes (printer->letters.data, count))
    return bcov_terminal_draw (covering, BCOV_LETTERS, false, out, err);
  bcov_text_add (out, printer->blank.data, printer->blank.length);
  if (!out->failed)
    put_letters (printer, covering, out->data + out->length - printer->blank.length);
  return BCOV_OK;
}
