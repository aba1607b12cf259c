/* "Pieces fill holes", seen as a matching between classes: equal holes are one class, equal pieces
   are one already, and a piece may fill a hole if the hole is one of its forms.

   This is the one exception to the rule that engines see items and options alone: the match engine
   works on classes, since a table of many pieces and holes has too many options to list them. */

#ifndef BCOV_CLASSES_H
#define BCOV_CLASSES_H

#include "puzzle/covering.h"

/* Piece PIECE, lying as form FORM, fills holes of class HOLE. */
typedef struct {
  uint32_t piece, form, hole;
} bcov_fit;

typedef struct {
  const bcov_puzzle *puzzle;
  uint32_t n_classes;
  BCOV_VEC (uint32_t) holes; /* of each class: how many holes it has */
  BCOV_VEC (uint32_t) sizes; /* and how many cells each of them */
  BCOV_VEC (bcov_fit) fits;  /* sorted by piece; a pair of piece and class comes once */
  uint32_t n_groups;
  uint32_t *class_of;      /* of each hole; UINT32_MAX: no piece fills it */
  uint32_t *start, *cells; /* cells of hole g: cells[start[g] .. start[g+1]) */
} bcov_classes;

/* The puzzle must have the rule pieces-fill-holes and no letters on the board, no quotas and no
   decorated tiles: those need a search. */
bool bcov_classes_apply (const bcov_puzzle *puzzle);
bcov_status bcov_classes_make (const bcov_puzzle *puzzle, bcov_classes *out, bcov_error *err);
void bcov_classes_free (bcov_classes *classes);

/* Lays pieces: FLOW[k] holes of the class of fit K get its piece. */
bcov_status bcov_classes_decode (const bcov_classes *classes, const uint32_t *flow,
                                 bcov_covering *covering, bcov_error *err);

#endif
