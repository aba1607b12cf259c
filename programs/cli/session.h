/* One run of a command: what the user said, its memory, its messages, its puzzle. */

#ifndef SESSION_H
#define SESSION_H

#include "options.h"

#include <stdatomic.h>

struct session {
  struct settings settings;
  bcov_mem *mem;
  bcov_error *err;              /* told when the command is done */
  bcov_puzzle *puzzle;          /* after session_open */
  bcov_printer *printer;        /* after output_printer */
  bool is_terminal, has_colour; /* stdout; after output_look */
  bool told_too_wide;           /* that the terminal is too narrow */
  bool shows_progress;          /* by itself, not only when asked */
  atomic_bool progress_shown;   /* a line of progress stands on stderr */
};

/* Runs COMMAND on its arguments and returns the exit status; see options_read. */
int session_run (const struct command *command, int argc, char **argv);

/* The memory to use when nothing was said: three quarters of what the machine could give now; 0, no
   limit, when it does not say. */
size_t session_usual_memory (void);

/* Reads the puzzle. */
bcov_status session_open (struct session *session);

/* The request of the settings, with progress (SIGUSR1 shows it too), and with a stop flag that
   Ctrl-C and SIGTERM raise from now on (before, they end the program with status 3); a second one
   kills.  While the run goes on, what it has printed is made seen ten times a second. */
const bcov_request *session_request (struct session *session);

/* Forgets a stop that has done its work: what was found before it is shown now, which the next
   signal may stop. */
void session_forget_stop (void);

/* Prints the messages so far on stderr.  What is left is told when the command is done. */
void session_tell (struct session *session);

#endif
