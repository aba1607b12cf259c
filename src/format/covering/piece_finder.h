/* Finds the piece of a puzzle that covers given cells.

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

/* The entries with one shape. */
typedef struct {
  uint32_t first, last;
  uint32_t known;  /* the entry of a piece of family 0, or BCOV_TABLE_NONE */
  uint32_t cursor; /* the first entry whose piece must still be used */
  uint32_t round;  /* for which CURSOR is valid */
} bcov_piece_finder_class;

/* The number of copies of a piece in a round. */
typedef struct {
  uint32_t count, round;
} bcov_piece_finder_use;

typedef struct {
  const bcov_puzzle *puzzle;
  BCOV_VEC (bcov_piece_finder_entry) entries;
  BCOV_VEC (bcov_piece_finder_class) classes;
  BCOV_VEC (uint32_t) wide;    /* entries that reach around a board that wraps */
  bcov_table by_shape;         /* classes */
  bcov_piece_finder_use *uses; /* of each piece */
  uint32_t round;              /* the number of the current covering */
  uint32_t *of_family;         /* the piece of each family of letters, or BCOV_TABLE_NONE */
  bcov_cell *cells;            /* room for all cells of the board, unrolled */
  uint64_t *stamp;             /* of each cell: the last walk that met it */
  uint64_t now;
} bcov_piece_finder;

/* End it also after a failure. */
bcov_status bcov_piece_finder_start (const bcov_puzzle *puzzle, bcov_piece_finder *out,
                                     bcov_error *err);
void bcov_piece_finder_end (bcov_piece_finder *finder);

/* Starts a new covering. */
void bcov_piece_finder_restart (bcov_piece_finder *finder);

/* Returns the piece whose letter is LETTER, or else the only piece of the family of LETTER, or
   BCOV_TABLE_NONE. */
uint32_t bcov_piece_finder_meant (const bcov_piece_finder *finder, uint32_t letter);

/* Finds a piece that covers exactly these cells, all different: the piece that LETTER means if
   possible, for a letter of family 0 the piece of family 0, otherwise a piece that must still be
   used, otherwise the first.  Sets piece and form of OUT; the form is BCOV_ANY_FORM for a tile that
   can be turned. */
bool bcov_piece_finder_find (bcov_piece_finder *finder, const uint32_t *cells, size_t count,
                             uint32_t letter, bcov_laid *out);

/* Returns the form in which PIECE covers these cells, or BCOV_ANY_FORM if it is not known. */
uint32_t bcov_piece_finder_form (bcov_piece_finder *finder, uint32_t piece, const uint32_t *cells,
                                 size_t count);

/* Counts one more copy of PIECE. */
void bcov_piece_finder_count (bcov_piece_finder *finder, uint32_t piece);

#endif
