/* Families of letters.  Where a piece lies several times, drawings give it further letters than its
   own.  A family is a set of such letters that belongs to one piece, so that a reader can tell by
   the letter what the cells alone do not say.

     uint32_t letter = bcov_letter_family_get (puzzle, piece->family, k);      the k-th further
   letter uint32_t family = bcov_letter_family_find (puzzle, letter);                  the way back
 */

#ifndef BCOV_LETTER_FAMILY_H
#define BCOV_LETTER_FAMILY_H

#include "puzzle/puzzle.h"

/* Finds out which pieces are in several parts, and gives every piece its family: 0, which many
   share, to those that are known by their cells; to each of the others one of its own. */
bcov_status bcov_letter_family_give (bcov_puzzle *puzzle, bcov_error *err);

/* The letter with NUMBER (from 0) of FAMILY, BCOV_NO_LETTER behind the last.  It may be the own
   letter of some piece, and then is not to be used where there are several families. */
uint32_t bcov_letter_family_get (const bcov_puzzle *puzzle, uint32_t family, size_t number);

/* The family of LETTER, UINT32_MAX when it belongs to none. */
uint32_t bcov_letter_family_find (const bcov_puzzle *puzzle, uint32_t letter);

/* Whether PIECE is a tile with sides, points or tags.  It keeps its own letter and needs no further
   ones, since equal tiles may lie side by side. */
bool bcov_letter_family_is_tile (const bcov_piece *piece);

/* Whether SHAPE is as long as BOARD in a direction in which that wraps, so that other shapes may
   cover the same cells. */
bool bcov_letter_family_reaches_around (const bcov_board *board, const bcov_shape *shape);

#endif
