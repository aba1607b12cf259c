/* Building text, parsing numbers, and finding the nearest word. */

#ifndef BCOV_TEXT_H
#define BCOV_TEXT_H

#include "base/mem.h"
#include "base/utf8.h"

/* A text under construction, in plain malloc memory, because the user receives it in the end.  All
   zero is empty.  After a failed allocation FAILED is set and further calls do nothing. */
typedef struct {
  char *data;
  size_t length, room;
  size_t most;       /* limit in bytes (0: none), for texts that grow with the puzzle */
  bool failed, over; /* OVER: it exceeded MOST */
} bcov_text;

/* Returns an empty text limited to the bytes that MEM has left. */
bcov_text bcov_text_within (const bcov_mem *mem);

void bcov_text_add (bcov_text *text, const char *bytes, size_t length);
void bcov_text_put (bcov_text *text, const char *string);
void bcov_text_char (bcov_text *text, char c);
void bcov_text_rune (bcov_text *text, uint32_t rune); /* as UTF-8 */
void bcov_text_printf (bcov_text *text, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void bcov_text_drop (bcov_text *text);

/* Returns BCOV_OK, or BCOV_STOPPED beyond MOST, or BCOV_FAULT when out of memory. */
bcov_status bcov_text_status (const bcov_text *text, bcov_error *err);

/* Moves the text, followed by a 0, to the caller, who frees it with bcov_free.  TEXT becomes empty.
   If TEXT has failed, returns its status and drops it.  LENGTH may be NULL. */
bcov_status bcov_text_take (bcov_text *text, char **out, size_t *length, bcov_error *err);

/* Returns the terminal columns of the longest line of TEXT: colour escapes take none, wide
   characters two. */
size_t bcov_text_columns (const char *text);

/* Returns "" for 1, else "s". */
static inline const char *bcov_text_plural (uint64_t n)
{
  return n == 1 ? "" : "s";
}

/* Parses decimal digits; returns false if there is anything else or the number exceeds MOST. */
bool bcov_text_number (const char *bytes, size_t length, uint64_t most, uint64_t *out);

/* Parses two or three numbers joined by x or X, such as 6x8; a number above MOST becomes MOST + 1.
   Returns how many there are, 0 for any other text. */
size_t bcov_text_measures (const char *bytes, size_t length, uint64_t most, uint64_t out[3]);

/* Returns the word nearest to WORD if it is near enough to be the intended one, else NULL. */
const char *bcov_text_nearest (const char *word, const char *const *words, size_t count);

#endif
