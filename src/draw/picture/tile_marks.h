/* What tiles carry: arrows, coloured sides, symbols. */

#ifndef BCOV_TILE_MARKS_H
#define BCOV_TILE_MARKS_H

#include "draw/picture/page_space.h"
#include "draw/scene/scene.h"

/* Draws what tile NUMBER of SCENE carries over its cell, whose colour is BACKGROUND: each coloured
   side as a triangle to the middle, an arrow as an arrow, else its letter.  For flat projections.
 */
void bcov_tile_marks_draw (const bcov_page_space *space, const bcov_scene *scene, uint32_t number,
                           uint32_t background);

#endif
