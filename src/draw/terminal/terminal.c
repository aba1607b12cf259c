/* Draws by asking, for each place on the screen in turn, which glyph stands there.

   A style is thus one small function from a line and a column of text to a glyph, looking at the
   two or four positions of the board that meet there; no canvas is kept.  What all styles share is
   done once: layers side by side, escapes only where a colour changes, no blanks at the end of a
   line. */

#include "draw/terminal/terminal.h"

#include "draw/terminal/outline.h"

/* ---- letters ---- */

static bcov_glyph letter_at (const bcov_view *view, int32_t line, int32_t column)
{
  uint32_t who = bcov_view_owner (view, line, column);
  const bcov_paint *paint = bcov_view_paint (view, who);
  uint32_t rune = bcov_view_is_piece (who) ? view->scene->letter[who]
                  : who == BCOV_NOBODY     ? '.'
                                           : '#';
  return (bcov_glyph){rune, paint ? paint->terminal : 0, 0};
}

/* ---- blocks ---- */

/* Stands for a colour where there is none. */
static uint32_t shade_of (uint8_t colour)
{
  static const uint16_t runes[BCOV_COLOURS] = {0x2592, 0x2588, 0x2591, 0x2593,
                                               0x259a, 0x258c, 0x2584, 0x259e};
  return runes[colour];
}

static bcov_glyph block (const bcov_view *view, uint32_t who, bool first)
{
  if (bcov_view_is_piece (who) && view->shade)
    return bcov_view_line (shade_of (view->shade[who]));
  return bcov_view_on (view, who,
                       first && who == BCOV_NOBODY ? bcov_outline_inside (view, who) : ' ');
}

static bcov_glyph block_at (const bcov_view *view, int32_t line, int32_t column)
{
  return block (view, bcov_view_owner (view, line, column / 2), column % 2 == 0);
}

static bcov_glyph hex_block_at (const bcov_view *view, int32_t line, int32_t column)
{
  column -= line;
  return block (view, bcov_view_owner (view, line, column >> 1), (column & 1) == 0);
}

/* ---- choosing the form ---- */

static bcov_layout letters_layout (const bcov_board *board)
{
  return (bcov_layout){letter_at, board->rows, board->columns, 1};
}

static bcov_layout blocks_layout (const bcov_board *board)
{
  int64_t rows = board->rows, columns = board->columns;
  if (board->lattice == BCOV_TRIANGLE)
    return letters_layout (board);
  if (board->lattice == BCOV_HEX)
    return (bcov_layout){hex_block_at, rows, 2 * columns + rows, 0};
  return (bcov_layout){block_at, rows, 2 * columns, 2};
}

/* A tall board of hexagons may lean so far that its drawing is nearly all blanks: then letters. */
static bool leans_too_far (const bcov_layout *layout, const bcov_board *board)
{
  return layout->lines * layout->columns > 1000000 + 64 * (int64_t)board->rows * board->columns;
}

static bcov_layout choose_layout (const bcov_view *view, bcov_style style)
{
  const bcov_board *board = view->scene->board;
  bcov_layout chosen = style == BCOV_BOXES    ? bcov_outline_layout (view)
                       : style == BCOV_BLOCKS ? blocks_layout (board)
                                              : letters_layout (board);
  return leans_too_far (&chosen, board) ? letters_layout (board) : chosen;
}

/* ---- writing ---- */

/* The pen: what has been written of a line, and what the terminal was last told. */
struct pen {
  bcov_text *out;
  uint8_t ink, ground;
  size_t blanks; /* uncoloured ones, not yet written: perhaps nothing follows them */
};

static void set_colours (struct pen *pen, uint8_t ink, uint8_t ground)
{
  if (pen->ink == ink && pen->ground == ground)
    return;
  bcov_text_put (pen->out, "\033[0");
  if (ink)
    bcov_text_printf (pen->out, ";38;5;%u", ink);
  if (ground)
    bcov_text_printf (pen->out, ";48;5;%u", ground);
  bcov_text_char (pen->out, 'm');
  pen->ink = ink;
  pen->ground = ground;
}

static void write_glyph (struct pen *pen, bcov_glyph glyph)
{
  if (glyph.rune == ' ' && !glyph.ground) {
    pen->blanks++;
    return;
  }
  if (pen->blanks)
    set_colours (pen, 0, 0);
  for (; pen->blanks; pen->blanks--)
    bcov_text_char (pen->out, ' ');
  set_colours (pen, glyph.ink, glyph.ground);
  bcov_text_rune (pen->out, glyph.rune);
}

static void end_line (struct pen *pen)
{
  set_colours (pen, 0, 0);
  bcov_text_char (pen->out, '\n');
  pen->blanks = 0;
}

/* One line of one layer.  In boxes a wide symbol takes the blank behind it too. */
static void write_part (struct pen *pen, const bcov_view *view, const bcov_layout *layout,
                        int32_t line)
{
  for (int32_t column = 0; column < layout->columns; column++) {
    bcov_glyph next = layout->at (view, line, column);
    write_glyph (pen, next);
    if (layout->at != letter_at && bcov_utf8_width (next.rune) == 2)
      column++;
  }
}

static void write_view (bcov_view *view, const bcov_layout *layout, bcov_text *out)
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

/* The colours, if the style shows any. */
static bcov_status make_colours (const bcov_scene *scene, uint8_t **colours, bcov_error *err)
{
  bcov_mem *mem = scene->covering->mem;
  *colours = bcov_mem_alloc (mem, scene->covering->laid.count, 1, err);
  return *colours ? bcov_palette_choose (scene, *colours, err) : bcov_mem_status (mem);
}

static bcov_status draw_board (const bcov_covering *covering, bcov_style style, bool colour,
                               bcov_text *out, bcov_error *err)
{
  bcov_scene scene = {0};
  uint8_t *colours = NULL;
  bcov_status status = bcov_scene_make (covering, &scene, err);
  if (!status && (colour || style == BCOV_BLOCKS))
    status = make_colours (&scene, &colours, err);
  if (!status) {
    bcov_view view = {&scene, colour ? colours : NULL, colour ? NULL : colours, 0};
    bcov_layout layout = choose_layout (&view, style);
    write_view (&view, &layout, out);
  }
  bcov_mem_free (covering->mem, colours);
  bcov_scene_free (&scene);
  return status;
}

/* ---- exact cover problems ---- */

static void write_option (const bcov_exact *exact, uint32_t option, bcov_text *out)
{
  for (uint32_t k = exact->first.data[option]; k < exact->first.data[option + 1]; k++) {
    if (k > exact->first.data[option])
      bcov_text_char (out, ' ');
    bcov_text_put (out, exact->items.data[exact->item.data[k]]);
    if (exact->colour.data[k]) {
      bcov_text_char (out, ':');
      bcov_text_put (out, exact->colours.data[exact->colour.data[k] - 1]);
    }
  }
  bcov_text_char (out, '\n');
}

bcov_status bcov_terminal_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                bcov_text *out, bcov_error *err)
{
  const bcov_exact *exact = covering->puzzle->exact;
  if (!exact)
    return draw_board (covering, style, colour, out, err);
  for (size_t k = 0; k < covering->laid.count; k++)
    write_option (exact, covering->laid.data[k].piece, out);
  return BCOV_OK;
}
