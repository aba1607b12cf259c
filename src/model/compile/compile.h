/* From a puzzle to items and options.

   Items stand in this order: cells in reading order; pieces whose count is bounded; sides and
   corners that some tile points at, at most once; sides with colours; quotas of rows, then of
   columns. Options stand in the order of pieces, then forms, then places. */

#ifndef BCOV_COMPILE_H
#define BCOV_COMPILE_H

#include "base/control.h"
#include "model/compile/compiled.h"

/* Compiles PUZZLE for covering (PARTIAL false) or for `fill` (PARTIAL true: all lower bounds 0).
   CONTROL, if not NULL, may stop it. */
bcov_status bcov_compile (const bcov_puzzle *puzzle, bool partial, bcov_control *control,
                          bcov_compiled *out, bcov_error *err);
/* The same for covering, with an item for every piece, also where its count cannot matter. */
bcov_status bcov_compile_pieces (const bcov_puzzle *puzzle, bcov_control *control,
                                 bcov_compiled *out, bcov_error *err);

#endif
