/* The web server of the command `serve`.  This is its public interface; programs/web/http
   implements it. */

#ifndef WEB_H
#define WEB_H

#include "boardcover.h"

struct web_settings {
  uint16_t port;       /* 0: any that is free */
  const char *address; /* NULL: 127.0.0.1 and ::1 */
  unsigned jobs;       /* that many at once */
  double seconds;      /* the longest that a job may take */
  size_t memory;       /* bytes, of each job */
  bool quiet;
};

/* Serves until SIGINT or SIGTERM.  Prints the address to open as the first line on stdout.  Call it
   before any thread is started: it blocks these signals. */
bcov_status web_serve (const struct web_settings *settings);

/* Whether ADDRESS is a loopback address, which no other machine can reach: 127.0.0.1, ::1, ... */
bool web_is_loopback (const char *address);

#endif
