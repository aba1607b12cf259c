/* Input: whole files, standard input as "-", and the puzzle. */

#ifndef INPUT_H
#define INPUT_H

#include "session.h"

/* The name of PATH in messages. */
const char *input_name (const char *path);

/* Reads all of PATH; the caller frees TEXT, which ends with a 0.  Otherwise the status, after a
   message on stderr. */
bcov_status input_read (struct session *session, const char *path, char **text, size_t *length);

/* Reads the puzzle of the settings. */
bcov_status input_open (struct session *session);

#endif
