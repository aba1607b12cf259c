/* A covering as a line of JSON, as `list --json` and `fill --json` write it:

     {"index":1,"placements":[{"piece":"L3","cells":[[0,1],[0,2],[1,1]]}]}
     {"cells":3,"complete":true,"placements":[...]}
     {"index":1,"options":[["a","d:1","g"]]}                  (an exact cover problem)

   jansson reads the values; the braces around them are walked here, so that it holds one placement
   at a time and not a board of millions of cells.  A placement that is well-formed but wrong is
   passed on for the check to judge, unless its piece or its cells do not exist. */

#include "base/text.h"
#include "format/text/dictionary.h"
#include "format/text/quote.h"
#include "format/covering/read_json.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LONGEST_VALUE = 1 << 26, /* bytes of one placement */
  MOST_ADVICE = 20         /* mistakes that come with a name that may be meant */
};

typedef enum { INDEX, CELLS, COMPLETE, PLACEMENTS, OPTIONS, MEMBERS } member;

static const char *const member_names[MEMBERS] = {"index", "cells", "complete", "placements",
                                                  "options"};

typedef struct {
  bcov_reading *reading;
  const bcov_line *line;
  size_t at;       /* the byte of the line at hand */
  size_t counted;  /* a byte of the line, */
  size_t column;   /* and how many characters stand before it */
  unsigned seen;   /* mask of members */
  json_int_t said; /* how many cells, as the line says */
  size_t number;   /* of the placement or option at hand, from 1 */
  bool complete;
  bcov_status status; /* not BCOV_OK when memory has ended */
  BCOV_VEC (uint32_t) cells;
} json_reader;

/* The column at hand, in characters; the count goes on from the last one asked for. */
static size_t find_column (json_reader *reader)
{
  if (reader->at < reader->counted)
    reader->counted = reader->column = 0;
  reader->column +=
      bcov_utf8_count (reader->line->bytes + reader->counted, reader->at - reader->counted);
  reader->counted = reader->at;
  return reader->column + 1;
}

