/* What the user gets to see: the answer on stdout, and remarks on stderr. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include "session.h"

/* To be called once, first.  Stdout is then written in large pieces, and the end of the program
   checks that all of it arrived: status 4 with a message when not, status 3 without one when
   nobody reads it any more (so SIGPIPE is ignored). */
void output_start (void);

/* Finds out whether stdout is a terminal, and one with colours. */
void output_look (struct session *session);

/* Writes to stdout; the line of progress goes away first.  Ends the program when that fails. */
void output_add (struct session *session, const char *text, size_t length);
void output_put (struct session *session, const char *text);

/* Makes what was written seen now. */
void output_flush (struct session *session);

/* The same if anything waits to be seen. */
void output_catch_up (struct session *session);

/* Draws COVERING in the style that was chosen or, if none was, in one that suits where stdout goes:
   on a terminal outlines in colour if they are not too wide, else letters.  Blank lines are the
   caller's. */
bcov_status output_draw (struct session *session, const bcov_covering *covering);

/* TEXT, in UTF-8, as a JSON string on stdout. */
void output_json_string (struct session *session, const char *text);

/* Makes the printer of this session, if it has none yet. */
bcov_status output_printer (struct session *session);

/* A line on stderr about the answer, behind the messages so far. */
void output_note (struct session *session, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* With --stats: how ANSWER was found, on stderr. */
void output_stats (struct session *session, const bcov_answer *answer);

#endif
