/* What can be asked for. */

#ifndef ROUTE_H
#define ROUTE_H

#include "assets.h"
#include "server.h"

struct question;

/* Bits by which the members of a request's body say where they belong; see ask.c. */
enum {
  CONVERT = 1 << 0,
  DRAW = 1 << 1,
  COUNT = 1 << 2,
  LIST = 1 << 3,
  COVERING = 1 << 4,
  SAMPLE = 1 << 5,
  FILL = 1 << 6,
  HEAT = 1 << 7,
  HINT = 1 << 8,
  EXPLAIN = 1 << 9,
  TRACE = 1 << 10,
  RUNNING = COUNT | LIST | COVERING | SAMPLE | FILL | HEAT | HINT | EXPLAIN | TRACE,
  ABOUT_PUZZLES = CONVERT | DRAW | RUNNING
};

struct endpoint {
  const char *path;
  bool posted; /* POST, else GET and HEAD */
  enum kind kind;
  unsigned bit;
  void (*work) (struct job *job);                 /* in a thread of its own; NULL: */
  char *(*tell) (struct server *server);          /* at once; the caller frees it */
  bcov_status (*ask) (struct question *question); /* what question_work asks */
};

/* What has that PATH, to the letter; NULL when nothing has. */
const struct endpoint *route_endpoint (const char *path, size_t length);
const struct asset *route_asset (const char *path, size_t length);

#endif
