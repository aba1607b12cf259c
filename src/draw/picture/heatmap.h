/* How often something happens at each side or in each cell of a board, as colours with a legend. */

#ifndef BCOV_HEATMAP_H
#define BCOV_HEATMAP_H

#include "draw/scene/figure.h"
#include "puzzle/puzzle.h"

/* Shares from 0 to 1; one of SIDE and CELL is NULL. */
typedef struct {
  const double *side; /* of side k of cell c: SIDE[c * BCOV_MOST_NEIGHBOURS + k], the sides in the
                         order of bcov_lattice_neighbours; negative: nothing is drawn there */
  const double *cell; /* of each cell */
  const char *caption;
} bcov_heat_field;

/* The map of FIELD on the board of PUZZLE, a figure of one page.  A side is drawn as the kite
   between it and the middles of its two cells, so that all kites together fill the board.  Of cubes
   the layers are drawn, without the sides between two layers.  END the figure also after a
   failure. */
bcov_status bcov_heatmap_figure (const bcov_puzzle *puzzle, const bcov_heat_field *field,
                                 bcov_figure *figure, bcov_error *err);

/* The ink for a share of 0 .. 100 percent. */
uint32_t bcov_heatmap_ink (unsigned percent);

/* A share in percent: 0 for never alone and 100 for always alone. */
unsigned bcov_heatmap_percent (double share);

#endif
