/* Checks all bytes.  A file with one invalid byte causes one message; a binary file, such as a
   picture, causes a few messages and a count. */

#include "format/text/bytes.h"
#include "base/text.h"

enum { MOST_SHOWN = 4 };

bool bcov_bytes_allow (uint32_t rune)
{
  if (rune < 0x7f)
    return rune >= ' ' || rune == '\t' || rune == '\n' || rune == '\r';
  bool separates = rune == 0x2028 || rune == 0x2029;
  bool special = rune == 0xfeff || (rune >= 0xfff9 && rune <= 0xfffb) || (rune | 1) == 0xffff;
  return rune >= 0xa0 && !separates && !special;
}

static void report (bcov_span span, size_t offset, size_t bytes, uint32_t rune, bcov_error *err)
{
  bcov_place place = bcov_span_place (span, offset);
  if (!bytes)
    bcov_error_add (err, BCOV_INPUT, &place,
                    "the byte 0x%02x is not valid UTF-8 here; save the text as UTF-8",
                    (unsigned char)span.text[offset]);
  else if (!rune)
    bcov_error_add (err, BCOV_INPUT, &place,
                    "a NUL byte; remove it, or save the text as UTF-8 if it is UTF-16");
  else
    bcov_error_add (err, BCOV_INPUT, &place,
                    "the character U+%04X is not allowed in a text; remove it", rune);
}

/* Whether C is one of the characters of which most texts consist. */
static bool is_plain (char c)
{
  return (c >= ' ' && c < 0x7f) || c == '\n';
}

bcov_status bcov_bytes_check (bcov_span span, bcov_error *err)
{
  size_t bad = 0;
  for (size_t at = 0; at < span.length;) {
    uint32_t rune = 0;
    if (is_plain (span.text[at])) {
      at++;
      continue;
    }
    size_t bytes = bcov_utf8_decode (span.text + at, span.length - at, &rune);
    if (!bytes || !bcov_bytes_allow (rune))
      if (bad++ < MOST_SHOWN)
        report (span, at, bytes, rune, err);
    at += bytes ? bytes : 1;
  }
  if (bad > MOST_SHOWN) {
    bcov_place place = {.file = bcov_span_place (span, span.length).file};
    bcov_error_add (err, BCOV_INPUT, &place, "and %zu more such bytes; is this a text file?",
                    bad - MOST_SHOWN);
  }
  return bad ? BCOV_INPUT : BCOV_OK;
}

bcov_status bcov_bytes_check_file (const char *file, const char *text, size_t length,
                                   bcov_error *err)
{
  bcov_place place = {.file = file};
  bcov_plain plain;
  if (length > BCOV_MOST_TEXT)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "the file has %zu bytes; at most %d can be read", length,
                           BCOV_MOST_TEXT);
  return bcov_bytes_check (bcov_span_plain (&plain, file, text, length), err);
}
