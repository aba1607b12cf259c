/* The endpoints: what can be asked at which path. */

#ifndef ENDPOINTS_H
#define ENDPOINTS_H

#include "request.h"

struct query; /* see endpoints.c */

struct endpoint {
  const char *path;
  unsigned bit; /* of a POST: selects the members of its body, see parameters.h.  0: GET and HEAD */
  bool is_long; /* may run for long; its response is a stream */
  /* One of these three. */
  char *(*text) (void); /* the response, at once; the caller frees it */
  void (*answer) (struct request *request);
  bcov_status (*handle) (struct query *query);
};

/* The endpoint whose path is PATH, byte by byte; NULL when there is none. */
const struct endpoint *endpoint_find (const char *path, size_t length);

/* Answers REQUEST.  For endpoints without a text. */
void endpoint_run (const struct endpoint *endpoint, struct request *request);

#endif