/* Tells a mistake at the value at hand; always false. */
static bool tell (json_reader *reader, bcov_status status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

static bool tell (json_reader *reader, bcov_status status, const char *format, ...)
{
  char message[512];
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  bcov_reading_tell (reader->reading, status, reader->line->number, find_column (reader), "%s",
                     message);
  reader->complete = false;
  return false;
}

/* ---- walking ---- */

static bool stands (json_reader *reader, char c)
{
  while (reader->at < reader->line->length && bcov_lines_is_blank (reader->line->bytes[reader->at]))
    reader->at++;
  return reader->at < reader->line->length && reader->line->bytes[reader->at] == c;
}

static bool take (json_reader *reader, char c)
{
  bool is_there = stands (reader, c);
  reader->at += is_there;
  return is_there;
}

static bool lost (json_reader *reader, const char *wanted)
{
  const char *bytes = reader->line->bytes + reader->at;
  size_t left = reader->line->length - reader->at;
  return tell (reader, BCOV_INPUT, "%s found where %s was expected",
               bcov_quote_make (bytes, left < 12 ? left : 12).text, wanted);
}

/* Where the string that starts at FROM ends: behind its closing quote. */
static size_t string_end (const bcov_line *line, size_t from)
{
  size_t k = from + 1;
  while (k < line->length && line->bytes[k] != '"')
    k += line->bytes[k] == '\\' ? 2 : 1;
  return k < line->length ? k + 1 : line->length;
}

/* Where the value at hand ends, taking it that brackets and quotes are paired. */
static size_t value_end (const json_reader *reader)
{
  const bcov_line *line = reader->line;
  size_t depth = 0, k = reader->at;
  while (k < line->length) {
    char c = line->bytes[k];
    bool closes = c == ']' || c == '}';
    if (!depth && (closes || c == ',' || c == ':'))
      return k;
    depth += c == '[' || c == '{';
    depth -= closes;
    k = c == '"' ? string_end (line, k) : k + 1;
    if (!depth && (closes || c == '"'))
      return k;
  }
  return k;
}

/* The value at hand, to be given back; NULL after a mistake.  The place stays before the value, END
   is behind it. */
static json_t *parse_value (json_reader *reader, size_t *end)
{
  json_error_t error;
  stands (reader, 0);
  *end = value_end (reader);
  size_t length = *end - reader->at;
  if (!length)
    lost (reader, "a value");
  if (length > LONGEST_VALUE)
    tell (reader, BCOV_INPUT, "a value of %zu bytes is too long; at most %d are allowed", length,
          LONGEST_VALUE);
  if (!length || length > LONGEST_VALUE)
    return NULL;
  json_t *value = json_loadb (reader->line->bytes + reader->at, length,
                              JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
  if (!value)
    tell (reader, BCOV_INPUT, "invalid JSON: %s", error.text);
  return value;
}

/* ---- placements ---- */

static bool tell_unknown_piece (json_reader *reader, const char *name, size_t length)
{
  const bcov_puzzle *puzzle = reader->reading->puzzle;
  size_t count = reader->reading->mistakes < MOST_ADVICE ? puzzle->pieces.count : 0;
  bcov_advice advice = {""};
  char **names = bcov_mem_alloc (puzzle->mem, count, sizeof *names, NULL);
  for (size_t k = 0; k < count && names; k++)
    names[k] = puzzle->pieces.data[k].name;
  if (names)
    advice = bcov_dictionary_advice (names, count, name, length);
  bcov_mem_free (puzzle->mem, names);
  return tell (reader, BCOV_WRONG, "the puzzle has no piece %s%s",
               bcov_quote_make (name, length).text, advice.text);
}

static bool read_piece (json_reader *reader, const json_t *value, uint32_t *out)
{
  if (!json_is_string (value))
    return tell (reader, BCOV_INPUT, "placement %zu needs \"piece\", a string", reader->number);
  const char *name = json_string_value (value);
  int32_t piece = bcov_puzzle_piece (reader->reading->puzzle, name, json_string_length (value));
  if (piece < 0)
    return tell_unknown_piece (reader, name, json_string_length (value));
  *out = (uint32_t)piece;
  return true;
}

/* Reads [row,column] or [layer,row,column]; coordinates that fit no board become -1. */
static bool read_coordinates (const bcov_board *board, const json_t *value, bcov_cell *out)
{
  size_t wanted = board->lattice == BCOV_CUBE ? 3 : 2;
  int32_t *slot[3] = {&out->layer, &out->row, &out->column};
  *out = (bcov_cell){0};
  if (json_array_size (value) != wanted)
    return false;
  for (size_t k = 0; k < wanted; k++) {
    const json_t *number = json_array_get (value, k);
    json_int_t n = json_integer_value (number);
    if (!json_is_integer (number))
      return false;
    *slot[3 - wanted + k] = n < 0 || n > BCOV_MOST_CELLS ? -1 : (int32_t)n;
  }
  return true;
}

static bool read_cell (json_reader *reader, const json_t *value)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  bcov_cell cell;
  if (!read_coordinates (board, value, &cell))
    return tell (reader, BCOV_INPUT,
                 "placement %zu has a cell that is not of the form [%srow,column]", reader->number,
                 board->lattice == BCOV_CUBE ? "layer," : "");
  bool inside = cell.layer >= 0 && cell.layer < board->layers && cell.row >= 0 &&
                cell.row < board->rows && cell.column >= 0 && cell.column < board->columns;
  int32_t number = inside ? board->number[bcov_board_position (board, cell)] : BCOV_NO_CELL;
  if (number == BCOV_NO_CELL) {
    char *shown = json_dumps (value, JSON_COMPACT);
    tell (reader, BCOV_WRONG, "placement %zu lies on %.40s, which is no cell of the board",
          reader->number, shown ? shown : "something");
    free (shown);
    return false;
  }
  reader->status = bcov_vec_push (reader->reading->puzzle->mem, &reader->cells, (uint32_t)number,
                                  reader->reading->err);
  return !reader->status;
}

static bool read_cells (json_reader *reader, const json_t *value)
{
  bool well = true;
  reader->cells.count = 0;
  if (!json_is_array (value) || !json_array_size (value))
    return tell (reader, BCOV_INPUT, "placement %zu needs \"cells\", a list of cells",
                 reader->number);
  for (size_t k = 0; k < json_array_size (value) && well; k++)
    well = read_cell (reader, json_array_get (value, k));
  return well;
}

/* ---- how a tile lies ---- */

static bool same_colour (const bcov_puzzle *puzzle, uint16_t colour, const json_t *value)
{
  if (!colour)
    return json_is_null (value);
  return json_is_string (value) &&
         !strcmp (json_string_value (value), puzzle->colours.data[colour - 1]);
}

static bool same_sides (const bcov_puzzle *puzzle, const bcov_decor *decor, const json_t *sides)
{
  bool same = json_array_size (sides) == 4;
  for (size_t k = 0; k < 4 && same; k++)
    same = same_colour (puzzle, decor->sides[k], json_array_get (sides, k));
  return same;
}

static bool same_points (const bcov_decor *decor, const json_t *points)
{
  unsigned mask = 0;
  for (size_t k = 0; k < json_array_size (points); k++)
    for (unsigned d = 0; d < 8; d++)
      if (json_is_string (json_array_get (points, k)) &&
          !strcmp (json_string_value (json_array_get (points, k)), bcov_direction_names[d]))
        mask |= 1u << d;
  return mask == decor->points;
}

/* The form of PIECE, told by the cells or by sides and points. */
static bool read_form (json_reader *reader, const json_t *placement, uint32_t number, uint32_t *out)
{
  const bcov_puzzle *puzzle = reader->reading->puzzle;
  const bcov_piece *piece = &puzzle->pieces.data[number];
  const json_t *sides = json_object_get (placement, "sides");
  const json_t *points = json_object_get (placement, "points");
  *out = bcov_piece_finder_form (&reader->reading->finder, number, reader->cells.data,
                                 reader->cells.count);
  if (!sides && !points)
    return true;
  for (uint32_t f = 0; f < piece->n_forms; f++) {
    const bcov_decor *decor = &piece->forms[f].decor;
    if ((!sides || same_sides (puzzle, decor, sides)) && (!points || same_points (decor, points))) {
      *out = f;
      return true;
    }
  }
  return tell (reader, BCOV_WRONG,
               "placement %zu has sides or points that piece '%.40s' has in no rotation",
               reader->number, piece->name);
}

static bool check_keys (json_reader *reader, json_t *placement)
{
  const char *key;
  json_t *value;
  json_object_foreach (placement, key, value)
  {
    if (strcmp (key, "piece") && strcmp (key, "cells") && strcmp (key, "sides") &&
        strcmp (key, "points"))
      return tell (reader, BCOV_INPUT, "placement %zu has the unknown key %s", reader->number,
                   bcov_quote_make (key, strlen (key)).text);
  }
  return true;
}

static bool read_placement (json_reader *reader, json_t *placement)
{
  uint32_t piece = 0, form = 0;
  if (!json_is_object (placement))
    return tell (reader, BCOV_INPUT, "placement %zu is not an object in braces", reader->number);
  if (!check_keys (reader, placement) ||
      !read_piece (reader, json_object_get (placement, "piece"), &piece) ||
      !read_cells (reader, json_object_get (placement, "cells")) ||
      !read_form (reader, placement, piece, &form))
    return false;
  reader->status = bcov_covering_lay (reader->reading->covering, piece, form, reader->cells.data,
                                      reader->cells.count, reader->reading->err);
  return !reader->status;
}

/* ---- options ---- */

static bool add_item (json_reader *reader, const json_t *value)
{
  if (!json_is_string (value))
    return tell (reader, BCOV_INPUT, "option %zu has an item that is not a string", reader->number);
  const char *word = json_string_value (value);
  size_t length = json_string_length (value);
  bcov_quote quote = bcov_quote_make (word, length);
  switch (bcov_option_finder_add (&reader->reading->options, word, length)) {
  case BCOV_OPTION_WELL:
    return true;
  case BCOV_OPTION_UNKNOWN_ITEM:
    return tell (reader, BCOV_WRONG, "option %zu has the unknown item %s", reader->number,
                 quote.text);
  case BCOV_OPTION_UNKNOWN_COLOUR:
    return tell (reader, BCOV_WRONG, "option %zu has %s, whose colour the problem does not have",
                 reader->number, quote.text);
  default:
    return tell (reader, BCOV_WRONG, "option %zu has the item of %s twice", reader->number,
                 quote.text);
  }
}

static bool read_option (json_reader *reader, json_t *option)
{
  uint32_t number;
  bool well = json_is_array (option);
  if (!well)
    return tell (reader, BCOV_INPUT, "option %zu is not a list of items", reader->number);
  bcov_option_finder_begin (&reader->reading->options);
  for (size_t k = 0; k < json_array_size (option) && well; k++)
    well = add_item (reader, json_array_get (option, k));
  if (!well)
    return false;
  bcov_option_state state = bcov_option_finder_find (&reader->reading->options, &number);
  if (state != BCOV_OPTION_WELL)
    return tell (reader, BCOV_WRONG, "option %zu %s", reader->number,
                 state == BCOV_OPTION_USED ? "appears twice" : "is not an option of the problem");
  reader->status =
      bcov_covering_lay (reader->reading->covering, number, 0, NULL, 0, reader->reading->err);
  return !reader->status;
}

/* ---- members ---- */

/* Reads a list element by element; a mistake within one does not end it. */
static bool read_list (json_reader *reader, bool (*read) (json_reader *, json_t *))
{
  if (!take (reader, '['))
    return lost (reader, "a list");
  if (take (reader, ']'))
    return true;
  do {
    size_t end;
    json_t *value = parse_value (reader, &end);
    if (!value)
      return false;
    reader->number++;
    read (reader, value);
    json_decref (value);
    reader->at = end;
  } while (!reader->status && take (reader, ','));
  if (reader->status)
    return false;
  return take (reader, ']') || lost (reader, "a comma or the end of the list");
}

/* An index that is too large for a number is written as a string of digits. */
static bool is_large (const json_t *value)
{
  const char *text = json_string_value (value);
  return text && *text && !text[strspn (text, "0123456789")];
}

static bool read_plain (json_reader *reader, member which)
{
  size_t end;
  json_t *value = parse_value (reader, &end);
  if (!value)
    return false;
  json_int_t number = json_is_integer (value) ? json_integer_value (value) : -1;
  if (which == COMPLETE && !json_is_boolean (value))
    tell (reader, BCOV_INPUT, "\"complete\" must be true or false");
  else if (which != COMPLETE && number < 0 && !(which == INDEX && is_large (value)))
    tell (reader, BCOV_INPUT, "\"%s\" must be a whole number", member_names[which]);
  if (which == CELLS)
    reader->said = number;
  json_decref (value);
  reader->at = end;
  return true;
}

static member find_member (const json_t *key)
{
  unsigned k = 0;
  while (k < MEMBERS && strcmp (json_string_value (key), member_names[k]))
    k++;
  return (member)k;
}

/* Reads a key and its colon. */
static bool read_key (json_reader *reader, member *out)
{
  size_t end;
  if (!stands (reader, '"'))
    return lost (reader, "a key in quotes");
  json_t *key = parse_value (reader, &end);
  if (!key)
    return false;
  *out = find_member (key);
  bool well = *out != MEMBERS && !(reader->seen >> *out & 1);
  if (!well)
    tell (reader, BCOV_INPUT, "%s key %s", *out == MEMBERS ? "unknown" : "a second",
          bcov_quote_make (json_string_value (key), json_string_length (key)).text);
  json_decref (key);
  if (!well)
    return false;
  reader->seen |= 1u << *out;
  reader->at = end;
  return take (reader, ':') || lost (reader, "a colon");
}

static bool read_member (json_reader *reader)
{
  member which = MEMBERS;
  bool exact = reader->reading->puzzle->exact != NULL;
  if (!read_key (reader, &which))
    return false;
  if (which == (exact ? PLACEMENTS : OPTIONS))
    return tell (reader, BCOV_INPUT, "coverings of this puzzle have \"%s\" instead",
                 member_names[exact ? OPTIONS : PLACEMENTS]);
  if (which == PLACEMENTS)
    return read_list (reader, read_placement);
  if (which == OPTIONS)
    return read_list (reader, read_option);
  return read_plain (reader, which);
}

static bool read_object (json_reader *reader)
{
  if (!take (reader, '{'))
    return lost (reader, "a covering in braces");
  if (!stands (reader, '}'))
    do
      if (!read_member (reader))
        return false;
    while (take (reader, ','));
  if (!take (reader, '}'))
    return lost (reader, "a comma or the end of the covering");
  stands (reader, 0);
  return reader->at == reader->line->length || lost (reader, "the end of the line");
}

/* What only the whole can tell. */
static void check_whole (json_reader *reader)
{
  member list = reader->reading->puzzle->exact ? OPTIONS : PLACEMENTS;
  size_t covered = reader->reading->covering->cells.count;
  reader->at = 0;
  if (!(reader->seen >> list & 1))
    tell (reader, BCOV_INPUT, "this covering has no \"%s\"", member_names[list]);
  else if (reader->complete && reader->seen >> CELLS & 1 && reader->said != (json_int_t)covered)
    tell (reader, BCOV_WRONG, "%lld cells are stated, but %zu are covered", (long long)reader->said,
          covered);
}

bcov_status bcov_read_json (bcov_reading *reading, const bcov_line *line, bool *complete)
{
  json_reader reader = {.reading = reading, .line = line, .complete = true};
  if (read_object (&reader))
    check_whole (&reader);
  reading->partial = reader.seen >> CELLS & 1;
  *complete = reader.complete;
  bcov_vec_free (reading->puzzle->mem, &reader.cells);
  return reader.status;
}
