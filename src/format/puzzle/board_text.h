/* Boards as users write them after -b and board: 6x8, 3x3x3, or a drawing. */

#ifndef BCOV_BOARD_TEXT_H
#define BCOV_BOARD_TEXT_H

#include "format/text/drawing.h"

/* Returns the lattice that the text implies: cube for three numbers or several layers, otherwise
   BCOV_LATTICES. */
bcov_lattice bcov_board_text_lattice (const bcov_drawing *drawing);

bcov_status bcov_board_text_read (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                  bcov_board *out, bcov_error *err);

/* Reads the value of wrap:.  Returns BCOV_INPUT for unknown words, and if LATTICE is not square for
   any word but none. */
bcov_status bcov_board_text_wrap (bcov_span span, bcov_lattice lattice, bcov_wrap *out,
                                  bcov_error *err);

/* Reads the name of a lattice. */
bcov_status bcov_board_text_lattice_named (bcov_span span, bcov_lattice *out, bcov_error *err);

#endif
