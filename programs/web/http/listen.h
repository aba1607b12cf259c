/* The sockets at which the server can be reached. */

#ifndef LISTEN_H
#define LISTEN_H

#include "server.h"

/* Opens one or two sockets, and finds out the port.  How many; 0 when none could be opened, with a
   message on stderr. */
unsigned listen_open (struct server *server, int sockets[2]);

#endif
