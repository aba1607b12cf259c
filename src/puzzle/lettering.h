/* The letters of pieces in drawings of coverings, for many coverings of one puzzle in turn.

     bcov_lettering lettering;
     bcov_status status = bcov_lettering_start (puzzle, &lettering, err);
     if (!status)
       status = bcov_lettering_give (&lettering, covering, letters, err);      as often as wanted
     bcov_lettering_end (&lettering);                                                           */

#ifndef BCOV_LETTERING_H
#define BCOV_LETTERING_H

#include "base/table.h"
#include "puzzle/covering.h"

/* A letter in use.  Stamps are numbers of questions; see lettering.c. */
typedef struct {
  uint32_t letter;
  bool own;       /* is the own letter of a piece, and there are several families */
  uint64_t asked; /* stamped by a piece with a neighbour of this colour */
  uint64_t held;  /* stamped if it belongs to a tile or to a piece that is used once */
  uint64_t sole;  /* stamped if it belongs to a piece in several parts */
} bcov_colour;

typedef struct {
  uint32_t cells[BCOV_MOST_NEIGHBOURS];
  size_t count;
} bcov_near_cells;

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_covering *covering; /* the current one */
  bcov_mem *mem;
  bcov_error *err;
  uint64_t questions;            /* asked so far, over all coverings */
  uint64_t since;                /* the last question before the current covering */
  uint32_t *uses;                /* of each piece: its number of copies; 0 between two coverings */
  uint32_t *own_colour;          /* of each piece: the colour of its own letter */
  uint32_t *owner;               /* of each cell: the placement that covers it */
  bcov_near_cells *near;         /* of each cell: its neighbours; NULL on a large board */
  BCOV_VEC (uint32_t) colour_of; /* of each piece laid */
  BCOV_VEC (bcov_colour) colours;
  bcov_table by_letter; /* colours */
} bcov_lettering;

/* After a failure, bcov_lettering_end is not needed. */
bcov_status bcov_lettering_start (const bcov_puzzle *puzzle, bcov_lettering *out, bcov_error *err);
void bcov_lettering_end (bcov_lettering *lettering);

/* Finds the letter of each placement, as `list` shows it: a piece that is used once has its own
   letter; the copies of a piece that is used several times have letters that differ from those of
   all neighbours.  OUT has room for laid.count letters. */
bcov_status bcov_lettering_give (bcov_lettering *lettering, const bcov_covering *covering,
                                 uint32_t *out, bcov_error *err);

/* Does the same for a single covering. */
bcov_status bcov_lettering_once (const bcov_covering *covering, uint32_t *out, bcov_error *err);

#endif
