/* Access: checks the head of a request and finds what it asks for. */

#ifndef ACCESS_H
#define ACCESS_H

#include "assets.h"
#include "server.h"

/* What a request gets: a refusal, or else one of the others. */
struct target {
  unsigned refusal; /* a status of HTTP */
  const char *why;  /* ... and the reason, a line */
  bool is_status;   /* the status of the server */
  const struct asset *asset;
  const struct endpoint *endpoint;
};

/* Whether TARGET takes POST, else GET and HEAD. */
bool access_is_post (const struct target *target);

/* Checks the head of a request for PATH, nothing in which is decoded, and fills in TARGET.  False
   when the body is so long that it is not even read. */
bool access_check (const struct server *server, struct MHD_Connection *handle, const char *path,
                   const char *method, struct target *target);

#endif
