/* The best filling by the frontier, if prices rule out most states.

   Prices (bound/lp.h) tell what a filling can be worth at most.  An option that covers less than
   the prices of its items, and a cell that stays empty, lower that number for all fillings with
   them.  A state whose number falls below the goal is dropped.

     bcov_sweep sweep;
     bcov_status status = bcov_sweep_run (&asked, &sweep, err);
     if (!status && !sweep.given_up && !sweep.narrowed && !sweep.gain) ... no filling covers GOAL
   cells ... bcov_sweep_free (&sweep); */

#ifndef BCOV_SWEEP_H
#define BCOV_SWEEP_H

#include "engine/engine.h"
#include "engine/program/program.h"

/* In fixed point numbers, with UNIT for a cell.  No filling is worth more than BOUND, less what its
   options cost and less the prices of the cells that it leaves empty. */
typedef struct {
  int64_t unit, bound;
  const int64_t *price; /* of each item: not negative */
  const int64_t *worth; /* of each option: its gain less the prices of its touches */
} bcov_prices;

typedef struct {
  const bcov_program *program;
  const bcov_model *model; /* of the program */
  bcov_prices prices;
  uint64_t goal;    /* the least number of cells wanted, at least 1 */
  uint64_t states;  /* give up beyond this number of states */
  uint64_t beam;    /* keep that many states of a level, those that lost the least; 0: all */
  uint32_t workers; /* threads */
  bcov_control *control;
} bcov_sweep_asked;

typedef struct {
  bcov_mem *mem;
  bool given_up;               /* there were too many states; nothing else is valid */
  bool narrowed;               /* by the beam: the filling need not be the best */
  uint64_t gain;               /* cells of the best filling; 0: none covers GOAL cells */
  BCOV_VEC (uint32_t) options; /* of that filling, in the model */
  uint64_t states, nodes;      /* met, and choices tried */
} bcov_sweep;

/* Goes through all levels once.  Returns BCOV_STOPPED, without a message, if the control stops the
   run, and gives up if there is not enough memory.  Free OUT in any case. */
bcov_status bcov_sweep_run (const bcov_sweep_asked *asked, bcov_sweep *out, bcov_error *err);
void bcov_sweep_free (bcov_sweep *sweep);

#endif
