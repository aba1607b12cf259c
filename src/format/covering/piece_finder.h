/* Which piece of a puzzle lies on given cells?  For readers that know cells and a letter.

     bcov_piece_finder finder;
     bcov_status status = bcov_piece_finder_start (puzzle, &finder, err);
     bcov_laid found;
     if (!status && bcov_piece_finder_find (&finder, cells, count, 'A', &found))
       bcov_piece_finder_count (&finder, found.piece);
     bcov_piece_finder_end (&finder); */

#ifndef BCOV_PIECE_FINDER_H
#define BCOV_PIECE_FINDER_H

#include "base/table.h"
#include "puzzle/covering.h"

/* A form of a piece; forms with the same shape are chained. */
typedef struct {
  uint32_t piece, form;
  uint32_t next;
} bcov_piece_finder_entry;

/* All entries with one shape. */
typedef struct {
  uint32_t first, last;
  uint32_t known;  /* that of the piece of family 0, or BCOV_TABLE_NONE */
  uint32_t cursor; /* the first entry whose piece has not been used as often as it must be, */
  uint32_t round;  /* in this round */
} bcov_piece_finder_class;

/* How often a piece has been used in a round. */
typedef struct {
  uint32_t count, round;
} bcov_piece_finder_use;

typedef struct {
  const bcov_puzzle *puzzle;
  BCOV_VEC (bcov_piece_finder_entry) entries;
  BCOV_VEC (bcov_piece_finder_class) classes;
  BCOV_VEC (uint32_t) wide;    /* entries that need a closer look on a board that wraps */
  bcov_table by_shape;         /* classes */
  bcov_piece_finder_use *uses; /* of each piece */
  uint32_t round;              /* the number of the covering at hand */
  uint32_t *of_family;         /* pieces by family of letters; BCOV_TABLE_NONE: 0, tiles */
  bcov_cell *cells;            /* room for all cells of the board, laid out flat */
  uint64_t *stamp;             /* of each cell: the last walk or trial that met it */
  uint64_t now;
} bcov_piece_finder;

/* To be ended also after a failure. */
bcov_status bcov_piece_finder_start (const bcov_puzzle *puzzle, bcov_piece_finder *out,
                                     bcov_error *err);
void bcov_piece_finder_end (bcov_piece_finder *finder);

/* Forgets what was used: a new covering begins. */
void bcov_piece_finder_restart (bcov_piece_finder *finder);

/* The same, or else the only piece of the family that LETTER belongs to, or BCOV_TABLE_NONE. */
uint32_t bcov_piece_finder_meant (const bcov_piece_finder *finder, uint32_t letter);

/* Whether some piece lies on exactly these cells (different ones): the one meant by LETTER if it
   can, with a letter of family 0 the one that is known by its cells, else one that has not been
   used as often as it must be, else the first.  Fills in piece and form of OUT, BCOV_ANY_FORM for a
   tile that can be turned on the spot. */
bool bcov_piece_finder_find (bcov_piece_finder *finder, const uint32_t *cells, size_t count,
                             uint32_t letter, bcov_laid *out);

/* The form in which PIECE lies on these cells, BCOV_ANY_FORM where that cannot be told. */
uint32_t bcov_piece_finder_form (bcov_piece_finder *finder, uint32_t piece, const uint32_t *cells,
                                 size_t count);

/* Counts PIECE as used once more. */
void bcov_piece_finder_count (bcov_piece_finder *finder, uint32_t piece);

#endif
