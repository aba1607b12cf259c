/* Invariant, between two calls: WANTED + claims without a gift + READY = WAITING.  So each worker
   that waits gets one gift, whoever takes which, and there are never more gifts than workers. */

#include "engine/handover.h"

#include <assert.h>

void bcov_handover_start (bcov_handover *handover)
{
  *handover = (bcov_handover){0};
  pthread_mutex_init (&handover->lock, NULL);
  pthread_cond_init (&handover->changed, NULL);
}

void bcov_handover_stop (bcov_handover *handover, bcov_mem *mem)
{
  while (handover->ready)
    bcov_mem_free (mem, handover->gifts[--handover->ready]);
  pthread_mutex_destroy (&handover->lock);
  pthread_cond_destroy (&handover->changed);
}

bool bcov_handover_claim (bcov_handover *handover)
{
  size_t wanted = atomic_load (&handover->wanted);
  while (wanted)
    if (atomic_compare_exchange_weak (&handover->wanted, &wanted, wanted - 1))
      return true;
  return false;
}

void bcov_handover_give (bcov_handover *handover, void *gift)
{
  pthread_mutex_lock (&handover->lock);
  assert (handover->ready < BCOV_HANDOVER_WORKERS && handover->ready < handover->waiting);
  handover->gifts[handover->ready++] = gift;
  pthread_cond_signal (&handover->changed);
  pthread_mutex_unlock (&handover->lock);
}

void *bcov_handover_take (bcov_handover *handover, size_t workers)
{
  void *gift = NULL;
  pthread_mutex_lock (&handover->lock);
  handover->waiting++;
  atomic_fetch_add (&handover->wanted, 1);
  assert (handover->waiting <= workers && workers <= BCOV_HANDOVER_WORKERS);
  if (handover->waiting == workers && !handover->ready) {
    handover->over = true;
    pthread_cond_broadcast (&handover->changed);
  }
  while (!handover->ready && !handover->over)
    pthread_cond_wait (&handover->changed, &handover->lock);
  if (!handover->over) {
    gift = handover->gifts[--handover->ready];
    handover->waiting--;
  }
  pthread_mutex_unlock (&handover->lock);
  return gift;
}

void bcov_handover_end (bcov_handover *handover)
{
  pthread_mutex_lock (&handover->lock);
  handover->over = true;
  pthread_cond_broadcast (&handover->changed);
  pthread_mutex_unlock (&handover->lock);
}
