/* Colours for pieces: few, told apart by colour-blind eyes too, different for neighbours. */

#ifndef BCOV_PALETTE_H
#define BCOV_PALETTE_H

#include "draw/scene/scene.h"

enum { BCOV_COLOURS = 8 };

/* One colour of the palette. */
typedef struct {
  const char *name;
  uint8_t red, green, blue;
  uint8_t terminal; /* the nearest of the 256 colours of terminals that keeps them all apart */
  uint8_t ink;      /* a terminal colour that can be read on it */
} bcov_paint;

/* NUMBER is below BCOV_COLOURS. */
const bcov_paint *bcov_palette_paint (uint8_t number);

/* Chooses a colour for each piece laid; COLOUR has room for all.  Pieces that touch get different
   ones on every board in the plane, on cylinders and on tori, if their cells hang together;
   elsewhere wherever the greedy choice finds one.  A kind of piece keeps its colour from one
   covering to the next as far as its neighbours allow, and a kind of tile (see bcov_scene_is_tile)
   whatever lies beside it: there the colour tells more.  Linear. */
bcov_status bcov_palette_choose (const bcov_scene *scene, uint8_t *colour, bcov_error *err);

/* A colour for piece NUMBER alone, where those that touch it have their COLOUR already. */
uint8_t bcov_palette_next (const bcov_scene *scene, uint32_t number, const uint8_t *colour);

#endif
