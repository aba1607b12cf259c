/* Random small puzzles with all lattices and rules.  They are plain data first, so that the same
   puzzle can be built again turned, mirrored, or with its pieces in another order. */

#ifndef BCOV_RANDOM_PUZZLE_H
#define BCOV_RANDOM_PUZZLE_H

#include "base/random.h"
#include "puzzle/puzzle.h"

enum { MOST_PIECES = 5, MOST_SIDE = 8, MOST_PIECE_CELLS = 5, TAGS = 2 };

typedef struct {
  bcov_cell cells[MOST_PIECE_CELLS];
  uint32_t count;
  uint32_t lo, hi;
  bool turn, flip;
  bcov_decor decor;
  uint64_t tags;
} random_piece;

typedef struct {
  bcov_lattice lattice;
  bcov_wrap wrap;
  int32_t layers, rows, columns;
  uint8_t mark[MOST_SIDE * MOST_SIDE * MOST_SIDE];
  uint8_t letter[MOST_SIDE * MOST_SIDE * MOST_SIDE]; /* piece of a lettered cell */
  random_piece pieces[MOST_PIECES];
  uint32_t n_pieces;
  uint32_t order[MOST_PIECES]; /* order in which the pieces are added */
  bcov_quota rows_quota[TAGS], columns_quota[TAGS];
  uint32_t n_rows_quota, n_columns_quota;
  uint16_t border;
  bool fill_holes;
} random_puzzle;

/* Makes a random puzzle. */
void random_puzzle_draw (random_puzzle *puzzle, bcov_random *random);

/* Turns the puzzle by a random symmetry of its lattice and shuffles its pieces.  Returns false if
   it cannot be turned because a piece may be flipped but not turned. */
bool random_puzzle_turn (const random_puzzle *puzzle, bcov_random *random, random_puzzle *turned);

/* Changes the puzzle so that engines can use its symmetry: an even board, a first piece used once,
   and small pieces for the rest. */
void random_puzzle_even_out (random_puzzle *puzzle, bcov_random *random);

/* Changes the puzzle so that its pieces have one or two cells, may be used any number of times, and
   have no other rules. */
void random_puzzle_pair_up (random_puzzle *puzzle, bcov_random *random);

/* Builds the puzzle; aborts on errors, which must not occur. */
bcov_puzzle *random_puzzle_build (bcov_mem *mem, const random_puzzle *puzzle);

/* Prints the puzzle after a failure. */
void random_puzzle_print (const random_puzzle *puzzle);

#endif
