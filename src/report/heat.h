/* Reports heat: the number of coverings that use each placement, and the resulting shares of cells
   and of the sides between them. */

#ifndef BCOV_HEAT_H
#define BCOV_HEAT_H

#include "base/text.h"
#include "draw/scene/figure.h"
#include "question/heat_run.h"

/* As text: totals, placements in every covering and in none, for each piece its share of each
   cell, and how often two neighbouring cells belong to different pieces (flat boards of squares).
 */
bcov_status bcov_heat_write_text (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* As one JSON object with exact counts, and a newline. */
bcov_status bcov_heat_write_json (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

/* As a map, for heat with at least one covering: how often PIECE covers each cell or, if PIECE is
   -1, how often the two cells at each side belong to different pieces.  End the figure after a
   failure too. */
bcov_status bcov_heat_figure (const bcov_heat_facts *heat, int32_t piece, bcov_figure *figure,
                              bcov_error *err);

/* The share of PIECE in each cell or, if PIECE is -1, the share of coverings in which the two cells
   at each side belong to different pieces: BCOV_MOST_NEIGHBOURS numbers for each cell, -1 where
   there is no cell beyond. */
bcov_status bcov_heat_shares (const bcov_heat_facts *heat, int32_t piece, double *out,
                              bcov_error *err);

/* The share of coverings in which no piece covers both cells A and B. */
bcov_status bcov_heat_share_between (const bcov_heat_facts *heat, uint32_t a, uint32_t b,
                                     double *out, bcov_error *err);

#endif
