/* The endpoints: the questions and their paths. */

#ifndef ENDPOINTS_H
#define ENDPOINTS_H

#include "request.h"

struct query; /* see endpoints.c */

struct endpoint {
  const char *path;
  unsigned bit; /* POST: selects the members of the body, see parameters.h.  0: GET and HEAD */
  bool is_long; /* may take long; the response is a stream */
  /* One of these three is not NULL. */
  char *(*text) (void); /* returns the response, which the caller frees */
  void (*answer) (struct request *request);
  bcov_status (*handle) (struct query *query);
};

/* Returns the endpoint whose path equals PATH, byte by byte, or NULL. */
const struct endpoint *endpoint_find (const char *path, size_t length);

/* Answers REQUEST.  For endpoints without a text. */
void endpoint_run (const struct endpoint *endpoint, struct request *request);

#endif
