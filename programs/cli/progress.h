/* The line of progress on stderr: rewritten in place, and gone before anything else is written. */

#ifndef PROGRESS_H
#define PROGRESS_H

#include "boardcover.h"

#include <stdatomic.h>

/* For bcov_request: shows the line, from two seconds on.  DATA is the atomic_bool that remembers
   that a line stands there. */
void progress_show (const bcov_progress *now, void *data);

/* Wipes the line, if there is one. */
void progress_clear (atomic_bool *shown);

#endif
