/* What `heat` says: in how many coverings each placement is used, and what follows from that for
   cells and for the sides between them. */

#ifndef BCOV_HEAT_H
#define BCOV_HEAT_H

#include "base/text.h"
#include "question/heat_facts.h"

/* For people: totals, placements in every covering and in none, for each piece its share of each
   cell, and how often a piece ends between two cells (flat boards of squares). */
bcov_status bcov_heat_text (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* All of it, exactly, as one JSON object and a newline. */
bcov_status bcov_heat_json (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* ---- for both ---- */

/* The placements that cover each cell: those of cell c are placement[start[c] .. start[c+1]),
   ascending. */
typedef struct {
  uint32_t *start, *placement;
} bcov_heat_cells;

bcov_status bcov_heat_index (const bcov_heat_facts *heat, bcov_heat_cells *out, bcov_error *err);
void bcov_heat_index_free (bcov_mem *mem, bcov_heat_cells *cells);

/* In how many coverings no piece lies on both cells. */
void bcov_heat_between (const bcov_heat_facts *heat, const bcov_heat_cells *index, uint32_t a,
                        uint32_t b, mpz_t out);

#endif
