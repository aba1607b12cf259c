/* One run of a command: what the user said, its memory, its messages, its puzzle. */

#ifndef SESSION_H
#define SESSION_H

#include "options.h"

#include <stdatomic.h>

struct session {
  struct settings settings;
  bcov_mem *mem;
  bcov_error *err;            /* told when the command is done */
  bcov_puzzle *puzzle;        /* after session_open */
  atomic_bool progress_shown; /* a line of progress stands on stderr */
};

/* Runs COMMAND on its arguments and returns the exit status; see options_read. */
int session_run (const struct command *command, int argc, char **argv);

/* Reads the puzzle. */
bcov_status session_open (struct session *session);

/* The request of the settings, with progress, and with a stop flag that Ctrl-C and SIGTERM raise
   from now on (before, they end the program with status 3); a second one kills. */
const bcov_request *session_request (struct session *session);

/* Prints the messages so far on stderr.  What is left is told when the command is done. */
void session_tell (struct session *session);

#endif
