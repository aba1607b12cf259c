/* "Filling in puzzle pieces" of programmers.co.kr: two square matrices of 0 and 1 as JSON, either
   two arrays or an object with the keys game_board and table.  On game_board a 0 is a cell.  On
   table every connected group of 1 is a piece, which may be turned but not flipped, is used at most
   once, and must fill a whole hole by itself.

   The grammar is so small that a scanner reads it, in linear time and with one byte per number.
   Reading stops at the first mistake. */

#include "format/contest/programmers.h"
#include "format/puzzle/table_text.h"
#include "format/text/quote.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

enum {
  MOST_SIDE = 4096, /* MOST_SIDE * MOST_SIDE is BCOV_MOST_CELLS */
  GAME_BOARD = 0,
  TABLE,
  MATRICES
};

static const char *const names[MATRICES] = {"game_board", "table"};

typedef struct {
  const char *name;
  bool seen;
  size_t side;             /* the length of its rows */
  BCOV_VEC (uint8_t) bits; /* row by row */
} bit_matrix;

typedef struct {
  bcov_mem *mem;
  bcov_span text;
  size_t at; /* offset of the next character */
  bit_matrix matrix[MATRICES];
  bcov_control *control;
  uint64_t work;
  bcov_error *err;
} scanner;

#define REPORT(s, offset, ...)                                                                     \
  __extension__({                                                                                  \
    bcov_place place_ = bcov_span_place ((s)->text, offset);                                       \
    bcov_error_add ((s)->err, BCOV_INPUT, &place_, __VA_ARGS__);                                   \
  })

/* ---- characters ---- */

/* Skips blanks; returns whether C comes next. */
static bool stands (scanner *s, char c)
{
  while (s->at < s->text.length && s->text.text[s->at] && strchr (" \t\r\n", s->text.text[s->at]))
    s->at++;
  return s->at < s->text.length && s->text.text[s->at] == c;
}

/* Skips blanks, and C if it comes next. */
static bool take (scanner *s, char c)
{
  bool stands_there = stands (s, c);
  s->at += stands_there;
  return stands_there;
}

/* Skips blanks; returns the length of the word that comes next. */
static size_t measure_word (scanner *s)
{
  stands (s, 0);
  const char *word = s->text.text + s->at;
  size_t n = 0;
  while (s->at + n < s->text.length && word[n] && !strchr (" \t\r\n,[]{}:", word[n]))
    n++;
  return n;
}

/* Reports that the next word is not WANTED. */
static bcov_status lost (scanner *s, const char *wanted)
{
  size_t n = measure_word (s);
  if (s->at == s->text.length)
    return REPORT (s, s->at, "the input ends where %s was expected", wanted);
  return REPORT (s, s->at, "%s found where %s was expected",
                 bcov_quote_make (s->text.text + s->at, n ? n : 1).text, wanted);
}

/* ---- matrices ---- */

static bcov_status read_number (scanner *s, bit_matrix *m, size_t row, size_t column)
{
  size_t n = measure_word (s);
  const char *word = s->text.text + s->at;
  if (!n)
    return lost (s, "0 or 1");
  if (n > 1 || (*word != '0' && *word != '1'))
    return REPORT (s, s->at, "number %zu of row %zu of %s is %s; give 0 or 1", column, row, m->name,
                   bcov_quote_make (word, n).text);
  s->at++;
  bcov_status status = bcov_control_work (s->control, &s->work, 1, s->err);
  return status ? status : bcov_vec_push (s->mem, &m->bits, (uint8_t)(*word - '0'), s->err);
}

static bcov_status read_row (scanner *s, bit_matrix *m, size_t row)
{
  if (!stands (s, '['))
    return lost (s, "a row in brackets");
  size_t start = s->at++, count = 0;
  bcov_status status = BCOV_OK;
  if (stands (s, ']'))
    return REPORT (s, start, "row %zu of %s is empty; give at least one number", row, m->name);
  do
    status = count++ < MOST_SIDE
                 ? read_number (s, m, row, count)
                 : REPORT (s, start, "row %zu of %s has more than the maximum of %d numbers", row,
                           m->name, MOST_SIDE);
  while (!status && take (s, ','));
  if (status || !take (s, ']'))
    return status ? status : lost (s, "a comma or the end of the row");
  m->side = row == 1 ? count : m->side;
  if (count == m->side)
    return BCOV_OK;
  return REPORT (s, start, "row %zu of %s has %zu numbers, but its first row has %zu", row, m->name,
                 count, m->side);
}

static bcov_status read_matrix (scanner *s, bit_matrix *m)
{
  char wanted[64] = "the array ";
  if (!stands (s, '['))
    return lost (s, strcat (wanted, m->name));
  size_t start = s->at++, rows = 0;
  bcov_status status = BCOV_OK;
  m->seen = true;
  if (stands (s, ']'))
    return REPORT (s, start, "%s has no rows; give at least one", m->name);
  do
    status = rows++ < MOST_SIDE
                 ? read_row (s, m, rows)
                 : REPORT (s, s->at, "%s has more than %d rows, which is the maximum", m->name,
                           MOST_SIDE);
  while (!status && take (s, ','));
  if (status || !take (s, ']'))
    return status ? status : lost (s, "a comma or the end of the array");
  if (rows == m->side)
    return BCOV_OK;
  return REPORT (s, start, "%s has %zu rows of %zu numbers; it must be square", m->name, rows,
                 m->side);
}

