/* Solutions from several threads, handed on in the order of the units that they belong to.

     bcov_turn turn = {.unit = 7};              a worker has found what follows in unit 7
     bcov_turns_put (&turns, &turn, options, count);
     bcov_turns_end (&turns, &turn);            and there is no more

   The units are 0, 1, 2, ...; each must be ended once, by whoever has it. */

#ifndef BCOV_TURNS_H
#define BCOV_TURNS_H

#include "engine/engine.h"

#include <pthread.h>

enum { BCOV_TURNS_AHEAD = 1024 }; /* units that may be ended before their turn */

typedef struct {
  uint64_t unit;
  BCOV_VEC (uint32_t) words; /* of each solution how many options, and these */
} bcov_turn;

typedef struct {
  bcov_mem *mem;
  bcov_sink *sink;
  void *data;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  uint64_t next; /* the unit whose turn it is */
  bcov_turn ended[BCOV_TURNS_AHEAD];
  bool
      waits[BCOV_TURNS_AHEAD]; /* unit u, at u modulo BCOV_TURNS_AHEAD, was ended before its turn */
  atomic_bool enough;          /* the sink wants no more, or memory ended */
  bcov_status status;
  bcov_error *err;
} bcov_turns;

void bcov_turns_start (bcov_mem *mem, bcov_sink *sink, void *data, bcov_turns *turns,
                       bcov_error *err);
void bcov_turns_stop (bcov_turns *turns); /* after all workers are done */

/* Hands a solution to the sink, now or later; waits when too much is kept already.  False when no
   more are wanted. */
bool bcov_turns_put (bcov_turns *turns, bcov_turn *turn, const uint32_t *options, size_t count);

/* The unit is over; TURN is empty afterwards.  False as above. */
bool bcov_turns_end (bcov_turns *turns, bcov_turn *turn);

/* Ends it all: whoever waits goes on. */
void bcov_turns_enough (bcov_turns *turns);

#endif
