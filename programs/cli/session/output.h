/* Output: the answer on stdout, notes and messages on stderr. */

#ifndef OUTPUT_H
#define OUTPUT_H

#include "session.h"

/* Call this once, before anything else.  It makes stdout fully buffered and ignores SIGPIPE.  If
   the output cannot be written, the program ends with status 4 and a message, or with status 3 and
   no message if the reader has closed the pipe. */
void output_start (void);

/* Determines whether stdout is a terminal, and whether it has colours. */
void output_detect_terminal (struct session *session);

/* Write to stdout, after removing the progress line.  End the program if that fails. */
void output_add (struct session *session, const char *text, size_t length);
void output_put (struct session *session, const char *text);
void output_print (struct session *session, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The same for a text of the library, in which phrases about requests become options. */
void output_report (struct session *session, const char *text);

/* Flushes stdout. */
void output_flush (struct session *session);

/* Flushes stdout if its buffer is not empty. */
void output_flush_pending (struct session *session);

/* Draws COVERING in the style of --style.  Without --style, draws outlines in colour if stdout is a
   terminal and they fit, and letters otherwise.  Does not write blank lines. */
bcov_status output_draw (struct session *session, const bcov_covering *covering);

/* Writes TEXT, which is UTF-8, as a JSON string. */
void output_json_string (struct session *session, const char *text);

/* Creates the printer of this session, if it has none yet. */
bcov_status output_printer (struct session *session);

/* Prints the library's messages on stderr and clears them. */
void output_errors (struct session *session);

/* Prints a line on stderr, after the library's messages. */
void output_note (struct session *session, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Prints on stderr each line of WHY, a proof that there is no covering; NULL prints nothing. */
void output_proof (struct session *session, const char *why);

/* Frees ANSWER, which may be NULL; with --stats, first prints its statistics on stderr. */
void output_answer (struct session *session, bcov_answer *answer);

#endif
