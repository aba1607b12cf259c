/* The board below the pieces: cells to cover, cells that may stay empty, holes, letters. */

#ifndef BCOV_FLOOR_H
#define BCOV_FLOOR_H

#include "draw/picture/easel.h"
#include "geometry/board.h"

/* Draws what is bare of BOARD: the cells whose OWNER (see scene.h) is BCOV_NOBODY, or with OWNER
   NULL all.  Holes are drawn where they are closed in by cells; others are no part of the board. */
void bcov_floor_draw (const bcov_easel *easel, const bcov_board *board, const uint32_t *owner);

/* The line around BOARD and its holes, open at seams. */
void bcov_floor_border (const bcov_easel *easel, const bcov_board *board);

#endif
