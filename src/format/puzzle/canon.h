/* The canonical form of a puzzle file, which the writers of YAML and JSON share. */

#ifndef BCOV_CANON_H
#define BCOV_CANON_H

#include "puzzle/puzzle.h"

#include <jansson.h>

/* Makes the canonical file of PUZZLE.  The rows of drawings are separated by ROW_END; with '\n', a
   drawing of several rows also ends with it.  The caller releases OUT (which may be NULL) with
   json_decref, also after a failure.  Returns BCOV_INPUT for an exact cover problem. */
bcov_status bcov_canon_make (const bcov_puzzle *puzzle, char row_end, json_t **out,
                             bcov_error *err);

#endif
