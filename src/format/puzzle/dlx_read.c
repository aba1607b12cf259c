/* Reads the exact cover format of Knuth's programs DLX1 (plain), DLX2 (colours) and DLX3
   (multiplicities):

     | a comment
     A B 2:3|C | X Y      items: primary items, a bar, secondary items
     A B X:0 Y:0          options: items; secondary items may have a colour
     A C X:1 Y:1

   A primary item is covered exactly once or, with the prefix "2:3|", two or three times ("3|":
   exactly three times).  A secondary item is covered at most once, or any number of times in the
   same colour.  Options without primary items are ignored, as in Knuth's programs.  Names may be
   longer than eight bytes, and colours longer than one.

   Source: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and the programs named above.
   Expected time: linear in the text. */

#include "format/text/bytes.h"
#include "format/puzzle/dlx_read.h"
#include "base/text.h"
#include "format/text/lines.h"
#include "format/text/quote.h"

#include <string.h>

enum { MOST_MISTAKES = 1000, MOST_ADVICE = 20 };
enum { LENGTH_OF_NAME = 8 }; /* more than most names with the blank after them have */

typedef struct {
  bcov_mem *mem;
  const char *file;
  bcov_exact *exact;
  BCOV_VEC (uint32_t) last_option; /* of each item: the last option that has it, from 1 */
  bool has_bar;                    /* the bar before the secondary items has been read */
  bcov_place last_place;           /* of the last mistake */
  size_t last_byte;                /* its column, in bytes */
  size_t mistakes;
  bcov_status wrong;  /* BCOV_INPUT after a mistake */
  bcov_status status; /* BCOV_OK unless memory runs out */
  bcov_error *err;
} dlx_reader;

/* Returns a place.  Columns are characters; counting continues from the last place on the line. */
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

/* Keeps the first status that is not BCOV_OK. */
static void keep (dlx_reader *reader, bcov_status status)
{
  reader->status = reader->status ? reader->status : status;
}

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

/* Reads "2:3" or "3" before a bar. */
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

/* Adds an item; returns false if it exists already. */
static bool push_item (dlx_reader *reader, bcov_word name, item_bounds bounds)
{
  bcov_exact *exact = reader->exact;
  uint32_t number, fresh = (uint32_t)exact->items.count;
  keep (reader, bcov_names_enter (reader->mem, &exact->items, name.bytes, name.length, &number,
                                  reader->err));
  if (number != fresh)
    return false;
  keep (reader, bcov_vec_push (reader->mem, &exact->lo, bounds.lo, reader->err));
  keep (reader, bcov_vec_push (reader->mem, &exact->hi, bounds.hi, reader->err));
  keep (reader, bcov_vec_push (reader->mem, &reader->last_option, 0, reader->err));
  return true;
}

static void add_item (dlx_reader *reader, const bcov_line *line, bcov_word name, item_bounds bounds)
{
  if (!name.length)
    REPORT (reader, line, name.column, "a name is missing after the bar");
  else if (memchr (name.bytes, ':', name.length) || memchr (name.bytes, '|', name.length))
    REPORT (reader, line, name.column,
            "the name %s contains ':' or '|'; bounds are written as 2:3|name, and only for primary "
            "items",
            bcov_quote_make (name.bytes, name.length).text);
  else if (!push_item (reader, name, bounds))
    REPORT (reader, line, name.column, "the item %s appears twice",
            bcov_quote_make (name.bytes, name.length).text);
}

static void add_primary (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  item_bounds bounds = {1, 1};
  const char *bar = memchr (word.bytes, '|', word.length);
  if (bar) {
    bcov_word before = {word.bytes, (size_t)(bar - word.bytes), word.column};
    if (!read_bounds (reader, line, before, &bounds))
      return;
    word = (bcov_word){bar + 1, word.length - before.length - 1, word.column + before.length + 1};
  }
  add_item (reader, line, word, bounds);
}

/* Reads the bar, which may be joined to the first secondary item. */
static void add_bar (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  if (reader->has_bar)
    REPORT (reader, line, word.column,
            "a second bar; a single bar separates primary from secondary items");
  else
    reader->exact->n_primary = (uint32_t)reader->exact->items.count;
  reader->has_bar = true;
  word = (bcov_word){word.bytes + 1, word.length - 1, word.column + 1};
  if (word.length)
    add_item (reader, line, word, (item_bounds){0, 1});
}

/* Makes room, so that arrays seldom grow. */
static void reserve_items (dlx_reader *reader, const bcov_line *line)
{
  bcov_exact *exact = reader->exact;
  size_t items = line->length / LENGTH_OF_NAME + 1;
  keep (reader, bcov_vec_reserve (reader->mem, &exact->items, items, reader->err));
  keep (reader, bcov_vec_reserve (reader->mem, &exact->lo, items, reader->err));
  keep (reader, bcov_vec_reserve (reader->mem, &exact->hi, items, reader->err));
  keep (reader, bcov_vec_reserve (reader->mem, &reader->last_option, items, reader->err));
}

