/* Coverings of large boards: one path for all pieces of a colour, and one for the lines between
   pieces, so that the number of elements does not grow with the board. */

#ifndef BCOV_MOSAIC_H
#define BCOV_MOSAIC_H

#include "draw/picture/page_space.h"
#include "draw/scene/look.h"
#include "draw/scene/scene.h"

enum { BCOV_MANY_CELLS = 20000 };

/* Whether BOARD has more cells than that, and LOOK does not need the pieces one by one. */
bool bcov_mosaic_suits (const bcov_board *board, const bcov_look *look);

/* Draws SCENE in the COLOUR of each placement: without letters, marks of tiles, titles and the
   lines inside pieces; without the lines between pieces if cells are too small for them.  Time and
   memory are nearly linear in the cells. */
void bcov_mosaic_draw (const bcov_page_space *space, const bcov_scene *scene,
                       const uint8_t *colour);

#endif
