/* Enumerates the placements of a piece on the board. */

#ifndef BCOV_PLACEMENT_H
#define BCOV_PLACEMENT_H

#include "base/control.h"
#include "puzzle/puzzle.h"

/* Facts about the board, computed once for all pieces. */
typedef struct {
  const bcov_puzzle *puzzle;
  bcov_control *control;
  uint64_t work;
  uint32_t *group_of; /* with fill_holes: the hole of each cell, and the size of each hole */
  uint32_t *group_size;
  uint32_t *cells; /* of the current placement */
} bcov_placing;

/* CONTROL may be NULL. */
bcov_status bcov_placing_start (const bcov_puzzle *puzzle, bcov_control *control,
                                bcov_placing *placing, bcov_error *err);
void bcov_placing_end (bcov_placing *placing);

/* Calls SEE with the sorted cells of each placement of PIECE: by form, then in reading order.  On a
   board that wraps the same cells may occur several times.  Ends at the first status that is not
   BCOV_OK. */
typedef bcov_status bcov_see_placement (void *data, uint32_t piece, uint32_t form,
                                        const uint32_t *cells, size_t count, bcov_error *err);
bcov_status bcov_placing_piece (bcov_placing *placing, uint32_t piece, bcov_see_placement *see,
                                void *data, bcov_error *err);

#endif