static void reserve_options (dlx_reader *reader, size_t length)
{
  bcov_exact *exact = reader->exact;
  size_t words = length / LENGTH_OF_NAME + 1;
  keep (reader, bcov_vec_reserve (reader->mem, &exact->item, words, reader->err));
  keep (reader, bcov_vec_reserve (reader->mem, &exact->colour, words, reader->err));
}

static void read_items (dlx_reader *reader, const bcov_line *line)
{
  size_t at = 0;
  reserve_items (reader, line);
  for (bcov_word word; !reader->status && bcov_lines_word (line, &at, &word);)
    if (word.bytes[0] == '|')
      add_bar (reader, line, word);
    else if (reader->has_bar)
      add_item (reader, line, word, (item_bounds){0, 1});
    else
      add_primary (reader, line, word);
  if (!reader->has_bar)
    reader->exact->n_primary = (uint32_t)reader->exact->items.count;
  keep (reader, bcov_vec_push (reader->mem, &reader->exact->first, 0, reader->err));
}

/* ---- options ---- */

/* Returns the number (from 1) of a colour, which may be new. */
static uint32_t find_colour (dlx_reader *reader, bcov_word word)
{
  uint32_t number;
  keep (reader, bcov_names_enter (reader->mem, &reader->exact->colours, word.bytes, word.length,
                                  &number, reader->err));
  return number + 1;
}

static void report_unknown (dlx_reader *reader, const bcov_line *line, bcov_word name)
{
  bcov_advice advice = {""};
  if (reader->mistakes < MOST_ADVICE)
    advice = bcov_names_advice (reader->exact->items.data, reader->exact->items.count, name.bytes,
                                name.length);
  REPORT (reader, line, name.column, "unknown item %s%s",
          bcov_quote_make (name.bytes, name.length).text,
          advice.text[0] ? advice.text : "; the first line names all items");
}

/* Finds the item NAME; returns false if it may not be in this option. */
static bool find_item (dlx_reader *reader, const bcov_line *line, bcov_word name, uint32_t *out)
{
  const bcov_exact *exact = reader->exact;
  uint32_t option = (uint32_t)exact->first.count;
  *out = bcov_names_find (&exact->items, name.bytes, name.length);
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

/* Adds an item, with its colour if it has one, to the option. */
static void add_incidence (dlx_reader *reader, const bcov_line *line, bcov_word word)
{
  const char *colon = memchr (word.bytes, ':', word.length);
  bcov_word name = word, colour = {0};
  uint32_t item;
  if (colon) {
    name.length = (size_t)(colon - word.bytes);
    colour = (bcov_word){colon + 1, word.length - name.length - 1, word.column + name.length + 1};
  }
  if (!find_item (reader, line, name, &item) ||
      (colon && !check_colour (reader, line, colour, item)))
    return;
  keep (reader, bcov_vec_push (reader->mem, &reader->exact->item, item, reader->err));
  keep (reader, bcov_vec_push (reader->mem, &reader->exact->colour,
                               colon ? find_colour (reader, colour) : 0, reader->err));
}

static bool has_primary (const bcov_exact *exact, size_t from)
{
  for (size_t k = from; k < exact->item.count; k++)
    if (exact->item.data[k] < exact->n_primary)
      return true;
  return false;
}

static void read_option (dlx_reader *reader, const bcov_line *line)
{
  bcov_exact *exact = reader->exact;
  size_t at = 0, from = exact->item.count;
  for (bcov_word word; !reader->status && bcov_lines_word (line, &at, &word);)
    add_incidence (reader, line, word);
  if (reader->status)
    return;
  if (has_primary (exact, from)) {
    uint32_t end = (uint32_t)exact->item.count;
    keep (reader, bcov_vec_push (reader->mem, &exact->first, end, reader->err));
    return;
  }
  for (size_t k = from; k < exact->item.count; k++)
    reader->last_option.data[exact->item.data[k]] = 0;
  exact->item.count = exact->colour.count = from;
}

/* ---- the file ---- */

static bool says_something (const bcov_line *line)
{
  size_t at = 0;
  bcov_word word;
  return bcov_lines_word (line, &at, &word) && word.bytes[0] != '|';
}

static bcov_status read_lines (dlx_reader *reader, const char *text, size_t length)
{
  bcov_lines lines = bcov_lines_start (text, length);
  bool has_items = false;
  reserve_options (reader, length);
  for (bcov_line line; !reader->status && bcov_lines_peek (&lines, &line);
       bcov_lines_take (&lines)) {
    if (!says_something (&line))
      continue;
    (has_items ? read_option : read_items) (reader, &line);
    has_items = true;
  }
  bcov_place place = {.file = reader->file};
  if (!reader->status && !has_items)
    return bcov_error_add (
        reader->err, BCOV_INPUT, &place,
        "there are no items; the first line that is not a comment must name them");
  return reader->status ? reader->status : reader->wrong;
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
  bcov_vec_free (mem, &reader.last_option);
  if (status)
    bcov_puzzle_free (puzzle);
  else
    *out = puzzle;
  return status;
}
