/* Contest input of cases, each a line of measures and grids of rows.

   The text is walked twice by the same functions: once to report every mistake, then, if there was
   none, case by case to build puzzles.  Nothing is kept between the two, so that the memory needed
   is that of one case, and nothing is allocated for a board before its rows are known to be there.

   A mistake should not drag others behind it.  Where a row is missing, the line that stands in its
   place mostly is the next line of measures, and is taken as such; where rows are too many, they
   are passed over; behind bad measures the next line of numbers starts the next case.
   Invariant: every step forward takes at least a line, hence linear time for any bytes. */

#include "format/contest/algospot.h"
#include "base/text.h"
#include "format/text/lines.h"
#include "format/text/quote.h"
#include "puzzle/puzzle_finish.h"

#include <stdio.h>
#include <string.h>

static const char *const file_name = "standard input"; /* in messages */

enum { MOST_GRIDS = 2, MOST_CASES = 1000000, MOST_MISTAKES = 1000 };

/* A grid that has been checked: ROWS rows of COLUMNS characters each. */
typedef struct {
  size_t rows, columns;
  const char *text, *end; /* the row to be read next; the end of the whole input */
  size_t line;            /* the line of its first row */
} grid_rows;

/* One contest. */
typedef struct {
  size_t n_grids;
  const char *measures; /* what the first line of a case holds */
  const char *measure[2 * MOST_GRIDS];
  const char *row[MOST_GRIDS]; /* what a row of each grid is called */
  bool needs_cell[MOST_GRIDS]; /* a grid without any # is an error */
  /* Puts board and pieces of one case into PUZZLE, which is new. */
  bcov_status (*make) (bcov_puzzle *puzzle, grid_rows *grids, bcov_error *err);
} contest_rules;

typedef struct {
  const contest_rules *contest;
  bcov_lines lines;
  size_t cases; /* as said, or SIZE_MAX when that could not be read */
  size_t cases_line;
  size_t number;        /* of the case being read, from 1 */
  size_t measures_line; /* of that case */
  const char *row_name; /* of the grid being read */
  bool ended;           /* the text ended too early */
  size_t mistakes;
  bcov_status status;
  bcov_error *err;
} case_reader;

/* Reports a mistake; a text that is nothing but mistakes is not worth the time to say so. */
#define REPORT(reader, at_line, at_column, ...)                                                    \
  ((reader)->status =                                                                              \
       (reader)->mistakes++ < MOST_MISTAKES                                                        \
           ? bcov_error_add (                                                                      \
                 (reader)->err, BCOV_INPUT,                                                        \
                 &(bcov_place){.file = file_name, .line = at_line, .column = at_column},           \
                 __VA_ARGS__)                                                                      \
           : BCOV_INPUT)

/* ---- lines of numbers ---- */

static bool is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool all_digits (const char *bytes, size_t length)
{
  for (size_t k = 0; k < length; k++)
    if (!is_digit (bytes[k]))
      return false;
  return length > 0;
}

static bool looks_like_numbers (const bcov_line *line)
{
  for (size_t k = 0; k < line->length; k++)
    if (!is_digit (line->bytes[k]) && !bcov_lines_is_blank (line->bytes[k]) &&
        line->bytes[k] != '-')
      return false;
  return line->length > 0;
}

static bool looks_like_row (const bcov_line *line)
{
  return line->length && (line->bytes[0] == '#' || line->bytes[0] == '.');
}

static bcov_quote quote_line (const bcov_line *line)
{
  return bcov_quote_make (line->bytes, line->length);
}

/* Splits LINE into at most MOST words; returns how many there are in all. */
static size_t split (const bcov_line *line, bcov_word *out, size_t most)
{
  size_t count = 0, at = 0;
  for (bcov_word word; bcov_lines_word (line, &at, &word); count++)
    if (count < most)
      out[count] = word;
  return count;
}

/* What a number must be. */
typedef struct {
  const char *name;
  uint64_t least, most;
} demand;

