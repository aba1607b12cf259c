/* Whether bytes are text at all, before any reader looks at what they say. */

#ifndef BCOV_BYTES_H
#define BCOV_BYTES_H

#include "format/text/span.h"

/* BCOV_INPUT with the places of the first few bytes that are no UTF-8 and characters that have no
   business in a text (NUL and other controls, U+2028 and the like, which some programs take for
   line ends and others do not).  Tabs and line ends pass. */
bcov_status bcov_bytes_check (bcov_span span, bcov_error *err);

/* Whether RUNE may stand in a text. */
bool bcov_bytes_allow (uint32_t rune);

#endif
