/* A team starts when its size is known.  A waiting member polls for a short while, because steps
   may take only microseconds, and then yields the processor.  bcov_threads_for is a team that takes
   parts from a shared counter. */

#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <unistd.h>

enum { MOST_MEMBERS = 256, POLLS = 4000 };

typedef struct {
  bcov_team team;
  atomic_bool started;
  void (*work) (void *data, bcov_team *team, size_t worker);
  void *data;
} team_run;

typedef struct {
  team_run *run;
  size_t worker;
} member;

static void pause_or_yield (unsigned polls)
{
  if (polls < POLLS)
    atomic_signal_fence (memory_order_seq_cst);
  else
    sched_yield ();
}

static void *begin (void *data)
{
  member *m = data;
  team_run *run = m->run;
  for (unsigned polls = 0; !atomic_load_explicit (&run->started, memory_order_acquire); polls++)
    pause_or_yield (polls);
  run->work (run->data, &run->team, m->worker);
  return NULL;
}

void bcov_team_run (size_t workers, void (*work) (void *data, bcov_team *team, size_t worker),
                    void *data)
{
  team_run run = {.work = work, .data = data};
  pthread_t thread[MOST_MEMBERS];
  member members[MOST_MEMBERS];
  size_t size = 1;
  for (; size < workers && size < MOST_MEMBERS; size++) {
    members[size] = (member){&run, size};
    if (pthread_create (&thread[size], NULL, begin, &members[size]))
      break;
  }
  run.team.size = size;
  atomic_store_explicit (&run.started, true, memory_order_release);
  work (data, &run.team, 0);
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
  for (unsigned polls = 0; atomic_load_explicit (&team->turn, memory_order_acquire) == turn;
       polls++)
    pause_or_yield (polls);
}

/* ---- parts ---- */

typedef struct {
  atomic_size_t next;
  size_t parts;
  void (*work) (void *data, size_t part, size_t worker);
  void *data;
} dealer;

static void take_parts (void *data, bcov_team *team, size_t worker)
{
  dealer *d = data;
  (void)team;
  for (size_t part; (part = atomic_fetch_add (&d->next, 1)) < d->parts;)
    d->work (d->data, part, worker);
}

void bcov_threads_for (size_t workers, size_t parts,
                       void (*work) (void *data, size_t part, size_t worker), void *data)
{
  dealer d = {.parts = parts, .work = work, .data = data};
  bcov_team_run (workers < parts ? workers : parts, take_parts, &d);
}

/* ---- crews ---- */

/* Does the next part of the loop; returns false if there is none.  A ticket of an earlier loop is
   worthless, or the same as one of this loop. */
static bool do_part (bcov_crew *c, size_t worker)
{
  uint64_t ticket = atomic_load_explicit (&c->tickets, memory_order_relaxed);
  do
    if ((uint32_t)ticket >= ticket >> 32)
      return false;
  while (!atomic_compare_exchange_weak_explicit (&c->tickets, &ticket, ticket + 1,
                                                 memory_order_acquire, memory_order_relaxed));
  c->work (c->data, (uint32_t)ticket, worker);
  atomic_fetch_add_explicit (&c->done, 1, memory_order_release);
  return true;
}

void bcov_crew_for (bcov_crew *c, size_t parts,
                    void (*work) (void *data, size_t part, size_t worker), void *data)
{
  c->work = work;
  c->data = data;
  atomic_store_explicit (&c->done, 0, memory_order_relaxed);
  atomic_store_explicit (&c->tickets, (uint64_t)parts << 32, memory_order_release);
  while (do_part (c, 0))
    ;
  for (unsigned polls = 0; atomic_load_explicit (&c->done, memory_order_acquire) < parts; polls++)
    pause_or_yield (polls);
}

typedef struct {
  bcov_crew crew;
  void (*lead) (void *data, bcov_crew *crew);
  void *data;
} crew_run;

static void join_crew (void *data, bcov_team *team, size_t worker)
{
  crew_run *run = data;
  (void)team;
  if (!worker) {
    run->lead (run->data, &run->crew);
    atomic_store (&run->crew.over, true);
    return;
  }
  for (unsigned polls = 0; !atomic_load (&run->crew.over); polls++)
    if (do_part (&run->crew, worker))
      polls = 0;
    else
      pause_or_yield (polls);
}

void bcov_crew_run (size_t workers, void (*lead) (void *data, bcov_crew *crew), void *data)
{
  crew_run run = {.lead = lead, .data = data};
  bcov_team_run (workers, join_crew, &run);
}

size_t bcov_threads_available (void)
{
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MOST_MEMBERS ? MOST_MEMBERS : (size_t)n;
}
