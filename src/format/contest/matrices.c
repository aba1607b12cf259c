/* Two matrices of 0 and 1 as JSON.

   jansson keeps some 40 bytes for every number, so it is given one row at a time, and the brackets
   around the rows are walked here.  A row is looked through for its end and its commas before, so
   that no input makes jansson take more than a row of the longest side.  What is kept is one byte a
   number, never more than the input has.  A row that is nothing but bits with commas between them
   is taken as it is; jansson, at 0.1 s a million numbers, judges all others.

   A mistake within a row is noted in `wrong` and the reading goes on; a function that returns a
   status has lost its way. */

#include "format/contest/matrices.h"
#include "base/vec.h"
#include "format/text/quote.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_SIDE = 4096, /* 4096 x 4096 are all the cells that a board may have */
  MOST_MISTAKES = 1000
};

typedef struct {
  const char *name;
  bool seen;
  BCOV_VEC (uint8_t) bits;
  size_t side; /* numbers of its first row */
  size_t rows;
  bool ragged; /* a row was left out as it was too short or too long */
} bit_matrix;

typedef struct {
  bcov_mem *mem;
  const char *file, *text;
  size_t at, length;
  size_t line, line_start; /* of AT */
  bit_matrix matrix[2];
  size_t mistakes;
  bcov_status wrong;
  bcov_error *err;
} json_reader;

#define REPORT(reader, place, ...)                                                                 \
  ((reader)->mistakes++ < MOST_MISTAKES                                                            \
       ? ((reader)->wrong = bcov_error_add ((reader)->err, BCOV_INPUT, place, __VA_ARGS__))        \
       : BCOV_INPUT)

/* ---- walking ---- */

static bcov_place place_here (const json_reader *reader)
{
  return (bcov_place){reader->file, reader->line, reader->at - reader->line_start + 1};
}

static void move_to (json_reader *reader, size_t at)
{
  for (size_t k = reader->at; k < at; k++)
    if (reader->text[k] == '\n') {
      reader->line++;
      reader->line_start = k + 1;
    }
  reader->at = at;
}

static bool is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool at_end (json_reader *reader)
{
  size_t at = reader->at;
  while (at < reader->length && is_blank (reader->text[at]))
    at++;
  move_to (reader, at);
  return at == reader->length;
}

static bool stands (json_reader *reader, char c)
{
  return !at_end (reader) && reader->text[reader->at] == c;
}

static bool take (json_reader *reader, char c)
{
  bool is_there = stands (reader, c);
  reader->at += is_there;
  return is_there;
}

/* Reports that WANTED does not stand at hand. */
static bcov_status lost (json_reader *reader, const char *wanted)
{
  const char *bytes = reader->text + reader->at;
  size_t left = reader->length - reader->at, n = 0;
  bcov_place place = place_here (reader);
  if (!left)
    return REPORT (reader, &place, "the input ends where %s was expected", wanted);
  while (n < left && n < 12 && bytes[n] && !strchr (" \t\r\n,[]{}:", bytes[n]))
    n++;
  return REPORT (reader, &place, "%s found where %s was expected",
                 bcov_quote_make (bytes, n ? n : 1).text, wanted);
}

/* Gives LENGTH bytes at hand to jansson; NULL after a report.  The result is to be given back. */
static json_t *parse (json_reader *reader, size_t length, size_t flags)
{
  json_error_t error;
  json_t *value = json_loadb (reader->text + reader->at, length, flags, &error);
  if (value)
    return value;
  move_to (reader, reader->at + (size_t)(error.position > 0 ? error.position - 1 : 0));
  bcov_place place = place_here (reader);
  REPORT (reader, &place, "invalid JSON: %s", error.text);
  return NULL;
}

/* ---- rows ---- */

/* Finds the length of the row at hand, up to its closing bracket. */
static bcov_status measure_row (json_reader *reader, const bit_matrix *matrix, size_t *length)
{
  if (!stands (reader, '['))
    return lost (reader, "a row in brackets");
  size_t commas = 0, k = reader->at + 1;
  for (; k < reader->length && !strchr ("][{\"", reader->text[k]) && commas < MOST_SIDE; k++)
    commas += reader->text[k] == ',';
  *length = k + 1 - reader->at;
  if (k < reader->length && reader->text[k] == ']')
    return BCOV_OK;
  bcov_place place = place_here (reader);
  if (commas == MOST_SIDE)
    return REPORT (reader, &place, "row %zu of %s has more than %d numbers, which is the maximum",
                   matrix->rows + 1, matrix->name, MOST_SIDE);
  move_to (reader, k);
  return lost (reader, "a number 0 or 1 or the end of a row");
}

