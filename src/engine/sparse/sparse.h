/* The frontier engine with sparse tables: level by level, only the states that occur. */

#ifndef BCOV_SPARSE_H
#define BCOV_SPARSE_H

#include "engine/sparse/fold.h"
#include "engine/sparse/hash_pages.h"
#include "engine/cuts/pocket.h"

/* Called after each level (or stride), when its states are in COUNT tables; returning false ends
   the run. */
typedef bool bcov_sparse_after (void *data, uint32_t level, const bcov_hash_pages *tables,
                                size_t count);

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets; /* NULL: dead states are not dropped */
  const bcov_folds *folds;     /* NULL: no states are folded */
  uint32_t value;              /* words per value; for values and primes see hash_pages.h */
  const uint64_t *primes;
  uint32_t stride; /* levels taken at once (stride.h), at most */
  size_t workers;
  bcov_control *control;
  const double *weights;    /* the expected time of each level, in any unit; NULL: unknown */
  bool *reweigh;            /* set when AFTER has changed the weights; or NULL */
  bcov_sparse_after *after; /* or NULL */
  void *data;
} bcov_sparse_job;

/* Statistics of a run. */
typedef struct {
  uint64_t states, widest, transitions; /* states of all levels and of the widest; additions */
  bool overflow; /* the run ended because a number without primes needed more than VALUE words */
} bcov_work;

/* Goes through all levels, from one empty state with the value 1.  *COMPLETE is false if the
   control ended the run. */
bcov_status bcov_sparse_run (const bcov_sparse_job *job, bool *complete, bcov_work *work,
                             bcov_error *err);

#endif
