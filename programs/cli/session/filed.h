/* Writing files: a whole one or none. */

#ifndef FILED_H
#define FILED_H

#include "session.h"

/* Whether PATH can be written to, as far as that is seen before it is done: asked before long work,
   which would be lost otherwise.  BCOV_INPUT, told on stderr, when it cannot. */
bcov_status filed_check (struct session *session, const char *path);

/* Writes LENGTH bytes to PATH, "-" being stdout.  The bytes go to a new file beside it, which then
   takes its name: nobody meets half a file, and what was there stays when something fails.  Links
   stay, and lead to the new file.
   BCOV_INPUT when PATH cannot be written to, BCOV_FAULT when writing fails, both told on stderr. */
bcov_status filed_write (struct session *session, const char *path, const char *bytes,
                         size_t length);

#endif
