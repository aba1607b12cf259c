/* The sides and corners of a square board, numbered so that two cells that share one name it alike,
   wrapping included. */

#ifndef BCOV_PLACES_H
#define BCOV_PLACES_H

#include "puzzle/puzzle.h"

/* How many numbers there are (some are never used). */
uint64_t bcov_places_count (const bcov_board *board);

/* The number of the side or corner of CELL in DIRECTION (BCOV_NORTH .. BCOV_NORTHWEST). */
uint64_t bcov_places_at (const bcov_board *board, bcov_cell cell, int direction);

/* The cell beyond the side of CELL in DIRECTION (north, east, south, west): its number, or
   BCOV_NO_CELL. */
int32_t bcov_places_beyond (const bcov_board *board, bcov_cell cell, int direction);

#endif
