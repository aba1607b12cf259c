/* Messages for the user.  An error gathers every mistake of one pass; each message names the place
   and the remedy.  It has room of its own, so that reporting never fails for lack of memory. */

#ifndef BCOV_ERROR_H
#define BCOV_ERROR_H

#include "boardcover.h"

/* Where in the input; line and column from 1, 0 when they mean nothing. */
typedef struct {
  const char *file;
  size_t line, column;
} bcov_place;

/* Adds one message; PLACE may be NULL.  In FORMAT the first "; " ends the problem; the remedy
   follows it.  Control characters and bytes that are no UTF-8 are shown escaped, and what is longer
   than a kilobyte is cut.  Returns STATUS, so that a caller can end with it.  ERR may be NULL. */
bcov_status bcov_error_add (bcov_error *err, bcov_status status, const bcov_place *place,
                            const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* Adds the messages of OTHER; ERR may be NULL. */
void bcov_error_append (bcov_error *err, const bcov_error *other);

/* The gravest status added so far (BCOV_OK when none). */
bcov_status bcov_error_status (const bcov_error *err);

#endif
