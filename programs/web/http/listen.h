/* The sockets at which the server can be reached. */

#ifndef LISTEN_H
#define LISTEN_H

#include "server.h"

/* Opens one or two sockets, sets the port of SERVER, and returns how many.  0: none could be
   opened; a message is on stderr. */
unsigned listen_open (struct server *server, int sockets[2]);

#endif
