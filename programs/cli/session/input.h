/* Input: whole files, standard input as "-", and the puzzle. */

#ifndef INPUT_H
#define INPUT_H

#include "session.h"

/* Returns the name of PATH for messages. */
const char *input_name (const char *path);

/* Reads the whole file PATH.  The caller frees TEXT, which ends with a 0.  Prints a message if it
   fails. */
bcov_status input_read (struct session *session, const char *path, char **text, size_t *length);

/* Reads the puzzle of the settings. */
bcov_status input_open (struct session *session);

#endif
