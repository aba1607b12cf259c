/* Gathers messages in buffers of fixed size: their text, and beside it each message in its parts.
   When a buffer is full the rest is only counted, and the text ends with how many were left out: a
   file with a million mistakes costs no more than one with a hundred.  Everything is UTF-8 whatever
   the bytes of file names and messages are. */

#include "base/error.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 16384, MESSAGE_ROOM = 1024, FILE_ROOM = 256, TAIL_ROOM = 64 };
enum { PARTS_ROOM = 4 * TEXT_ROOM };
enum { MARK = 1 }; /* in a format, before the remedy */

/* What precedes the three texts of a message: file, problem, remedy, each with a 0. */
typedef struct {
  size_t size; /* of the message with this */
  bcov_status status;
  size_t line, column;
} part_head;

struct bcov_error {
  bcov_status status;
  size_t count, left_out;
  size_t length, parts_length;
  char text[TEXT_ROOM + TAIL_ROOM];
  char parts[PARTS_ROOM];
};

bcov_error *bcov_error_new (void)
{
  return calloc (1, sizeof (bcov_error));
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

/* ---- one message ---- */

/* The texts of message K, and what precedes them in HEAD. */
static const char *find_part (const bcov_error *err, size_t k, part_head *head)
{
  const char *at = err->parts;
  assert (k < err->count);
  memcpy (head, at, sizeof *head);
  for (; k; k--) {
    at += head->size;
    memcpy (head, at, sizeof *head);
  }
  return at + sizeof *head;
}

static const char *find_text (const bcov_error *err, size_t k, int before)
{
  part_head head;
  const char *text = find_part (err, k, &head);
  for (; before; before--)
    text += strlen (text) + 1;
  return text;
}

bcov_status bcov_error_code (const bcov_error *err, size_t k)
{
  part_head head;
  find_part (err, k, &head);
  return head.status;
}

const char *bcov_error_file (const bcov_error *err, size_t k)
{
  return find_text (err, k, 0);
}

size_t bcov_error_line (const bcov_error *err, size_t k)
{
  part_head head;
  find_part (err, k, &head);
  return head.line;
}

size_t bcov_error_column (const bcov_error *err, size_t k)
{
  part_head head;
  find_part (err, k, &head);
  return head.column;
}

const char *bcov_error_problem (const bcov_error *err, size_t k)
{
  return find_text (err, k, 1);
}

const char *bcov_error_remedy (const bcov_error *err, size_t k)
{
  return find_text (err, k, 2);
}

/* ---- adding ---- */

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

/* "FILE:7:3: " as far as it is known. */
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

/* Replaces the note on what was left out, which stands behind the messages that fitted. */
static void note_left_out (bcov_error *err)
{
  err->left_out++;
  snprintf (err->text + err->length, TAIL_ROOM, "\n(and %zu more)", err->left_out);
}

static void add_part (bcov_error *err, const char *text, size_t length)
{
  memcpy (err->parts + err->parts_length, text, length);
  err->parts_length += length;
}

/* Adds a message whose texts are clean already. */
static void add_message (bcov_error *err, bcov_status status, const bcov_place *place,
                         const char *file, const char *problem, const char *remedy)
{
  char line[FILE_ROOM + 4 * MESSAGE_ROOM];
  size_t n = put_place (line, sizeof line, file, place);
  n += (size_t)snprintf (line + n, sizeof line - n, "%s%s%s", problem, *remedy ? "; " : "", remedy);
  part_head head = {.status = status};
  head.size = sizeof head + strlen (file) + strlen (problem) + strlen (remedy) + 3;
  if (place && place->file)
    head.line = place->line, head.column = place->line ? place->column : 0;
  if (status > err->status)
    err->status = status;
  if (err->left_out || err->length + n + 2 > TEXT_ROOM ||
      err->parts_length + head.size > PARTS_ROOM) {
    note_left_out (err);
    return;
  }
  if (err->count++)
    err->text[err->length++] = '\n';
  memcpy (err->text + err->length, line, n + 1);
  err->length += n;
  add_part (err, (const char *)&head, sizeof head);
  add_part (err, file, strlen (file) + 1);
  add_part (err, problem, strlen (problem) + 1);
  add_part (err, remedy, strlen (remedy) + 1);
}

/* Ends a message that was cut at MESSAGE_ROOM with "...", behind a whole character. */
static void mark_cut (char *message)
{
  size_t end = MESSAGE_ROOM - sizeof "...";
  while (end > 0 && (message[end] & 0xc0) == 0x80)
    end--;
  strcpy (message + end, "...");
}

/* Copies FORMAT with a mark in place of the first "; ", behind which the remedy follows; false when
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
  char marked[MESSAGE_ROOM], message[MESSAGE_ROOM], file[FILE_ROOM] = "";
  char problem[2 * MESSAGE_ROOM], remedy[2 * MESSAGE_ROOM] = "";
  bool has_remedy = mark_remedy (format, marked);
  va_list args;
  va_start (args, format);
  if (vsnprintf (message, sizeof message, marked, args) >= (int)sizeof message)
    mark_cut (message);
  va_end (args);
  char *mark = has_remedy ? strrchr (message, MARK) : NULL;
  if (mark) {
    *mark = 0;
    copy_plain (remedy, sizeof remedy, mark + 1);
  }
  copy_plain (problem, sizeof problem, message);
  if (place && place->file)
    copy_plain (file, sizeof file, place->file);
  add_message (err, status, place, file, problem, remedy);
  return status;
}

void bcov_error_append (bcov_error *err, const bcov_error *other)
{
  for (size_t k = 0; err && k < other->count; k++) {
    bcov_place place = {bcov_error_file (other, k), bcov_error_line (other, k),
                        bcov_error_column (other, k)};
    add_message (err, bcov_error_code (other, k), *place.file ? &place : NULL, place.file,
                 bcov_error_problem (other, k), bcov_error_remedy (other, k));
  }
}
