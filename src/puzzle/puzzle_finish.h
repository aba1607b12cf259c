/* Finishes a puzzle that a reader has built.  Afterwards the puzzle is read-only. */

#ifndef BCOV_PUZZLE_FINISH_H
#define BCOV_PUZZLE_FINISH_H

#include "puzzle/letters.h"

/* Checks that the parts of PUZZLE fit together, gives letters to the pieces and resolves lettered
   cells.  Returns BCOV_INPUT with every mistake in ERR.  LETTER_PLACE, which may be NULL, is called
   with DATA to find the place of a cell in the file. */
bcov_status bcov_puzzle_finish (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                const void *data, bcov_error *err);

#endif
