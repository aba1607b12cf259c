/* BOARDCOVER and BOARDCOVER2: a number of cases, then for each case a line of measures and one grid
   (the board) or two grids (the board and a block) of # and .

   The same functions read the text twice.  The first pass checks it and stops at the first mistake,
   the second builds one puzzle after the other, so bad input prints nothing, only one case is in
   memory, and nothing is allocated for a board whose rows are missing.  Linear time. */

#include "format/contest/algospot.h"
#include "base/text.h"
#include "format/text/lines.h"
#include "format/text/quote.h"
#include "puzzle/puzzle_finish.h"

#include <stdio.h>
#include <string.h>

static const char *const file_name = "standard input"; /* in messages */

enum { BOARD, BLOCK, GRIDS, MOST_CASES = 1000000 };

/* A contest.  Its piece may be used any number of times. */
typedef struct {
  size_t n_grids;
  const char *measures; /* the contents of the first line of a case */
  const char *measure[2 * GRIDS];
  const char *row[GRIDS]; /* what messages call a row of each grid */
  const char *piece;
  bool flip;
} contest_rules;

static const contest_rules algospot = {
    .n_grids = 1,
    .measures = "the height and the width",
    .measure = {"height", "width"},
    .row = {"row"},
    .piece = "L3",
    .flip = true,
};

static const contest_rules algospot2 = {
    .n_grids = 2,
    .measures = "the height and the width of the board and those of the block",
    .measure = {"height of the board", "width of the board", "height of the block",
                "width of the block"},
    .row = {"board row", "block row"},
    .piece = "block",
};

typedef struct {
  size_t rows, columns;
  bcov_lines lines; /* at its first row */
} grid_rows;

typedef struct {
  const contest_rules *contest;
  bcov_lines lines;
  size_t cases;
  size_t number;        /* of the current case, from 1 */
  size_t measures_line; /* of the current case */
  bcov_error *err;
} case_reader;

#define REPORT(reader, at_line, at_column, ...)                                                    \
  bcov_error_add ((reader)->err, BCOV_INPUT,                                                       \
                  &(bcov_place){.file = file_name, .line = at_line, .column = at_column},          \
                  __VA_ARGS__)

/* ---- lines of numbers ---- */

static bool all_digits (bcov_word word)
{
  size_t k = 0;
  while (k < word.length && word.bytes[k] >= '0' && word.bytes[k] <= '9')
    k++;
  return k && k == word.length;
}

static bool looks_like_numbers (const bcov_line *line)
{
  for (size_t k = 0; k < line->length; k++)
    if (!line->bytes[k] || !strchr ("0123456789- \t\v\f\r", line->bytes[k]))
      return false;
  return line->length > 0;
}

static bcov_quote quote_line (const bcov_line *line)
{
  return bcov_quote_make (line->bytes, line->length);
}

/* Splits LINE into words and stores up to MOST of them; returns the number of words. */
static size_t split (const bcov_line *line, bcov_word *out, size_t most)
{
  size_t count = 0, at = 0;
  for (bcov_word word; bcov_lines_word (line, &at, &word); count++)
    if (count < most)
      out[count] = word;
  return count;
}

/* Reads a number from LEAST to MOST; NAME appears in messages. */
static bcov_status read_number (case_reader *reader, size_t line, bcov_word word, const char *name,
                                unsigned least, unsigned most, size_t *out)
{
  bcov_quote quote = bcov_quote_make (word.bytes, word.length);
  bcov_word digits = {word.bytes + 1, word.length - 1, 0};
  uint64_t value = 0;
  if (word.bytes[0] == '-' && all_digits (digits))
    return REPORT (reader, line, word.column, "the %s is negative: %s; give %u or more", name,
                   quote.text, least);
  if (!all_digits (word))
    return REPORT (reader, line, word.column, "the %s is %s; give a whole number in decimal digits",
                   name, quote.text);
  if (!bcov_text_number (word.bytes, word.length, most, &value))
    return REPORT (reader, line, word.column, "the %s is %s; give %u or less", name, quote.text,
                   most);
  if (value < least)
    return REPORT (reader, line, word.column, "the %s is %s; give %u or more", name, quote.text,
                   least);
  *out = (size_t)value;
  return BCOV_OK;
}

static bcov_status refuse_indent (case_reader *reader, const bcov_line *line)
{
  if (!bcov_lines_is_blank (line->bytes[0]))
    return BCOV_OK;
  return REPORT (reader, line->number, 1, "the line starts with a space; remove it");
}

static bcov_status read_cases (case_reader *reader)
{
  bcov_line line;
  bcov_word word;
  size_t blank = bcov_lines_skip (&reader->lines);
  if (!bcov_lines_peek (&reader->lines, &line))
    return REPORT (reader, 0, 0, "the input is empty; its first line must be the number of cases");
  if (blank)
    return REPORT (reader, 1, 0, "the line is blank; the first line must be the number of cases");
  if (split (&line, &word, 1) != 1)
    return REPORT (reader, 1, 0, "the first line must contain only the number of cases, not %s",
                   quote_line (&line).text);
  bcov_lines_take (&reader->lines);
  bcov_status status = refuse_indent (reader, &line);
  return status ? status
                : read_number (reader, 1, word, "number of cases", 0, MOST_CASES, &reader->cases);
}