static void report_number (json_reader *reader, const bit_matrix *matrix, size_t column,
                           const json_t *value)
{
  bcov_place place = place_here (reader);
  char *shown = json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (6));
  REPORT (reader, &place, "number %zu of row %zu of %s is %s; give 0 or 1", column + 1,
          matrix->rows + 1, matrix->name, shown ? shown : "something else");
  free (shown);
}

static void store_numbers (json_reader *reader, bit_matrix *matrix, const json_t *row)
{
  for (size_t k = 0; k < matrix->side; k++) {
    const json_t *value = json_array_get (row, k);
    json_int_t bit = json_is_integer (value) ? json_integer_value (value) : -1;
    if (bit == 0 || bit == 1)
      matrix->bits.data[matrix->bits.count + k] = (uint8_t)bit;
    else
      report_number (reader, matrix, k, value);
  }
  matrix->bits.count += matrix->side;
}

/* Appends the row at hand if it is as long as the others and nothing but bits, commas and blanks.
   Its closing bracket, which is known to be there, ends every way through this. */
static bool store_plain (json_reader *reader, bit_matrix *matrix)
{
  const char *row = reader->text + reader->at;
  uint8_t *bits = matrix->bits.data + matrix->bits.count;
  size_t count = 0, k = 1;
  while (count < matrix->side) {
    while (is_blank (row[k]))
      k++;
    if (row[k] != '0' && row[k] != '1')
      return false;
    bits[count++] = (uint8_t)(row[k++] - '0');
    while (is_blank (row[k]))
      k++;
    if (row[k++] != (count < matrix->side ? ',' : ']'))
      return false;
  }
  matrix->bits.count += count;
  return true;
}

static bcov_status store_row (json_reader *reader, bit_matrix *matrix, const json_t *row)
{
  size_t length = json_array_size (row);
  bcov_place place = place_here (reader);
  bcov_status status = BCOV_OK;
  if (!matrix->rows)
    matrix->side = length;
  matrix->ragged |= length != matrix->side || !length;
  if (!length)
    REPORT (reader, &place, "row %zu of %s is empty; give at least one number", matrix->rows + 1,
            matrix->name);
  else if (length != matrix->side)
    REPORT (reader, &place, "row %zu of %s has %zu numbers, but its first row has %zu",
            matrix->rows + 1, matrix->name, length, matrix->side);
  else
    status =
        bcov_vec_reserve (reader->mem, &matrix->bits, matrix->bits.count + length, reader->err);
  if (!status && !matrix->ragged)
    store_numbers (reader, matrix, row);
  return status;
}

/* Reads LENGTH bytes at hand by jansson. */
static bcov_status parse_row (json_reader *reader, bit_matrix *matrix, size_t length)
{
  json_t *row = parse (reader, length, 0);
  if (!row)
    return BCOV_INPUT;
  bcov_status status = store_row (reader, matrix, row);
  json_decref (row);
  return status;
}

static bcov_status read_row (json_reader *reader, bit_matrix *matrix)
{
  size_t length = 0;
  bcov_status status = measure_row (reader, matrix, &length);
  if (!status && matrix->rows == MOST_SIDE)
    status = lost (reader, "the end of the array, after at most 4096 rows,");
  if (!status)
    status = bcov_vec_reserve (reader->mem, &matrix->bits, matrix->bits.count + matrix->side,
                               reader->err);
  if (!status && (!matrix->rows || matrix->ragged || !store_plain (reader, matrix)))
    status = parse_row (reader, matrix, length);
  if (status)
    return status;
  matrix->rows++;
  move_to (reader, reader->at + length);
  return BCOV_OK;
}

/* ---- matrices ---- */

