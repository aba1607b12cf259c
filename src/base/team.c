/* The members start together, once it is known how many there are.  Whoever waits looks again and
   again for a short while, since steps may take only microseconds, and then lets others run. */

#include "base/team.h"

#include <pthread.h>
#include <sched.h>

enum { MOST_MEMBERS = 256, LOOKS = 4000 };

typedef struct {
  bcov_team team;
  atomic_int started; /* 1: go */
  void (*work) (void *data, bcov_team *team, size_t worker);
  void *data;
} whole;

typedef struct {
  whole *w;
  size_t worker;
} member;

static void rest (unsigned looks)
{
  if (looks < LOOKS)
    atomic_signal_fence (memory_order_seq_cst);
  else
    sched_yield ();
}

static void *begin (void *data)
{
  member *m = data;
  for (unsigned looks = 0; !atomic_load_explicit (&m->w->started, memory_order_acquire); looks++)
    rest (looks);
  m->w->work (m->w->data, &m->w->team, m->worker);
  return NULL;
}

void bcov_team_run (size_t workers, void (*work) (void *data, bcov_team *team, size_t worker),
                    void *data)
{
  whole w = {.work = work, .data = data};
  pthread_t thread[MOST_MEMBERS];
  member members[MOST_MEMBERS];
  size_t size = 1;
  for (; size < workers && size < MOST_MEMBERS; size++) {
    members[size] = (member){&w, size};
    if (pthread_create (&thread[size], NULL, begin, &members[size]))
      break;
  }
  w.team.size = size;
  atomic_store_explicit (&w.started, 1, memory_order_release);
  work (data, &w.team, 0);
  for (size_t k = 1; k < size; k++)
    pthread_join (thread[k], NULL);
}

void bcov_team_wait (bcov_team *team)
{
  if (team->size == 1)
    return;
  size_t turn = atomic_load_explicit (&team->turn, memory_order_acquire);
  if (atomic_fetch_add_explicit (&team->arrived, 1, memory_order_acq_rel) + 1 == team->size) {
    atomic_store_explicit (&team->arrived, 0, memory_order_relaxed);
    atomic_store_explicit (&team->turn, turn + 1, memory_order_release);
    return;
  }
  for (unsigned looks = 0; atomic_load_explicit (&team->turn, memory_order_acquire) == turn;
       looks++)
    rest (looks);
}

bool bcov_team_early (const bcov_team *team)
{
  return team->size > 1 && !atomic_load_explicit (&team->arrived, memory_order_relaxed);
}
