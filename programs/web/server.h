/* The server and what it holds while it runs.

   Threads: one for each address that is listened on, which belongs to libmicrohttpd and must never
   wait; one for each running job; and the main thread, which looks after time limits and clients
   that have gone, ten times a second.  Everything below that changes is guarded by the one lock.
   libmicrohttpd may be called with the lock held; it never calls us while it holds a lock of its
   own that those calls need. */

#ifndef SERVER_H
#define SERVER_H

#include "microhttp.h"
#include "web.h"

#include <pthread.h>

enum {
  MOST_BODY = 1 << 20, /* bytes of a request's body */
  MOST_SWALLOWED =
      4 << 20,            /* of one that is too long: read and dropped, so that the sender hears */
  MOST_BODIES = 64 << 20, /* of all requests at once */
  MOST_CONNECTIONS = 400, /* at each address */
  MOST_HEADER = 32 << 10, /* bytes of a request's head */
  REQUEST_SECONDS = 10,   /* for head and body together */
  QUIET_SECONDS = 30      /* a connection on which nothing moves */
};

/* Jobs that are done at once, and those that may take long: each has threads of its own, so that
   long ones do not keep the page from being shown. */
enum kind { QUICK, LONG, KINDS };

struct job;
struct visit;

struct line {
  struct job *first, *last;
  unsigned waiting, running;
  unsigned most_waiting, most_running;
};

struct server {
  struct web_settings settings;
  struct microhttp http;
  struct MHD_Daemon *daemons[2];
  uint16_t port;

  pthread_mutex_t lock;
  pthread_cond_t idle; /* no job runs any more */
  struct visit *visits;
  struct line lines[KINDS];
  size_t bodies; /* bytes of bodies held */
  bool stopping;
  bool was_busy; /* since memory was last given back */
};

/* Seconds of a clock that only goes forward. */
double server_now (void);

#endif
