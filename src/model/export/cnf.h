/* A model as clauses (conjunctive normal form), for SAT solvers and model counters.  There is no
   text and no name in here.

     bcov_cnf cnf;
     bcov_status status = bcov_cnf_start (model, &cnf, err);
     if (!status)
       status = bcov_cnf_encode (&cnf, take, data, err);        may be called again
     bcov_cnf_end (&cnf);

   Variable k is option k - 1 for k = 1 .. options; every further variable is determined by them.
   The number of models is the number of coverings. */

#ifndef BCOV_CNF_H
#define BCOV_CNF_H

#include "model/model.h"

typedef int64_t bcov_literal; /* a variable, negative: its opposite */

/* Gets a clause of COUNT literals, 0 for the empty clause; returns false to stop. */
typedef bool bcov_cnf_take (void *data, const bcov_literal *literals, size_t count);

typedef struct {
  int64_t variables, clauses; /* of the last encoding */
  bool stopped;               /* the last encoding was stopped */
  /* The rest is the encoder's own. */
  const bcov_model *model;
  bcov_mem *mem;
  bcov_cnf_take *take;
  void *data;
  bcov_columns columns;
  bcov_literal *list; /* room for the literals of an item, and more behind them */
  bcov_literal *scratch;
} bcov_cnf;

/* MODEL must outlive the encoder.  To be ended also after a failure. */
bcov_status bcov_cnf_start (const bcov_model *model, bcov_cnf *cnf, bcov_error *err);
void bcov_cnf_end (bcov_cnf *cnf);

/* Hands over all clauses to TAKE, which is called with DATA, and counts variables and clauses. With
   TAKE NULL it only counts.  The same clauses come in the same order each time.  A stop is no
   error.
 */
bcov_status bcov_cnf_encode (bcov_cnf *cnf, bcov_cnf_take *take, void *data, bcov_error *err);

#endif
