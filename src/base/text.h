/* Text: building it, reading numbers, and finding the word that was meant.  UTF-8 is in utf8.h. */

#ifndef BCOV_TEXT_H
#define BCOV_TEXT_H

#include "base/mem.h"
#include "base/utf8.h"

/* A text being built.  It is plain malloc memory, because it is handed to the user in the end; all
   zero is empty.  After a failed allocation FAILED is set and further calls do nothing. */
typedef struct {
  char *data;
  size_t length, room;
  size_t most;       /* bytes it may take, 0: any; set it where a text may grow with the puzzle */
  bool failed, over; /* OVER: it failed because of MOST */
} bcov_text;

/* An empty text that may take what is left of the limit of MEM. */
bcov_text bcov_text_within (const bcov_mem *mem);

void bcov_text_add (bcov_text *text, const char *bytes, size_t length);
void bcov_text_put (bcov_text *text, const char *string);
void bcov_text_char (bcov_text *text, char c);
void bcov_text_rune (bcov_text *text, uint32_t rune); /* as UTF-8 */
void bcov_text_printf (bcov_text *text, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void bcov_text_drop (bcov_text *text);

/* BCOV_OK, or why the text failed: BCOV_STOPPED beyond MOST, BCOV_FAULT for want of memory. */
bcov_status bcov_text_status (const bcov_text *text, bcov_error *err);

/* Hands the text (with a 0 behind it) to the caller, who frees it with bcov_free; empties
   TEXT. On failure its status, nothing is handed over, and TEXT is dropped.  LENGTH may be NULL. */
bcov_status bcov_text_take (bcov_text *text, char **out, size_t *length, bcov_error *err);

/* How many columns of a terminal the longest line of TEXT takes: escapes for colours none, wide
   characters two. */
size_t bcov_text_columns (const char *text);

/* A whole number in decimal digits alone, at most MOST; false otherwise. */
bool bcov_text_number (const char *bytes, size_t length, uint64_t most, uint64_t *out);

/* The nearest of COUNT words to WORD if it is near enough to have been meant, else NULL. */
const char *bcov_text_nearest (const char *word, const char *const *words, size_t count);

#endif
