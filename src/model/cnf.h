/* Models as clauses, for SAT solvers and model counters. */

#ifndef BCOV_CNF_H
#define BCOV_CNF_H

#include "model/model.h"

typedef int64_t bcov_literal; /* a variable, from 1; negative: its negation */

/* Receives a clause.  Returns false to end the encoding. */
typedef bool bcov_cnf_see (void *data, const bcov_literal *literals, size_t count);

typedef struct {
  int64_t variables, clauses, literals;
} bcov_cnf_size;

/* Passes the clauses of MODEL to SEE, which may be NULL, and sets SIZE.  Variables 1 .. options are
   the options; all others are determined by them, so the number of models is the number of
   solutions.  The clauses and their order depend on the model alone. */
bcov_status bcov_cnf_encode (const bcov_model *model, bcov_cnf_see *see, void *data,
                             bcov_cnf_size *size, bcov_error *err);

#endif
