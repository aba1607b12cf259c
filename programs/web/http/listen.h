/* The listening sockets of the server. */

#ifndef LISTEN_H
#define LISTEN_H

#include "server.h"

/* Opens one or two sockets, sets the port of SERVER, and returns the number of sockets.  Returns 0,
   after a message on stderr, if it fails. */
unsigned listen_open (struct server *server, int sockets[2]);

#endif
