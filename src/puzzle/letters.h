/* The letters of pieces in drawings, and what the letters on a board mean. */

#ifndef BCOV_LETTERS_H
#define BCOV_LETTERS_H

#include "puzzle/puzzle.h"

#define BCOV_NO_LETTER 0xfffdu

/* Gives every piece its letter: the first character of its name or, where that is no letter or
   several want it, the next of A-Z a-z 0-9 and then of further alphabets. */
bcov_status bcov_letters_give (bcov_puzzle *puzzle, bcov_error *err);

/* Where CELL of the board stands in the file; called with the DATA given. */
typedef bcov_place bcov_letter_place (const void *data, bcov_cell cell);

/* Fills the puzzle's cell_piece where its board has letters; see bcov_puzzle_finish. */
bcov_status bcov_letters_resolve (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                  const void *data, bcov_error *err);

/* The letter with NUMBER (from 0) of those that are given out: A-Z a-z 0-9 and then others;
   BCOV_NO_LETTER behind the last. */
uint32_t bcov_letters_get (size_t number);

/* The number of LETTER among those, SIZE_MAX when it is none of them. */
size_t bcov_letters_number (uint32_t letter);

/* Whether RUNE can stand for a piece in a drawing: '.', '#', '?', blanks and what has no width
   cannot. */
bool bcov_letters_fit (uint32_t rune);

#endif
