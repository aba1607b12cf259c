/* Colours of pieces: a small palette that colour-blind readers can distinguish, with different
   colours for neighbours. */

#ifndef BCOV_PALETTE_H
#define BCOV_PALETTE_H

#include "draw/scene/scene.h"

/* The palette proper, and the number of colours together with those derived from it. */
enum { BCOV_COLOURS = 8, BCOV_PAINTS = 256 };

/* One colour. */
typedef struct {
  uint8_t red, green, blue;
  uint8_t terminal; /* a similar one of the 256 terminal colours; those of the palette differ */
  uint8_t ink;      /* a readable terminal colour for text on it */
} bcov_paint;

/* Colour NUMBER: first the palette, then darker and lighter variants of it, then others for
   pictures that need many.  All 256 differ. */
bcov_paint bcov_palette_paint (uint8_t number);

/* What the colour of a piece shows. */
typedef enum {
  BCOV_BY_USUAL,       /* its kind, unless a piece that it touches has that colour */
  BCOV_BY_PIECE,       /* its kind */
  BCOV_BY_PLACEMENT,   /* nothing but itself: every copy has its own */
  BCOV_BY_ORIENTATION, /* its form */
  BCOV_BY_NEIGHBOUR    /* nothing: few colours, and pieces that touch differ */
} bcov_colouring;

/* The colouring called NAME: "piece", "placement", "orientation" or "neighbour".  NULL means the
   usual one.  BCOV_INPUT if there is none. */
bcov_status bcov_palette_find (const char *name, bcov_colouring *out, bcov_error *err);

/* Chooses a colour for each placement; COLOUR has room for all.  Linear.

   By default, connected pieces that touch get different colours on every board in the plane, on a
   cylinder or on a torus.  Elsewhere they do so if the greedy choice finds a free colour.  A kind
   of piece has the same colour in every covering unless a neighbour has taken it.  Marked tiles
   (see bcov_scene_is_tile) always keep their colour, because it identifies them.

   Kinds and forms have the same colour in every covering of a puzzle; colours repeat after 256.  A
   piece of two squares or two cubes has two colours for each form, because its halves lie on cells
   of a chessboard: that makes frozen regions of domino tilings visible.  Lozenges have three shades
   of a colour, so that they look like piles of cubes.  Colours of placements and of neighbours
   always differ if pieces touch and have fewer than 256 neighbours each. */
bcov_status bcov_palette_choose (const bcov_scene *scene, bcov_colouring how, uint8_t *colour,
                                 bcov_error *err);

/* Chooses a colour for piece NUMBER only.  The pieces that touch it have their COLOUR already. */
uint8_t bcov_palette_next (const bcov_scene *scene, uint32_t number, const uint8_t *colour);

#endif
