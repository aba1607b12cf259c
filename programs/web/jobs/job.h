/* Jobs: requests that threads answer, with limits, while others wait in queues. */

#ifndef JOB_H
#define JOB_H

#include "channel.h"
#include "../questions/endpoints.h"
#include "../questions/events.h"

/* Quick jobs and long ones have threads of their own: long jobs do not keep the page from being
   shown. */
enum job_class { QUICK, LONG, JOB_CLASSES };

struct job_queue {
  struct job *first, *last; /* that wait */
  unsigned waiting, running;
  unsigned most_waiting, most_running;
};

/* What all jobs share.  The lock guards everything that changes, here and in the jobs. */
struct scheduler {
  unsigned most_long; /* long jobs at once */
  double seconds;     /* the longest that a job may take */
  size_t memory;      /* bytes, of each job */

  pthread_mutex_t lock;
  pthread_cond_t idle; /* no job runs any more */
  struct job_queue queues[JOB_CLASSES];
  size_t body_bytes; /* memory of all request bodies, those without a job included */
  bool stopping;     /* no job starts any more */
  bool was_busy;     /* a job has ended since this was last cleared */
};

/* What a job gets from its client and frees. */
struct job_input {
  char *body; /* ends with a 0; NULL: none */
  size_t length, room;
  char *lattice, *name; /* arguments of the address; NULL: not given */
};

struct job {
  struct request request; /* must be first */
  struct channel channel;
  struct scheduler *scheduler;
  const struct endpoint *endpoint;
  struct job_input input;

  /* Guarded by the lock. */
  struct job *next; /* of those that wait */
  enum { WAITING, AT_WORK, DONE } state;
  unsigned owners;          /* its thread and its client */
  double since;             /* when it began to wait, or to work */
  struct progress progress; /* the last */
};

void scheduler_init (struct scheduler *scheduler, unsigned most_long, double seconds,
                     size_t memory);

/* Whether a job runs; with the lock held. */
bool scheduler_is_busy (const struct scheduler *scheduler);

/* Waits until no job runs; false when that takes longer than MILLISECONDS. */
bool scheduler_wait (struct scheduler *scheduler, long milliseconds);

/* A job for ENDPOINT; NULL when there is no memory.  It takes over INPUT. */
struct job *job_new (struct scheduler *scheduler, const struct endpoint *endpoint,
                     struct client client, const struct job_input *input);

/* Starts JOB or lets it wait, and sets *OWNED, the client's pointer to it, with the lock held.
   Returns 0, or the status of HTTP of a refusal; then the job is deleted and *OWNED is NULL. */
unsigned job_start (struct job *job, struct job **owned);

/* The client leaves: the job is to stop, and *OWNED becomes NULL. */
void job_leave (struct job **owned);

/* Checks the time limits and writes a sign of life if needed; with the lock held. */
void job_tick (struct job *job, double now);

#endif
