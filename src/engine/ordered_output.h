/* Passes on solutions from several threads in the order of their units.

     bcov_output_turn turn = {.unit = 7};                        a worker begins unit 7,
     bcov_ordered_output_put (&output, &turn, options, count);   finds a solution in it,
     bcov_ordered_output_end (&output, &turn);                   and ends the unit

   The units are 0, 1, 2, ...; each must be ended once. */

#ifndef BCOV_ORDERED_OUTPUT_H
#define BCOV_ORDERED_OUTPUT_H

#include "engine/engine.h"

#include <pthread.h>

enum { BCOV_ORDERED_OUTPUT_AHEAD = 1024 }; /* units that may end before they become current */

typedef struct {
  uint64_t unit;
  BCOV_VEC (uint32_t) words; /* of each solution: the number of options, then the options */
} bcov_output_turn;

typedef struct {
  bcov_mem *mem;
  bcov_sink *sink;
  void *data;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  uint64_t next; /* the current unit */
  bcov_output_turn ended[BCOV_ORDERED_OUTPUT_AHEAD];
  bool waits[BCOV_ORDERED_OUTPUT_AHEAD]; /* at u modulo BCOV_ORDERED_OUTPUT_AHEAD: unit u was ended
                                            before its turn */
  atomic_bool enough;                    /* the sink wants no more, or memory is exhausted */
  bcov_status status;
  bcov_error *err;
} bcov_ordered_output;

void bcov_ordered_output_start (bcov_mem *mem, bcov_sink *sink, void *data,
                                bcov_ordered_output *output, bcov_error *err);
void bcov_ordered_output_stop (bcov_ordered_output *output); /* after all workers are done */

/* Passes a solution to the sink, now or later; waits if too many are stored.  Returns false if no
   more are wanted. */
bool bcov_ordered_output_put (bcov_ordered_output *output, bcov_output_turn *turn,
                              const uint32_t *options, size_t count);

/* Ends the unit and empties TURN.  Returns false if no more solutions are wanted. */
bool bcov_ordered_output_end (bcov_ordered_output *output, bcov_output_turn *turn);

/* Ends the output and wakes all waiting threads. */
void bcov_ordered_output_enough (bcov_ordered_output *output);

#endif
