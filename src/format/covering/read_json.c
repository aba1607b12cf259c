/* A covering as a line of JSON, as `list --json` and `fill --json` write it:

     {"index":1,"placements":[{"piece":"L3","cells":[[0,1],[0,2],[1,1]]}]}
     {"cells":3,"complete":true,"placements":[...]}
     {"index":1,"options":[["a","d:1","g"]]}                  (an exact cover problem)

   jansson needs about 20 bytes for each byte of the line, so the length of a line is limited.  A
   placement that is well-formed but wrong is passed on to the check, unless its piece or its cells
   do not exist. */

#include "base/text.h"
#include "format/text/quote.h"
#include "format/covering/read_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
  LONGEST_LINE = 1 << 26,
  MOST_ADVICE = 20 /* mistakes that come with a suggestion */
};

typedef struct {
  bcov_reading *reading;
  const bcov_line *line;
  size_t number; /* of the current placement or option, from 1 */
  bool complete;
  bcov_status status; /* BCOV_OK unless memory runs out */
  BCOV_VEC (uint32_t) cells;
} json_reader;

/* Reports a mistake in the line; the value is false. */
#define TELL(reader, status, ...)                                                                  \
  __extension__({                                                                                  \
    (reader)->complete = false;                                                                    \
    bcov_reading_tell ((reader)->reading, status, (reader)->line->number, 0, __VA_ARGS__);         \
    false;                                                                                         \
  })

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
    advice = bcov_names_advice (names, count, name, length);
  bcov_mem_free (puzzle->mem, names);
  return TELL (reader, BCOV_WRONG, "placement %zu: the puzzle has no piece %s%s", reader->number,
               bcov_quote_make (name, length).text, advice.text);
}

static bool read_piece (json_reader *reader, const json_t *value, uint32_t *out)
{
  if (!json_is_string (value))
    return TELL (reader, BCOV_INPUT, "placement %zu needs \"piece\", a string", reader->number);
  const char *name = json_string_value (value);
  int32_t piece = bcov_puzzle_piece (reader->reading->puzzle, name, json_string_length (value));
  if (piece < 0)
    return tell_unknown_piece (reader, name, json_string_length (value));
  *out = (uint32_t)piece;
  return true;
}

/* Reads [row,column] or [layer,row,column].  Coordinates outside of any board become -1. */
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
    return TELL (reader, BCOV_INPUT,
                 "placement %zu has a cell that is not of the form [%srow,column]", reader->number,
                 board->lattice == BCOV_CUBE ? "layer," : "");
  bool inside = cell.layer >= 0 && cell.layer < board->layers && cell.row >= 0 &&
                cell.row < board->rows && cell.column >= 0 && cell.column < board->columns;
  int32_t number = inside ? board->number[bcov_board_position (board, cell)] : BCOV_NO_CELL;
  if (number == BCOV_NO_CELL) {
    char *shown = json_dumps (value, JSON_COMPACT);
    TELL (reader, BCOV_WRONG, "placement %zu covers %.40s, which is not a cell of the board",
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
    return TELL (reader, BCOV_INPUT, "placement %zu needs \"cells\", a list of cells",
                 reader->number);
  for (size_t k = 0; k < json_array_size (value) && well; k++)
    well = read_cell (reader, json_array_get (value, k));
  return well;
}

/* ---- sides and points of tiles ---- */

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

/* Finds the form of piece NUMBER from its cells, or from its sides and points. */
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
  return TELL (reader, BCOV_WRONG,
               "the sides or points of placement %zu match no rotation of piece '%.40s'",
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
      return TELL (reader, BCOV_INPUT, "placement %zu has the unknown key %s", reader->number,
                   bcov_quote_make (key, strlen (key)).text);
  }
  return true;
}

