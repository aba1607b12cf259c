/* The letters of pieces in drawings, and the meaning of letters on a board.

   A piece that is used once has its own letter.  A piece that is used several times needs further
   letters, which come from its family: a set of letters that belongs to one piece or, for family 0,
   to all pieces that their cells identify. */

#ifndef BCOV_LETTERS_H
#define BCOV_LETTERS_H

#include "puzzle/puzzle.h"

#define BCOV_NO_LETTER 0xfffdu

/* Gives every piece its letter and its family, and finds out which pieces are in several parts. The
   letter is the first character of the name or, if that cannot be a letter or several names start
   with it, the next free one of A-Z a-z 0-9 and then of further alphabets. */
bcov_status bcov_letters_give (bcov_puzzle *puzzle, bcov_error *err);

/* Returns the piece whose letter is LETTER, or BCOV_TABLE_NONE. */
uint32_t bcov_letters_piece (const bcov_puzzle *puzzle, uint32_t letter);

/* Returns the place in the file of CELL of the board. */
typedef bcov_place bcov_letter_place (const void *data, bcov_cell cell);

/* Fills the puzzle's cell_piece if its board has letters; see bcov_puzzle_finish. */
bcov_status bcov_letters_resolve (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                  const void *data, bcov_error *err);

/* Returns letter NUMBER (from 0) of the pool A-Z a-z 0-9 and so on, or BCOV_NO_LETTER. */
uint32_t bcov_letters_get (size_t number);

/* Returns the number of LETTER in the pool, or SIZE_MAX. */
size_t bcov_letters_number (uint32_t letter);

/* Returns whether RUNE can stand for a piece in a drawing.  '.', '#', '?', blanks and characters
   without width cannot. */
bool bcov_letters_fit (uint32_t rune);

/* Returns letter NUMBER (from 0) of FAMILY, or BCOV_NO_LETTER.  It may be the own letter of some
   piece; if there are several families, it must not be used then. */
uint32_t bcov_letters_of_family (const bcov_puzzle *puzzle, uint32_t family, size_t number);

/* Returns the family of LETTER, or UINT32_MAX. */
uint32_t bcov_letters_family (const bcov_puzzle *puzzle, uint32_t letter);

/* Returns whether PIECE is a tile with sides, points or tags.  Every copy of it has its own letter,
   because equal tiles may touch. */
bool bcov_letters_is_tile (const bcov_piece *piece);

/* Returns whether SHAPE is as long as BOARD in a direction in which BOARD wraps, so that other
   shapes may cover the same cells. */
bool bcov_letters_reaches_around (const bcov_board *board, const bcov_shape *shape);

#endif