/* Reads WORD, which stands on line AT_LINE, if it is as WANTED. */
static bool read_number (case_reader *reader, size_t at_line, bcov_word word, demand wanted,
                         size_t *out)
{
  bcov_quote quote = bcov_quote_make (word.bytes, word.length);
  uint64_t value = 0;
  if (word.length > 1 && word.bytes[0] == '-' && all_digits (word.bytes + 1, word.length - 1))
    REPORT (reader, at_line, word.column, "the %s is negative: %s; give %llu or more", wanted.name,
            quote.text, (unsigned long long)wanted.least);
  else if (!all_digits (word.bytes, word.length))
    REPORT (reader, at_line, word.column, "the %s is %s; give a whole number in decimal digits",
            wanted.name, quote.text);
  else if (!bcov_text_number (word.bytes, word.length, wanted.most, &value))
    REPORT (reader, at_line, word.column, "the %s is %s; give %llu or less", wanted.name,
            quote.text, (unsigned long long)wanted.most);
  else if (value < wanted.least)
    REPORT (reader, at_line, word.column, "the %s is %s; give %llu or more", wanted.name,
            quote.text, (unsigned long long)wanted.least);
  else {
    *out = (size_t)value;
    return true;
  }
  return false;
}

static void refuse_indent (case_reader *reader, const bcov_line *line)
{
  if (line->length && bcov_lines_is_blank (line->bytes[0]))
    REPORT (reader, line->number, 1, "the line starts with a space; remove it");
}

/* Reads how many cases there are from LINE; takes the line unless it is one of measures. */
static void read_cases_line (case_reader *reader, const bcov_line *line)
{
  demand wanted = {"number of cases", 0, MOST_CASES};
  bcov_word word;
  bool alone = split (line, &word, 1) == 1;
  reader->cases_line = line->number;
  refuse_indent (reader, line);
  if (alone)
    read_number (reader, line->number, word, wanted, &reader->cases);
  else
    REPORT (reader, line->number, 0, "the first line must contain only the number of cases, not %s",
            quote_line (line).text);
  if (alone || !looks_like_numbers (line))
    bcov_lines_take (&reader->lines);
}

static void read_cases (case_reader *reader)
{
  bcov_line line;
  size_t blank = bcov_lines_skip (&reader->lines);
  reader->cases = SIZE_MAX;
  reader->ended = !bcov_lines_peek (&reader->lines, &line);
  if (reader->ended)
    REPORT (reader, 0, 0, "the input is empty; its first line must be the number of cases");
  else if (blank)
    REPORT (reader, 1, 0, "the line is blank; the first line must be the number of cases");
  if (!reader->ended)
    read_cases_line (reader, &line);
}

static bool check_area (case_reader *reader, size_t grid, const size_t *measure)
{
  if (measure[0] <= BCOV_MOST_CELLS / measure[1])
    return true;
  REPORT (reader, reader->measures_line, 0,
          "%zu %ss of %zu characters in case %zu are too many; at most %d cells are allowed",
          measure[0], reader->contest->row[grid], measure[1], reader->number, BCOV_MOST_CELLS);
  return false;
}

static bool read_measures (case_reader *reader, const bcov_line *line, size_t *measure)
{
  const contest_rules *contest = reader->contest;
  size_t count = 2 * contest->n_grids;
  bcov_word words[2 * MOST_GRIDS];
  if (split (line, words, count) != count) {
    REPORT (reader, line->number, 0,
            "case %zu must start with %s, %zu numbers on one line, not with %s", reader->number,
            contest->measures, count, quote_line (line).text);
    return false;
  }
  bool well = true;
  for (size_t k = 0; k < count; k++) {
    char name[64];
    snprintf (name, sizeof name, "%s of case %zu", contest->measure[k], reader->number);
    demand wanted = {name, 1, BCOV_MOST_CELLS};
    well &= read_number (reader, line->number, words[k], wanted, &measure[k]);
  }
  for (size_t g = 0; g < contest->n_grids && well; g++)
    well = check_area (reader, g, measure + 2 * g);
  return well;
}

/* ---- rows ---- */

