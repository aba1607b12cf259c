/* The frontier engine with sparse tables: only the states that occur, level by level. */

#ifndef BCOV_SPARSE_H
#define BCOV_SPARSE_H

#include "engine/sparse/fold.h"
#include "engine/sparse/hash_pages.h"
#include "engine/cuts/pocket.h"

/* Called after each level (with strides: the last of each), when its states stand in COUNT tables;
   false ends the run. */
typedef bool bcov_sparse_after (void *data, uint32_t level, const bcov_hash_pages *tables,
                                size_t count);

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets; /* NULL: no state is dropped before its time */
  const bcov_folds *folds;     /* NULL: no states are folded */
  uint32_t value;              /* words of a value, and its primes: see hash_pages.h */
  const uint64_t *primes;
  uint32_t stride; /* levels that may be taken at once (stride.h), as far as that pays */
  size_t workers;
  bcov_control *control;
  const double *weights;    /* of each level, how long it will take (any unit); NULL: unknown */
  bcov_sparse_after *after; /* or NULL */
  void *data;
} bcov_sparse_job;

/* What it took. */
typedef struct {
  uint64_t states, widest, transitions; /* all levels together; states of the widest; additions */
  bool overflow; /* the run ended since a number without primes had more words than it was given */
} bcov_work;

/* Goes through all levels, from one empty state whose value is 1.  *COMPLETE is false when the
   control ended the run. */
bcov_status bcov_sparse_run (const bcov_sparse_job *job, bool *complete, bcov_work *work,
                             bcov_error *err);

#endif
