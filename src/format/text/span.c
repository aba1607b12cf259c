/* To find a place in plain text, a cursor counts lines, which end at \n, \r or \r\n, and columns,
   which are characters, as editors and libyaml do.  The cursor continues where it stopped, so
   places in ascending order cost one pass in total. */

#include "format/text/span.h"

#include <string.h>

bcov_place bcov_span_place (bcov_span span, size_t offset)
{
  return span.where (span.data, span.node, span.base + offset);
}

bcov_span bcov_span_part (bcov_span span, size_t from, size_t length)
{
  span.text += from;
  span.base += from;
  span.length = length;
  return span;
}

static bool is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bcov_span bcov_span_trim (bcov_span span)
{
  size_t from = 0, to = span.length;
  while (to > from && is_blank (span.text[to - 1]))
    to--;
  while (from < to && is_blank (span.text[from]))
    from++;
  return bcov_span_part (span, from, to - from);
}

bool bcov_span_is (bcov_span span, const char *word)
{
  return span.length == strlen (word) && !memcmp (span.text, word, span.length);
}

static void restart (bcov_plain *plain)
{
  plain->offset = 0;
  plain->line = plain->column = 1;
}

static void step (bcov_plain *plain)
{
  char c = plain->text[plain->offset++];
  bool before_feed = plain->offset < plain->length && plain->text[plain->offset] == '\n';
  if (c == '\n' || (c == '\r' && !before_feed)) {
    plain->line++;
    plain->column = 1;
  } else if ((c & 0xc0) != 0x80)
    plain->column++;
}

static bcov_place find_plain (void *data, uint32_t node, size_t offset)
{
  (void)node;
  bcov_plain *plain = data;
  if (offset < plain->offset)
    restart (plain);
  while (plain->offset < offset && plain->offset < plain->length)
    step (plain);
  return (bcov_place){plain->file, plain->line, plain->column};
}

bcov_span bcov_span_plain (bcov_plain *plain, const char *file, const char *text, size_t length)
{
  *plain = (bcov_plain){.file = file, .text = text, .length = length};
  restart (plain);
  return (bcov_span){.text = text, .length = length, .where = find_plain, .data = plain};
}
