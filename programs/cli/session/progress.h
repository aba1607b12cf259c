/* The progress line on stderr.  It is rewritten in place, and removed before any other output.
   ADVICE, which may be NULL, is the end of a line after the first two seconds. */

#ifndef PROGRESS_H
#define PROGRESS_H

#include "boardcover.h"

#include <stdatomic.h>

/* Shows the line, except in the first two seconds, and sets SHOWN. */
void progress_show (const bcov_progress *now, const char *advice, atomic_bool *shown);

/* Prints a line that stays, for SIGUSR1. */
void progress_print (const bcov_progress *now, const char *advice, atomic_bool *shown);

/* Removes the line if SHOWN is set. */
void progress_clear (atomic_bool *shown);

#endif
