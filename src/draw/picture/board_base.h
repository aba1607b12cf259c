/* The board below the pieces: cells to cover, cells that may stay empty, holes, letters. */

#ifndef BCOV_BOARD_BASE_H
#define BCOV_BOARD_BASE_H

#include "draw/picture/page_space.h"
#include "geometry/board.h"

/* Draws what is bare of BOARD: the cells whose OWNER (see scene.h) is BCOV_EMPTY_CELL, or with
   OWNER NULL all.  Holes are drawn where they are closed in by cells; others are no part of the
   board. */
void bcov_board_base_draw (const bcov_page_space *space, const bcov_board *board,
                           const uint32_t *owner);

/* The line around BOARD and its holes, open at seams. */
void bcov_board_base_border (const bcov_page_space *space, const bcov_board *board);

#endif
