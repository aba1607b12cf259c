/* Colours of pieces: a small palette that colour-blind readers can distinguish, with different
   colours for neighbours. */

#ifndef BCOV_PALETTE_H
#define BCOV_PALETTE_H

#include "draw/scene/scene.h"

enum { BCOV_COLOURS = 8 };

/* One colour of the palette. */
typedef struct {
  const char *name;
  uint8_t red, green, blue;
  uint8_t terminal; /* a similar one of the 256 terminal colours; all eight differ */
  uint8_t ink;      /* a readable terminal colour for text on it */
} bcov_paint;

/* NUMBER is below BCOV_COLOURS. */
const bcov_paint *bcov_palette_paint (uint8_t number);

/* Chooses a colour for each placement; COLOUR has room for all.  Connected pieces that touch get
   different colours on every board in the plane, on a cylinder or on a torus.  Elsewhere they do so
   if the greedy choice finds a free colour.  A kind of piece has the same colour in every covering
   unless a neighbour has taken it.  Marked tiles (see bcov_scene_is_tile) always keep their colour,
   because it identifies them.  Linear. */
bcov_status bcov_palette_choose (const bcov_scene *scene, uint8_t *colour, bcov_error *err);

/* Chooses a colour for piece NUMBER only.  The pieces that touch it have their COLOUR already. */
uint8_t bcov_palette_next (const bcov_scene *scene, uint32_t number, const uint8_t *colour);

#endif
