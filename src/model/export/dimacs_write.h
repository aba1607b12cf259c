/* Writes a model as DIMACS CNF, for SAT solvers and model counters. */

#ifndef BCOV_DIMACS_WRITE_H
#define BCOV_DIMACS_WRITE_H

#include "model/compile/compiled.h"

/* Variables 1 .. options are the options; all others are determined by them.  The number of models
   is the number of coverings, as the line "c t mc" tells model counters. */
bcov_status bcov_dimacs_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err);

#endif
