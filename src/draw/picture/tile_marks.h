/* Marks on tiles: arrows, coloured sides, symbols. */

#ifndef BCOV_TILE_MARKS_H
#define BCOV_TILE_MARKS_H

#include "draw/picture/page_space.h"
#include "draw/scene/scene.h"

/* Draws the marks of tile NUMBER of SCENE on its cell, whose colour is BACKGROUND: a triangle to
   the centre for each coloured side, an arrow, or else its letter.  For flat projections. */
void bcov_tile_marks_draw (const bcov_page_space *space, const bcov_scene *scene, uint32_t number,
                           uint32_t background);

#endif
