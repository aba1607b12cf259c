/* Converts a puzzle to items and options.

   The order of items: cells in reading order; pieces whose count is bounded; sides and corners that
   tiles may point at once; coloured sides; quotas of rows, then of columns.  The order of options:
   by piece, then form, then position. */

#ifndef BCOV_COMPILE_H
#define BCOV_COMPILE_H

#include "base/control.h"
#include "model/compile/compiled.h"

/* Compiles PUZZLE for covering or, if PARTIAL, for `fill`: all lower bounds are 0.  CONTROL may be
   NULL. */
bcov_status bcov_compile (const bcov_puzzle *puzzle, bool partial, bcov_control *control,
                          bcov_compiled *out, bcov_error *err);

/* Compiles PUZZLE for covering, with an item for every piece, even if its count cannot matter. */
bcov_status bcov_compile_pieces (const bcov_puzzle *puzzle, bcov_control *control,
                                 bcov_compiled *out, bcov_error *err);

#endif
