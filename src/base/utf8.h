/* One character of UTF-8 at a time.  A character is a number, here called a rune. */

#ifndef BCOV_UTF8_H
#define BCOV_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* One UTF-8 character of the LENGTH bytes at BYTES; returns how many bytes it takes, 0 at the end
   or when the bytes are no UTF-8 (overlong forms, surrogates and truncation included). */
size_t bcov_utf8_decode (const char *bytes, size_t length, uint32_t *rune);

/* Writes RUNE to OUT (4 bytes of room) and returns how many bytes it took. */
size_t bcov_utf8_encode (uint32_t rune, char *out);

/* The offset of the first byte that is no UTF-8 or is NUL; LENGTH when all is well. */
size_t bcov_utf8_valid (const char *bytes, size_t length);

/* How many characters LENGTH bytes of UTF-8 are: columns of messages count characters. */
size_t bcov_utf8_count (const char *bytes, size_t length);

/* Terminal columns RUNE takes: 0, 1 or 2. */
int bcov_utf8_width (uint32_t rune);

#endif
