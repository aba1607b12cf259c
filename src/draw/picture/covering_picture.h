/* Draws a covering, or an empty board. */

#ifndef BCOV_COVERING_PICTURE_H
#define BCOV_COVERING_PICTURE_H

#include "draw/picture/page_space.h"
#include "draw/scene/look.h"
#include "draw/scene/scene.h"

/* The projection of BOARD. */
bcov_projection bcov_covering_picture_projection (const bcov_board *board, bool isometric);

/* Draws COVERING: empty cells, each piece as one path whose title is its name, the marks of tiles,
   and letters where they distinguish pieces.  SPACE has the projection of the board.  LOOK has the
   colours of the pieces.  With its CUT, draws only the lines between different pieces and around
   the board, each once.  With ANIMATE, piece k appears as step k + 1.  On boards that wrap, a piece
   has no line where it crosses a seam.  Large boards are drawn as in mosaic.h. */
void bcov_covering_picture_draw (const bcov_page_space *space, const bcov_covering *covering,
                                 const bcov_look *look);

/* Draws only piece NUMBER of SCENE in its COLOUR of the palette, with its marks or its letter.  Not
   for isometric projections. */
void bcov_covering_picture_piece (const bcov_page_space *space, const bcov_scene *scene,
                                  uint32_t number, const uint8_t *colour);

/* The margin around a board, in widths of a cell. */
#define BCOV_MARGIN 0.6

/* The width of a cell in points for a picture that is WIDTH x HEIGHT cells large. */
double bcov_covering_picture_unit (double width, double height);

/* COVERING as a figure of one page, in points; with CUT in millimetres, ten for each cell.  If
   COVERING is NULL, the empty board of PUZZLE.  End the figure after a failure too. */
bcov_status bcov_covering_picture_figure (const bcov_puzzle *puzzle, const bcov_covering *covering,
                                          const bcov_look *look, bcov_figure *figure,
                                          bcov_error *err);

#endif
