/* The first MOST_MISTAKES mistakes are reported, the others are counted. */

#include "format/covering/reading.h"
#include "format/text/dictionary.h"
#include "format/text/quote.h"

#include <stdarg.h>
#include <stdio.h>

enum {
  MOST_MISTAKES = 200,
  MOST_ADVICE = 20 /* mistakes that come with a suggestion */
};

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

bcov_status bcov_reading_sum_up (bcov_reading *reading)
{
  bcov_place place = {.file = reading->file};
  if (reading->mistakes > MOST_MISTAKES)
    bcov_error_add (reading->err, reading->worst, &place, "and %zu more mistakes",
                    reading->mistakes - MOST_MISTAKES);
  return reading->worst;
}

bcov_status bcov_reading_start (bcov_reading *reading)
{
  const bcov_puzzle *puzzle = reading->puzzle;
  bcov_status status = bcov_covering_new (puzzle, &reading->covering, reading->err);
  if (status)
    return status;
  if (puzzle->exact)
    return bcov_option_finder_start (puzzle->mem, puzzle->exact, &reading->options, reading->err);
  return bcov_piece_finder_start (puzzle, &reading->finder, reading->err);
}

void bcov_reading_end (bcov_reading *reading)
{
  if (!reading->covering)
    return;
  bcov_covering_free (reading->covering);
  if (reading->puzzle->exact)
    bcov_option_finder_end (reading->puzzle->mem, &reading->options);
  else
    bcov_piece_finder_end (&reading->finder);
}

void bcov_reading_restart (bcov_reading *reading)
{
  bcov_covering_clear (reading->covering);
  reading->partial = false;
  if (reading->puzzle->exact)
    bcov_option_finder_restart (&reading->options);
  else
    bcov_piece_finder_restart (&reading->finder);
}

/* ---- options ---- */

bool bcov_reading_item (bcov_reading *reading, const bcov_line *line, size_t number, bcov_word word)
{
  const bcov_exact *exact = reading->puzzle->exact;
  bcov_option_state state = bcov_option_finder_add (&reading->options, word.bytes, word.length);
  if (state == BCOV_OPTION_WELL)
    return true;
  size_t names = reading->mistakes < MOST_ADVICE ? exact->items.count : 0;
  bcov_quote quote = bcov_quote_make (word.bytes, word.length);
  char option[40] = "";
  if (number)
    snprintf (option, sizeof option, "option %zu: ", number);
  if (state == BCOV_OPTION_UNKNOWN_ITEM)
    bcov_reading_tell (
        reading, BCOV_WRONG, line->number, word.column, "%sunknown item %s%s", option, quote.text,
        bcov_dictionary_advice (exact->items.data, names, word.bytes, word.length).text);
  else if (state == BCOV_OPTION_UNKNOWN_COLOUR)
    bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column,
                       "%s%s has a colour that the problem does not have", option, quote.text);
  else
    bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column,
                       "%sthe item of %s appears twice in this option", option, quote.text);
  return false;
}

bcov_status bcov_reading_option (bcov_reading *reading, const bcov_line *line, size_t number,
                                 bool *complete)
{
  uint32_t found;
  bcov_option_state state = bcov_option_finder_find (&reading->options, &found);
  if (state == BCOV_OPTION_WELL)
    return bcov_covering_lay (reading->covering, found, 0, NULL, 0, reading->err);
  bcov_quote option = bcov_quote_make (line->bytes, line->length);
  if (number)
    snprintf (option.text, sizeof option.text, "option %zu", number);
  *complete = false;
  bcov_reading_tell (
      reading, BCOV_WRONG, line->number, 0,
      state == BCOV_OPTION_USED
          ? "%s appears twice in this covering"
          : "%s is not an option of the problem; %s must list all items of one option",
      option.text, number ? "it" : "each line");
  return BCOV_OK;
}
