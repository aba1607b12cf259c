/* A compiled puzzle: its model, and the meaning of each item and option. */

#ifndef BCOV_COMPILED_H
#define BCOV_COMPILED_H

#include "base/table.h"
#include "base/text.h"
#include "model/model.h"

/* The meaning of an item, for names in exports and explanations. */
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
  uint32_t index;  /* number of the cell, piece, row, column or item of an exact cover problem */
  uint32_t detail; /* direction of the side or corner (BCOV_NORTH ..), or number of the tag */
} bcov_meaning;

/* The position of an option. */
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

/* Sets COVERING to the pieces of COUNT options, sorted. */
bcov_status bcov_decode (const bcov_compiled *compiled, const uint32_t *options, size_t count,
                         bcov_covering *covering, bcov_error *err);

/* Adds the piece of one option to COVERING; pieces stay in the order of the calls. */
bcov_status bcov_decode_lay (const bcov_compiled *compiled, uint32_t option,
                             bcov_covering *covering, bcov_error *err);

/* A table finds the option that lays a given piece on given cells.  Enter each option once. */
bcov_status bcov_compiled_enter (bcov_table *table, const bcov_compiled *compiled, uint32_t option,
                                 bcov_error *err);

/* The option that lays PIECE with DECOR on CELLS (sorted, all cells of the piece), or
   BCOV_NO_OPTION. */
uint32_t bcov_compiled_find (const bcov_table *table, const bcov_compiled *compiled, uint32_t piece,
                             const bcov_decor *decor, const uint32_t *cells);

/* Writes the name of an item for exports, short and without blanks: "r2c5", "L3", "row1-up". */
void bcov_compiled_item_name (const bcov_compiled *compiled, uint32_t item, bcov_text *out);

/* Writes the title of the puzzle, if it has one, as a line that begins with MARK. */
void bcov_compiled_title (const bcov_compiled *compiled, const char *mark, bcov_text *out);

#endif
