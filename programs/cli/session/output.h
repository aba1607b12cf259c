/* Output: the answer on stdout, notes and messages on stderr. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include "session.h"

/* Call this once, first.  Stdout is then fully buffered, and the end of the program checks that all
   of it was written: status 4 with a message if not, status 3 without one if the reader has closed
   the pipe (SIGPIPE is ignored). */
void output_start (void);

/* Finds out whether stdout is a terminal, and one with colours. */
void output_detect_terminal (struct session *session);

/* Writes to stdout, after removing the line of progress.  Ends the program when that fails. */
void output_add (struct session *session, const char *text, size_t length);
void output_put (struct session *session, const char *text);
void output_print (struct session *session, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The same for a text of the library that may name options. */
void output_report (struct session *session, const char *text);

/* Flushes stdout. */
void output_flush (struct session *session);

/* Flushes stdout if its buffer is not empty. */
void output_flush_pending (struct session *session);

/* Draws COVERING in the style of --style or, without it, in one that suits stdout: on a terminal
   outlines in colour if they are not too wide, else letters.  The caller writes blank lines. */
bcov_status output_draw (struct session *session, const bcov_covering *covering);

/* Writes TEXT, in UTF-8, as a JSON string to stdout. */
void output_json_string (struct session *session, const char *text);

/* Creates the printer of this session, if it has none yet. */
bcov_status output_printer (struct session *session);

/* Prints the library's messages so far on stderr and clears them. */
void output_errors (struct session *session);

/* Prints a line about the answer on stderr, after the messages so far. */
void output_note (struct session *session, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* With --stats: prints how ANSWER was found on stderr.  ANSWER may be NULL. */
void output_stats (struct session *session, const bcov_answer *answer);

#endif
