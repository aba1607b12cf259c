/* A table with pieces on it, as drawn after table: in a puzzle file. */

#ifndef BCOV_TABLE_TEXT_H
#define BCOV_TABLE_TEXT_H

#include "base/control.h"
#include "format/text/drawing.h"
#include "puzzle/puzzle.h"

/* Adds every connected group of X in DRAWING to PUZZLE, whose lattice is set, as a piece that is
   used once and may be turned but not flipped. */
bcov_status bcov_table_text_read (bcov_puzzle *puzzle, const bcov_drawing *drawing,
                                  bcov_error *err);

/* Does the same for the connected groups of cells of TABLE.  DRAWING, which may be NULL, provides
   the places of the pieces.  CONTROL may be NULL. */
bcov_status bcov_table_text_add (bcov_puzzle *puzzle, const bcov_board *table,
                                 const bcov_drawing *drawing, bcov_control *control,
                                 bcov_error *err);

#endif