/* Goes to the measures of the current case. */
static bcov_status find_measures (case_reader *reader, bcov_line *out)
{
  size_t at_line = reader->lines.number, blank = bcov_lines_skip (&reader->lines);
  if (!bcov_lines_peek (&reader->lines, out))
    return REPORT (reader, 1, 0,
                   "the first line gives the number of cases as %zu, but the input ends before "
                   "case %zu; add the missing cases or lower the number",
                   reader->cases, reader->number);
  if (blank)
    return REPORT (reader, at_line, 0, "the line is blank; it must contain %s of case %zu",
                   reader->contest->measures, reader->number);
  if (out->bytes[0] == '#' || out->bytes[0] == '.')
    return REPORT (reader, out->number, 0, "found %s instead of %s of case %zu%s",
                   quote_line (out).text, reader->contest->measures, reader->number,
                   reader->number > 1 ? "; the previous case has more rows than it states" : "");
  return refuse_indent (reader, out);
}

static bcov_status read_measures (case_reader *reader, size_t *measure)
{
  const contest_rules *contest = reader->contest;
  size_t count = 2 * contest->n_grids;
  bcov_word words[2 * GRIDS];
  bcov_line line;
  bcov_status status = find_measures (reader, &line);
  if (status)
    return status;
  if (split (&line, words, count) != count)
    return REPORT (reader, line.number, 0,
                   "case %zu must start with %s, %zu numbers on one line, not with %s",
                   reader->number, contest->measures, count, quote_line (&line).text);
  for (size_t k = 0; k < count && !status; k++) {
    char name[64];
    snprintf (name, sizeof name, "%s of case %zu", contest->measure[k], reader->number);
    status = read_number (reader, line.number, words[k], name, 1, BCOV_MOST_CELLS, &measure[k]);
  }
  for (size_t k = 0; k < count && !status; k += 2)
    if (measure[k] > BCOV_MOST_CELLS / measure[k + 1])
      status =
          REPORT (reader, line.number, 0,
                  "case %zu has %zu %ss of %zu characters; at most %d cells are allowed",
                  reader->number, measure[k], contest->row[k / 2], measure[k + 1], BCOV_MOST_CELLS);
  reader->measures_line = line.number;
  bcov_lines_take (&reader->lines);
  return status;
}

/* ---- rows ---- */

/* Finds row ROW of ROWS; instead of it there may be a blank line, the next case, or the end of the
   input. */
static bcov_status find_row (case_reader *reader, const char *name, size_t row, size_t rows,
                             bcov_line *out)
{
  size_t at_line = reader->lines.number, blank = bcov_lines_skip (&reader->lines);
  if (!bcov_lines_peek (&reader->lines, out))
    return REPORT (
        reader, reader->measures_line, 0,
        "the input ends before %s %zu of case %zu, which should have %zu %s%s; add the missing "
        "lines",
        name, row, reader->number, rows, name, rows == 1 ? "" : "s");
  if (blank)
    return REPORT (reader, at_line, 0, "%s %zu of case %zu is blank; draw it with # and .", name,
                   row, reader->number);
  if (looks_like_numbers (out))
    return REPORT (reader, out->number, 0,
                   "%s %zu of case %zu is missing, found %s instead; line %zu states %zu %ss", name,
                   row, reader->number, quote_line (out).text, reader->measures_line, rows, name);
  return BCOV_OK;
}

static bcov_status check_row (case_reader *reader, const char *name, size_t row,
                              const bcov_line *line, size_t columns)
{
  size_t k = 0;
  while (k < line->length && (line->bytes[k] == '#' || line->bytes[k] == '.'))
    k++;
  if (k < line->length) {
    uint32_t rune;
    size_t n = bcov_utf8_decode (line->bytes + k, line->length - k, &rune);
    return REPORT (reader, line->number, k + 1,
                   "%s %zu of case %zu contains %s; only # and . are allowed", name, row,
                   reader->number, bcov_quote_make (line->bytes + k, n ? n : 1).text);
  }
  if (line->length == columns)
    return BCOV_OK;
  return REPORT (reader, line->number, 0,
                 "%s %zu of case %zu has %zu characters instead of %zu; line %zu states its width",
                 name, row, reader->number, line->length, columns, reader->measures_line);
}

static bcov_status read_grid (case_reader *reader, size_t g, grid_rows *grid)
{
  const char *name = reader->contest->row[g];
  bool any_cell = g == BOARD;
  bcov_status status = BCOV_OK;
  grid->lines = reader->lines;
  for (size_t row = 1; row <= grid->rows && !status; row++) {
    bcov_line line;
    status = find_row (reader, name, row, grid->rows, &line);
    if (status)
      break;
    status = check_row (reader, name, row, &line, grid->columns);
    any_cell |= memchr (line.bytes, '#', line.length) != NULL;
    bcov_lines_take (&reader->lines);
  }
  if (!status && !any_cell)
    status = REPORT (reader, grid->lines.number, 0,
                     "the block of case %zu has no cell; draw at least one #", reader->number);
  return status;
}

