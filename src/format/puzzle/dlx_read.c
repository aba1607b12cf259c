/* Knuth's exact cover input, as his programs DLX1 (plain), DLX2 (colours) and DLX3 (multiplicities)
   read it:

     | a comment
     A B 2:3|C | X Y      items: primary ones, behind a bar secondary ones
     A B X:0 Y:0          options: items, secondary ones with a colour or without
     A C X:1 Y:1

   A primary item is covered exactly once, or, with "2:3|" before it, two or three times ("3|":
   exactly three times).  A secondary item is covered at most once, or any number of times in one
   and the same colour.  Options without primary items are left out, as Knuth's programs do.  Names
   may be longer than his eight bytes, and colours longer than his one.

   Source: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and the programs named above.
   Time: linear in the text, in the mean. */

#include "format/text/bytes.h"
#include "format/text/dictionary.h"
#include "format/puzzle/dlx_read.h"
#include "base/text.h"
#include "format/text/lines.h"
#include "format/text/quote.h"

#include <string.h>

enum { MOST_MISTAKES = 1000, MOST_ADVICE = 20 };

typedef struct {
  bcov_mem *mem;
  const char *file;
  bcov_exact *exact;
  bcov_table items, colours;
  BCOV_VEC (uint32_t) last_option; /* of each item: the last option that has it, from 1 */
  bool has_bar;                    /* the bar between primary and secondary items was there */
  bcov_place last_place;           /* of the last mistake */
  size_t last_byte;                /* its column, in bytes */
  size_t mistakes;
  bcov_status wrong; /* after a mistake that does not end the reading */
  bcov_error *err;
} dlx_reader;

/* Columns count characters; the count goes on from the last one asked for on the same line. */
static bcov_place place_of (dlx_reader *reader, const bcov_line *line, size_t column)
{
  bcov_place *last = &reader->last_place;
  if (last->line != line->number || column < reader->last_byte) {
    *last = (bcov_place){reader->file, line->number, 1};
    reader->last_byte = 1;
  }
  last->column += bcov_utf8_count (line->bytes + reader->last_byte - 1, column - reader->last_byte);
  reader->last_byte = column;
  return *last;
}

#define REPORT(reader, line, column, ...)                                                          \
  do {                                                                                             \
    (reader)->wrong = BCOV_INPUT;                                                                  \
    if ((reader)->mistakes++ < MOST_MISTAKES) {                                                    \
      bcov_place report_place_ = place_of (reader, line, column);                                  \
      bcov_error_add ((reader)->err, BCOV_INPUT, &report_place_, __VA_ARGS__);                     \
    }                                                                                              \
  } while (0)

/* ---- items ---- */

typedef struct {
  uint32_t lo, hi;
} item_bounds;

static bool read_bound (dlx_reader *reader, const bcov_line *line, bcov_word word, uint32_t *out)
{
  uint64_t value;
  if (!bcov_text_number (word.bytes, word.length, BCOV_MOST_COUNT, &value)) {
    REPORT (reader, line, word.column, "%s is not a bound; give a whole number, at most %d",
            bcov_quote_make (word.bytes, word.length).text, BCOV_MOST_COUNT);
    return false;
  }
  *out = (uint32_t)value;
  return true;
}

/* Reads "2:3" or "3", which stand before a bar. */
static bool read_bounds (dlx_reader *reader, const bcov_line *line, bcov_word word,
                         item_bounds *out)
{
  const char *colon = memchr (word.bytes, ':', word.length);
  bcov_word low = word, high = word;
  if (colon) {
    low.length = (size_t)(colon - word.bytes);
    high = (bcov_word){colon + 1, word.length - low.length - 1, word.column + low.length + 1};
  }
  if (!read_bound (reader, line, low, &out->lo) || !read_bound (reader, line, high, &out->hi))
    return false;
  if (out->hi && out->lo <= out->hi)
    return true;
  if (out->hi)
    REPORT (reader, line, word.column, "the lower bound %u is above the upper bound %u", out->lo,
            out->hi);
  else
    REPORT (reader, line, word.column,
            "the upper bound is 0; leave the item and its options out instead");
  return false;
}

/* Adds the item NAME, copied, with its bounds. */
static bcov_status push_item (dlx_reader *reader, bcov_word name, item_bounds bounds)
{
  bcov_exact *exact = reader->exact;
  bcov_mem *mem = reader->mem;
  char *copy = bcov_mem_copy (mem, name.bytes, name.length, reader->err);
  bcov_status status =
      copy ? bcov_vec_push (mem, &exact->items, copy, reader->err) : bcov_mem_status (mem);
  if (status) {
    bcov_mem_free (mem, copy);
    return status;
  }
  status = bcov_vec_push (mem, &exact->lo, bounds.lo, reader->err);
  if (!status)
    status = bcov_vec_push (mem, &exact->hi, bounds.hi, reader->err);
  if (!status)
    status = bcov_vec_push (mem, &reader->last_option, 0, reader->err);
  if (!status)
    status = bcov_dictionary_enter (mem, &reader->items, exact->items.data,
                                    (uint32_t)exact->items.count - 1, reader->err);
  return status;
}

