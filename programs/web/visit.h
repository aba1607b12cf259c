/* A visit: a connection and the one request that it brings. */

#ifndef VISIT_H
#define VISIT_H

#include "assets.h"
#include "route.h"
#include "server.h"

enum visit_state { RECEIVING, ANSWERING, CUT };

struct visit {
  struct server *server;
  struct MHD_Connection *connection;
  struct visit *next, *before;
  int socket;
  double began;
  enum visit_state state;
  bool begun;   /* the head was looked at */
  char *target; /* as it stands in the request, nothing decoded; NULL: no memory */
  /* What it will get: one of these. */
  unsigned refusal; /* a status of HTTP */
  const char *why;  /* ... and the reason, a line */
  const struct asset *asset;
  const struct endpoint *endpoint;
  struct job *job; /* once it has begun */
  char *body;
  size_t length, room; /* of the body */
  size_t swallowed;
};

/* The calls that libmicrohttpd makes; DATA is the server. */
void visit_notify (void *data, struct MHD_Connection *connection, void **context,
                   enum MHD_ConnectionNotificationCode code);
void *visit_see_target (void *data, const char *target, struct MHD_Connection *connection);
enum MHD_Result visit_handle (void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context);
void visit_complete (void *data, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code);

/* Ends what takes too long, and the jobs of clients that have gone; called often, with the lock
   held. */
void visit_tick (struct server *server, double now);

#endif
