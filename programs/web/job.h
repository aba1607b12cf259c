/* A job: work in a thread of its own, and what it writes on its way to the client. */

#ifndef JOB_H
#define JOB_H

#include "visit.h"

enum { MOST_ARGUMENTS = 2 };

struct job {
  struct server *server;
  const struct endpoint *endpoint;
  struct job *next; /* of those that wait */

  /* The work's own. */
  char *body; /* a 0 stands behind it; NULL of a GET */
  size_t length, room;
  char *arguments[MOST_ARGUMENTS]; /* "lattice", "name"; NULL when not given */
  bcov_mem *mem;
  bcov_error *err;

  /* Guarded by the server's lock, apart from STOP, which may be read at any time. */
  volatile int stop;
  enum { WAITING, AT_WORK, DONE } state;
  unsigned owners;                   /* work and client */
  struct MHD_Connection *connection; /* NULL: the client has gone */
  bool gone;                         /* ... or soon will have */
  bool suspended;                    /* libmicrohttpd waits until there is something to send */
  double since;                      /* when it began to wait, or to work */
  unsigned status;                   /* of HTTP; 0: not known yet */
  const char *type;
  bool streams; /* lines follow as they come, else SIZE bytes in all */
  size_t size;
  bool finished;
  bool broken; /* something of it had to be dropped */
  char *text;  /* bytes that were written and not yet sent: TAKEN .. USED */
  size_t taken, used, text_room;
  double spoke;           /* when the last bytes were written */
  bcov_progress progress; /* the last */
  pthread_cond_t drained;
};

/* For the request of VISIT, whose body it takes; NULL when there is no memory. */
struct job *job_new (struct visit *visit);

/* Lets it run or wait for its turn, and VISIT have it.  0, or the status of HTTP with which it is
   refused; then the job is gone. */
unsigned job_start (struct visit *visit, struct job *job);

/* The client goes, and with it its interest. */
void job_leave (struct visit *visit);

/* Looks at the clock, with the lock held. */
void job_tick (struct job *job, double now, bool client_gone);

/* Stops all and lets nothing wait any more, with the lock held. */
void job_stop (struct job *job);

#endif
