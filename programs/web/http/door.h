/* The door: a thread that accepts connections and keeps them until the head of their request is
   there, so that slow clients take no place from others.  What is malformed it refuses itself;
   libmicrohttpd gets the others. */

#ifndef DOOR_H
#define DOOR_H

#include "server.h"

struct door;

/* Starts the thread; it takes over the COUNT sockets, which listen.  NULL: the machine has no
   memory or threads left. */
struct door *door_open (struct server *server, const int *sockets, unsigned count);

/* Ends the thread and closes the sockets and all connections that wait; DOOR may be NULL. */
void door_close (struct door *door);

#endif
