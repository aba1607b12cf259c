/* A request to an endpoint: its input, its limits, and where the response goes.

   The endpoints know nothing about HTTP connections and threads.  The caller fills in a struct
   request and implements a struct responder. */

#ifndef REQUEST_H
#define REQUEST_H

#include "boardcover.h"

/* The HTTP statuses of responses. */
enum {
  STATUS_OK = 200,
  STATUS_BAD_REQUEST = 400,
  STATUS_UNPROCESSABLE_CONTENT = 422,
  STATUS_TOO_MANY_REQUESTS = 429,
  STATUS_SERVICE_UNAVAILABLE = 503
};

struct request;

/* The destination of a response.  After the first call of reply, refuse or begin_stream, further
   calls of these three have no effect. */
struct responder {
  /* Sends a whole response with the content type TYPE. */
  void (*reply) (struct request *request, const char *type, const char *text, size_t length);

  /* Sends an error: an HTTP status and a line of plain text. */
  void (*refuse) (struct request *request, unsigned status, const char *text);

  /* Begins a response that consists of lines; see events.h. */
  void (*begin_stream) (struct request *request);

  /* Adds to a stream; waits while the client is slow.  Returns false if the client wants no more.
   */
  bool (*write) (struct request *request, const char *text, size_t length);

  /* Reports the progress of the work. */
  void (*progress) (struct request *request, const bcov_progress *progress);
};

struct request {
  const struct responder *responder;

  /* Input. */
  const char *body; /* of a POST; ends with a 0.  NULL: none */
  size_t length;
  const char *lattice, *name; /* arguments of the address; NULL: not given */

  /* Limits and resources. */
  double seconds;
  unsigned threads;
  bcov_request *library; /* with the memory limit */
  bcov_error *err;
};

#endif
