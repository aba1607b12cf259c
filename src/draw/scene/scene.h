/* A covering prepared for drawing: the piece on each cell, and the letter of each piece. */

#ifndef BCOV_SCENE_H
#define BCOV_SCENE_H

#include "puzzle/covering.h"

#define BCOV_EMPTY_CELL UINT32_MAX      /* a cell that no piece covers */
#define BCOV_OFF_BOARD (UINT32_MAX - 1) /* a position that is not a cell */

typedef struct {
  const bcov_covering *covering;
  const bcov_board *board;
  uint32_t *owner;  /* of each cell: the number of the placement on it, or BCOV_EMPTY_CELL */
  uint32_t *letter; /* of each placement; see bcov_lettering_once */
} bcov_scene;

/* The scene of a covering of a board (not of an exact cover problem).  Linear. */
bcov_status bcov_scene_make (const bcov_covering *covering, bcov_scene *out, bcov_error *err);
void bcov_scene_free (bcov_scene *scene);

/* The owner of a position, which may be off the board: the number of a placement, BCOV_EMPTY_CELL
   or BCOV_OFF_BOARD.  On boards that wrap, positions beyond a seam wrap too, so that no border is
   drawn there.  Inline for positions on the board, which are most of the calls. */
static inline uint32_t bcov_scene_at (const bcov_scene *scene, int32_t layer, int32_t row,
                                      int32_t column)
{
  const bcov_board *board = scene->board;
  bcov_cell cell = {layer, row, column};
  bool is_on = row >= 0 && row < board->rows && column >= 0 && column < board->columns;
  int32_t number =
      is_on ? board->number[bcov_board_position (board, cell)] : bcov_board_at (board, cell);
  return number == BCOV_NO_CELL ? BCOV_OFF_BOARD : scene->owner[number];
}

/* Whether piece NUMBER is a marked tile: one cell that has tags, coloured sides or arrows, or whose
   name is a symbol.  Its outline does not distinguish it from other tiles. */
bool bcov_scene_is_tile (const bcov_scene *scene, uint32_t number);

/* Whether some cell is empty. */
bool bcov_scene_has_gaps (const bcov_scene *scene);

#endif
