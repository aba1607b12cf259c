/* The line of progress on stderr: rewritten in place, and gone before anything else is written;
   or, where it is asked for, a line like any other. */

#ifndef PROGRESS_H
#define PROGRESS_H

#include "boardcover.h"

#include <stdatomic.h>

/* Shows the line, from two seconds on.  SHOWN remembers that a line stands there. */
void progress_show (const bcov_progress *now, atomic_bool *shown);

/* Writes the line to stay, at any time: what SIGUSR1 asks for. */
void progress_tell (const bcov_progress *now, atomic_bool *shown);

/* Wipes the line, if there is one. */
void progress_clear (atomic_bool *shown);

#endif
