/* Access: checks the head of a request and finds what it asks for. */

#ifndef ACCESS_H
#define ACCESS_H

#include "assets.h"
#include "server.h"

/* The response to a request: a refusal, or one of the other three. */
struct target {
  unsigned refusal; /* an HTTP status; 0: none */
  const char *why;  /* the reason, one line */
  bool is_status;   /* the status of the server */
  const struct asset *asset;
  const struct endpoint *endpoint;
};

/* Returns whether TARGET accepts POST; otherwise it accepts GET and HEAD. */
bool access_is_post (const struct target *target);

/* Checks the head of a request for PATH, which is not decoded, and fills in TARGET.  Returns false
   if the body is so long that it should not even be read. */
bool access_check (const struct server *server, struct MHD_Connection *handle, const char *path,
                   const char *method, struct target *target);

#endif
