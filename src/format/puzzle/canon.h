/* Writes the canonical puzzle file; reading it gives the same puzzle. */

#ifndef BCOV_CANON_H
#define BCOV_CANON_H

#include "base/text.h"
#include "puzzle/puzzle.h"

/* Both return BCOV_INPUT for an exact cover problem, which has no board. */
bcov_status bcov_canon_json (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);
bcov_status bcov_canon_yaml (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);

#endif
