/* The web server: the page and what it asks for, on this machine.  This is all that other folders
   need to know of it. */

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

/* Serves until SIGINT or SIGTERM.  The first line on stdout is the address to open.  Other threads
   must not have been started before. */
bcov_status web_serve (const struct web_settings *settings);

/* Whether ADDRESS is one of this machine that no other can reach: 127.0.0.1, ::1, ... */
bool web_is_loopback (const char *address);

#endif
