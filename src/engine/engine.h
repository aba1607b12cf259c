/* Engines: each sees a model and a question, and hands solutions to a sink or sums to a result. */

#ifndef BCOV_ENGINE_H
#define BCOV_ENGINE_H

#include "base/control.h"
#include "engine/cuts/parity.h"
#include "model/symmetry/represent.h"
#include "engine/result.h"

/* Gets the options of a solution, by their numbers in the compiled model and in the order in which
   they were chosen; false when it has seen enough. */
typedef bool bcov_sink (void *data, const uint32_t *options, size_t count);

typedef struct {
  const bcov_model *model;
  bool most;            /* `fill`: one solution of the greatest gain instead of all */
  uint32_t part, parts; /* this part (from 1) of so many; 1, 1 is the whole */
  uint32_t workers;     /* threads; 1 when there is a sink */
  bcov_sink *sink;      /* NULL: only count */
  void *data;
  bcov_control *control;
  unsigned without; /* BCOV_WITHOUT_ bits */
  uint64_t limit;   /* so many solutions are enough; 0: all are wanted */
  /* Symmetries to make use of, where all solutions are wanted; NULL: none.  A search gets a model
     that was restricted to representatives, and counts bcov_represent_weight for each solution. */
  const bcov_represent *represent;
  /* The items in an order in which few are open at once, if one is known: of this model, or of one
     with more options on the same items; NULL: to be found where it is needed. */
  const uint32_t *order;
  const bcov_parity *parity; /* to be made use of by the search; NULL: none */
  double order_bits;         /* about so many states lie along it, as a power of two; 0: unknown */
} bcov_job;

/* Fills RESULT (already initialised; FOUND is set, not added to).  A run that was stopped from
   outside is BCOV_OK with RESULT incomplete; the caller asks the control why. */
typedef bcov_status bcov_engine_run (const bcov_job *job, bcov_result *result, bcov_error *err);

/* brute.c: every choice in the order of the items; the oracle of all tests.  For small models. */
bcov_engine_run bcov_brute_run;

/* search.c: depth first, the most constrained item first.  The model must have been reduced. */
bcov_engine_run bcov_search_run;

/* About how many nodes bcov_search_run will take on such a model, from random dives (Knuth 1975).
 */
bcov_status bcov_search_estimate (const bcov_model *model, bcov_control *control, double *nodes,
                                  bcov_error *err);

#endif
