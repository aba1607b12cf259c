/* The frontier engine: counts solutions without listing them.

     status = bcov_frontier_open (job, &frontier, err);
     ... bcov_frontier_foresee, bcov_frontier_try ...
     bcov_frontier_close (&frontier);                                                           */

#ifndef BCOV_FRONTIER_H
#define BCOV_FRONTIER_H

#include "engine/engine.h"
#include "engine/dense/dense.h"
#include "engine/count/estimate.h"
#include "engine/sparse/fold.h"
#include "engine/program/program_make.h"

/* Constants for the choice of tables; the planner provides them. */
typedef struct {
  double dense_worth;   /* cost of a state of the sparse table, in states of the dense one */
  double dense_start;   /* cost of setting the dense table up, in its states */
  double worth_halving; /* with less work than this, halving the board does not pay */
  double far_off;       /* the price of an order may overestimate the states by this factor, */
  double moment;        /* so it decides only runs with less work than this */
  double alone;         /* with less work than this, a single thread is used, */
  uint64_t short_try;   /* and likewise for tries with at most this number of transitions */
} bcov_table_limits;

/* Facts about a model that all tries share. */
typedef struct {
  const bcov_program *program; /* NULL: the model is impossible */
  bcov_pockets pockets;
  bcov_folds folds;
  bcov_half half; /* counted by the dense table if it has levels */
  unsigned lanes; /* residues per state of the dense table; 0: it cannot be used */
  bcov_dense_needs dense;
  double whole_work; /* of the dense table for the whole board */
  bool full;         /* use the dense table at once; pockets and folds are not made */
  const bcov_table_limits *limits;
} bcov_frontier;

/* Prepares job->model, which must have been reduced, for PROGRAM, whose order has about 2^BITS
   states (0: unknown).  PROGRAM is ignored if the model is impossible.  PROGRAM and LIMITS must
   outlive OUT.  Close OUT even after a failure. */
bcov_status bcov_frontier_open (const bcov_job *job, const bcov_program *program, double bits,
                                const bcov_table_limits *limits, bcov_frontier *out,
                                bcov_error *err);
void bcov_frontier_close (bcov_frontier *frontier);

/* The expected cost of a count. */
typedef struct {
  bcov_estimate states;
  bool dense;   /* the dense table will be used */
  double bytes; /* of memory */
} bcov_forecast;

/* CLOSE: see bcov_estimate_make. */
bcov_status bcov_frontier_foresee (const bcov_job *job, const bcov_frontier *frontier, bool close,
                                   bcov_forecast *out, bcov_error *err);
void bcov_frontier_forget (bcov_mem *mem, bcov_forecast *forecast);

/* Asked between two levels when a run has used up its transitions, with a forecast by its levels so
   far (bytes and dense as below).  Returns the transitions after which to ask again, or 0 to give
   up.  Meanwhile it may use the control of the run. */
typedef uint64_t bcov_frontier_ask (void *data, const bcov_forecast *forecast);

typedef struct {
  bcov_frontier_ask *ask; /* NULL: give up */
  void *data;
} bcov_frontier_asked;

/* Counts, or finds the residues of job->residues, which was started with the bound of the program.
   Asks ASKED (NULL: nobody) after about TRANSITIONS transitions of the sparse table (0: never); if
   the run is given up, *DONE is false and nothing is known.  FORECAST is for progress reports and
   may be NULL. */
bcov_status bcov_frontier_try (const bcov_job *job, const bcov_frontier *frontier,
                               uint64_t transitions, const bcov_frontier_asked *asked,
                               const bcov_forecast *forecast, bool *done, bcov_result *result,
                               bcov_error *err);

/* Sets VALUES (initialised) to the value of key 0 after each of COUNT levels, in ascending order:
   the number of ways to settle everything touched so far.  The first *KNOWN values are right: all,
   unless the control ended the run. */
bcov_status bcov_frontier_levels (const bcov_program *program, const uint32_t *levels, size_t count,
                                  size_t workers, bcov_control *control, bcov_number *values,
                                  size_t *known, bcov_error *err);

/* Receives the values of the kept fields, in the order of program->fields, and the number of
   solutions with these values. */
typedef bcov_status bcov_frontier_see (void *data, const uint64_t *kept, const bcov_number *number,
                                       bcov_error *err);

/* Calls SEE for all final states of a program with levels, in ascending order of the values of its
   kept fields.  *COMPLETE is false if the control ended the run; then SEE was not called. */
bcov_status bcov_frontier_tally (const bcov_program *program, size_t workers, bcov_control *control,
                                 bcov_frontier_see *see, void *data, bool *complete,
                                 bcov_error *err);

#endif