static void check_row (case_reader *reader, const bcov_line *line, size_t row, size_t columns)
{
  size_t k = 0;
  while (k < line->length && (line->bytes[k] == '#' || line->bytes[k] == '.'))
    k++;
  if (k < line->length) {
    uint32_t rune;
    size_t n = bcov_utf8_decode (line->bytes + k, line->length - k, &rune);
    REPORT (reader, line->number, k + 1, "%s %zu of case %zu contains %s; only # and . are allowed",
            reader->row_name, row, reader->number,
            bcov_quote_make (line->bytes + k, n ? n : 1).text);
  } else if (line->length != columns)
    REPORT (reader, line->number, 0,
            "%s %zu of case %zu has %zu characters instead of %zu; line %zu states its width",
            reader->row_name, row, reader->number, line->length, columns, reader->measures_line);
}

/* Takes blank lines where row ROW should be; returns how many rows they stand for: none at the end
   of the text. */
static size_t take_blank_rows (case_reader *reader, size_t row)
{
  bcov_line next;
  size_t at_line = reader->lines.number, blank = bcov_lines_skip (&reader->lines);
  if (!blank || !bcov_lines_peek (&reader->lines, &next))
    return 0;
  REPORT (reader, at_line, 0, "%s %zu of case %zu is blank; draw it with # and .", reader->row_name,
          row, reader->number);
  return blank;
}

/* Whether a row can stand at hand, for the text goes on, and not with the measures of a case. */
static bool has_row (case_reader *reader, size_t row, size_t rows, bcov_line *next)
{
  if (!bcov_lines_peek (&reader->lines, next)) {
    reader->ended = true;
    REPORT (
        reader, reader->measures_line, 0,
        "%zu %ss are stated for case %zu, but the input ends before %s %zu; add the missing lines",
        rows, reader->row_name, reader->number, reader->row_name, row);
    return false;
  }
  if (!looks_like_numbers (next))
    return true;
  REPORT (reader, next->number, 0,
          "%s %zu of case %zu is missing, found %s instead; line %zu states %zu %ss",
          reader->row_name, row, reader->number, quote_line (next).text, reader->measures_line,
          rows, reader->row_name);
  return false;
}

/* Reads the rows of grid number G; false when the case cannot go on. */
static bool read_grid (case_reader *reader, size_t g, grid_rows *grid)
{
  bool any_cell = false;
  reader->row_name = reader->contest->row[g];
  grid->text = reader->lines.at;
  grid->end = reader->lines.end;
  grid->line = reader->lines.number;
  for (size_t row = 1; row <= grid->rows; row++) {
    bcov_line next;
    row += take_blank_rows (reader, row);
    if (row > grid->rows)
      break;
    if (!has_row (reader, row, grid->rows, &next))
      return false;
    check_row (reader, &next, row, grid->columns);
    any_cell |= memchr (next.bytes, '#', next.length) != NULL;
    bcov_lines_take (&reader->lines);
  }
  if (reader->contest->needs_cell[g] && !any_cell && !reader->status)
    REPORT (reader, grid->line, 0, "the block of case %zu has no cell; draw at least one #",
            reader->number);
  return true;
}

/* ---- cases ---- */

/* Takes rows that stand where measures belong; false when nothing stands behind them. */
static bool take_extra_rows (case_reader *reader, bcov_line *next)
{
  if (!looks_like_row (next))
    return true;
  REPORT (reader, next->number, 0, "found %s instead of %s of case %zu%s", quote_line (next).text,
          reader->contest->measures, reader->number,
          reader->number > 1 ? "; the previous case has more rows than it states" : "");
  while (looks_like_row (next)) {
    bcov_lines_take (&reader->lines);
    if (!bcov_lines_peek (&reader->lines, next))
      return false;
  }
  return true;
}

