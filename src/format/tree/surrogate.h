/* JSON escapes a character beyond U+FFFF as a pair, \ud83d\ude00, which YAML does not know. */

#ifndef BCOV_SURROGATE_H
#define BCOV_SURROGATE_H

#include "base/mem.h"

/* Stands twice behind every escape that was a pair (U+FFF9, which cannot stand in a text
   otherwise), so that the columns of what follows stay as they were. */
#define BCOV_SURROGATE_MARK "\xef\xbf\xb9"

/* If TEXT is JSON with such pairs: a copy, in new memory, that has \U0001f600 and two marks for
   each; else NULL. */
bcov_status bcov_surrogate_join (bcov_mem *mem, const char *text, size_t length, char **out,
                                 size_t *out_length, bcov_error *err);

/* Takes the marks out of a text that libyaml has read; returns its new length. */
size_t bcov_surrogate_clean (char *text, size_t length);

#endif
