/* Checks a covering against a puzzle from the puzzle's words alone.  Shares no code with the model
   and the engines, so that a mistake there cannot hide here. */

#ifndef BCOV_VERIFY_H
#define BCOV_VERIFY_H

#include "puzzle/covering.h"

/* BCOV_OK, or BCOV_WRONG with what is wrong in ERR (every mistake that can be told apart).  PLACE
   stands before each message.  With PARTIAL (for `fill`) cells may stay empty and counts are upper
   bounds.  Where a tile's turn is not told, any turn that makes all fit will do. */
bcov_status bcov_verify (const bcov_puzzle *puzzle, const bcov_covering *covering, bool partial,
                         const bcov_place *place, bcov_error *err);

#endif
