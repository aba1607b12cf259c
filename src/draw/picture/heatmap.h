/* Heat maps: shares of the sides or the cells of a board as colours, with a legend. */

#ifndef BCOV_HEATMAP_H
#define BCOV_HEATMAP_H

#include "draw/scene/figure.h"
#include "puzzle/puzzle.h"

/* Shares from 0 to 1; one of SIDE and CELL is NULL. */
typedef struct {
  const double *side; /* of side k of cell c: SIDE[c * BCOV_MOST_NEIGHBOURS + k], the sides in the
                         order of bcov_lattice_neighbours; negative: not drawn */
  const double *cell; /* of each cell */
  const char *caption;
} bcov_heat_field;

/* The map of FIELD on the board of PUZZLE as a figure of one page.  A side is drawn as the kite
   between it and the centres of its two cells, so that the kites fill the board.  Cubes are drawn
   in layers, without the sides between two layers.  End the figure after a failure too. */
bcov_status bcov_heatmap_figure (const bcov_puzzle *puzzle, const bcov_heat_field *field,
                                 bcov_figure *figure, bcov_error *err);

/* The ink for a share of 0 to 100 percent. */
uint32_t bcov_heatmap_ink (unsigned percent);

/* SHARE in percent.  Only a share of 0 gives 0, and only a share of 1 gives 100. */
unsigned bcov_heatmap_percent (double share);

#endif
