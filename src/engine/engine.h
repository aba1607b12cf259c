/* Engines: each sees a model and a question, and hands solutions to a sink or sums to a result.
   What an engine needs besides, such as an order of the items, the planner hands to it. */

#ifndef BCOV_ENGINE_H
#define BCOV_ENGINE_H

#include "base/control.h"
#include "engine/remainders.h"
#include "engine/result.h"
#include "engine/units.h"
#include "model/symmetry/represent.h"

/* Gets the options of a solution, by their numbers in the compiled model and in the order in which
   they were chosen; false when it has seen enough. */
typedef bool bcov_sink (void *data, const uint32_t *options, size_t count);

/* What saves work but changes no answer, and can be done without: bits.  The option "without" has
   their words. */
enum {
  BCOV_WITHOUT_SYMMETRY = 1 << 0, /* one of several images is searched for where all are wanted */
  BCOV_WITHOUT_QUICK = 1 << 1,    /* search: along the frontier's order where that is quicker */
  BCOV_WITHOUT_POCKETS = 1 << 2,  /* regions of a size that no pieces make are left out */
  BCOV_WITHOUT_MEMORY = 1 << 3,   /* search: what led nowhere before is left out */
  BCOV_WITHOUT_SHAPES = 1 << 4,   /* search: what a shape of covered cells allows is kept */
  BCOV_WITHOUT_PARITY = 1 << 5,   /* search: what no pieces left can balance is left out */
  BCOV_WITHOUT_HALVES = 1 << 6    /* frontier: half of a board is joined with its image */
};

typedef enum {
  BCOV_EACH, /* all solutions: their number, or each to the sink */
  BCOV_MOST  /* `fill`: one solution of the greatest gain */
} bcov_objective;

typedef struct {
  const bcov_model *model;
  bcov_objective objective;
  bcov_share share; /* of the engine's units; see units.h */
  uint32_t workers; /* threads */
  bcov_sink *sink;  /* NULL: only count */
  void *data;
  bcov_control *control;
  unsigned without; /* BCOV_WITHOUT_ bits */
  uint64_t limit;   /* so many solutions are enough; 0: all are wanted */
  /* Symmetries to make use of, where all solutions are wanted; NULL: none.  A search gets a model
     that was restricted to representatives, and counts bcov_represent_weight for each solution. */
  const bcov_represent *represent;
  /* Not NULL: only the share's residues of the count are wanted.  They are stored here, and the
     count is the result's FOUND times the joined residues.  Only engines that divide into residues
     accept this. */
  bcov_residues *residues;
} bcov_job;

/* Fills RESULT (already initialised; FOUND is set, not added to).  A run that was stopped from
   outside is BCOV_OK with RESULT incomplete; the caller asks the control why. */
typedef bcov_status bcov_engine_run (const bcov_job *job, bcov_result *result, bcov_error *err);

#endif
