/* Coverings as `list` and `fill` print them.  Coverings in letters, and options of an exact cover
   problem, are blocks of lines with a blank line between two; in JSON every line is one.  Here the
   text is taken apart, and options are read: one a line, each as its items with their colours, in
   any order.

   A mistake in one covering does not keep the next from being read.  A file that holds nothing is a
   list of no coverings: that is what `list` prints when there are none. */

#include "format/covering/covering_read.h"
#include "format/limits.h"
#include "format/covering/read_json.h"
#include "format/covering/read_letters.h"
#include "format/text/bytes.h"
#include "format/text/dictionary.h"
#include "format/text/quote.h"

/* ---- options ---- */

enum { MOST_ADVICE = 20 }; /* mistakes that come with a name that may be meant */

static void tell_item (bcov_reading *reading, const bcov_line *line, bcov_word word,
                       bcov_option_state state)
{
  const bcov_exact *exact = reading->puzzle->exact;
  size_t names = reading->mistakes < MOST_ADVICE ? exact->items.count : 0;
  bcov_quote quote = bcov_quote_make (word.bytes, word.length);
  if (state == BCOV_OPTION_UNKNOWN_ITEM)
    bcov_reading_tell (
        reading, BCOV_WRONG, line->number, word.column, "unknown item %s%s", quote.text,
        bcov_dictionary_advice (exact->items.data, names, word.bytes, word.length).text);
  else if (state == BCOV_OPTION_UNKNOWN_COLOUR)
    bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column,
                       "%s has a colour that the problem does not have", quote.text);
  else
    bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column,
                       "the item of %s appears twice in this option", quote.text);
}

/* Tells the options the words of LINE; false after a mistake. */
static bool add_words (bcov_reading *reading, const bcov_line *line)
{
  size_t at = 0;
  bool well = true;
  bcov_option_finder_begin (&reading->options);
  for (bcov_word word; bcov_lines_word (line, &at, &word);) {
    bcov_option_state state = bcov_option_finder_add (&reading->options, word.bytes, word.length);
    if (state == BCOV_OPTION_WELL)
      continue;
    tell_item (reading, line, word, state);
    well = false;
  }
  return well;
}

static bcov_status read_option (bcov_reading *reading, const bcov_line *line, bool *complete)
{
  uint32_t option;
  if (!add_words (reading, line)) {
    *complete = false;
    return BCOV_OK;
  }
  bcov_option_state state = bcov_option_finder_find (&reading->options, &option);
  if (state == BCOV_OPTION_WELL)
    return bcov_covering_lay (reading->covering, option, 0, NULL, 0, reading->err);
  *complete = false;
  bcov_reading_tell (
      reading, BCOV_WRONG, line->number, 0,
      state == BCOV_OPTION_USED
          ? "%s appears twice in this covering"
          : "%s is not an option of the problem; each line must list all items of one option",
      bcov_quote_make (line->bytes, line->length).text);
  return BCOV_OK;
}

/* Reads COUNT lines from FIRST on, as bcov_read_letters does. */
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

/* ---- coverings ---- */

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

static bcov_status check_text (const char *name, const char *text, size_t length, bcov_error *err)
{
  bcov_place place = {.file = name};
  bcov_plain plain;
  if (length > BCOV_MOST_TEXT)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "the file is too long; at most %d bytes can be read", BCOV_MOST_TEXT);
  return bcov_bytes_check (bcov_span_plain (&plain, name, text, length), err);
}

bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data, bcov_error *err)
{
  bcov_reading reading = {.puzzle = puzzle, .file = name, .err = err};
  bcov_status status = check_text (name, text, length, err);
  if (!status)
    status = bcov_reading_start (&reading);
  if (!status)
    status = read_all (&reading, text, length, see, data);
  bcov_reading_end (&reading);
  return status;
}
