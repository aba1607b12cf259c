/* A projection placed on a page of a figure: turns vertices into points, and draws with pens that
   all pictures share. */

#ifndef BCOV_PAGE_SPACE_H
#define BCOV_PAGE_SPACE_H

#include "draw/scene/contour.h"
#include "draw/scene/figure.h"
#include "draw/scene/palette.h"

/* Inks of everything but the pieces. */
enum {
  BCOV_INK_LINE = 0x2a2a32,  /* outlines, labels on light colours */
  BCOV_INK_LIGHT = 0xffffff, /* labels on dark colours */
  BCOV_INK_QUIET = 0x6b6f78, /* captions */
  BCOV_INK_CELL = 0xe9ecf1,  /* cells to cover */
  BCOV_INK_MAY = 0xf8f9fb,   /* cells that may stay empty */
  BCOV_INK_GRID = 0xb9bec8,  /* lines between empty cells */
  BCOV_INK_HOLE = 0x4a4e57   /* holes inside the board */
};

/* In points: no lines are drawn between the cells of a piece if cells are smaller. */
enum { BCOV_SMALLEST_GRID = 5 };

typedef struct {
  bcov_figure *figure;
  bcov_projection projection;
  bcov_page_point corner; /* upper left corner of the projection on the page */
  double unit;            /* the width of a cell */
  bool compact;           /* paths of sides have few digits (see bcov_figure_path_grid) */
} bcov_page_space;

bcov_page_point bcov_page_space_at (const bcov_page_space *space, bcov_vertex vertex);

/* The centre of CELL. */
bcov_page_point bcov_page_space_middle (const bcov_page_space *space, bcov_cell cell);

/* Adds COUNT corners as a closed subpath of the current path. */
void bcov_page_space_polygon (const bcov_page_space *space, const bcov_page_point *corners,
                              size_t count);

/* Traces SIDES, or with CHAIN joins them to lines (see contour.h), and draws them as one path, if
   there are any.  SIDES is empty afterwards. */
void bcov_page_space_sides (const bcov_page_space *space, bcov_sides *sides, bool chain,
                            bcov_pen pen, const char *title);

/* Adds all sides of CELL to SIDES, or side NUMBER only. */
void bcov_page_space_add_cell (const bcov_page_space *space, bcov_cell cell, bcov_sides *sides);
void bcov_page_space_add_side (const bcov_page_space *space, bcov_cell cell, size_t number,
                               bcov_sides *sides);

/* Draws LETTER in the centre of CELL, unless cells are too small to read it. */
void bcov_page_space_letter (const bcov_page_space *space, bcov_cell cell, uint32_t letter,
                             uint32_t ink);

/* The ink of colour NUMBER of the palette, a little lighter than on terminals; and an ink for text
   on BACKGROUND. */
uint32_t bcov_page_space_paint (uint8_t number);
uint32_t bcov_page_space_readable (uint32_t background);

/* Pens: an outline whose line is WIDTH cells wide; a surface without a line; a faint line between
   cells of the same piece. */
bcov_pen bcov_page_space_outline (const bcov_page_space *space, uint32_t fill, double width);
bcov_pen bcov_page_space_surface (uint32_t fill);
bcov_pen bcov_page_space_faint (const bcov_page_space *space);

#endif
