/* Finds the option of a compiled model that lays a given piece on given cells. */

#ifndef BCOV_LOOKUP_H
#define BCOV_LOOKUP_H

#include "model/compile/compiled.h"

/* All zero is empty. */
typedef struct {
  uint32_t *slot; /* option + 1, or 0 */
  size_t room, count;
} bcov_lookup;

/* Adds placement OPTION of COMPILED, which must not be there yet. */
bcov_status bcov_lookup_add (bcov_lookup *lookup, const bcov_compiled *compiled, uint32_t option,
                             bcov_error *err);

/* The option that lays PIECE with DECOR on CELLS (sorted, as many as the piece has), or
   BCOV_NO_OPTION. */
uint32_t bcov_lookup_find (const bcov_lookup *lookup, const bcov_compiled *compiled, uint32_t piece,
                           const bcov_decor *decor, const uint32_t *cells);

void bcov_lookup_free (bcov_lookup *lookup, bcov_mem *mem);

#endif
