/* Reads a text line by line and a line word by word.

     bcov_lines lines = bcov_lines_start (text, length);
     for (bcov_line line; bcov_lines_peek (&lines, &line); bcov_lines_take (&lines))
       ...                                                                                      */

#ifndef BCOV_LINES_H
#define BCOV_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *at, *end; /* the rest of the text */
  size_t number;        /* of the line at AT, from 1 */
} bcov_lines;

/* A line without its end and the blanks before it. */
typedef struct {
  const char *bytes;
  size_t length;
  size_t number;
} bcov_line;

typedef struct {
  const char *bytes;
  size_t length;
  size_t column; /* of its first byte, from 1 */
} bcov_word;

/* Space, tab, carriage return, vertical tab, form feed. */
bool bcov_lines_is_blank (char c);

bcov_lines bcov_lines_start (const char *text, size_t length);

/* Returns the current line without moving on; false at the end. */
bool bcov_lines_peek (const bcov_lines *lines, bcov_line *out);

/* Moves on to the next line. */
void bcov_lines_take (bcov_lines *lines);

/* Skips blank lines; returns their number. */
size_t bcov_lines_skip (bcov_lines *lines);

/* Finds the next word of LINE at or after byte *AT and moves *AT past it; false if there is none.
 */
bool bcov_lines_word (const bcov_line *line, size_t *at, bcov_word *out);

#endif
