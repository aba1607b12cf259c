/* Coverings as `list` and `fill` print them.  Coverings in letters, and options of an exact cover
   problem, are blocks of lines with a blank line between two; in JSON every line is one.  Here the
   text is taken apart; what stands in a part is for the files that reading.h names.

   A mistake in one covering does not keep the next from being read.  A file that holds nothing is a
   list of no coverings: that is what `list` prints when there are none. */

#include "format/text/bytes.h"
#include "format/format.h"
#include "format/covering/reading.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_MISTAKES = 200 };

void bcov_reading_tell (bcov_reading *reading, bcov_status status, size_t line, size_t column,
                        const char *format, ...)
{
  if (status > reading->worst)
    reading->worst = status;
  if (reading->mistakes++ >= MOST_MISTAKES)
    return;
  char message[512];
  bcov_place place = {reading->file, line, column};
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  bcov_error_add (reading->err, status, &place, "%s", message);
}

static bcov_status start_reading (bcov_reading *reading)
{
  const bcov_puzzle *puzzle = reading->puzzle;
  bcov_status status = bcov_covering_new (puzzle, &reading->covering, reading->err);
  if (status)
    return status;
  if (puzzle->exact)
    return bcov_options_start (puzzle->mem, puzzle->exact, &reading->options, reading->err);
  return bcov_finder_start (puzzle, &reading->finder, reading->err);
}

static void end_reading (bcov_reading *reading)
{
  if (!reading->covering)
    return;
  bcov_covering_free (reading->covering);
  if (reading->puzzle->exact)
    bcov_options_end (reading->puzzle->mem, &reading->options);
  else
    bcov_finder_end (&reading->finder);
}

static void restart_reading (bcov_reading *reading)
{
  bcov_covering_clear (reading->covering);
  reading->partial = false;
  if (reading->puzzle->exact)
    bcov_options_restart (&reading->options);
  else
    bcov_finder_restart (&reading->finder);
}

/* Whether LINE starts an object of JSON and is not a row of strange letters. */
static bool looks_like_json (const bcov_line *line)
{
  size_t k = 0;
  while (k < line->length && bcov_lines_is_blank (line->bytes[k]))
    k++;
  if (k == line->length || line->bytes[k++] != '{')
    return false;
  while (k < line->length && bcov_lines_is_blank (line->bytes[k]))
    k++;
  return k < line->length && (line->bytes[k] == '"' || line->bytes[k] == '}');
}

/* Takes a block of lines that are not blank; returns how many. */
static size_t take_block (bcov_lines *lines)
{
  size_t count = 0;
  for (bcov_line line; bcov_lines_peek (lines, &line) && line.length; count++)
    bcov_lines_take (lines);
  return count;
}

/* Reads the covering at hand in any of the forms and moves behind it. */
static bcov_status read_one (bcov_reading *reading, bcov_lines *lines, bool json, bool *complete)
{
  bcov_line line;
  if (json) {
    bcov_lines_peek (lines, &line);
    bcov_lines_take (lines);
    return bcov_read_json (reading, &line, complete);
  }
  bcov_lines first = *lines;
  size_t count = take_block (lines);
  if (reading->puzzle->exact)
    return bcov_read_options (reading, first, count, complete);
  return bcov_read_letters (reading, first, count, complete);
}

static bcov_status read_all (bcov_reading *reading, const char *text, size_t length,
                             bcov_read_covering *see, void *data)
{
  bcov_lines lines = bcov_lines_start (text, length);
  bcov_line line;
  bcov_status status = BCOV_OK;
  bcov_lines_skip (&lines);
  bool goes_on = bcov_lines_peek (&lines, &line), json = goes_on && looks_like_json (&line);
  while (goes_on) {
    bcov_place place = {.file = reading->file, .line = lines.number};
    bool complete = true;
    restart_reading (reading);
    status = read_one (reading, &lines, json, &complete);
    if (!status && complete)
      bcov_covering_sort (reading->covering);
    if (!status)
      goes_on = see (complete ? reading->covering : NULL, &place, reading->partial, data);
    bcov_lines_skip (&lines);
    goes_on = goes_on && !status && bcov_lines_peek (&lines, &line);
  }
  bcov_place place = {.file = reading->file};
  if (reading->mistakes > MOST_MISTAKES)
    bcov_error_add (reading->err, reading->worst, &place, "and %zu more mistakes",
                    reading->mistakes - MOST_MISTAKES);
  return status ? status : reading->worst;
}

static bcov_status check_text (const char *name, const char *text, size_t length, bcov_error *err)
{
  bcov_place place = {.file = name};
  bcov_plain plain;
  if (length > BCOV_MOST_TEXT)
    return bcov_error_add (err, BCOV_INPUT, &place, "the file is too long; at most %d bytes",
                           BCOV_MOST_TEXT);
  return bcov_bytes_check (bcov_span_plain (&plain, name, text, length), err);
}

bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data, bcov_error *err)
{
  bcov_reading reading = {.puzzle = puzzle, .file = name, .err = err};
  bcov_status status = check_text (name, text, length, err);
  if (!status)
    status = start_reading (&reading);
  if (!status)
    status = read_all (&reading, text, length, see, data);
  end_reading (&reading);
  return status;
}