static bcov_status add_item (dlx_reader *reader, const bcov_line *line, bcov_word name,
                             item_bounds bounds)
{
  bcov_quote quote = bcov_quote_make (name.bytes, name.length);
  if (!name.length)
    REPORT (reader, line, name.column, "a name is missing after the bar");
  else if (memchr (name.bytes, ':', name.length) || memchr (name.bytes, '|', name.length))
    REPORT (reader, line, name.column,
            "the name %s has a : or |; bounds are written 2:3|name, before primary items only",
            quote.text);
  else if (bcov_dictionary_find (&reader->items, reader->exact->items.data, name.bytes,
                                 name.length) != BCOV_TABLE_NONE)
    REPORT (reader, line, name.column, "the item %s appears twice", quote.text);
  else
    return push_item (reader, name, bounds);
  return BCOV_OK;
}

static bcov_status add_primary (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  item_bounds bounds = {1, 1};
  const char *bar = memchr (word.bytes, '|', word.length);
  if (bar) {
    bcov_word before = {word.bytes, (size_t)(bar - word.bytes), word.column};
    if (!read_bounds (reader, line, before, &bounds))
      return BCOV_OK;
    word = (bcov_word){bar + 1, word.length - before.length - 1, word.column + before.length + 1};
  }
  return add_item (reader, line, word, bounds);
}

/* The bar, alone or joined to the first secondary item. */
static bcov_status add_bar (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  if (reader->has_bar)
    REPORT (reader, line, word.column,
            "a second bar; a single bar separates primary from secondary items");
  else
    reader->exact->n_primary = (uint32_t)reader->exact->items.count;
  reader->has_bar = true;
  if (word.length == 1)
    return BCOV_OK;
  word = (bcov_word){word.bytes + 1, word.length - 1, word.column + 1};
  return add_item (reader, line, word, (item_bounds){0, 1});
}

static bcov_status read_items (dlx_reader *reader, const bcov_line *line)
{
  size_t at = 0;
  bcov_status status = BCOV_OK;
  for (bcov_word word; !status && bcov_lines_word (line, &at, &word);)
    if (word.bytes[0] == '|')
      status = add_bar (reader, line, word);
    else if (reader->has_bar)
      status = add_item (reader, line, word, (item_bounds){0, 1});
    else
      status = add_primary (reader, line, word);
  if (!reader->has_bar)
    reader->exact->n_primary = (uint32_t)reader->exact->items.count;
  return status ? status : bcov_vec_push (reader->mem, &reader->exact->first, 0, reader->err);
}

/* ---- options ---- */

/* The number of a colour from 1, given out as they come. */
static bcov_status find_colour (dlx_reader *reader, bcov_word word, uint32_t *out)
{
  bcov_exact *exact = reader->exact;
  bcov_mem *mem = reader->mem;
  uint32_t known =
      bcov_dictionary_find (&reader->colours, exact->colours.data, word.bytes, word.length);
  *out = (known == BCOV_TABLE_NONE ? (uint32_t)exact->colours.count : known) + 1;
  if (known != BCOV_TABLE_NONE)
    return BCOV_OK;
  char *copy = bcov_mem_copy (mem, word.bytes, word.length, reader->err);
  bcov_status status =
      copy ? bcov_vec_push (mem, &exact->colours, copy, reader->err) : bcov_mem_status (mem);
  if (status) {
    bcov_mem_free (mem, copy);
    return status;
  }
  return bcov_dictionary_enter (mem, &reader->colours, exact->colours.data, *out - 1, reader->err);
}

static void report_unknown (dlx_reader *reader, const bcov_line *line, bcov_word name)
{
  bcov_advice advice = {""};
  if (reader->mistakes < MOST_ADVICE)
    advice = bcov_dictionary_advice (reader->exact->items.data, reader->exact->items.count,
                                     name.bytes, name.length);
  REPORT (reader, line, name.column, "unknown item %s%s",
          bcov_quote_make (name.bytes, name.length).text,
          advice.text[0] ? advice.text : "; the first line names all items");
}

