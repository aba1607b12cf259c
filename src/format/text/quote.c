/* Quotes any bytes: printable UTF-8 unchanged, everything else as \xNN, and no more than fits on a
   line of a terminal. */

#include "format/text/quote.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_RUNE = 4, TAIL_ROOM = 5 /* ...' and the final 0 */ };

/* Appends the character or byte at BYTES; returns its length. */
static size_t put_rune (bcov_quote *quote, size_t *at, const char *bytes, size_t length)
{
  uint32_t rune;
  size_t n = bcov_utf8_decode (bytes, length, &rune);
  if (n && rune >= ' ' && !(rune >= 127 && rune < 160)) {
    memcpy (quote->text + *at, bytes, n);
    *at += n;
    return n;
  }
  *at += (size_t)snprintf (quote->text + *at, LONGEST_RUNE + 1, "\\x%02x", (unsigned char)*bytes);
  return 1;
}

bcov_quote bcov_quote_make (const char *bytes, size_t length)
{
  bcov_quote quote = {"nothing"};
  size_t at = 0, used = 0;
  if (!length)
    return quote;
  quote.text[at++] = '\'';
  while (used < length && at + LONGEST_RUNE + TAIL_ROOM <= sizeof quote.text)
    used += put_rune (&quote, &at, bytes + used, length - used);
  strcpy (quote.text + at, used < length ? "...'" : "'");
  return quote;
}
