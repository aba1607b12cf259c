/* The state of the running server.

   Threads: the door, which accepts connections; the thread of libmicrohttpd, which must never wait;
   one thread for each running job; and the main thread, which checks time limits and looks for
   closed connections ten times a second.  The lock of the scheduler protects everything that
   changes.  It may be held while libmicrohttpd is called, because libmicrohttpd holds none of the
   locks that these calls take while it calls back. */

#ifndef SERVER_H
#define SERVER_H

#include "microhttp.h"
#include "../jobs/job.h"
#include "../web.h"

#include <stdatomic.h>

enum {
  MOST_BODY = 1 << 20, /* bytes of a request's body */
  MOST_DISCARDED =
      4 << 20,            /* bytes of a longer body that are read and dropped before the refusal */
  MOST_BODIES = 64 << 20, /* of all requests at once */
  MOST_CONNECTIONS = 800, /* whose heads have arrived */
  MOST_HEADER = 32 << 10, /* bytes of a request's head */
  MEMORY = 128 << 10,     /* bytes of libmicrohttpd for a connection: enough for such a head */
  REQUEST_SECONDS = 10,   /* for the head, and for the body */
  BUSY_SECONDS = 1,       /* for the body, while most places are taken */
  QUIET_SECONDS = 30      /* of a connection without any traffic */
};

struct connection;
struct door;

struct server {
  struct web_settings settings;
  struct microhttp http;
  struct MHD_Daemon *daemon;
  struct door *door;
  uint16_t port;
  struct scheduler scheduler;
  struct connection *connections; /* all that are open */
  atomic_uint n_connections;      /* at libmicrohttpd, or on the way there */
};

#endif
