/* Checks the head of a request before libmicrohttpd sees it, because libmicrohttpd refuses a
   malformed head with its own page, without the header fields of this server. */

#ifndef HEAD_H
#define HEAD_H

#include <stddef.h>

/* Returns 0 if BYTES begin with a well-formed head, HEAD_INCOMPLETE if more bytes are needed, and
   otherwise the HTTP status of a refusal, with the reason, one line, in WHY. */
enum { HEAD_INCOMPLETE = 1 };
unsigned head_check (const char *bytes, size_t length, const char **why);

#endif
