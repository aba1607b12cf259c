/* A visit: a connection and the one request that it brings. */

#ifndef VISIT_H
#define VISIT_H

#include "guard.h"

enum visit_state { RECEIVING, ANSWERING, TIMED_OUT };

struct visit {
  struct server *server;
  struct MHD_Connection *connection;
  struct visit *next, *before;
  int socket;
  double began;
  enum visit_state state;
  bool begun; /* the head was checked */
  char *path; /* as the request has it, nothing decoded; NULL: no memory */
  struct target target;
  struct job *job; /* once it has started */
  char *body;
  size_t length, room; /* of the body */
  size_t received;     /* bytes of the body, those dropped included */
};

/* The callbacks of libmicrohttpd; DATA is the server. */
void visit_notify (void *data, struct MHD_Connection *connection, void **context,
                   enum MHD_ConnectionNotificationCode code);
void *visit_note_path (void *data, const char *path, struct MHD_Connection *connection);
enum MHD_Result visit_handle (void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context);
void visit_complete (void *data, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code);

/* Ends requests and jobs that take too long, and the jobs of clients that have closed the
   connection; called often, with the lock held. */
void visit_tick (struct server *server, double now);

/* Ends all jobs, with the lock held. */
void visit_cancel_jobs (struct server *server);

#endif
