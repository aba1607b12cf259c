/* Each cell owns its north side, its west side and its northwest corner; the grid is one wider and
   one higher than the board for the last ones.  On a board that wraps the last are the first again.
 */

#include "model/compile/places.h"

#include <assert.h>

enum { NORTH_SIDE, WEST_SIDE, CORNER, OWNED };

uint64_t bcov_places_count (const bcov_board *board)
{
  return ((uint64_t)board->rows + 1) * ((uint64_t)board->columns + 1) * OWNED;
}

/* Of direction: which of its owner's places, and how far the owner lies from the cell. */
static const struct {
  uint8_t owned, down, right;
} owner[8] = {
    [BCOV_NORTH] = {NORTH_SIDE, 0, 0}, [BCOV_EAST] = {WEST_SIDE, 0, 1},
    [BCOV_SOUTH] = {NORTH_SIDE, 1, 0}, [BCOV_WEST] = {WEST_SIDE, 0, 0},
    [BCOV_NORTHEAST] = {CORNER, 0, 1}, [BCOV_SOUTHEAST] = {CORNER, 1, 1},
    [BCOV_SOUTHWEST] = {CORNER, 1, 0}, [BCOV_NORTHWEST] = {CORNER, 0, 0},
};

uint64_t bcov_places_at (const bcov_board *board, bcov_cell cell, int direction)
{
  assert (direction >= BCOV_NORTH && direction <= BCOV_NORTHWEST);
  bcov_cell at = {0, cell.row + owner[direction].down, cell.column + owner[direction].right};
  at = bcov_board_wrap (board, at);
  return ((uint64_t)at.row * ((uint64_t)board->columns + 1) + (uint64_t)at.column) * OWNED +
         owner[direction].owned;
}

int32_t bcov_places_beyond (const bcov_board *board, bcov_cell cell, int direction)
{
  assert (direction >= BCOV_NORTH && direction <= BCOV_WEST);
  static const int8_t down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
  return bcov_board_at (
      board, (bcov_cell){cell.layer, cell.row + down[direction], cell.column + right[direction]});
}
