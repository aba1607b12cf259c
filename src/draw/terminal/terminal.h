/* Coverings as text: rows of letters, outlines, or blocks of colour.

   The styles, on a board of L-trominoes and a straight one:

     letters   AAB    boxes   ┌───┬─┐    blocks   two columns of one colour (or, without colour,
               ACB            │ ┌─┤ │             of one shade) a cell
               CCB            ├─┘ │ │
                              └───┴─┘                                                           */

#ifndef BCOV_TERMINAL_H
#define BCOV_TERMINAL_H

#include "base/text.h"
#include "puzzle/covering.h"

/* Adds the drawing of COVERING to OUT.  Each row ends with a newline and has no blanks at its end.

   Letters: one character for each position, '#' for no cell, '.' for an empty cell.  The layers of
   a cube board stand side by side with a blank between them.  This form can be read back.

   Boxes: lines between different pieces.  A cell takes two columns and one row of text, or four
   columns and two rows if something stands inside it: a colour, the symbol of a tile, the dot of an
   empty cell, the letter on the cube lattice.  Rows of hexagons lie half a cell apart; the sides of
   triangles slope.

   Blocks: as above.  Triangles have no blocks and are drawn in letters.

   COLOUR adds escapes for terminals with 256 colours.  Every style draws an exact cover problem as
   its chosen options, one in a line.  Time and length of the text are linear in the board. */
bcov_status bcov_terminal_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                bcov_text *out, bcov_error *err);

#endif
