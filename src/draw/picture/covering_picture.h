/* A covering, or a board with nothing on it, drawn on an page space. */

#ifndef BCOV_COVERING_PICTURE_H
#define BCOV_COVERING_PICTURE_H

#include "draw/picture/page_space.h"
#include "draw/scene/scene.h"

/* The projection of BOARD. */
bcov_projection bcov_covering_picture_projection (const bcov_board *board, bool isometric);

/* Draws COVERING: the board with what is empty of it, each piece as one path with its name as the
   title, what tiles carry, and letters where they tell something.  The projection is that of the
   board. With CUT nothing but the lines between different pieces and around the board, each once.
   With ANIMATE piece k comes in as step k + 1.  On boards that wrap, a piece that goes over a seam
   has no line there. */
void bcov_covering_picture_draw (const bcov_page_space *space, const bcov_covering *covering,
                                 bool cut, bool animate);

/* Draws piece NUMBER of SCENE alone in a colour of the palette, with what it carries or its letter;
   not for cubes seen from a corner. */
void bcov_covering_picture_piece (const bcov_page_space *space, const bcov_scene *scene,
                                  uint32_t number, uint8_t colour);

/* The margin around a board, in widths of a cell. */
#define BCOV_MARGIN 0.6

/* How many points wide a cell is, where all is so many cells wide and high. */
double bcov_covering_picture_unit (double width, double height);

/* COVERING as a figure of one page, in points; with CUT in millimetres, ten a cell.  Without a
   covering (NULL) the board of PUZZLE alone.  END the figure also after a failure. */
bcov_status bcov_covering_picture_figure (const bcov_puzzle *puzzle, const bcov_covering *covering,
                                          const bcov_look *look, bcov_figure *figure,
                                          bcov_error *err);

#endif
