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

/* Adds the drawing of COVERING to OUT, a newline after each row, no blanks at their ends.

   Letters: one character a position, '#' no cell, '.' an empty one; the layers of a cube board side
   by side with a blank between.  This form can be read back.
   Boxes: lines between different pieces only.  A cell takes two columns and one row of text, or
   four and two where something must stand inside it: a colour, a tile's symbol, the mark '·' of an
   empty cell, on the cube lattice the letter.  Rows of hexagons lie half a cell apart, triangles
   slope. Blocks: as above; triangles, which have no blocks, by their letters. COLOUR adds escapes
   for terminals with 256 colours. An exact cover problem is drawn as its chosen options, one a
   line, in every style.

   Time and text: linear in the board. */
bcov_status bcov_terminal_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                bcov_text *out, bcov_error *err);

#endif