/* The item that NAME is, if it may stand in this option. */
static bool find_item (dlx_reader *reader, const bcov_line *line, bcov_word name, uint32_t *out)
{
  const bcov_exact *exact = reader->exact;
  uint32_t option = (uint32_t)exact->first.count;
  *out = bcov_dictionary_find (&reader->items, exact->items.data, name.bytes, name.length);
  if (*out == BCOV_TABLE_NONE) {
    report_unknown (reader, line, name);
    return false;
  }
  if (reader->last_option.data[*out] == option) {
    REPORT (reader, line, name.column, "the item %s appears twice in this option",
            bcov_quote_make (name.bytes, name.length).text);
    return false;
  }
  reader->last_option.data[*out] = option;
  return true;
}

static bool check_colour (dlx_reader *reader, const bcov_line *line, bcov_word colour,
                          uint32_t item)
{
  if (!colour.length)
    REPORT (reader, line, colour.column, "a colour is missing after the colon");
  else if (memchr (colour.bytes, ':', colour.length))
    REPORT (reader, line, colour.column, "the colour %s has a colon; an item has one colour",
            bcov_quote_make (colour.bytes, colour.length).text);
  else if (item < reader->exact->n_primary)
    REPORT (
        reader, line, colour.column,
        "the primary item '%.40s' has a colour; only secondary items, after the bar, may have one",
        reader->exact->items.data[item]);
  else
    return true;
  return false;
}

/* One item of an option, with its colour if it has one. */
static bcov_status add_incidence (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  const char *colon = memchr (word.bytes, ':', word.length);
  bcov_word name = word, colour_name = {0};
  uint32_t item, colour = 0;
  bcov_status status = BCOV_OK;
  if (colon) {
    name.length = (size_t)(colon - word.bytes);
    colour_name =
        (bcov_word){colon + 1, word.length - name.length - 1, word.column + name.length + 1};
  }
  if (!find_item (reader, line, name, &item))
    return BCOV_OK;
  if (colon && !check_colour (reader, line, colour_name, item))
    return BCOV_OK;
  if (colon)
    status = find_colour (reader, colour_name, &colour);
  if (!status)
    status = bcov_vec_push (reader->mem, &reader->exact->item, item, reader->err);
  if (!status)
    status = bcov_vec_push (reader->mem, &reader->exact->colour, colour, reader->err);
  return status;
}

static bool has_primary (const bcov_exact *exact, size_t from)
{
  for (size_t k = from; k < exact->item.count; k++)
    if (exact->item.data[k] < exact->n_primary)
      return true;
  return false;
}

static bcov_status read_option (dlx_reader *reader, const bcov_line *line)
{
  bcov_exact *exact = reader->exact;
  size_t at = 0, from = exact->item.count;
  bcov_status status = BCOV_OK;
  for (bcov_word word; !status && bcov_lines_word (line, &at, &word);)
    status = add_incidence (reader, line, word);
  if (status)
    return status;
  if (has_primary (exact, from))
    return bcov_vec_push (reader->mem, &exact->first, (uint32_t)exact->item.count, reader->err);
  for (size_t k = from; k < exact->item.count; k++)
    reader->last_option.data[exact->item.data[k]] = 0;
  exact->item.count = exact->colour.count = from;
  return BCOV_OK;
}

/* ---- the whole ---- */

static bool says_something (const bcov_line *line)
{
  size_t at = 0;
  bcov_word word;
  return bcov_lines_word (line, &at, &word) && word.bytes[0] != '|';
}

static bcov_status read_lines (dlx_reader *reader, const char *text, size_t length)
{
  bcov_lines lines = bcov_lines_start (text, length);
  bcov_status status = BCOV_OK;
  bool has_items = false;
  for (bcov_line line; !status && bcov_lines_peek (&lines, &line); bcov_lines_take (&lines)) {
    if (!says_something (&line))
      continue;
    status = has_items ? read_option (reader, &line) : read_items (reader, &line);
    has_items = true;
  }
  bcov_place place = {.file = reader->file};
  if (!status && !has_items)
    return bcov_error_add (
        reader->err, BCOV_INPUT, &place,
        "there are no items; the first line that is not a comment must name them");
  return status ? status : reader->wrong;
}

bcov_status bcov_dlx_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                           bcov_puzzle **out, bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  dlx_reader reader = {.mem = mem, .file = name, .err = err};
  bcov_status status = bcov_bytes_check_file (name, text, length, err);
  if (!status)
    status = bcov_puzzle_new (mem, name, &puzzle, err);
  if (!status) {
    puzzle->exact = reader.exact = bcov_mem_alloc (mem, 1, sizeof *puzzle->exact, err);
    status = reader.exact ? read_lines (&reader, text, length) : bcov_mem_status (mem);
  }
  bcov_table_free (mem, &reader.items);
  bcov_table_free (mem, &reader.colours);
  bcov_vec_free (mem, &reader.last_option);
  if (status)
    bcov_puzzle_free (puzzle);
  else
    *out = puzzle;
  return status;
}
