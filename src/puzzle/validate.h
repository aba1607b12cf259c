/* What a reader cannot see while it reads one key: whether the parts of a puzzle go together. */

#ifndef BCOV_VALIDATE_H
#define BCOV_VALIDATE_H

#include "puzzle/puzzle.h"

/* BCOV_OK, or BCOV_INPUT with every mistake in ERR. */
bcov_status bcov_validate (const bcov_puzzle *puzzle, bcov_error *err);

#endif
