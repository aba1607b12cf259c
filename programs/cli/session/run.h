/* Runs a command: reads its options, handles signals, reports errors, returns the exit status. */

#ifndef RUN_H
#define RUN_H

#include "session.h"

/* Runs COMMAND on its arguments and returns the exit status; see options_read. */
int run_command (const struct command *command, int argc, char **argv);

/* The request of the settings, with progress (SIGUSR1 shows it too); Ctrl-C and SIGTERM stop it
   from now on (before, they end the program with status 3).  A second
   signal kills the program.  While the request runs, buffered output is flushed ten times a
   second. */
bcov_request *run_request (struct session *session);

/* Takes a stop back, so that a command can show what it found before the stop.  The next signal
   stops that too. */
void run_clear_stop (struct session *session);

#endif
