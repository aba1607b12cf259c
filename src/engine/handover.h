/* Hands work over from busy threads to idle ones.

     while ((gift = bcov_handover_take (&handover, team->size))) {       an idle worker waits,
       ...
       if (bcov_handover_wanted (&handover) && ... && bcov_handover_claim (&handover))
         bcov_handover_give (&handover, gift);                           a busy one gives
     }

   A gift is a block of bcov_mem that describes a part of the giver's work; the taker frees it.  The
   work is done when all workers wait. */

#ifndef BCOV_HANDOVER_H
#define BCOV_HANDOVER_H

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>

enum { BCOV_HANDOVER_WORKERS = 256 };

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  atomic_size_t wanted; /* gifts: workers that wait, minus gifts that are claimed or ready */
  size_t waiting, ready;
  bool over;
  void *gifts[BCOV_HANDOVER_WORKERS];
} bcov_handover;

void bcov_handover_start (bcov_handover *handover);

/* Frees the gifts that nobody has taken.  No worker may use HANDOVER any more. */
void bcov_handover_stop (bcov_handover *handover, bcov_mem *mem);

/* Returns whether a worker waits for a gift.  This takes no longer than reading a variable. */
static inline bool bcov_handover_wanted (const bcov_handover *handover)
{
  return atomic_load_explicit (&handover->wanted, memory_order_relaxed);
}

/* Returns true if the caller is to give exactly one gift; false if others were faster. */
bool bcov_handover_claim (bcov_handover *handover);
void bcov_handover_give (bcov_handover *handover, void *gift);

/* Returns a gift, or NULL when all WORKERS wait, or the work has been ended. */
void *bcov_handover_take (bcov_handover *handover, size_t workers);

/* Ends the work: all calls of bcov_handover_take return NULL from now on. */
void bcov_handover_end (bcov_handover *handover);

#endif
