/* Draws heat as a map of the board. */

#ifndef BCOV_HEAT_FIGURE_H
#define BCOV_HEAT_FIGURE_H

#include "draw/scene/figure.h"
#include "question/heat_facts.h"

/* PART / TOTAL. */
double bcov_heat_figure_share (const mpz_t part, const mpz_t total);

/* The share of PIECE in each cell or, if PIECE is -1, that of the ends at each side of each cell:
   BCOV_MOST_NEIGHBOURS numbers a cell, -1 where no cell lies beyond. */
bcov_status bcov_heat_figure_shares (const bcov_heat_facts *heat, int32_t piece, double *out,
                                     bcov_error *err);

/* The map of HEAT, which has at least one covering: how often PIECE covers each cell or, if PIECE
   is -1, how often a piece ends at each side between two cells.  End the figure after a failure
   too. */
bcov_status bcov_heat_figure (const bcov_heat_facts *heat, int32_t piece, bcov_figure *figure,
                              bcov_error *err);

#endif
