/* The board below the pieces: cells to cover, cells that may stay empty, holes, letters. */

#ifndef BCOV_BOARD_BASE_H
#define BCOV_BOARD_BASE_H

#include "draw/picture/page_space.h"
#include "geometry/board.h"

/* Draws the empty cells of BOARD: those whose OWNER (see scene.h) is BCOV_EMPTY_CELL, or all cells
   if OWNER is NULL.  Holes are drawn if cells surround them. */
void bcov_board_base_draw (const bcov_page_space *space, const bcov_board *board,
                           const uint32_t *owner);

/* Draws the border of BOARD and its holes, with gaps at seams. */
void bcov_board_base_border (const bcov_page_space *space, const bcov_board *board);

#endif
