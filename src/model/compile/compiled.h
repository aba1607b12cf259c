/* A compiled puzzle: its model, and what each item and option of the model stands for.  It is the
   way back from options to pieces on the board. */

#ifndef BCOV_COMPILED_H
#define BCOV_COMPILED_H

#include "base/text.h"
#include "model/model.h"

/* What an item stands for, for names in exports and explanations. */
typedef enum {
  BCOV_IS_CELL,
  BCOV_IS_PIECE,
  BCOV_IS_POINTED,
  BCOV_IS_SIDE,
  BCOV_IS_ROW,
  BCOV_IS_COLUMN,
  BCOV_IS_NAMED
} bcov_item_kind;

typedef struct {
  bcov_item_kind kind;
  uint32_t index;  /* cell number, piece number, row or column, item of an exact cover problem */
  uint32_t detail; /* which side or corner (see places.h), or which tag */
} bcov_meaning;

/* Where an option lies. */
typedef struct {
  uint32_t piece, form;
  uint32_t first; /* its cells are cells.data[first .. first + size of the piece) */
} bcov_placement;

typedef struct {
  bcov_model model;
  const bcov_puzzle *puzzle;
  BCOV_VEC (bcov_meaning) meanings;     /* of each item */
  BCOV_VEC (bcov_placement) placements; /* of each option; empty for an exact cover problem */
  BCOV_VEC (uint32_t) cells;            /* sorted within each placement */
} bcov_compiled;

void bcov_compiled_free (bcov_compiled *compiled);

/* The covering that COUNT options of the compiled model make, put into COVERING. */
bcov_status bcov_decode (const bcov_compiled *compiled, const uint32_t *options, size_t count,
                         bcov_covering *covering, bcov_error *err);
/* Lays what one option says on top of COVERING; the order of the pieces is that of the calls. */
bcov_status bcov_decode_lay (const bcov_compiled *compiled, uint32_t option,
                             bcov_covering *covering, bcov_error *err);

/* The name of an item, short and without blanks: "r2c5", "L3", "row1:up"; for exports. */
void bcov_compiled_item_name (const bcov_compiled *compiled, uint32_t item, bcov_text *out);

#endif
