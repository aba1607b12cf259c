/* The first MOST_MISTAKES mistakes are reported, the others are counted.

   Options are found by the sum of the hashes of their items and colours, which does not depend on
   the order of the items.  Stamps on the given items show whether an option has the same ones.
   Options with the same items are different options, as in Knuth's programs, and are found one
   after the other. */

#include "format/covering/reading.h"
#include "base/hash.h"
#include "format/text/quote.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* ---- options ---- */

static uint64_t hash_one (uint32_t item, uint32_t colour)
{
  return bcov_hash_end (bcov_hash_mix (item, colour));
}

static bcov_status start_options (bcov_reading *reading)
{
  const bcov_exact *exact = reading->puzzle->exact;
  bcov_mem *mem = reading->puzzle->mem;
  bcov_option_finder *o = &reading->options;
  o->colour = bcov_mem_alloc (mem, exact->items.count, sizeof *o->colour, reading->err);
  o->told = bcov_mem_alloc (mem, exact->items.count, sizeof *o->told, reading->err);
  o->used = bcov_mem_alloc (mem, exact->first.count, sizeof *o->used, reading->err);
  bcov_status status = o->colour && o->told && o->used ? BCOV_OK : bcov_mem_status (mem);
  for (uint32_t k = 0; k + 1 < exact->first.count && !status; k++) {
    uint64_t hash = 0;
    for (uint32_t i = exact->first.data[k]; i < exact->first.data[k + 1]; i++)
      hash += hash_one (exact->item.data[i], exact->colour.data[i]);
    status = bcov_table_add (mem, &o->by_items, bcov_hash_end (hash), k, reading->err);
  }
  return status;
}

static void end_options (bcov_mem *mem, bcov_option_finder *o)
{
  bcov_table_free (mem, &o->by_items);
  bcov_mem_free (mem, o->colour);
  bcov_mem_free (mem, o->told);
  bcov_mem_free (mem, o->used);
}

void bcov_reading_begin_option (bcov_reading *reading)
{
  reading->options.now++;
  reading->options.hash = 0;
  reading->options.count = 0;
}

static bool report_item (bcov_reading *reading, const bcov_line *line, size_t number,
                         bcov_word word, const char *before, const char *after)
{
  char option[40] = "";
  if (number)
    snprintf (option, sizeof option, "option %zu: ", number);
  bcov_quote quote = bcov_quote_make (word.bytes, word.length);
  bcov_reading_tell (reading, BCOV_WRONG, line->number, word.column, "%s%s%s%s", option, before,
                     quote.text, after);
  return false;
}

bool bcov_reading_item (bcov_reading *reading, const bcov_line *line, size_t number, bcov_word word)
{
  const bcov_exact *exact = reading->puzzle->exact;
  bcov_option_finder *o = &reading->options;
  const char *colon = memchr (word.bytes, ':', word.length);
  size_t name = colon ? (size_t)(colon - word.bytes) : word.length;
  uint32_t item = bcov_names_find (&exact->items, word.bytes, name), colour = 0;
  if (item == BCOV_TABLE_NONE) {
    size_t names = reading->mistakes < MOST_ADVICE ? exact->items.count : 0;
    bcov_advice advice = bcov_names_advice (exact->items.data, names, word.bytes, word.length);
    return report_item (reading, line, number, word, "unknown item ", advice.text);
  }
  if (colon &&
      (colour = bcov_names_find (&exact->colours, colon + 1, word.length - name - 1) + 1) == 0)
    return report_item (reading, line, number, word, "",
                        " has a colour that the problem does not have");
  if (o->told[item] == o->now)
    return report_item (reading, line, number, word, "the item of ",
                        " appears twice in this option");
  o->told[item] = o->now;
  o->colour[item] = colour;
  o->hash += hash_one (item, colour);
  o->count++;
  return true;
}

static bool same_option (const void *data, uint32_t option)
{
  const bcov_reading *reading = data;
  const bcov_exact *exact = reading->puzzle->exact;
  const bcov_option_finder *o = &reading->options;
  uint32_t from = exact->first.data[option], to = exact->first.data[option + 1];
  bool same = to - from == o->count;
  for (uint32_t k = from; k < to && same; k++)
    same = o->told[exact->item.data[k]] == o->now &&
           o->colour[exact->item.data[k]] == exact->colour.data[k];
  return same;
}

static bool same_unused_option (const void *data, uint32_t option)
{
  const bcov_option_finder *o = &((const bcov_reading *)data)->options;
  return o->used[option] != o->round && same_option (data, option);
}

bcov_status bcov_reading_option (bcov_reading *reading, const bcov_line *line, size_t number,
                                 bool *complete)
{
  bcov_option_finder *o = &reading->options;
  uint64_t hash = bcov_hash_end (o->hash);
  uint32_t found = bcov_table_find (&o->by_items, hash, same_unused_option, reading);
  if (found != BCOV_TABLE_NONE) {
    o->used[found] = o->round;
    return bcov_covering_lay (reading->covering, found, 0, NULL, 0, reading->err);
  }
  bool used = bcov_table_find (&o->by_items, hash, same_option, reading) != BCOV_TABLE_NONE;
  bcov_quote option = bcov_quote_make (line->bytes, line->length);
  if (number)
    snprintf (option.text, sizeof option.text, "option %zu", number);
  *complete = false;
  bcov_reading_tell (
      reading, BCOV_WRONG, line->number, 0,
      used ? "%s appears twice in this covering"
           : "%s is not an option of the problem; %s must list all items of one option",
      option.text, number ? "it" : "each line");
  return BCOV_OK;
}

/* ---- the whole ---- */

bcov_status bcov_reading_start (bcov_reading *reading)
{
  const bcov_puzzle *puzzle = reading->puzzle;
  bcov_status status = bcov_covering_new (puzzle, &reading->covering, reading->err);
  if (status)
    return status;
  if (puzzle->exact)
    return start_options (reading);
  return bcov_piece_finder_start (puzzle, &reading->finder, reading->err);
}

void bcov_reading_end (bcov_reading *reading)
{
  if (!reading->covering)
    return;
  bcov_covering_free (reading->covering);
  if (reading->puzzle->exact)
    end_options (reading->puzzle->mem, &reading->options);
  else
    bcov_piece_finder_end (&reading->finder);
}

void bcov_reading_restart (bcov_reading *reading)
{
  bcov_covering_clear (reading->covering);
  reading->partial = false;
  if (reading->puzzle->exact)
    reading->options.round++;
  else
    bcov_piece_finder_restart (&reading->finder);
}
