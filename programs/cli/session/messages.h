/* The library's messages in terms of the program's options. */

#ifndef MESSAGES_H
#define MESSAGES_H

#include "boardcover.h"

/* TEXT of the library, where "allow more memory" becomes "allow more with --memory" and so on;
   BRIEF: the puzzle comes from -b and -p.  The caller frees it; NULL: no memory. */
char *messages_translate (const char *text, bool brief);

#endif
