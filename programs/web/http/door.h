/* The door: a thread that accepts connections and keeps them until the head of their request has
   arrived, so that slow clients do not block others.  It refuses malformed heads itself and hands
   the other connections over to libmicrohttpd. */

#ifndef DOOR_H
#define DOOR_H

#include "server.h"

struct door;

/* Starts the thread, which takes over the COUNT listening sockets.  Returns NULL if the machine is
   out of memory or threads. */
struct door *door_open (struct server *server, const int *sockets, unsigned count);

/* Ends the thread, and closes the sockets and all waiting connections.  DOOR may be NULL. */
void door_close (struct door *door);

#endif
