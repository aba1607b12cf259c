/* Reads streams to their end.  Input that is longer than the library accepts is refused before it
   fills the memory. */

#include "input.h"
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 14, MOST = 1 << 28 }; /* bytes */

const char *input_name (const char *path)
{
  return strcmp (path, "-") ? path : "<stdin>";
}

static bcov_status report_unread (struct session *session, const char *path, bcov_status status)
{
  int error = errno;
  output_note (session, "%s: cannot be read: %s; give a file, or - for standard input",
               input_name (path), strerror (error));
  return error == EISDIR ? BCOV_INPUT : status;
}

/* Makes room for another block and a 0.  If the machine is out of memory, frees TEXT and returns
   NULL. */
static char *make_room (char *text, size_t length, size_t *room)
{
  if (length + BLOCK < *room)
    return text;
  *room = 2 * *room + 2 * BLOCK;
  char *wider = realloc (text, *room);
  if (!wider)
    free (text);
  return wider;
}

static bcov_status read_stream (struct session *session, const char *path, FILE *stream,
                                char **text, size_t *length)
{
  size_t got = 1, room = 0;
  *text = NULL;
  errno = 0;
  for (*length = 0; got && *length <= MOST; *length += got) {
    *text = make_room (*text, *length, &room);
    if (!*text) {
      output_note (session, "the machine is out of memory for the input");
      return BCOV_FAULT;
    }
    got = fread (*text + *length, 1, BLOCK, stream);
  }
  (*text)[*length] = 0;
  if (ferror (stream))
    return report_unread (session, path, BCOV_FAULT);
  if (*length <= MOST)
    return BCOV_OK;
  output_note (session, "%s: the input is too long; at most %d MiB can be read", input_name (path),
               MOST >> 20);
  return BCOV_INPUT;
}

bcov_status input_read (struct session *session, const char *path, char **text, size_t *length)
{
  bool is_input = !strcmp (path, "-");
  FILE *stream = is_input ? stdin : fopen (path, "rb");
  if (!stream)
    return report_unread (session, path, BCOV_INPUT);
  bcov_status status = read_stream (session, path, stream, text, length);
  if (!is_input)
    fclose (stream);
  if (status) {
    free (*text);
    *text = NULL;
  }
  return status;
}

bcov_status input_open (struct session *session)
{
  const struct settings *s = &session->settings;
  char *text = NULL;
  size_t length = 0;
  if (!s->puzzle)
    return bcov_puzzle_brief (s->request, s->board, s->pieces, s->lattice, s->wrap,
                              &session->puzzle, session->err);
  bcov_status status = input_read (session, s->puzzle, &text, &length);
  if (!status)
    status = bcov_puzzle_parse (s->request, input_name (s->puzzle), text, length, &session->puzzle,
                                session->err);
  free (text);
  return status;
}
