/* The connection of a client, and its only request. */

#ifndef CONNECTION_H
#define CONNECTION_H

#include "access.h"

enum connection_state { RECEIVING, RESPONDING, TIMED_OUT };

struct connection {
  struct server *server;
  struct MHD_Connection *handle;
  struct connection *next, *before;
  int socket;
  double began;
  enum connection_state state;
  bool begun; /* the head was checked */
  char *path; /* as sent, not decoded; NULL: out of memory */
  struct target target;
  struct job *job; /* once it has started */
  char *body;
  size_t length, room; /* of the body */
};

/* The callbacks of libmicrohttpd; DATA is the server. */
void connection_notify (void *data, struct MHD_Connection *handle, void **context,
                        enum MHD_ConnectionNotificationCode code);
void *connection_note_path (void *data, const char *path, struct MHD_Connection *handle);
enum MHD_Result connection_handle (void *data, struct MHD_Connection *handle, const char *url,
                                   const char *method, const char *version, const char *upload,
                                   size_t *upload_size, void **context);
void connection_complete (void *data, struct MHD_Connection *handle, void **context,
                          enum MHD_RequestTerminationCode code);

/* Ends requests and jobs that take too long, and the jobs of clients that have closed the
   connection.  Call it about ten times a second, with the lock held. */
void connection_tick (struct server *server, double now);

/* Ends all jobs, with the lock held. */
void connection_cancel_jobs (struct server *server);

#endif