/* Reads a key, which selects the matrix *OUT. */
static bcov_status read_key (scanner *s, bit_matrix **out)
{
  if (!stands (s, '"'))
    return lost (s, "a key in quotes");
  const char *key = s->text.text + s->at + 1;
  size_t left = s->text.length - s->at - 1;
  const char *quote = left ? memchr (key, '"', left) : NULL;
  size_t length = quote ? (size_t)(quote - key) : left;
  *out = NULL;
  for (size_t k = 0; k < MATRICES; k++)
    if (length == strlen (names[k]) && !memcmp (key, names[k], length))
      *out = &s->matrix[k];
  if (!quote || !*out)
    return REPORT (s, s->at, "unknown key %s; the keys are 'game_board' and 'table'",
                   bcov_quote_make (key, length).text);
  if ((*out)->seen)
    return REPORT (s, s->at, "the key '%s' appears twice; remove one of them", (*out)->name);
  s->at += length + 2;
  return BCOV_OK;
}

static bcov_status read_object (scanner *s)
{
  bcov_status status = BCOV_OK;
  bit_matrix *m = NULL;
  if (!stands (s, '}'))
    do {
      status = read_key (s, &m);
      if (!status)
        status = take (s, ':') ? read_matrix (s, m) : lost (s, "a colon");
    } while (!status && take (s, ','));
  if (!status && !take (s, '}'))
    status = lost (s, "a comma or the end of the object");
  for (size_t k = 0; k < MATRICES && !status; k++)
    if (!s->matrix[k].seen)
      status = REPORT (s, s->at, "the key '%s' is missing; add it", names[k]);
  return status;
}

static bcov_status read_all (scanner *s)
{
  const bit_matrix *a = &s->matrix[GAME_BOARD], *b = &s->matrix[TABLE];
  bcov_place place = {.file = "standard input"};
  bcov_status status = BCOV_OK;
  stands (s, 0);
  if (s->at == s->text.length)
    return bcov_error_add (s->err, BCOV_INPUT, &place,
                           "the input is empty; give the arrays game_board and table");
  if (take (s, '{'))
    status = read_object (s);
  else
    for (size_t k = 0; k < MATRICES && !status; k++)
      status = read_matrix (s, &s->matrix[k]);
  stands (s, 0);
  if (!status && s->at < s->text.length)
    status = lost (s, "the end of the input");
  if (!status && a->side != b->side)
    status = bcov_error_add (s->err, BCOV_INPUT, &place,
                             "%s is %zu x %zu and %s %zu x %zu; both must have the same size",
                             a->name, a->side, a->side, b->name, b->side, b->side);
  return status;
}

/* ---- the puzzle ---- */

/* Makes a board whose cells are the numbers CELL of MATRIX. */
static bcov_status make_board (bcov_mem *mem, const bit_matrix *m, uint8_t cell, bcov_board *out,
                               bcov_error *err)
{
  int64_t side = (int64_t)m->side;
  bcov_status status = bcov_board_make (mem, BCOV_SQUARE, 1, side, side, out, err);
  for (size_t k = 0; k < m->bits.count && !status; k++)
    out->mark[k] = m->bits.data[k] == cell ? BCOV_MUST : BCOV_HOLE;
  return status ? status : bcov_board_number (mem, out, err);
}

static bcov_status fill_puzzle (scanner *s, bcov_puzzle *puzzle)
{
  bcov_board table = {0};
  puzzle->fill_holes = true;
  bcov_status status = make_board (s->mem, &s->matrix[GAME_BOARD], 0, &puzzle->board, s->err);
  if (!status)
    status = make_board (s->mem, &s->matrix[TABLE], 1, &table, s->err);
  if (!status)
    status = bcov_table_text_add (puzzle, &table, NULL, s->control, s->err);
  bcov_board_free (s->mem, &table);
  return status ? status : bcov_puzzle_finish (puzzle, NULL, NULL, s->err);
}

bcov_status bcov_programmers_read (bcov_mem *mem, const char *text, size_t length,
                                   bcov_control *control, bcov_puzzle **out, bcov_error *err)
{
  bcov_plain plain;
  scanner s = {.mem = mem,
               .text = bcov_span_plain (&plain, "standard input", text, length),
               .matrix = {{.name = names[GAME_BOARD]}, {.name = names[TABLE]}},
               .control = control,
               .err = err};
  bcov_puzzle *puzzle = NULL;
  bcov_status status = read_all (&s);
  if (!status)
    status = bcov_puzzle_new (mem, "standard input", &puzzle, err);
  if (!status)
    status = fill_puzzle (&s, puzzle);
  for (size_t k = 0; k < MATRICES; k++)
    bcov_vec_free (mem, &s.matrix[k].bits);
  if (status)
    bcov_puzzle_free (puzzle);
  else
    *out = puzzle;
  return status;
}
