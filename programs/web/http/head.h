/* The head of a request, checked byte by byte before libmicrohttpd sees it: libmicrohttpd refuses a
   malformed one in words of its own, without the header fields of this server. */

#ifndef HEAD_H
#define HEAD_H

#include <stddef.h>

/* Whether the LENGTH bytes at BYTES begin with a well-formed head.  0: they do; HEAD_INCOMPLETE: so
   far, more must come; else the status of a refusal, with the reason, a line, in WHY. */
enum { HEAD_INCOMPLETE = 1 };
unsigned head_check (const char *bytes, size_t length, const char **why);

#endif
