/* Reads coverings as `list` and `fill` print them.  In JSON every line is a covering.  Otherwise
   blank lines separate the coverings: rows of letters or, for an exact cover problem, one option
   per line, written as its items with their colours in any order.

   A mistake in one covering does not prevent the next from being read.  An empty file is an empty
   list of coverings. */

#include "format/covering/covering_read.h"
#include "format/covering/read_json.h"
#include "format/covering/read_letters.h"
#include "format/text/bytes.h"

/* Reads an option: the words of LINE are its items. */
static bcov_status read_option (bcov_reading *reading, const bcov_line *line, bool *complete)
{
  size_t at = 0;
  bool well = true;
  bcov_reading_begin_option (reading);
  for (bcov_word word; bcov_lines_word (line, &at, &word);)
    well &= bcov_reading_item (reading, line, 0, word);
  if (well)
    return bcov_reading_option (reading, line, 0, complete);
  *complete = false;
  return BCOV_OK;
}

/* Reads COUNT lines, starting with FIRST, one option per line. */
static bcov_status read_options (bcov_reading *reading, bcov_lines first, size_t count,
                                 bool *complete)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count && !status; k++) {
    bcov_line line;
    bcov_lines_peek (&first, &line);
    status = read_option (reading, &line, complete);
    bcov_lines_take (&first);
  }
  return status;
}

/* Returns whether LINE starts a JSON object; a row of letters may start with a brace, too. */
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

/* Skips the lines up to the next blank line; returns their number. */
static size_t take_block (bcov_lines *lines)
{
  size_t count = 0;
  for (bcov_line line; bcov_lines_peek (lines, &line) && line.length; count++)
    bcov_lines_take (lines);
  return count;
}

/* Reads the next covering and moves past it. */
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
    return read_options (reading, first, count, complete);
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
    bcov_reading_restart (reading);
    status = read_one (reading, &lines, json, &complete);
    if (!status && complete)
      bcov_covering_sort (reading->covering);
    if (!status)
      goes_on = see (complete ? reading->covering : NULL, &place, reading->partial, data);
    bcov_lines_skip (&lines);
    goes_on = goes_on && !status && bcov_lines_peek (&lines, &line);
  }
  bcov_status worst = bcov_reading_sum_up (reading);
  return status ? status : worst;
}

bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data, bcov_error *err)
{
  bcov_reading reading = {.puzzle = puzzle, .file = name, .err = err};
  bcov_status status = bcov_bytes_check_file (name, text, length, err);
  if (!status)
    status = bcov_reading_start (&reading);
  if (!status)
    status = read_all (&reading, text, length, see, data);
  bcov_reading_end (&reading);
  return status;
}