/* Goes to the line of measures of the case to be read; false when there is none. */
static bool find_measures (case_reader *reader, bcov_line *out)
{
  size_t at_line = reader->lines.number, blank = bcov_lines_skip (&reader->lines);
  if (!bcov_lines_peek (&reader->lines, out)) {
    reader->ended = true;
    REPORT (reader, reader->cases_line, 0,
            "%zu cases are stated, but the input ends before case %zu; add the missing cases or "
            "lower the number",
            reader->cases, reader->number);
    return false;
  }
  if (blank)
    REPORT (reader, at_line, 0, "the line is blank; it must contain %s of case %zu",
            reader->contest->measures, reader->number);
  reader->ended = !take_extra_rows (reader, out);
  return !reader->ended;
}

/* Behind measures that could not be read: the next case starts with the next line of numbers. */
static void pass_rows (case_reader *reader)
{
  for (bcov_line next; bcov_lines_peek (&reader->lines, &next) && !looks_like_numbers (&next);)
    bcov_lines_take (&reader->lines);
}

static void read_case (case_reader *reader, grid_rows *grids)
{
  size_t measure[2 * MOST_GRIDS];
  bcov_line line;
  if (!find_measures (reader, &line))
    return;
  bcov_lines_take (&reader->lines);
  refuse_indent (reader, &line);
  reader->measures_line = line.number;
  if (!read_measures (reader, &line, measure)) {
    pass_rows (reader);
    return;
  }
  for (size_t g = 0; g < reader->contest->n_grids; g++) {
    grids[g] = (grid_rows){.rows = measure[2 * g], .columns = measure[2 * g + 1]};
    if (!read_grid (reader, g, &grids[g]))
      return;
  }
}

/* Whether another case is to be read: as many as announced or, that being unreadable, all. */
static bool goes_on (case_reader *reader)
{
  bcov_lines ahead = reader->lines;
  bcov_line line;
  bool is_known = reader->cases != SIZE_MAX;
  if (!is_known)
    bcov_lines_skip (&ahead);
  return !reader->ended &&
         (is_known ? reader->number < reader->cases : bcov_lines_peek (&ahead, &line));
}

static bcov_status check_all (case_reader *reader)
{
  grid_rows grids[MOST_GRIDS];
  bcov_line rest;
  read_cases (reader);
  while (goes_on (reader)) {
    reader->number++;
    read_case (reader, grids);
  }
  bcov_lines_skip (&reader->lines);
  if (bcov_lines_peek (&reader->lines, &rest))
    REPORT (reader, rest.number, 0,
            "%s follows the last of %zu cases; remove it or correct the number on line %zu",
            quote_line (&rest).text, reader->cases, reader->cases_line);
  return reader->status;
}

/* ---- handing over ---- */

/* The next row of GRID: columns characters # or . */
static const char *next_row (grid_rows *grid)
{
  const char *row = grid->text, *behind = row + grid->columns;
  const char *newline = memchr (behind, '\n', (size_t)(grid->end - behind));
  grid->text = newline ? newline + 1 : grid->end;
  return row;
}

/* The board of a case: . is a cell to cover, # is none. */
static bcov_status make_board (bcov_puzzle *puzzle, grid_rows *grid, bcov_error *err)
{
  bcov_board *board = &puzzle->board;
  bcov_status status = bcov_board_make (puzzle->mem, BCOV_SQUARE, 1, (int64_t)grid->rows,
                                        (int64_t)grid->columns, board, err);
  for (size_t r = 0; r < grid->rows && !status; r++) {
    const char *row = next_row (grid);
    for (size_t c = 0; c < grid->columns; c++)
      board->mark[r * grid->columns + c] = row[c] == '.' ? BCOV_MUST : BCOV_HOLE;
  }
  return status ? status : bcov_board_number (puzzle->mem, board, err);
}

static bcov_status make_case (bcov_mem *mem, case_reader *reader, bcov_puzzle **out,
                              bcov_error *err)
{
  grid_rows grids[MOST_GRIDS];
  reader->number++;
  read_case (reader, grids);
  bcov_status status = bcov_puzzle_new (mem, file_name, out, err);
  if (!status)
    status = reader->contest->make (*out, grids, err);
  if (!status)
    status = bcov_puzzle_finish (*out, NULL, NULL, err);
  return status;
}

