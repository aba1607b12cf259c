/* Finishes a puzzle that a reader has built; afterwards the puzzle is read-only. */

#ifndef BCOV_PUZZLE_FINISH_H
#define BCOV_PUZZLE_FINISH_H

#include "puzzle/letters.h"

/* Checks that the parts of PUZZLE fit together, gives out letters and resolves lettered cells.
   BCOV_INPUT with every mistake in ERR.  LETTER_PLACE tells where a cell of the board stands in the
   file (may be NULL); it is called with DATA. */
bcov_status bcov_puzzle_finish (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                const void *data, bcov_error *err);

#endif
