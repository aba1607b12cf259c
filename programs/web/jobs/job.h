/* Jobs: requests that threads answer, within limits, and queues for further requests. */

#ifndef JOB_H
#define JOB_H

#include "channel.h"
#include "../questions/endpoints.h"
#include "../questions/events.h"

/* Quick and long jobs have separate threads, so that long jobs do not delay the page. */
enum job_class { QUICK, LONG, JOB_CLASSES };

struct job_queue {
  struct job *first, *last; /* waiting jobs */
  unsigned waiting, running;
  unsigned most_waiting, most_running;
};

/* The state that all jobs share.  The lock protects everything that changes, here and in the jobs.
 */
struct scheduler {
  unsigned most_long; /* long jobs that run at the same time */
  double seconds;     /* time limit per job */
  size_t memory;      /* bytes per job */

  pthread_mutex_t lock;
  pthread_cond_t idle; /* signalled when no job runs any more */
  struct job_queue queues[JOB_CLASSES];
  size_t body_bytes; /* memory of all request bodies, including those without a job */
  bool stopping;     /* no further job starts */
  bool was_busy;     /* a job has ended since this was last cleared */
};

/* The input of a job, which the job frees. */
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
  struct job *next; /* in the queue */
  enum { WAITING, AT_WORK, DONE } state;
  unsigned owners;          /* its thread and its client */
  double since;             /* when the waiting, the work or the reply began */
  struct progress progress; /* the last */
};

void scheduler_init (struct scheduler *scheduler, unsigned most_long, double seconds,
                     size_t memory);

/* Returns whether a job is running; with the lock held. */
bool scheduler_is_busy (const struct scheduler *scheduler);

/* Waits until no job runs.  Returns false after MILLISECONDS. */
bool scheduler_wait (struct scheduler *scheduler, long milliseconds);

/* Creates a job for ENDPOINT, which takes over INPUT.  NULL: the machine is out of memory. */
struct job *job_new (struct scheduler *scheduler, const struct endpoint *endpoint,
                     struct client client, const struct job_input *input);

/* Starts or enqueues JOB and, with the lock held, sets *OWNED, the client's pointer to it.  Returns
   0, or the HTTP status of a refusal; then the job is deleted and *OWNED is NULL. */
unsigned job_start (struct job *job, struct job **owned);

/* Detaches the client: the job must stop, and *OWNED becomes NULL. */
void job_leave (struct job **owned);

/* Checks the time limits and, in a silent stream, repeats the progress; with the lock held. */
void job_tick (struct job *job, double now);

#endif
