/* Writing files: a whole one or none. */

#ifndef FILED_H
#define FILED_H

#include "session.h"

/* Writes LENGTH bytes to PATH, "-" being stdout.  The bytes go to a new file beside it, which then
   takes its name: nobody meets half a file, and what was there stays when something fails.
   BCOV_INPUT when PATH cannot be written to, BCOV_FAULT when writing fails, both told on stderr. */
bcov_status filed_write (struct session *session, const char *path, const char *bytes,
                         size_t length);

#endif
