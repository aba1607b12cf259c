/* Threads: parts of work dealt to workers, and teams whose members wait for each other.

     static void work (void *data, bcov_team *team, size_t worker) { ...; bcov_team_wait (team); }
     bcov_team_run (workers, work, data);                                                       */

#ifndef BCOV_THREADS_H
#define BCOV_THREADS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Calls WORK (DATA, part, worker) once for each part in 0 .. PARTS-1, on at most WORKERS threads,
   and returns when all parts are done.  Parts start in ascending order.  If the system provides
   fewer threads than requested, the available ones do all the work. */
void bcov_threads_for (size_t workers, size_t parts,
                       void (*work) (void *data, size_t part, size_t worker), void *data);

/* Returns the number of threads that this machine runs at once. */
size_t bcov_threads_available (void);

typedef struct {
  size_t size; /* members; fewer than requested if the system provides fewer threads */
  atomic_size_t arrived, turn;
} bcov_team;

/* Calls WORK once in each member of a team of at most WORKERS, all at the same time, and returns
   when all are done.  The calling thread is worker 0. */
void bcov_team_run (size_t workers, void (*work) (void *data, bcov_team *team, size_t worker),
                    void *data);

/* Returns when every member of the team has called it. */
void bcov_team_wait (bcov_team *team);

/* A leader with helpers, for many short loops one after the other.  Loops start at once: the leader
   waits only for helpers that have taken a part. */
typedef struct {
  atomic_uint_fast64_t tickets; /* parts of the loop, and the next part */
  atomic_size_t done;           /* parts */
  atomic_bool over;
  void (*work) (void *data, size_t part, size_t worker);
  void *data;
} bcov_crew;

/* Calls LEAD (DATA, crew) in the calling thread, with at most WORKERS - 1 helpers. */
void bcov_crew_run (size_t workers, void (*lead) (void *data, bcov_crew *crew), void *data);

/* For the leader: calls WORK (DATA, part, worker) once for each part in 0 .. PARTS-1, with
   the helpers, and returns when all are done.  The leader is worker 0.  PARTS has 32 bits. */
void bcov_crew_for (bcov_crew *crew, size_t parts,
                    void (*work) (void *data, size_t part, size_t worker), void *data);

#endif
