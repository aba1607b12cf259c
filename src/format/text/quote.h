/* Bytes of the input inside a message. */

#ifndef BCOV_QUOTE_H
#define BCOV_QUOTE_H

#include <stddef.h>

/* In quotes, cut when long, with what is not printable escaped; "nothing" when LENGTH is 0. */
typedef struct {
  char text[64];
} bcov_quote;

/* To be used as bcov_quote_make (bytes, length).text within the call that reports. */
bcov_quote bcov_quote_make (const char *bytes, size_t length);

#endif
