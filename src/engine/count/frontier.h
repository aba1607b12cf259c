/* The frontier engine: counts without listing.

     status = bcov_frontier_open (job, &frontier, err);
     ... foresee, try, try again with more time ...
     bcov_frontier_close (&frontier);                                                           */

#ifndef BCOV_FRONTIER_H
#define BCOV_FRONTIER_H

#include "engine/engine.h"
#include "engine/dense/dense.h"
#include "engine/count/estimate.h"
#include "engine/sparse/fold.h"
#include "engine/program/program_make.h"

/* By what the tables are chosen; the planner has the numbers. */
typedef struct {
  double dense_worth;   /* a state of the sparse table takes as long as so many of the dense one, */
  double dense_start;   /* and to get that one under way as long as so many */
  double worth_halving; /* where the dense table has fewer, half a board would not pay */
  double far_off;       /* an order's price may expect so many times more states than there are, */
  double moment;        /* so that nothing larger is decided by it */
  double alone;         /* states that one thread updates before others could help ... */
  uint64_t short_try;   /* ... and transitions of a try that is over before they could */
} bcov_table_limits;

/* What is found out about a model once, whatever is tried then. */
typedef struct {
  const bcov_program *program; /* along a good order of the items; NULL: the model is impossible */
  bcov_pockets pockets;
  bcov_folds folds;
  bcov_half half; /* what the dense table counts, if it has levels */
  unsigned lanes; /* remainders that the dense table takes at once; 0: it is no choice */
  bcov_dense_needs dense;
  double whole_work; /* that of a whole board, by which tables are chosen */
  bool full; /* it is taken at once: pockets and folds, for the sparse table, are not made */
  const bcov_table_limits *limits;
} bcov_frontier;

/* For job->model, which must have been reduced, along PROGRAM, whose order has about 2^BITS states
   (0: unknown); nothing is to be known of an impossible one.  PROGRAM and LIMITS must outlive OUT.
   Close it even after a failure. */
bcov_status bcov_frontier_open (const bcov_job *job, const bcov_program *program, double bits,
                                const bcov_table_limits *limits, bcov_frontier *out,
                                bcov_error *err);
void bcov_frontier_close (bcov_frontier *frontier);

/* What a count will take. */
typedef struct {
  bcov_estimate states;
  bool dense;   /* the dense table will do it */
  double bytes; /* of memory */
} bcov_forecast;

bcov_status bcov_frontier_foresee (const bcov_job *job, const bcov_frontier *frontier,
                                   bcov_forecast *out, bcov_error *err);
void bcov_frontier_forget (bcov_mem *mem, bcov_forecast *forecast);

/* Counts, or finds the residues of job->residues, which was started by the bound of the program,
   but gives up after about so many transitions of the sparse table (0: never): *DONE is
   then false, and nothing is known.  FORECAST, for the progress shown, may be NULL. */
bcov_status bcov_frontier_try (const bcov_job *job, const bcov_frontier *frontier,
                               uint64_t transitions, const bcov_forecast *forecast, bool *done,
                               bcov_result *result, bcov_error *err);

/* The value of the all-zero key after each of the COUNT levels given (ascending): the ways in which
   all that was touched so far is settled.  The numbers in VALUES are initialised before; the first
   *KNOWN of them are right, all unless the control ended the run. */
bcov_status bcov_frontier_levels (const bcov_program *program, const uint32_t *levels, size_t count,
                                  size_t workers, bcov_control *control, bcov_number *values,
                                  size_t *known, bcov_error *err);

/* Gets the values of the kept fields, in the order of program->fields, and the number of solutions
   with these. */
typedef bcov_status bcov_frontier_see (void *data, const uint64_t *kept, const bcov_number *number,
                                       bcov_error *err);

/* All final states of a program with levels, in ascending order of the values of its kept fields.
 *COMPLETE is false when the control ended the run: nothing was seen. */
bcov_status bcov_frontier_tally (const bcov_program *program, size_t workers, bcov_control *control,
                                 bcov_frontier_see *see, void *data, bool *complete,
                                 bcov_error *err);

#endif
