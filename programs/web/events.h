/* The lines of a job's answer: one JSON object each, with what happened in "event". */

#ifndef EVENTS_H
#define EVENTS_H

#include "boardcover.h"

struct job;

enum { EVENT_LENGTH = 512 };

/* Writes a line of progress to LINE; its length. */
size_t events_progress (const bcov_progress *now, char line[EVENT_LENGTH]);

/* {"event":NAME, then the members of OBJECT, which is text in braces: false when nobody wants more.
 */
bool events_wrap (struct job *job, const char *name, const char *object, size_t length);

/* The last line: what came of it.  REPORT is JSON, or NULL; COUNTED tells that the answer has a
   count. */
void events_end (struct job *job, bcov_status status, const bcov_answer *answer, bool counted,
                 const char *report);

#endif
