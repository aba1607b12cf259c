/* Checks a covering against a puzzle.  Uses no code of the model or the engines, so that it detects
   mistakes there. */

#ifndef BCOV_VERIFY_H
#define BCOV_VERIFY_H

#include "puzzle/covering.h"

/* Returns BCOV_OK, or BCOV_WRONG with the mistakes in ERR, each at PLACE.  If PARTIAL (for `fill`),
   cells may stay empty and counts are upper bounds.  If the rotation of a tile is not known, any
   rotation that matches the others is accepted. */
bcov_status bcov_verify (const bcov_puzzle *puzzle, const bcov_covering *covering, bool partial,
                         const bcov_place *place, bcov_error *err);

#endif
