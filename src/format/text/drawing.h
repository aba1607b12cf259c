/* Drawings: rows of characters, top to bottom, that end at a line end or at '/'.  A drawing of
   several layers (on the cube lattice) is several texts.  Short rows are padded with no-cells.

     bcov_drawing drawing = {.layers = &span, .n_layers = 1};
     bcov_status status = bcov_drawing_board (mem, &drawing, BCOV_SQUARE, &board, err);

   Every bad character is reported at its place, at most a few a drawing and then their number. */

#ifndef BCOV_DRAWING_H
#define BCOV_DRAWING_H

#include "format/text/span.h"
#include "geometry/board.h"

typedef struct {
  const bcov_span *layers;
  size_t n_layers;
} bcov_drawing;

/* A board: '.' a cell to cover, '#' or ' ' none, '?' one that may stay empty, any letter or sign
   beyond ASCII a cell for the piece of that name. */
bcov_status bcov_drawing_board (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err);

/* A shape: any letter is a cell, '.' or ' ' is none.  ERR gets a message, but no status, for a
   shape of triangles that is in parts and would not be if it were drawn one column further right.
 */
bcov_status bcov_drawing_shape (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_shape *out, bcov_error *err);

/* A table with pieces on it, as a board whose cells are the X; '.' and ' ' are empty. */
bcov_status bcov_drawing_table (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err);

/* Whether TEXT is a drawing where names are possible too: nothing but X . and /. */
bool bcov_drawing_is_plain (const char *text, size_t length);

/* ---- walking ---- */

/* The characters of a drawing one after the other; all zero but DRAWING is the start. */
typedef struct {
  const bcov_drawing *drawing;
  size_t offset;  /* where the next character stands in its layer */
  bcov_cell next; /* and what position it has */
  /* The character that bcov_drawing_step went over: */
  bcov_cell cell;
  uint32_t rune;
  size_t at; /* its offset in layer cell.layer */
} bcov_drawing_walk;

/* Goes to the next character; false behind the last. */
bool bcov_drawing_step (bcov_drawing_walk *walk);

/* Where the character that WALK went over stands in the input. */
bcov_place bcov_drawing_place (const bcov_drawing_walk *walk);

/* Where CELL stands; WALK is moved there, cheaply when cells are asked for in ascending order. When
   it has to start again too often the beginning of the drawing is good enough. */
typedef struct {
  bcov_drawing_walk walk;
  size_t restarts;
} bcov_drawing_finder;
bcov_place bcov_drawing_find (bcov_drawing_finder *finder, bcov_cell cell);

#endif
