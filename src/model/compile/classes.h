/* The rule "pieces fill holes" as a matching between classes: equal holes form a class, as equal
   pieces do already, and a piece may fill a hole if the hole is one of its forms.

   The match engine works on these classes.  All other engines see only items and options, but a
   puzzle of many pieces and holes has too many options to list. */

#ifndef BCOV_CLASSES_H
#define BCOV_CLASSES_H

#include "puzzle/covering.h"

/* Piece PIECE in form FORM fills holes of class HOLE. */
typedef struct {
  uint32_t piece, form, hole;
} bcov_fit;

typedef struct {
  const bcov_puzzle *puzzle;
  uint32_t n_classes;
  BCOV_VEC (uint32_t) holes; /* of each class: the number of its holes */
  BCOV_VEC (uint32_t) sizes; /* of each class: the cells of each hole */
  BCOV_VEC (bcov_fit) fits;  /* sorted by piece; each pair of piece and class occurs once */
  uint32_t n_groups;
  uint32_t *class_of;      /* of each hole; UINT32_MAX: no piece fills it */
  uint32_t *start, *cells; /* cells of hole g: cells[start[g] .. start[g+1]) */
} bcov_classes;

/* Whether PUZZLE has the rule pieces-fill-holes and none of the features that need a search:
   letters on the board, quotas, decorated tiles, boards that wrap. */
bool bcov_classes_apply (const bcov_puzzle *puzzle);
bcov_status bcov_classes_make (const bcov_puzzle *puzzle, bcov_classes *out, bcov_error *err);
void bcov_classes_free (bcov_classes *classes);

/* Sets COVERING so that FLOW[k] holes of the class of fit K have its piece. */
bcov_status bcov_classes_decode (const bcov_classes *classes, const uint32_t *flow,
                                 bcov_covering *covering, bcov_error *err);

#endif
