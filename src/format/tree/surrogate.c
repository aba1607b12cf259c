/* In JSON a backslash stands in strings only, and the character behind it belongs to it; so one
   walk that takes both together finds the escapes.  Other YAML is left alone, since there a
   backslash may mean itself. */

#include "format/tree/surrogate.h"

#include <stdio.h>
#include <string.h>

enum { ESCAPE = 6, PAIR = 2 * ESCAPE, JOINED = 10 + 2 * 3 };

static bool is_json (const char *text, size_t length)
{
  size_t at = 0;
  while (at < length && strchr (" \t\r\n", text[at]) && text[at])
    at++;
  return at < length && (text[at] == '{' || text[at] == '[');
}

/* The value of the escape \uXXXX at TEXT; 0 when there is none. */
static unsigned escape_at (const char *text, size_t left)
{
  unsigned value = 0;
  if (left < ESCAPE || text[0] != '\\' || text[1] != 'u')
    return 0;
  for (size_t k = 2; k < ESCAPE; k++) {
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *at = text[k] ? strchr (digits, text[k]) : NULL;
    if (!at)
      return 0;
    value = value * 16 + (unsigned)(at - digits) % 16;
  }
  return value;
}

/* The character that the pair at TEXT stands for; 0 when there is no pair. */
static unsigned pair_at (const char *text, size_t left)
{
  unsigned high = escape_at (text, left);
  unsigned low = left >= PAIR ? escape_at (text + ESCAPE, left - ESCAPE) : 0;
  if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff)
    return 0;
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* Copies TEXT with pairs joined to OUT, or only counts when that is NULL; returns the length. */
static size_t join (const char *text, size_t length, char *out)
{
  size_t written = 0;
  for (size_t at = 0; at < length;) {
    unsigned rune = text[at] == '\\' ? pair_at (text + at, length - at) : 0;
    size_t bytes = rune ? PAIR : text[at] == '\\' && at + 1 < length ? 2 : 1;
    if (out && rune) {
      char joined[JOINED + 1];
      snprintf (joined, sizeof joined, "\\U%08x" BCOV_SURROGATE_MARK BCOV_SURROGATE_MARK, rune);
      memcpy (out + written, joined, JOINED);
    } else if (out)
      memcpy (out + written, text + at, bytes);
    written += rune ? JOINED : bytes;
    at += bytes;
  }
  return written;
}

bcov_status bcov_surrogate_join (bcov_mem *mem, const char *text, size_t length, char **out,
                                 size_t *out_length, bcov_error *err)
{
  *out = NULL;
  if (!is_json (text, length) || !memmem (text, length, "\\u", 2))
    return BCOV_OK;
  *out_length = join (text, length, NULL);
  if (*out_length == length)
    return BCOV_OK;
  *out = bcov_mem_alloc (mem, *out_length, 1, err);
  if (!*out)
    return bcov_mem_status (mem);
  join (text, length, *out);
  return BCOV_OK;
}

size_t bcov_surrogate_clean (char *text, size_t length)
{
  size_t mark = strlen (BCOV_SURROGATE_MARK), kept = 0;
  for (size_t at = 0; at < length;) {
    if (length - at >= mark && !memcmp (text + at, BCOV_SURROGATE_MARK, mark))
      at += mark;
    else
      text[kept++] = text[at++];
  }
  return kept;
}
