/* Messages of the library mention requests, but the user of the program knows options.  This table
   replaces such phrases literally, so keep it in step with the messages in src. */

#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *library, *program;
  bool brief; /* the file of a message, when the puzzle comes from -b and -p */
} table[] = {
    {"space, or allow more memory", "space, or allow more memory with --memory", false},
    {"allow more memory", "allow more with --memory", false},
    {": more than the limit\n", ": more than --memory allows\n", false},
    {"use the engine search", "use --engine search", false},
    {"use the engine auto", "leave --engine out", false},
    {"leave isometric out", "leave --isometric out", false},
    {"(a higher limit shows more)", "(--limit shows more)", false},
    {"(the JSON has all)", "(--json shows all)", false},
    {"no symmetries; count all coverings",
     "no symmetries; leave --up-to-symmetry and --by-symmetry out", false},
    {"give a number from 1 to", "--rank takes a number from 1 to", false},
    {"give the covering as JSON", "give the covering as list --json prints it", false},
    {"give a board, such as 6x8", "give a board, such as -b 6x8", false},
    {"give pieces, such as L3:any", "give pieces, such as -p L3:any", false},
    {"board:", "-b:", true},
    {"pieces:", "-p:", true},
};
enum { ROWS = sizeof table / sizeof *table };

/* Returns the row whose phrase TEXT starts with, or ROWS if there is none. */
static size_t find_row (const char *text, bool line_starts, bool brief)
{
  size_t k = 0;
  while (k < ROWS && ((table[k].brief && !(brief && line_starts)) ||
                      strncmp (text, table[k].library, strlen (table[k].library)) != 0))
    k++;
  return k;
}

char *messages_translate (const char *text, bool brief)
{
  char *out = NULL;
  size_t length;
  FILE *stream = open_memstream (&out, &length);
  bool line_starts = true;
  while (stream && *text) {
    size_t k = find_row (text, line_starts, brief);
    if (k == ROWS)
      fputc (*text, stream);
    else
      fputs (table[k].program, stream);
    text += k == ROWS ? 1 : strlen (table[k].library);
    line_starts = text[-1] == '\n';
  }
  if (stream)
    fclose (stream);
  return out;
}
