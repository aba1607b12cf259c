/* Coverings as text: rows of letters, outlines, or blocks of colour.

   The styles, on a board of L-trominoes and a straight one:

     letters   AAB    boxes   ┌───┬─┐    blocks   two columns of one colour (or, without colour,
               ACB            │ ┌─┤ │             of one shade) a cell
               CCB            ├─┘ │ │
                              └───┴─┘                                                           */

#ifndef BCOV_TERMINAL_H
#define BCOV_TERMINAL_H

#include "base/text.h"
#include "draw/scene/palette.h"
#include "puzzle/lettering.h"

/* Adds the drawing of COVERING to OUT.  Each row ends with a newline and has no blanks at its end.

   Letters: one character for each position, '#' for no cell, '.' for an empty cell.  The layers of
   a cube board are side by side, with a blank between them.  Readers accept this form.

   Boxes: lines between different pieces.  A cell takes two columns and one row of text, or four
   columns and two rows if it contains a character: a colour, the symbol of a tile, the dot of an
   empty cell, or the letter on the cube lattice.  Each row of hexagons is shifted by half a cell;
   the sides of triangles slope.

   Blocks: as above.  Triangles have no blocks and are drawn in letters.

   COLOUR adds escapes for terminals with 256 colours.  Every style draws an exact cover problem as
   its chosen options, one per line.  The time and the length of the text are linear in the
   board. */
bcov_status bcov_terminal_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                bcov_text *out, bcov_error *err);

/* The same with colours, or the shades of blocks, as HOW says. */
bcov_status bcov_terminal_draw_by (const bcov_covering *covering, bcov_style style, bool colour,
                                   bcov_colouring how, bcov_text *out, bcov_error *err);

/* Writes the items of an option of an exact cover problem, with their colours. */
void bcov_terminal_option (const bcov_exact *exact, uint32_t option, bcov_text *out);

/* A printer of many coverings of one puzzle in letters.  Nothing is allocated from the second
   covering on.

     bcov_letter_printer printer;
     bcov_status status = bcov_letter_printer_make (puzzle, &printer, err);
     while (!status && ...)
       status = bcov_letter_printer_draw (&printer, covering, &text, err);
     bcov_letter_printer_free (&printer);                                                       */
typedef struct {
  bcov_lettering lettering;
  bcov_text blank; /* the drawing of the empty board */
  uint32_t *place; /* of each cell: its byte in BLANK */
  BCOV_VEC (uint32_t) letters;
} bcov_letter_printer;

/* For a puzzle with a board.  On failure nothing needs to be freed. */
bcov_status bcov_letter_printer_make (const bcov_puzzle *puzzle, bcov_letter_printer *out,
                                      bcov_error *err);
void bcov_letter_printer_free (bcov_letter_printer *printer);

/* Adds what bcov_terminal_draw adds in letters and without colour. */
bcov_status bcov_letter_printer_draw (bcov_letter_printer *printer, const bcov_covering *covering,
                                      bcov_text *out, bcov_error *err);

#endif
