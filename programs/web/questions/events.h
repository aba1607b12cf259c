/* The lines of a streamed response: one JSON object each, whose "event" names its kind. */

#ifndef EVENTS_H
#define EVENTS_H

#include "request.h"

enum { EVENT_LENGTH = 512 };

/* Progress that outlives the call in which the library reports it. */
struct progress {
  double seconds, fraction, seconds_left; /* negative: unknown */
  double nodes, level, levels, states;
  uint64_t found;
};

struct progress events_copy (const bcov_progress *now);

/* Formats a line of progress; returns its length. */
size_t events_progress (const struct progress *now, char line[EVENT_LENGTH]);

/* Writes a line: {"event":NAME, then the members of OBJECT, which is JSON text in braces.  False:
   the client wants no more. */
bool events_write (struct request *request, const char *name, const char *object, size_t length);

/* Writes the last line, "done" or "error".  REPORT is JSON, or NULL.  COUNTED: the answer has a
   count.  ANSWER may be NULL. */
void events_end (struct request *request, bcov_status status, const bcov_answer *answer,
                 bool counted, const char *report);

#endif
