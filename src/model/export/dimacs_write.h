/* Writes a model as DIMACS CNF, for SAT solvers and model counters. */

#ifndef BCOV_DIMACS_WRITE_H
#define BCOV_DIMACS_WRITE_H

#include "model/compile/compiled.h"

/* The clauses of cnf.h behind a header with "c t mc": the number of models is the number of
   coverings. */
bcov_status bcov_dimacs_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err);

#endif
