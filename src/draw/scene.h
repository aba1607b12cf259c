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
  uint32_t *letter; /* of each piece laid, as bcov_covering_letters says */
} bcov_scene;

/* The scene of a covering of a board (not of an exact cover problem).  Linear. */
bcov_status bcov_scene_make (const bcov_covering *covering, bcov_scene *out, bcov_error *err);
void bcov_scene_free (bcov_scene *scene);

/* Who lies at a position, which may be off the board: the number of a piece laid, BCOV_NOBODY or
   BCOV_NOWHERE.  Boards that wrap do so here too, so that no border shows where they join. */
uint32_t bcov_scene_at (const bcov_scene *scene, int32_t layer, int32_t row, int32_t column);

/* Whether some cell is left empty. */
bool bcov_scene_has_gaps (const bcov_scene *scene);

#endif
