/* A projection set up on a page of a figure: from whole corners to places in points. */

#ifndef BCOV_PAGE_SPACE_H
#define BCOV_PAGE_SPACE_H

#include "draw/scene/contour.h"
#include "draw/scene/figure.h"
#include "draw/scene/palette.h"

/* The inks of what is no piece. */
enum {
  BCOV_INK_LINE = 0x2a2a32,  /* outlines, labels on light colours */
  BCOV_INK_LIGHT = 0xffffff, /* labels on dark colours */
  BCOV_INK_QUIET = 0x6b6f78, /* captions */
  BCOV_INK_CELL = 0xe9ecf1,  /* cells to cover */
  BCOV_INK_MAY = 0xf8f9fb,   /* cells that may stay empty */
  BCOV_INK_GRID = 0xb9bec8,  /* lines between empty cells */
  BCOV_INK_HOLE = 0x4a4e57   /* what is no cell, inside the board */
};

/* In points: of smaller cells those of a piece are not told apart. */
enum { BCOV_SMALLEST_GRID = 5 };

typedef struct {
  bcov_figure *figure;
  bcov_projection projection;
  bcov_page_point corner; /* where the projection begins, at the upper left */
  double unit;            /* the width of a cell */
} bcov_page_space;

bcov_page_point bcov_page_space_at (const bcov_page_space *space, bcov_vertex vertex);

/* The middle of CELL. */
bcov_page_point bcov_page_space_middle (const bcov_page_space *space, bcov_cell cell);

/* All of CONTOUR as one path. */
void bcov_page_space_contour (const bcov_page_space *space, const bcov_contour *contour,
                              bcov_pen pen, const char *title);

/* COUNT corners as a ring of the path at hand. */
void bcov_page_space_polygon (const bcov_page_space *space, const bcov_page_point *corners,
                              size_t count);

/* Traces SIDES (with CHAIN as lines, see contour.h) and draws them as one path, if any.  SIDES are
   empty afterwards. */
void bcov_page_space_sides (const bcov_page_space *space, bcov_sides *sides, bool chain,
                            bcov_pen pen, const char *title);

/* Adds all sides of CELL to SIDES; side NUMBER alone. */
void bcov_page_space_add_cell (const bcov_page_space *space, bcov_cell cell, bcov_sides *sides);
void bcov_page_space_add_side (const bcov_page_space *space, bcov_cell cell, size_t number,
                               bcov_sides *sides);

/* LETTER in the middle of CELL, if that is large enough for it to be read. */
void bcov_page_space_letter (const bcov_page_space *space, bcov_cell cell, uint32_t letter,
                             uint32_t ink);

/* The ink of colour NUMBER of the palette, a little lighter than on terminals; and the ink of what
   is to be read on it. */
uint32_t bcov_page_space_paint (uint8_t number);
uint32_t bcov_page_space_readable (uint32_t background);

/* A line WIDTH of a cell wide; a surface without a line; a faint line between equal cells. */
bcov_pen bcov_page_space_outline (const bcov_page_space *space, uint32_t fill, double width);
bcov_pen bcov_page_space_surface (uint32_t fill);
bcov_pen bcov_page_space_faint (const bcov_page_space *space);

#endif
