/* Boxes: the outlines of the pieces, on squares, cubes, hexagons and triangles. */

#ifndef BCOV_OUTLINE_H
#define BCOV_OUTLINE_H

#include "draw/terminal/view.h"

/* Lines stand between different pieces only.  A square takes two columns and one row of text, or
   four and two where something must stand inside it; see bcov_outline_inside.  Tiles with coloured
   sides have the first character of the colour there. */
bcov_layout bcov_outline_layout (const bcov_view *view);

/* What stands inside a cell: the symbol of a tile, the letter on the cube lattice (where a piece
   may go on in another layer), a dot in an empty cell, else a blank. */
uint32_t bcov_outline_inside (const bcov_view *view, uint32_t owner);

#endif
