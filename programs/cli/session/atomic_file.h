/* Atomic writing of files: the whole file or nothing. */

#ifndef ATOMIC_FILE_H
#define ATOMIC_FILE_H

#include "session.h"

/* Checks whether PATH is writable, as far as that is known before writing.  Call it before long
   work, whose result would be lost otherwise.  BCOV_INPUT, with a message on stderr, when it is
   not. */
bcov_status atomic_file_check (struct session *session, const char *path);

/* Writes LENGTH bytes to PATH, or to stdout if PATH is "-".  The bytes go to a temporary file in
   the same folder, which is then renamed: no reader sees an incomplete file, and the old file stays
   when writing fails.  Symbolic links are followed and kept. BCOV_INPUT when PATH is not writable,
   BCOV_FAULT when writing fails, with a message on stderr. */
bcov_status atomic_file_write (struct session *session, const char *path, const char *bytes,
                               size_t length);

#endif