/* Checks all of TEXT, then hands over case by case. */
static bcov_status read_contest (bcov_mem *mem, const contest_rules *contest, const char *text,
                                 size_t length, bcov_see_case *see, void *data, bcov_error *err)
{
  case_reader start = {.contest = contest, .lines = bcov_lines_start (text, length), .err = err};
  case_reader checking = start, reading = start;
  bcov_status status = check_all (&checking);
  if (status)
    return status;
  read_cases (&reading);
  while (reading.number < reading.cases && !status) {
    bcov_puzzle *puzzle = NULL;
    status = make_case (mem, &reading, &puzzle, err);
    if (!status)
      status = see (puzzle, reading.number, data, err);
    bcov_puzzle_free (puzzle);
  }
  return status;
}

/* ---- BOARDCOVER ---- */

/* A number of cases; each a height, a width, and that many rows of #
   (no cell) and . (a cell).  The piece is the L-tromino, as many as it takes. */

static bcov_status make_trominoes (bcov_puzzle *puzzle, grid_rows *grids, bcov_error *err)
{
  static const bcov_cell corner[3] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}};
  bcov_shape shape;
  bcov_status status = make_board (puzzle, &grids[0], err);
  if (status)
    return status;
  status = bcov_shape_make (puzzle->mem, BCOV_SQUARE, corner, 3, &shape, err);
  if (status)
    return status;
  bcov_entry entry = {.name = "L3",
                      .name_length = 2,
                      .shape = &shape,
                      .hi = BCOV_MANY,
                      .turn = true,
                      .flip = true,
                      .place = {.file = file_name}};
  status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  return status;
}

static const contest_rules algospot = {
    .n_grids = 1,
    .measures = "the height and the width",
    .measure = {"height", "width"},
    .row = {"row"},
    .make = make_trominoes,
};

bcov_status bcov_algospot_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                void *data, bcov_error *err)
{
  return read_contest (mem, &algospot, text, length, see, data, err);
}

/* ---- BOARDCOVER2 ---- */

/* Each case has a board of # (no cell) and . (a cell) and a block of #
   (a cell) and . (none), which may be turned but not flipped, and be used any number of times.  The
   block may be larger than the board; it then fits nowhere, which is no mistake. */

static bcov_status block_shape (bcov_mem *mem, grid_rows *grid, bcov_shape *out, bcov_error *err)
{
  BCOV_VEC (bcov_cell) cells = {0};
  bcov_status status = BCOV_OK;
  for (size_t r = 0; r < grid->rows && !status; r++) {
    const char *row = next_row (grid);
    for (size_t c = 0; c < grid->columns && !status; c++)
      if (row[c] == '#')
        status = bcov_vec_push (mem, &cells, ((bcov_cell){0, (int32_t)r, (int32_t)c}), err);
  }
  if (!status)
    status = bcov_shape_make (mem, BCOV_SQUARE, cells.data, cells.count, out, err);
  bcov_vec_free (mem, &cells);
  return status;
}

static bcov_status make_block (bcov_puzzle *puzzle, grid_rows *grids, bcov_error *err)
{
  bcov_shape shape;
  size_t line = grids[1].line;
  bcov_status status = make_board (puzzle, &grids[0], err);
  if (status)
    return status;
  status = block_shape (puzzle->mem, &grids[1], &shape, err);
  if (status)
    return status;
  bcov_entry entry = {.name = "block",
                      .name_length = 5,
                      .shape = &shape,
                      .hi = BCOV_MANY,
                      .turn = true,
                      .place = {.file = file_name, .line = line}};
  status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  return status;
}

static const contest_rules algospot2 = {
    .n_grids = 2,
    .measures = "the height and the width of the board and those of the block",
    .measure = {"height of the board", "width of the board", "height of the block",
                "width of the block"},
    .row = {"board row", "block row"},
    .needs_cell = {false, true},
    .make = make_block,
};

bcov_status bcov_algospot2_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                 void *data, bcov_error *err)
{
  return read_contest (mem, &algospot2, text, length, see, data, err);
}
