/* Collects messages in buffers of fixed size: the whole text, and each message in parts.  When a
   buffer is full, further messages are only counted, and the text ends with their number.  So a
   file with a million mistakes costs no more than one with a hundred.  The text is always valid
   UTF-8. */

#include "base/error.h"
#include "base/accessor.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 16384, MESSAGE_ROOM = 1024, FILE_ROOM = 256, TAIL_ROOM = 64 };
enum { PARTS_ROOM = 4 * TEXT_ROOM, MOST_MESSAGES = 1024 };
enum { MARK = 1 }; /* in a format, before the remedy */

typedef struct {
  bcov_status status;
  size_t line, column;
  const char *file, *problem, *remedy;
} message;

struct bcov_error {
  bcov_status status;
  size_t count, left_out;
  size_t length, parts_length;
  char text[TEXT_ROOM + TAIL_ROOM];
  char parts[PARTS_ROOM]; /* the texts of the messages */
  message messages[MOST_MESSAGES];
};

/* Does not touch the buffers, because most runs never write to them. */
bcov_error *bcov_error_new (void)
{
  bcov_error *err = malloc (sizeof *err);
  if (err)
    bcov_error_reset (err);
  return err;
}

void bcov_error_free (bcov_error *err)
{
  free (err);
}

void bcov_error_reset (bcov_error *err)
{
  err->status = BCOV_OK;
  err->count = err->left_out = err->length = err->parts_length = 0;
  err->text[0] = 0;
}

static const message *message_at (const bcov_error *err, size_t k)
{
  assert (k < err->count);
  return &err->messages[k];
}

BCOV_ACCESSOR (const char *, error, text, error->text)
BCOV_ACCESSOR (size_t, error, count, error->count)
BCOV_ACCESSOR (bcov_status, error, status, error->status)
BCOV_ACCESSOR_AT (bcov_status, error, code, message_at (error, k)->status)
BCOV_ACCESSOR_AT (const char *, error, file, message_at (error, k)->file)
BCOV_ACCESSOR_AT (size_t, error, line, message_at (error, k)->line)
BCOV_ACCESSOR_AT (size_t, error, column, message_at (error, k)->column)
BCOV_ACCESSOR_AT (const char *, error, problem, message_at (error, k)->problem)
BCOV_ACCESSOR_AT (const char *, error, remedy, message_at (error, k)->remedy)

/* ---- adding ---- */

/* Copies MESSAGE with control characters and invalid UTF-8 written as \xNN, so that it cannot
   control a terminal. */
static size_t copy_plain (char *out, size_t room, const char *text)
{
  size_t n = 0, length = strlen (text);
  for (size_t at = 0, step; at < length && n + 5 < room; at += step) {
    uint32_t rune;
    step = bcov_utf8_decode (text + at, length - at, &rune);
    if (step && rune >= 32 && !(rune >= 127 && rune < 160)) {
      memcpy (out + n, text + at, step);
      n += step;
    } else {
      step = 1;
      n += (size_t)snprintf (out + n, room - n, "\\x%02x", (unsigned char)text[at]);
    }
  }
  out[n] = 0;
  return n;
}

/* Writes "FILE:7:3: ", as far as it is known. */
static size_t put_place (char *out, size_t room, const char *file, const bcov_place *place)
{
  size_t n = 0;
  if (!place || !place->file)
    return 0;
  if (place->line && place->column)
    n = (size_t)snprintf (out, room, "%s:%zu:%zu: ", file, place->line, place->column);
  else if (place->line)
    n = (size_t)snprintf (out, room, "%s:%zu: ", file, place->line);
  else
    n = (size_t)snprintf (out, room, "%s: ", file);
  return n;
}

/* Updates the note after the last message that fitted. */
static void note_left_out (bcov_error *err)
{
  err->left_out++;
  snprintf (err->text + err->length, TAIL_ROOM, "\n(and %zu more)", err->left_out);
}

static const char *keep (bcov_error *err, const char *text)
{
  char *copy = strcpy (err->parts + err->parts_length, text);
  err->parts_length += strlen (text) + 1;
  return copy;
}

/* Adds a message whose texts are clean. */
static void add_message (bcov_error *err, bcov_status status, const bcov_place *place,
                         const char *file, const char *problem, const char *remedy)
{
  char line[FILE_ROOM + 4 * MESSAGE_ROOM];
  size_t n = put_place (line, sizeof line, file, place);
  n += (size_t)snprintf (line + n, sizeof line - n, "%s%s%s", problem, *remedy ? "; " : "", remedy);
  size_t parts = strlen (file) + strlen (problem) + strlen (remedy) + 3;
  if (status > err->status)
    err->status = status;
  if (err->left_out || err->count == MOST_MESSAGES || err->length + n + 2 > TEXT_ROOM ||
      err->parts_length + parts > PARTS_ROOM) {
    note_left_out (err);
    return;
  }
  if (err->count)
    err->text[err->length++] = '\n';
  memcpy (err->text + err->length, line, n + 1);
  err->length += n;
  message *m = &err->messages[err->count++];
  *m = (message){.status = status};
  if (place && place->file)
    m->line = place->line, m->column = place->line ? place->column : 0;
  m->file = keep (err, file);
  m->problem = keep (err, problem);
  m->remedy = keep (err, remedy);
}

/* Ends a message that was cut at MESSAGE_ROOM with "...", after a whole character. */
static void mark_cut (char *text)
{
  size_t end = MESSAGE_ROOM - sizeof "...";
  while (end > 0 && (text[end] & 0xc0) == 0x80)
    end--;
  strcpy (text + end, "...");
}

/* Copies FORMAT with a mark in place of the first "; ", which begins the remedy; returns false if
   there is none. */
static bool mark_remedy (const char *format, char out[MESSAGE_ROOM])
{
  assert (strlen (format) < MESSAGE_ROOM);
  strcpy (out, format);
  char *end = strstr (out, "; ");
  if (!end)
    return false;
  *end = MARK;
  memmove (end + 1, end + 2, strlen (end + 2) + 1);
  return true;
}

bcov_status bcov_error_add (bcov_error *err, bcov_status status, const bcov_place *place,
                            const char *format, ...)
{
  if (!err)
    return status;
  char marked[MESSAGE_ROOM], whole[MESSAGE_ROOM], file[FILE_ROOM] = "";
  char problem[2 * MESSAGE_ROOM], remedy[2 * MESSAGE_ROOM] = "";
  bool has_remedy = mark_remedy (format, marked);
  va_list args;
  va_start (args, format);
  if (vsnprintf (whole, sizeof whole, marked, args) >= (int)sizeof whole)
    mark_cut (whole);
  va_end (args);
  char *mark = has_remedy ? strrchr (whole, MARK) : NULL;
  if (mark) {
    *mark = 0;
    copy_plain (remedy, sizeof remedy, mark + 1);
  }
  copy_plain (problem, sizeof problem, whole);
  if (place && place->file)
    copy_plain (file, sizeof file, place->file);
  add_message (err, status, place, file, problem, remedy);
  return status;
}

void bcov_error_append (bcov_error *err, const bcov_error *other)
{
  for (size_t k = 0; err && k < other->count; k++) {
    const message *m = &other->messages[k];
    bcov_place place = {m->file, m->line, m->column};
    add_message (err, m->status, *m->file ? &place : NULL, m->file, m->problem, m->remedy);
  }
}
