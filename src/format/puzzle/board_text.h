/* A board as users write it, behind -b and board: alike: 6x8, 3x3x3, or a drawing. */

#ifndef BCOV_BOARD_TEXT_H
#define BCOV_BOARD_TEXT_H

#include "format/text/drawing.h"

/* The lattice that the text alone implies: cube for three numbers or several layers; BCOV_LATTICES
   when it could be any. */
bcov_lattice bcov_board_text_lattice (const bcov_drawing *drawing);

bcov_status bcov_board_text_read (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                  bcov_board *out, bcov_error *err);

/* What "wrap: columns" and the like mean; BCOV_INPUT for other words, and for any wrapping but none
   on LATTICE when that is not the square one. */
bcov_status bcov_board_text_wrap (bcov_span span, bcov_lattice lattice, bcov_wrap *out,
                                  bcov_error *err);

/* The lattice called by SPAN. */
bcov_status bcov_board_text_lattice_named (bcov_span span, bcov_lattice *out, bcov_error *err);

#endif
