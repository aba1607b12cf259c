/* Messages for the user.  A bcov_error collects all mistakes found in one pass.  Each message names
   the place and the remedy.  The buffers have a fixed size, so reporting never allocates. */

#ifndef BCOV_ERROR_H
#define BCOV_ERROR_H

#include "boardcover.h"

/* A place in the input.  Line and column count from 1; 0 means unknown. */
typedef struct {
  const char *file;
  size_t line, column;
} bcov_place;

/* Adds a message and returns STATUS.  In FORMAT, the first "; " separates the problem from the
   remedy.  Control characters and invalid UTF-8 are escaped, and messages are cut at one kilobyte.
   PLACE and ERR may be NULL. */
bcov_status bcov_error_add (bcov_error *err, bcov_status status, const bcov_place *place,
                            const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* Adds the messages of OTHER; ERR may be NULL. */
void bcov_error_append (bcov_error *err, const bcov_error *other);

/* Returns the most severe status added so far (BCOV_OK if none). */
bcov_status bcov_error_status (const bcov_error *err);

#endif
