/* A scene as one style shows it on a screen of text: which glyph stands at each line and column. */

#ifndef BCOV_VIEW_H
#define BCOV_VIEW_H

#include "draw/scene/palette.h"

/* What stands at one place of the screen; colours are terminal colours, 0 for the usual one. */
typedef struct {
  uint32_t rune;
  uint8_t ink, ground;
} bcov_glyph;

typedef struct {
  const bcov_scene *scene;
  const uint8_t *colour; /* of each piece laid, or NULL: no colour at all */
  const uint8_t *shade;  /* the same, for blocks without colour */
  int32_t layer;
} bcov_view;

/* A style on a lattice: its glyphs, and how many lines and columns a layer takes. */
typedef struct {
  bcov_glyph (*at) (const bcov_view *view, int32_t line, int32_t column);
  int64_t lines, columns;
  int32_t gap; /* columns between two layers */
} bcov_layout;

static inline uint32_t bcov_view_owner (const bcov_view *view, int32_t row, int32_t column)
{
  return bcov_scene_at (view->scene, view->layer, row, column);
}

static inline bool bcov_view_is_piece (uint32_t owner)
{
  return owner < BCOV_NOWHERE;
}

/* The colour of OWNER; NULL when it has none. */
static inline const bcov_paint *bcov_view_paint (const bcov_view *view, uint32_t owner)
{
  bool coloured = view->colour && bcov_view_is_piece (owner);
  return coloured ? bcov_palette_paint (view->colour[owner]) : NULL;
}

/* A glyph on the colour of OWNER. */
static inline bcov_glyph bcov_view_on (const bcov_view *view, uint32_t owner, uint32_t rune)
{
  const bcov_paint *paint = bcov_view_paint (view, owner);
  return paint ? (bcov_glyph){rune, paint->ink, paint->terminal} : (bcov_glyph){rune, 0, 0};
}

/* A glyph without colour. */
static inline bcov_glyph bcov_view_line (uint32_t rune)
{
  return (bcov_glyph){rune, 0, 0};
}

#endif
