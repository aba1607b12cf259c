/* The letters of the pieces in drawings of coverings, for many coverings of one puzzle in turn.

     bcov_lettering lettering;
     bcov_status status = bcov_lettering_start (puzzle, &lettering, err);
     if (!status)
       status = bcov_lettering_give (&lettering, covering, letters, err);      as often as wanted
     bcov_lettering_end (&lettering);                                                           */

#ifndef BCOV_LETTERING_H
#define BCOV_LETTERING_H

#include "base/table.h"
#include "puzzle/covering.h"

/* A letter in use.  What holds for one covering alone is a stamp, which the next covering outdates;
   see lettering.c. */
typedef struct {
  uint32_t letter;
  bool own;       /* is the own letter of a piece, where that must tell the piece */
  uint64_t asked; /* the last question of a piece that has a neighbour of this colour */
  uint64_t held;  /* belongs to a piece that lies there once, or to a tile */
  uint64_t sole;  /* belongs to a piece in several parts that lies there */
} bcov_colour;

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_covering *covering; /* the one at hand */
  bcov_mem *mem;
  bcov_error *err;
  uint64_t questions;   /* asked so far, over all coverings */
  uint64_t since;       /* number of the last one before the covering at hand */
  uint32_t *uses;       /* of each piece: how often it lies there; 0 between two coverings */
  uint32_t *own_colour; /* of each piece: that of its own letter, or none yet */
  uint32_t *owner;      /* of each cell what lies on it */
  uint32_t *near_first; /* the neighbours of cell c are near.data[near_first[c] .. [c+1]); NULL: */
  BCOV_VEC (uint32_t) near;      /* not listed */
  BCOV_VEC (uint32_t) colour_of; /* of each piece laid */
  BCOV_VEC (bcov_colour) colours;
  BCOV_VEC (uint32_t) pool; /* of one family: colours of its letters so far */
  bcov_table by_letter;     /* colours */
} bcov_lettering;

/* On failure nothing needs to be ended. */
bcov_status bcov_lettering_start (const bcov_puzzle *puzzle, bcov_lettering *out, bcov_error *err);
void bcov_lettering_end (bcov_lettering *lettering);

/* The letter of each piece laid, as `list` shows it: a piece that lies there once its own letter,
   one that lies there several times letters that differ from those of all neighbours.
   COVERING is one of the puzzle.  OUT has room for laid.count letters. */
bcov_status bcov_lettering_give (bcov_lettering *lettering, const bcov_covering *covering,
                                 uint32_t *out, bcov_error *err);

/* The same for a single covering. */
bcov_status bcov_lettering_once (const bcov_covering *covering, uint32_t *out, bcov_error *err);

#endif
