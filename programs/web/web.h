/* The web server of the command `serve`.  This is its public interface; programs/web/http
   implements it. */

#ifndef WEB_H
#define WEB_H

#include "boardcover.h"

struct web_settings {
  uint16_t port;       /* 0: any free port */
  const char *address; /* NULL: 127.0.0.1 and ::1 */
  unsigned jobs;       /* questions answered at the same time */
  double seconds;      /* time limit per job */
  size_t memory;       /* bytes per job */
  bool quiet;
};

/* Serves until SIGINT or SIGTERM.  Prints the address to open as the first line on stdout.  Blocks
   these signals, so call it before you start threads. */
bcov_status web_serve (const struct web_settings *settings);

/* Returns whether ADDRESS is a loopback address (127.0.0.1, ::1, ...), which other machines cannot
   reach. */
bool web_is_loopback (const char *address);

#endif
