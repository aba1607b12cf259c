/* The line of progress on stderr.  It is rewritten in place and removed before anything else is
   written. */

#ifndef PROGRESS_H
#define PROGRESS_H

#include "boardcover.h"

#include <stdatomic.h>

/* Shows the line, once two seconds have passed, and sets SHOWN. */
void progress_show (const bcov_progress *now, atomic_bool *shown);

/* Prints a line that stays, at any time: the answer to SIGUSR1. */
void progress_print (const bcov_progress *now, atomic_bool *shown);

/* Removes the line if SHOWN is set. */
void progress_clear (atomic_bool *shown);

#endif
