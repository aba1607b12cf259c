/* What a covering looks like before any style: who lies on each cell, and by which letter. */

#ifndef BCOV_SCENE_H
#define BCOV_SCENE_H

#include "puzzle/covering.h"

#define BCOV_NOBODY UINT32_MAX        /* a cell on which nothing lies */
#define BCOV_NOWHERE (UINT32_MAX - 1) /* a position that is no cell */

typedef struct {
  const bcov_covering *covering;
  const bcov_board *board;
  uint32_t *owner;  /* of each cell: the number of the piece laid on it, or BCOV_NOBODY */
  uint32_t *letter; /* of each piece laid, as bcov_lettering_once says */
} bcov_scene;

/* The scene of a covering of a board (not of an exact cover problem).  Linear. */
bcov_status bcov_scene_make (const bcov_covering *covering, bcov_scene *out, bcov_error *err);
void bcov_scene_free (bcov_scene *scene);

/* Who lies at a position, which may be off the board: the number of a piece laid, BCOV_NOBODY or
   BCOV_NOWHERE.  Boards that wrap do so here too, so that no border shows where they join.  Inline
   for what lies on the board, since drawing asks little else. */
static inline uint32_t bcov_scene_at (const bcov_scene *scene, int32_t layer, int32_t row,
                                      int32_t column)
{
  const bcov_board *board = scene->board;
  bcov_cell cell = {layer, row, column};
  bool is_on = row >= 0 && row < board->rows && column >= 0 && column < board->columns;
  int32_t number =
      is_on ? board->number[bcov_board_position (board, cell)] : bcov_board_at (board, cell);
  return number == BCOV_NO_CELL ? BCOV_NOWHERE : scene->owner[number];
}

/* Whether piece NUMBER is a tile that is more than its shape: it carries something, or is named
   with a symbol, as arrows are.  Its outline alone would not tell it from others. */
bool bcov_scene_is_tile (const bcov_scene *scene, uint32_t number);

/* Whether some cell is left empty. */
bool bcov_scene_has_gaps (const bcov_scene *scene);

#endif
