/* Runs a command: reads its options, handles signals, reports errors, returns the exit status. */

#ifndef RUN_H
#define RUN_H

#include "session.h"

/* Runs COMMAND on its arguments and returns the exit status; see options_read. */
int run_command (const struct command *command, int argc, char **argv);

/* Returns the request of the settings, ready to run.  From then on, Ctrl-C and SIGTERM stop the
   request instead of ending the program with status 3; a second signal kills the program.  Progress
   is shown according to --progress, and at each SIGUSR1.  While the request runs, buffered output
   is flushed ten times a second. */
bcov_request *run_request (struct session *session);

/* Cancels a stop, so that a command can show what it found before the stop.  The next signal stops
   the request again. */
void run_clear_stop (struct session *session);

#endif