static bool read_placement (json_reader *reader, json_t *placement)
{
  uint32_t piece = 0, form = 0;
  if (!json_is_object (placement))
    return TELL (reader, BCOV_INPUT, "placement %zu is not an object in braces", reader->number);
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

static bool read_option (json_reader *reader, json_t *option)
{
  if (!json_is_array (option))
    return TELL (reader, BCOV_INPUT, "option %zu is not a list of items", reader->number);
  bcov_reading_begin_option (reader->reading);
  for (size_t k = 0; k < json_array_size (option); k++) {
    const json_t *item = json_array_get (option, k);
    if (!json_is_string (item))
      return TELL (reader, BCOV_INPUT, "option %zu has an item that is not a string",
                   reader->number);
    bcov_word word = {json_string_value (item), json_string_length (item), 0};
    if (!bcov_reading_item (reader->reading, reader->line, reader->number, word))
      return reader->complete = false;
  }
  reader->status =
      bcov_reading_option (reader->reading, reader->line, reader->number, &reader->complete);
  return !reader->status;
}

/* ---- the line ---- */

/* Returns whether VALUE is an index that is too large for a number: a string of digits. */
static bool is_large (const json_t *value)
{
  const char *text = json_string_value (value);
  return text && *text && !text[strspn (text, "0123456789")];
}

static bool check_member (json_reader *reader, const char *key, const json_t *value)
{
  bool exact = reader->reading->puzzle->exact;
  bool is_number = json_is_integer (value) && json_integer_value (value) >= 0;
  if (!strcmp (key, exact ? "placements" : "options"))
    return TELL (reader, BCOV_INPUT, "coverings of this puzzle have \"%s\" instead",
                 exact ? "options" : "placements");
  if (!strcmp (key, exact ? "options" : "placements"))
    return json_is_array (value) || TELL (reader, BCOV_INPUT, "\"%s\" must be a list", key);
  if (!strcmp (key, "index") || !strcmp (key, "cells"))
    return is_number || (*key == 'i' && is_large (value)) ||
           TELL (reader, BCOV_INPUT, "\"%s\" must be a whole number", key);
  if (!strcmp (key, "complete"))
    return json_is_boolean (value) ||
           TELL (reader, BCOV_INPUT, "\"complete\" must be true or false");
  return TELL (reader, BCOV_INPUT, "unknown key %s", bcov_quote_make (key, strlen (key)).text);
}

/* Reads all placements or options; a mistake in one of them does not stop the reading. */
static bool read_covering (json_reader *reader, json_t *covering)
{
  bool exact = reader->reading->puzzle->exact;
  const char *key, *name = exact ? "options" : "placements";
  const json_t *list = json_object_get (covering, name), *cells;
  json_t *value;
  if (!json_is_object (covering))
    return TELL (reader, BCOV_INPUT, "this line is not a covering in braces");
  json_object_foreach (covering, key, value)
  {
    if (!check_member (reader, key, value))
      return false;
  }
  if (!list)
    return TELL (reader, BCOV_INPUT, "this covering has no \"%s\"", name);
  while (reader->number < json_array_size (list) && !reader->status) {
    value = json_array_get (list, reader->number++);
    (exact ? read_option : read_placement) (reader, value);
  }
  cells = json_object_get (covering, "cells");
  size_t covered = reader->reading->covering->cells.count;
  if (cells && reader->complete && json_integer_value (cells) != (json_int_t)covered)
    return TELL (reader, BCOV_WRONG, "%lld cells are stated, but %zu are covered",
                 (long long)json_integer_value (cells), covered);
  return true;
}

bcov_status bcov_read_json (bcov_reading *reading, const bcov_line *line, bool *complete)
{
  json_reader reader = {.reading = reading, .line = line, .complete = true};
  json_error_t error = {.text = "the line is too long; give the covering in letters"};
  json_t *covering = line->length > LONGEST_LINE
                         ? NULL
                         : json_loadb (line->bytes, line->length,
                                       JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
  if (covering)
    read_covering (&reader, covering);
  else
    bcov_reading_tell (reading, BCOV_INPUT, line->number,
                       error.column > 0 ? (size_t)error.column : 0, "invalid JSON: %s", error.text);
  reading->partial = json_object_get (covering, "cells");
  *complete = covering && reader.complete;
  json_decref (covering);
  bcov_vec_free (reading->puzzle->mem, &reader.cells);
  return reader.status;
}
