/* The lines of a streamed response: one JSON object each, whose "event" names its kind. */

#ifndef EVENTS_H
#define EVENTS_H

#include "request.h"

enum { EVENT_LENGTH = 512 };

/* A copy of the progress, for use after the library's callback. */
struct progress {
  double seconds, fraction, seconds_left; /* negative: unknown */
  double nodes, level, levels, states;
  uint64_t found;
};

struct progress events_copy (const bcov_progress *now);

/* Formats a line of progress; returns its length. */
size_t events_progress (const struct progress *now, char line[EVENT_LENGTH]);

/* Writes a line: {"event":NAME and the members of OBJECT, which is a JSON object as text.  Returns
   false if the client wants no more. */
bool events_write (struct request *request, const char *name, const char *object, size_t length);

/* Writes the last line, "done" or "error", with the count if COUNTED.  REPORT is JSON or NULL.
   ANSWER may be NULL. */
void events_end (struct request *request, bcov_status status, const bcov_answer *answer,
                 bool counted, const char *report);

#endif
