/* Engines: each takes a model and a job, and passes solutions to a sink or counts them in a result.
   The planner provides everything else that an engine needs, such as an order of the items. */

#ifndef BCOV_ENGINE_H
#define BCOV_ENGINE_H

#include "base/control.h"
#include "engine/remainders.h"
#include "engine/result.h"
#include "engine/units.h"
#include "model/symmetry/represent.h"

/* Receives the options of a solution, by their numbers in the compiled model, in the order in which
   they were chosen.  Returns false to end the run. */
typedef bool bcov_sink (void *data, const uint32_t *options, size_t count);

/* Optimisations to disable, as bits.  They change no answer.  The option "without" names them. */
enum {
  BCOV_WITHOUT_SYMMETRY = 1 << 0, /* search one of several symmetric images */
  BCOV_WITHOUT_QUICK = 1 << 1,    /* search: follow the order of the frontier if that is faster */
  BCOV_WITHOUT_POCKETS = 1 << 2,  /* skip states with regions of impossible size */
  BCOV_WITHOUT_MEMORY = 1 << 3,   /* search: skip states known to be dead */
  BCOV_WITHOUT_SHAPES = 1 << 4,   /* search: cache the moves of each shape of covered cells */
  BCOV_WITHOUT_PARITY = 1 << 5,   /* search: skip states whose colours cannot be balanced */
  BCOV_WITHOUT_HALVES = 1 << 6    /* frontier: join half of a board with its image */
};

typedef enum {
  BCOV_EACH, /* count all solutions, or pass each to the sink */
  BCOV_MOST  /* `fill`: find one solution with the greatest gain */
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
  uint64_t limit;   /* stop at this number of solutions; 0: all */
  uint64_t most;    /* BCOV_MOST: no solution has a greater gain; 0: unknown */
  /* Symmetries to use if all solutions are wanted; NULL: none.  A search then gets a model
     restricted to representatives, and counts bcov_represent_weight for each solution. */
  const bcov_represent *represent;
  const bcov_represent_source *source; /* without REPRESENT: finds it; may be NULL */
  /* Not NULL: compute only the share's residues of the count and store them here.  The count is the
     result's FOUND times the joined residues.  Only for engines that divide into residues. */
  bcov_residues *residues;
} bcov_job;

/* A turn of a method that takes turns with others. */
typedef struct {
  size_t worker;           /* the thread; worker 0 reports progress */
  const atomic_bool *halt; /* another method has won; may be NULL */
} bcov_turn;

/* Polls: returns false if the turn or the run is stopped. */
static inline bool bcov_turn_goes_on (const bcov_turn *turn, bcov_control *control)
{
  return !(turn->halt && atomic_load (turn->halt)) && bcov_control_go_on (control, turn->worker);
}

/* Fills RESULT, which must be initialised; sets FOUND.  If the control stops the run, returns
   BCOV_OK with RESULT incomplete; the control knows the reason. */
typedef bcov_status bcov_engine_run (const bcov_job *job, bcov_result *result, bcov_error *err);

#endif
