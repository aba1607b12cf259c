/* What tiles carry: arrows, coloured sides, symbols. */

#ifndef BCOV_EMBLEM_H
#define BCOV_EMBLEM_H

#include "draw/picture/easel.h"
#include "draw/scene/scene.h"

/* Draws what tile NUMBER of SCENE carries over its cell, whose colour is GROUND: each coloured side
   as a triangle to the middle, an arrow as an arrow, else its letter.  For flat grounds. */
void bcov_emblem_draw (const bcov_easel *easel, const bcov_scene *scene, uint32_t number,
                       uint32_t ground);

#endif