static bcov_status read_case (case_reader *reader, grid_rows *grids)
{
  size_t measure[2 * GRIDS];
  reader->number++;
  bcov_status status = read_measures (reader, measure);
  for (size_t g = 0; g < reader->contest->n_grids && !status; g++) {
    grids[g] = (grid_rows){.rows = measure[2 * g], .columns = measure[2 * g + 1]};
    status = read_grid (reader, g, &grids[g]);
  }
  return status;
}

static bcov_status check_all (case_reader reader)
{
  grid_rows grids[GRIDS];
  bcov_line rest;
  bcov_status status = read_cases (&reader);
  while (!status && reader.number < reader.cases)
    status = read_case (&reader, grids);
  bcov_lines_skip (&reader.lines);
  if (!status && bcov_lines_peek (&reader.lines, &rest))
    status = REPORT (
        &reader, rest.number, 0,
        "unexpected %s after the last case; remove it, or correct the number of cases (%zu) "
        "on line 1",
        quote_line (&rest).text, reader.cases);
  return status;
}

/* ---- puzzles ---- */

static const char *next_row (grid_rows *grid)
{
  bcov_line line;
  bcov_lines_peek (&grid->lines, &line);
  bcov_lines_take (&grid->lines);
  return line.bytes;
}

/* Makes the board: . is a cell to cover, # is none. */
static bcov_status make_board (bcov_puzzle *puzzle, grid_rows grid, bcov_error *err)
{
  bcov_board *board = &puzzle->board;
  bcov_status status = bcov_board_make (puzzle->mem, BCOV_SQUARE, 1, (int64_t)grid.rows,
                                        (int64_t)grid.columns, board, err);
  for (size_t r = 0; r < grid.rows && !status; r++) {
    const char *row = next_row (&grid);
    for (size_t c = 0; c < grid.columns; c++)
      board->mark[r * grid.columns + c] = row[c] == '.' ? BCOV_MUST : BCOV_HOLE;
  }
  return status ? status : bcov_board_number (puzzle->mem, board, err);
}

/* Adds the piece: # is a cell, . is none.  A block larger than the board is allowed. */
static bcov_status add_piece (bcov_puzzle *puzzle, const contest_rules *contest, grid_rows grid,
                              bcov_error *err)
{
  BCOV_VEC (bcov_cell) cells = {0};
  bcov_shape shape = {0};
  bcov_entry entry = {.name = contest->piece,
                      .name_length = strlen (contest->piece),
                      .shape = &shape,
                      .hi = BCOV_MANY,
                      .turn = true,
                      .flip = contest->flip,
                      .place = {.file = file_name, .line = grid.lines.number}};
  bcov_status status = BCOV_OK;
  for (size_t r = 0; r < grid.rows && !status; r++) {
    const char *row = next_row (&grid);
    for (size_t c = 0; c < grid.columns && !status; c++)
      if (row[c] == '#')
        status = bcov_vec_push (puzzle->mem, &cells, ((bcov_cell){0, (int32_t)r, (int32_t)c}), err);
  }
  if (!status)
    status = bcov_shape_make (puzzle->mem, BCOV_SQUARE, cells.data, cells.count, &shape, err);
  if (!status)
    status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  bcov_vec_free (puzzle->mem, &cells);
  return status;
}

static bcov_status make_case (bcov_mem *mem, case_reader *reader, bcov_puzzle **out,
                              bcov_error *err)
{
  grid_rows grids[GRIDS] = {[BLOCK] = {2, 2, bcov_lines_start ("#.\n##", 5)}};
  bcov_status status = read_case (reader, grids);
  if (!status)
    status = bcov_puzzle_new (mem, file_name, out, err);
  if (!status)
    status = make_board (*out, grids[BOARD], err);
  if (!status)
    status = add_piece (*out, reader->contest, grids[BLOCK], err);
  return status ? status : bcov_puzzle_finish (*out, NULL, NULL, err);
}

static bcov_status read_contest (bcov_mem *mem, const contest_rules *contest, const char *text,
                                 size_t length, bcov_see_case *see, void *data, bcov_error *err)
{
  case_reader reader = {.contest = contest, .lines = bcov_lines_start (text, length), .err = err};
  bcov_status status = check_all (reader);
  if (!status)
    status = read_cases (&reader);
  while (!status && reader.number < reader.cases) {
    bcov_puzzle *puzzle = NULL;
    status = make_case (mem, &reader, &puzzle, err);
    if (!status)
      status = see (puzzle, reader.number, data, err);
    bcov_puzzle_free (puzzle);
  }
  return status;
}

bcov_status bcov_algospot_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                void *data, bcov_error *err)
{
  return read_contest (mem, &algospot, text, length, see, data, err);
}

bcov_status bcov_algospot2_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                 void *data, bcov_error *err)
{
  return read_contest (mem, &algospot2, text, length, see, data, err);
}
