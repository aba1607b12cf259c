/* Drawings: rows of characters from top to bottom, separated by line ends or '/'.  A drawing of
   several layers (on the cube lattice) is several texts.  Short rows are padded with holes.

     bcov_drawing drawing = {.layers = &span, .n_layers = 1};
     bcov_status status = bcov_drawing_board (mem, &drawing, BCOV_SQUARE, &board, err);

   The first few bad characters of a drawing are reported with their places, the others counted. */

#ifndef BCOV_DRAWING_H
#define BCOV_DRAWING_H

#include "format/text/span.h"
#include "geometry/board.h"

typedef struct {
  const bcov_span *layers;
  size_t n_layers;
} bcov_drawing;

/* Makes a board: '.' is a cell to cover, '#' or ' ' is no cell, '?' is a cell that may stay empty,
   and a letter or a character beyond ASCII is a cell for the piece of that name. */
bcov_status bcov_drawing_board (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err);

/* Makes a shape: a letter is a cell, '.' or ' ' is none.  Adds a warning to ERR if the shape is on
   triangles, has several parts, and would be connected if it were drawn one column further right.
 */
bcov_status bcov_drawing_shape (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_shape *out, bcov_error *err);

/* Makes a board of a table: X is a cell of a piece, '.' and ' ' are empty. */
bcov_status bcov_drawing_table (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err);

/* Returns whether TEXT is a drawing and not a name: it has only X . and / */
bool bcov_drawing_is_plain (const char *text, size_t length);

/* ---- walking ---- */

/* Visits the characters of a drawing in order.  Start with DRAWING set and zeros. */
typedef struct {
  const bcov_drawing *drawing;
  size_t offset;  /* of the next character in its layer */
  bcov_cell next; /* its position */
  /* The current character: */
  bcov_cell cell;
  uint32_t rune;
  size_t at; /* its offset in layer cell.layer */
} bcov_drawing_walk;

/* Moves to the next character; returns false at the end. */
bool bcov_drawing_step (bcov_drawing_walk *walk);

/* Returns the place of the current character. */
bcov_place bcov_drawing_place (const bcov_drawing_walk *walk);

/* Finds the places of cells, fast if they are in ascending order.  After too many restarts it
   returns the beginning of the drawing. */
typedef struct {
  bcov_drawing_walk walk;
  size_t restarts;
} bcov_drawing_finder;
bcov_place bcov_drawing_find (bcov_drawing_finder *finder, bcov_cell cell);

/* Returns the place of CELL of DRAWING, a bcov_drawing; for bcov_puzzle_finish. */
bcov_place bcov_drawing_letter (const void *drawing, bcov_cell cell);

#endif
