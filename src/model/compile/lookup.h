/* Finds the option of a compiled model that lays a given piece on given cells. */

#ifndef BCOV_LOOKUP_H
#define BCOV_LOOKUP_H

#include "base/table.h"
#include "model/compile/compiled.h"

/* Adds placement OPTION of COMPILED, which must not be in TABLE yet. */
bcov_status bcov_lookup_add (bcov_table *table, const bcov_compiled *compiled, uint32_t option,
                             bcov_error *err);

/* The option that lays PIECE with DECOR on CELLS (sorted, all cells of the piece), or
   BCOV_NO_OPTION. */
uint32_t bcov_lookup_find (const bcov_table *table, const bcov_compiled *compiled, uint32_t piece,
                           const bcov_decor *decor, const uint32_t *cells);

#endif
