/* Lines and words point into the text.  A line ends at a line feed or at the end of the text, and
   does not include blanks before that, such as a carriage return. */

#include "format/text/lines.h"

#include <string.h>

bool bcov_lines_is_blank (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
}

bcov_lines bcov_lines_start (const char *text, size_t length)
{
  return (bcov_lines){.at = text, .end = length ? text + length : text, .number = 1};
}

static const char *find_end (const bcov_lines *lines)
{
  const char *newline = memchr (lines->at, '\n', (size_t)(lines->end - lines->at));
  return newline ? newline : lines->end;
}

bool bcov_lines_peek (const bcov_lines *lines, bcov_line *out)
{
  if (lines->at == lines->end)
    return false;
  const char *stop = find_end (lines);
  while (stop > lines->at && bcov_lines_is_blank (stop[-1]))
    stop--;
  *out = (bcov_line){lines->at, (size_t)(stop - lines->at), lines->number};
  return true;
}

void bcov_lines_take (bcov_lines *lines)
{
  const char *stop = find_end (lines);
  lines->at = stop < lines->end ? stop + 1 : stop;
  lines->number++;
}

size_t bcov_lines_skip (bcov_lines *lines)
{
  size_t taken = 0;
  for (bcov_line line; bcov_lines_peek (lines, &line) && !line.length; taken++)
    bcov_lines_take (lines);
  return taken;
}

/* The same as bcov_lines_is_blank within a line; most characters need one comparison. */
static inline bool is_blank (char c)
{
  return (unsigned char)c <= ' ' && bcov_lines_is_blank (c);
}

bool bcov_lines_word (const bcov_line *line, size_t *at, bcov_word *out)
{
  size_t start = *at;
  while (start < line->length && is_blank (line->bytes[start]))
    start++;
  size_t stop = start;
  while (stop < line->length && !is_blank (line->bytes[stop]))
    stop++;
  *at = stop;
  *out = (bcov_word){line->bytes + start, stop - start, start + 1};
  return stop > start;
}
