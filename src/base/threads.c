/* One shared counter deals the parts; the calling thread is worker 0. */

#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_WORKERS = 256 };

typedef struct {
  atomic_size_t next;
  size_t parts;
  void (*work) (void *data, size_t part, size_t worker);
  void *data;
} dealing;

typedef struct {
  dealing *deal;
  size_t worker;
} seating;

static void *take_parts (void *data)
{
  seating *seat = data;
  dealing *deal = seat->deal;
  for (size_t part; (part = atomic_fetch_add (&deal->next, 1)) < deal->parts;)
    deal->work (deal->data, part, seat->worker);
  return NULL;
}

void bcov_threads_for (size_t workers, size_t parts,
                       void (*work) (void *data, size_t part, size_t worker), void *data)
{
  dealing deal = {.parts = parts, .work = work, .data = data};
  pthread_t thread[MOST_WORKERS];
  seating seat[MOST_WORKERS];
  size_t started = 1;
  if (workers > MOST_WORKERS)
    workers = MOST_WORKERS;
  if (workers > parts)
    workers = parts;
  for (size_t k = 0; k < workers; k++)
    seat[k].deal = &deal, seat[k].worker = k;
  while (started < workers && !pthread_create (&thread[started], NULL, take_parts, &seat[started]))
    started++;
  seat[0].deal = &deal;
  seat[0].worker = 0;
  take_parts (&seat[0]);
  for (size_t k = 1; k < started; k++)
    pthread_join (thread[k], NULL);
}

size_t bcov_threads_available (void)
{
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MOST_WORKERS ? MOST_WORKERS : (size_t)n;
}
