/* Quotes input in messages. */

#ifndef BCOV_QUOTE_H
#define BCOV_QUOTE_H

#include <stddef.h>

/* Text in quotes, shortened if it is long, with unprintable characters escaped; "nothing" if LENGTH
   is 0. */
typedef struct {
  char text[64];
} bcov_quote;

/* Use it as bcov_quote_make (bytes, length).text in the call that reports. */
bcov_quote bcov_quote_make (const char *bytes, size_t length);

#endif