static bcov_status read_matrix (json_reader *reader, bit_matrix *matrix)
{
  char wanted[64];
  snprintf (wanted, sizeof wanted, "the array %s", matrix->name);
  matrix->seen = true;
  if (!stands (reader, '['))
    return lost (reader, wanted);
  bcov_place place = place_here (reader);
  take (reader, '[');
  bcov_status status = BCOV_OK;
  if (!stands (reader, ']'))
    do
      status = read_row (reader, matrix);
    while (!status && take (reader, ','));
  if (!status && !take (reader, ']'))
    status = lost (reader, "a comma or the end of the array");
  if (status)
    return status;
  if (!matrix->rows)
    REPORT (reader, &place, "%s has no rows; give at least one", matrix->name);
  else if (!matrix->ragged && matrix->rows != matrix->side)
    REPORT (reader, &place, "%s has %zu rows of %zu numbers; it must be square", matrix->name,
            matrix->rows, matrix->side);
  return BCOV_OK;
}

/* The matrix whose key stands at hand; NULL after a report. */
static bit_matrix *read_key (json_reader *reader)
{
  if (!stands (reader, '"')) {
    lost (reader, "a key in quotes");
    return NULL;
  }
  bcov_place place = place_here (reader);
  size_t stop = reader->at + 1;
  while (stop < reader->length && reader->text[stop] != '"')
    stop += reader->text[stop] == '\\' ? 2 : 1;
  size_t length = (stop < reader->length ? stop + 1 : reader->length) - reader->at;
  json_t *key = parse (reader, length, JSON_DECODE_ANY);
  bit_matrix *found = NULL;
  for (size_t k = 0; k < 2 && key; k++)
    if (!strcmp (json_string_value (key), reader->matrix[k].name))
      found = &reader->matrix[k];
  if (key && !found)
    REPORT (reader, &place, "unknown key %s; the keys are '%s' and '%s'",
            bcov_quote_make (json_string_value (key), json_string_length (key)).text,
            reader->matrix[0].name, reader->matrix[1].name);
  else if (found && found->seen) {
    REPORT (reader, &place, "the key '%s' appears twice; remove one of them", found->name);
    found = NULL;
  }
  json_decref (key);
  move_to (reader, found ? reader->at + length : reader->at);
  return found;
}

static bcov_status read_object (json_reader *reader)
{
  bcov_status status = BCOV_OK;
  take (reader, '{');
  if (!stands (reader, '}'))
    do {
      bit_matrix *matrix = read_key (reader);
      if (!matrix)
        return BCOV_INPUT;
      status = take (reader, ':') ? read_matrix (reader, matrix) : lost (reader, "a colon");
    } while (!status && take (reader, ','));
  if (!status && !take (reader, '}'))
    status = lost (reader, "a comma or the end of the object");
  bcov_place place = place_here (reader);
  for (size_t k = 0; k < 2 && !status; k++)
    if (!reader->matrix[k].seen)
      REPORT (reader, &place, "the key '%s' is missing; add it", reader->matrix[k].name);
  return status;
}

static bcov_status read_all (json_reader *reader)
{
  bcov_status status;
  bcov_place place = {.file = reader->file};
  if (at_end (reader))
    return REPORT (reader, &place, "the input is empty; give the arrays %s and %s",
                   reader->matrix[0].name, reader->matrix[1].name);
  if (reader->text[reader->at] == '{')
    status = read_object (reader);
  else {
    status = read_matrix (reader, &reader->matrix[0]);
    if (!status)
      status = read_matrix (reader, &reader->matrix[1]);
  }
  if (!status && !at_end (reader))
    status = lost (reader, "the end of the input");
  status = status ? status : reader->wrong;
  const bit_matrix *a = &reader->matrix[0], *b = &reader->matrix[1];
  if (!status && a->side != b->side)
    status =
        REPORT (reader, &place, "%s is %zu x %zu and %s %zu x %zu; both must have the same size",
                a->name, a->side, a->side, b->name, b->side, b->side);
  return status;
}

bcov_status bcov_matrices_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                                bcov_matrices *matrices, bcov_error *err)
{
  json_reader reader = {.mem = mem,
                        .file = file,
                        .text = text,
                        .length = length,
                        .line = 1,
                        .matrix = {{.name = matrices->name[0]}, {.name = matrices->name[1]}},
                        .err = err};
  bcov_status status = read_all (&reader);
  for (size_t k = 0; k < 2; k++)
    matrices->bits[k] = reader.matrix[k].bits.data;
  matrices->side = reader.matrix[0].side;
  return status;
}

void bcov_matrices_free (bcov_mem *mem, bcov_matrices *matrices)
{
  bcov_mem_free (mem, matrices->bits[0]);
  bcov_mem_free (mem, matrices->bits[1]);
  matrices->bits[0] = matrices->bits[1] = NULL;
}
