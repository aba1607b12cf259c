/* One run of a command: its settings, memory, messages and puzzle. */

#ifndef SESSION_H
#define SESSION_H

#include "options.h"

#include <stdatomic.h>

struct session {
  struct settings settings;
  bcov_error *err;              /* printed when the command is done */
  bcov_puzzle *puzzle;          /* after input_open */
  bcov_printer *printer;        /* after output_printer */
  bool is_terminal, has_colour; /* stdout; after output_detect_terminal */
  bool warned_too_wide;         /* the user knows that the terminal is too narrow */
  bool shows_progress;          /* without SIGUSR1 */
  const char *advice;           /* in the progress line; may be NULL */
  atomic_bool progress_shown;   /* stderr ends with a progress line */
};

/* Returns the default memory limit: three quarters of the available memory, or 0 (no limit) if that
   is not known. */
size_t session_default_memory (void);

/* Without --seed, sets a random seed, short enough to be typed again, and returns it. */
uint64_t session_seed (struct session *session);

#endif
