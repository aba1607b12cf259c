/* A team: threads that work side by side through a run and wait for each other between its steps.

     static void work (void *data, bcov_team *team, size_t worker) { ...; bcov_team_wait (team); }
     bcov_team_run (workers, work, data);                                                       */

#ifndef BCOV_TEAM_H
#define BCOV_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  size_t size; /* how many there are: fewer than asked for when the machine gives no more */
  atomic_size_t arrived, turn;
} bcov_team;

/* Calls WORK once in each member of a team of at most WORKERS (one is the calling thread, worker
   0), all at the same time; returns when all are done. */
void bcov_team_run (size_t workers, void (*work) (void *data, bcov_team *team, size_t worker),
                    void *data);

/* Returns when every member of the team has called it. */
void bcov_team_wait (bcov_team *team);

/* Whether a member that waited now would be the first to do so: it may do something useful yet. */
bool bcov_team_early (const bcov_team *team);

#endif
