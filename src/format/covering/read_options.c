/* A covering of an exact cover problem: its options, one a line, each as its items with their
   colours, in any order. */

#include "format/text/dictionary.h"
#include "format/text/quote.h"
#include "format/covering/reading.h"

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
                       "%s has a colour that is none of the problem's", quote.text);
  else
    bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column,
                       "the item of %s stands twice in this option", quote.text);
}

/* Tells the options the words of LINE; false after a mistake. */
static bool add_words (bcov_reading *reading, const bcov_line *line)
{
  size_t at = 0;
  bool well = true;
  bcov_options_begin (&reading->options);
  for (bcov_word word; bcov_lines_word (line, &at, &word);) {
    bcov_option_state state = bcov_options_add (&reading->options, word.bytes, word.length);
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
  bcov_option_state state = bcov_options_find (&reading->options, &option);
  if (state == BCOV_OPTION_WELL)
    return bcov_covering_lay (reading->covering, option, 0, NULL, 0, reading->err);
  *complete = false;
  bcov_reading_tell (reading, BCOV_WRONG, line->number, 0,
                     state == BCOV_OPTION_USED
                         ? "%s stands in this covering twice"
                         : "%s is no option of the problem; a line holds all items of one",
                     bcov_quote_make (line->bytes, line->length).text);
  return BCOV_OK;
}

bcov_status bcov_read_options (bcov_reading *reading, bcov_lines first, size_t count,
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
