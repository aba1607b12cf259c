/* Reports heat: in how many coverings each placement is used, with the resulting counts of cells
   and of the sides between them. */

#ifndef BCOV_HEAT_H
#define BCOV_HEAT_H

#include "base/text.h"
#include "question/heat_facts.h"

/* As text: totals, placements in every covering and in none, for each piece its share of each
   cell, and how often a piece ends between two cells (flat boards of squares). */
bcov_status bcov_heat_write_text (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* As one JSON object with exact counts, and a newline. */
bcov_status bcov_heat_write_json (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* ---- counts of cells and sides ---- */

/* The placements that cover each cell: those of cell c are placement[start[c] .. start[c+1]),
   ascending. */
typedef struct {
  uint32_t *start, *placement;
} bcov_heat_cell_index;

bcov_status bcov_heat_index (const bcov_heat_facts *heat, bcov_heat_cell_index *out,
                             bcov_error *err);
void bcov_heat_index_free (bcov_mem *mem, bcov_heat_cell_index *cells);

/* The number of coverings in which no piece covers both cells A and B. */
void bcov_heat_between (const bcov_heat_facts *heat, const bcov_heat_cell_index *index, uint32_t a,
                        uint32_t b, mpz_t out);

#endif
