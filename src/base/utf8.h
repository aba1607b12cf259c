/* UTF-8.  A rune is the number of a character. */

#ifndef BCOV_UTF8_H
#define BCOV_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes the first character of LENGTH bytes and returns its size in bytes; 0 at the end or for
   invalid UTF-8 (including overlong forms, surrogates and truncation). */
size_t bcov_utf8_decode (const char *bytes, size_t length, uint32_t *rune);

/* Writes RUNE to OUT, which has room for 4 bytes, and returns its size in bytes. */
size_t bcov_utf8_encode (uint32_t rune, char *out);

/* Returns the number of characters in LENGTH bytes of UTF-8. */
size_t bcov_utf8_count (const char *bytes, size_t length);

/* Returns the terminal columns of RUNE: 0, 1 or 2. */
int bcov_utf8_width (uint32_t rune);

#endif
