/* Gathers messages in a buffer of fixed size.  When the buffer is full the rest is only counted,
   and the text ends with how many were left out: a file with a million mistakes costs no more than
   one with a hundred.  The text is UTF-8 whatever the bytes of file names and messages are. */

#include "base/error.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 16384, MESSAGE_ROOM = 1024, TAIL_ROOM = 64 };

struct bcov_error {
  bcov_status status;
  size_t count, left_out;
  size_t length;
  char text[TEXT_ROOM + TAIL_ROOM];
};

bcov_error *bcov_error_new (void)
{
  return calloc (1, sizeof (bcov_error));
}

void bcov_error_free (bcov_error *err)
{
  free (err);
}

void bcov_error_clear (bcov_error *err)
{
  err->status = BCOV_OK;
  err->count = err->left_out = err->length = 0;
  err->text[0] = 0;
}

const char *bcov_error_text (const bcov_error *err)
{
  return err->text;
}

size_t bcov_error_count (const bcov_error *err)
{
  return err->count;
}

bcov_status bcov_error_status (const bcov_error *err)
{
  return err->status;
}

/* Copies MESSAGE so that a terminal shows it and does not obey it: control characters, those
   above 127 too, and bytes that are no UTF-8 are written as \xNN. */
static size_t copy_plain (char *out, size_t room, const char *message)
{
  size_t n = 0, length = strlen (message);
  for (size_t at = 0, step; at < length && n + 5 < room; at += step) {
    uint32_t rune;
    step = bcov_utf8_decode (message + at, length - at, &rune);
    if (step && rune >= 32 && !(rune >= 127 && rune < 160)) {
      memcpy (out + n, message + at, step);
      n += step;
    } else {
      step = 1;
      n += (size_t)snprintf (out + n, room - n, "\\x%02x", (unsigned char)message[at]);
    }
  }
  out[n] = 0;
  return n;
}

static size_t put_place (char *out, size_t room, const bcov_place *place)
{
  if (!place || !place->file)
    return 0;
  size_t n = copy_plain (out, room < 256 ? room : 256, place->file);
  if (place->line && place->column)
    n += (size_t)snprintf (out + n, room - n, ":%zu:%zu", place->line, place->column);
  else if (place->line)
    n += (size_t)snprintf (out + n, room - n, ":%zu", place->line);
  n += (size_t)snprintf (out + n, room - n, ": ");
  return n;
}

/* Replaces the note on what was left out, which stands behind the messages that fitted. */
static void note_left_out (bcov_error *err)
{
  err->left_out++;
  snprintf (err->text + err->length, TAIL_ROOM, "\n(and %zu more)", err->left_out);
}

/* Ends a message that was cut at MESSAGE_ROOM with "...", behind a whole character. */
static void mark_cut (char *message)
{
  size_t end = MESSAGE_ROOM - sizeof "...";
  while (end > 0 && (message[end] & 0xc0) == 0x80)
    end--;
  strcpy (message + end, "...");
}

bcov_status bcov_error_add (bcov_error *err, bcov_status status, const bcov_place *place,
                            const char *format, ...)
{
  if (!err)
    return status;
  char message[MESSAGE_ROOM], line[2 * MESSAGE_ROOM];
  va_list args;
  va_start (args, format);
  if (vsnprintf (message, sizeof message, format, args) >= (int)sizeof message)
    mark_cut (message);
  va_end (args);
  size_t n = put_place (line, sizeof line, place);
  n += copy_plain (line + n, sizeof line - n, message);
  err->count++;
  if (status > err->status)
    err->status = status;
  if (err->left_out || err->length + n + 2 > TEXT_ROOM) {
    note_left_out (err);
    return status;
  }
  if (err->length)
    err->text[err->length++] = '\n';
  assert (err->length + n < TEXT_ROOM);
  memcpy (err->text + err->length, line, n + 1);
  err->length += n;
  return status;
}
