/* The nearest word is found by edit distance, with exchanges of neighbours (Damerau). */

#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void bcov_free (void *text)
{
  free (text);
}

/* With nothing left the limit is one byte, because 0 means no limit. */
bcov_text bcov_text_within (const bcov_mem *mem)
{
  return (bcov_text){.most = bcov_mem_left (mem) | 1};
}

/* Returns the new size of the buffer for MORE bytes; 0 if that exceeds the limit. */
static size_t next_room (const bcov_text *text, size_t more)
{
  size_t wanted = text->room * 2 + more + 64;
  if (!text->most || wanted <= text->most)
    return wanted;
  return text->length < text->most && more < text->most - text->length ? text->most : 0;
}

static bool make_room (bcov_text *text, size_t more)
{
  if (text->failed)
    return false;
  if (more < text->room - text->length)
    return true;
  size_t wanted = next_room (text, more);
  text->over = !wanted;
  char *bigger = wanted > text->room ? realloc (text->data, wanted) : NULL;
  if (!bigger) {
    text->failed = true;
    return false;
  }
  text->data = bigger;
  text->room = wanted;
  return true;
}

void bcov_text_add (bcov_text *text, const char *bytes, size_t length)
{
  if (!make_room (text, length + 1))
    return;
  assert (text->length + length < text->room); /* room for the 0 too */
  if (length)
    memcpy (text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = 0;
}

void bcov_text_put (bcov_text *text, const char *string)
{
  bcov_text_add (text, string, strlen (string));
}

void bcov_text_char (bcov_text *text, char c)
{
  bcov_text_add (text, &c, 1);
}

void bcov_text_rune (bcov_text *text, uint32_t rune)
{
  char bytes[4];
  bcov_text_add (text, bytes, bcov_utf8_encode (rune, bytes));
}

void bcov_text_printf (bcov_text *text, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  char *line = NULL;
  int n = vasprintf (&line, format, args);
  va_end (args);
  if (n < 0)
    text->failed = true;
  else
    bcov_text_add (text, line, (size_t)n);
  if (n >= 0)
    free (line);
}

void bcov_text_drop (bcov_text *text)
{
  free (text->data);
  *text = (bcov_text){0};
}

bcov_status bcov_text_status (const bcov_text *text, bcov_error *err)
{
  if (text->over)
    return bcov_error_add (
        err, BCOV_STOPPED, NULL,
        "the output does not fit into the memory limit (%zu KiB left); allow more memory",
        text->most >> 10);
  if (text->failed)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory for the output");
  return BCOV_OK;
}

bcov_status bcov_text_take (bcov_text *text, char **out, size_t *length, bcov_error *err)
{
  bcov_text_add (text, "", 0);
  bcov_status status = bcov_text_status (text, err);
  if (status) {
    bcov_text_drop (text);
    return status;
  }
  *out = text->data;
  if (length)
    *length = text->length;
  *text = (bcov_text){0};
  return BCOV_OK;
}

size_t bcov_text_columns (const char *text)
{
  size_t width = 0, widest = 0, step;
  uint32_t rune;
  for (; *text; text += step) {
    step = bcov_utf8_decode (text, strnlen (text, 4), &rune);
    if (!step) { /* invalid UTF-8: a terminal shows one mark */
      step = 1;
      rune = '?';
    }
    if (rune == '\033') {
      step = strcspn (text, "m");
      step += text[step] == 'm';
    } else if (rune == '\n')
      width = 0;
    else
      width += (size_t)bcov_utf8_width (rune);
    widest = width > widest ? width : widest;
  }
  return widest;
}

bool bcov_text_number (const char *bytes, size_t length, uint64_t most, uint64_t *out)
{
  uint64_t value = 0;
  if (!length)
    return false;
  for (size_t k = 0; k < length; k++) {
    if (bytes[k] < '0' || bytes[k] > '9')
      return false;
    if (__builtin_mul_overflow (value, 10, &value) ||
        __builtin_add_overflow (value, (uint64_t)(bytes[k] - '0'), &value) || value > most)
      return false;
  }
  *out = value;
  return true;
}

size_t bcov_text_measures (const char *bytes, size_t length, uint64_t most, uint64_t out[3])
{
  for (size_t n = 0, at = 0, end; n < 3; n++, at = end + 1) {
    for (end = at; end < length && bytes[end] >= '0' && bytes[end] <= '9';)
      end++;
    if (end == at)
      return 0;
    out[n] = most + 1;
    bcov_text_number (bytes + at, end - at, most, &out[n]);
    if (end == length)
      return n ? n + 1 : 0;
    if (bytes[end] != 'x' && bytes[end] != 'X')
      return 0;
  }
  return 0;
}

enum { LONGEST_WORD = 63 };

/* Returns the least number of edits (insert, delete, change, swap neighbours) from A to B. */
static size_t distance (const char *a, size_t n, const char *b, size_t m)
{
  assert (n <= LONGEST_WORD && m <= LONGEST_WORD);
  size_t row[3][LONGEST_WORD + 1];
  for (size_t j = 0; j <= m; j++)
    row[0][j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
      best = last[j] + 1 < best ? last[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

/* A word that differs only in case is nearer than any other. */
const char *bcov_text_nearest (const char *word, const char *const *words, size_t count)
{
  size_t n = strlen (word), best = n / 3 + 2;
  const char *nearest = NULL;
  if (n > LONGEST_WORD)
    return NULL;
  for (size_t k = 0; k < count; k++) {
    size_t m = strlen (words[k]);
    size_t d = m > LONGEST_WORD ? best : distance (word, n, words[k], m);
    if (!strcasecmp (word, words[k]))
      return words[k];
    if (d < best && d < m) {
      best = d;
      nearest = words[k];
    }
  }
  return nearest;
}
