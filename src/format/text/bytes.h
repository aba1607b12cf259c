/* Checks that bytes are text. */

#ifndef BCOV_BYTES_H
#define BCOV_BYTES_H

#include "format/text/span.h"

enum { BCOV_MOST_TEXT = 1 << 28 }; /* bytes of an input */

/* Returns BCOV_INPUT, and reports the places of the first few mistakes, if SPAN contains bytes that
   are not UTF-8 or characters that do not belong in a text: NUL and other controls, and U+2028 and
   the like, which only some programs treat as line ends.  Tabs and line ends are allowed. */
bcov_status bcov_bytes_check (bcov_span span, bcov_error *err);

/* Does the same for a file, and refuses one of more than BCOV_MOST_TEXT bytes. */
bcov_status bcov_bytes_check_file (const char *file, const char *text, size_t length,
                                   bcov_error *err);

/* Returns whether RUNE may occur in a text. */
bool bcov_bytes_allow (uint32_t rune);

#endif
