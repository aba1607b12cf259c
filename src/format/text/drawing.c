/* The first pass over a drawing measures it, so that its size is checked before anything is
   allocated; the second makes the result.  Each kind of drawing has a function that maps characters
   to meanings.  Time: linear in the text. */

#include "format/text/drawing.h"
#include "base/text.h"
#include "format/text/quote.h"

#include <string.h>

enum { MOST_SHOWN = 4, MOST_RESTARTS = 8 };

/* ---- walking ---- */

/* Returns the length of the row end at byte AT of SPAN: "/", "\n", "\r\n", or a "\r" that ends the
   text or comes before "/"; 0 if there is none. */
static size_t row_end (const bcov_span *span, size_t at)
{
  char c = span->text[at];
  if (c == '\n' || c == '/')
    return 1;
  if (c != '\r')
    return 0;
  if (at + 1 == span->length)
    return 1;
  return span->text[at + 1] == '\n' || span->text[at + 1] == '/' ? 2 : 0;
}

/* Skips ends of rows and layers; returns false at the end of the drawing. */
static bool skip_ends (bcov_drawing_walk *walk)
{
  const bcov_drawing *drawing = walk->drawing;
  while ((size_t)walk->next.layer < drawing->n_layers) {
    const bcov_span *span = &drawing->layers[walk->next.layer];
    size_t bytes = walk->offset < span->length ? row_end (span, walk->offset) : 0;
    if (walk->offset < span->length && !bytes)
      return true;
    walk->next = bytes ? (bcov_cell){walk->next.layer, walk->next.row + 1, 0}
                       : (bcov_cell){walk->next.layer + 1, 0, 0};
    walk->offset = bytes ? walk->offset + bytes : 0;
  }
  return false;
}

/* Decodes a character beyond ASCII. */
static void decode (bcov_drawing_walk *walk, const bcov_span *span)
{
  walk->rune = 0xfffd;
  size_t bytes = bcov_utf8_decode (span->text + walk->at, span->length - walk->at, &walk->rune);
  walk->offset = walk->at + (bytes ? bytes : 1);
}

bool bcov_drawing_step (bcov_drawing_walk *walk)
{
  if (!skip_ends (walk))
    return false;
  const bcov_span *span = &walk->drawing->layers[walk->next.layer];
  walk->cell = walk->next;
  walk->at = walk->offset;
  walk->rune = (unsigned char)span->text[walk->offset++];
  if (walk->rune >= 0x80)
    decode (walk, span);
  walk->next.column++;
  return true;
}

bcov_place bcov_drawing_place (const bcov_drawing_walk *walk)
{
  return bcov_span_place (walk->drawing->layers[walk->cell.layer], walk->at);
}

bcov_place bcov_drawing_find (bcov_drawing_finder *finder, bcov_cell cell)
{
  bcov_drawing_walk *walk = &finder->walk;
  if (walk->offset && !bcov_cell_compare (cell, walk->cell))
    return bcov_drawing_place (walk);
  if (bcov_cell_compare (cell, walk->next) < 0) {
    if (finder->restarts++ >= MOST_RESTARTS)
      return bcov_span_place (walk->drawing->layers[0], 0);
    *walk = (bcov_drawing_walk){.drawing = walk->drawing};
  }
  while (bcov_drawing_step (walk))
    if (bcov_cell_compare (walk->cell, cell) >= 0)
      break;
  return bcov_drawing_place (walk);
}

bcov_place bcov_drawing_letter (const void *drawing, bcov_cell cell)
{
  bcov_drawing_finder finder = {.walk.drawing = drawing};
  return bcov_drawing_find (&finder, cell);
}

/* ---- measuring ---- */

/* Measures a drawing.  A row end after the last row does not start another row. */
static void measure (const bcov_drawing *drawing, int64_t *rows, int64_t *columns)
{
  bcov_drawing_walk walk = {.drawing = drawing};
  *rows = *columns = 0;
  while (bcov_drawing_step (&walk)) {
    *rows = walk.cell.row >= *rows ? walk.cell.row + 1 : *rows;
    *columns = walk.cell.column >= *columns ? walk.cell.column + 1 : *columns;
  }
}

static bcov_status check_measures (const bcov_drawing *drawing, const char *what, int64_t rows,
                                   int64_t columns, bcov_error *err)
{
  bcov_place place = bcov_span_place (drawing->layers[0], 0);
  if (!rows)
    return bcov_error_add (err, BCOV_INPUT, &place, "%s is empty; draw at least one position",
                           what);
  int64_t layers = (int64_t)drawing->n_layers;
  if (rows * columns > BCOV_MOST_CELLS || rows * columns * layers > BCOV_MOST_CELLS)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s has %lld layers of %lld rows and %lld columns; at most %d positions "
                           "are allowed in total",
                           what, (long long)layers, (long long)rows, (long long)columns,
                           BCOV_MOST_CELLS);
  return BCOV_OK;
}

/* ---- meanings ---- */

static bool is_space (uint32_t rune)
{
  return rune == 0xa0 || rune == 0x1680 || (rune >= 0x2000 && rune <= 0x200b) || rune == 0x202f ||
         rune == 0x205f || rune == 0x3000;
}

/* Returns whether RUNE is an ASCII letter or digit, or a visible character beyond ASCII. */
static bool is_letter (uint32_t rune)
{
  if (rune < 0x80)
    return (rune >= '0' && rune <= '9') || (rune >= 'A' && rune <= 'Z') ||
           (rune >= 'a' && rune <= 'z');
  return rune != 0xfffd && bcov_utf8_width (rune) > 0 && !is_space (rune);
}

/* Returns the bcov_mark that RUNE means, or -1. */
typedef int meaning (uint32_t rune);

static int on_board (uint32_t rune)
{
  if (rune == '.')
    return BCOV_MUST;
  if (rune == '#' || rune == ' ')
    return BCOV_HOLE;
  return rune == '?' ? BCOV_MAY : is_letter (rune) ? BCOV_LETTER : -1;
}

static int in_shape (uint32_t rune)
{
  return rune == '.' || rune == ' ' ? BCOV_HOLE : is_letter (rune) ? BCOV_MUST : -1;
}

static int on_table (uint32_t rune)
{
  return rune == 'X' ? BCOV_MUST : rune == '.' || rune == ' ' ? BCOV_HOLE : -1;
}

/* A kind of drawing. */
typedef struct {
  const char *name;
  meaning *means;
  const char *remedy;
} drawing_kind;

static const drawing_kind board_kind = {"the board", on_board,
                                        "in a board, '.' is a cell, '#' is no cell, '?' is a cell "
                                        "that may stay empty, and a letter requires a piece"};
static const drawing_kind shape_kind = {"the shape", in_shape,
                                        "in a shape, X is a cell and '.' is no cell"};
static const drawing_kind table_kind = {"the table", on_table,
                                        "in a table, X is a cell of a piece and '.' is empty"};

static void report_rune (const bcov_drawing_walk *walk, const drawing_kind *kind, bcov_error *err)
{
  char bytes[4];
  bcov_place place = bcov_drawing_place (walk);
  if (walk->rune == '\t')
    bcov_error_add (err, BCOV_INPUT, &place, "a tab in a drawing; use spaces or '.'");
  else
    bcov_error_add (err, BCOV_INPUT, &place, "%s is not allowed here; %s",
                    bcov_quote_make (bytes, bcov_utf8_encode (walk->rune, bytes)).text,
                    kind->remedy);
}

static bcov_status report_more (const bcov_drawing *drawing, const drawing_kind *kind, size_t bad,
                                bcov_error *err)
{
  bcov_place place = bcov_span_place (drawing->layers[0], 0);
  if (bad > MOST_SHOWN)
    bcov_error_add (err, BCOV_INPUT, &place, "and %zu more characters that are not allowed in %s",
                    bad - MOST_SHOWN, kind->name);
  return bad ? BCOV_INPUT : BCOV_OK;
}

/* ---- boards and tables ---- */

static bcov_status need_letters (bcov_mem *mem, bcov_board *board, bcov_error *err)
{
  if (!board->letter)
    board->letter = bcov_mem_alloc (mem, bcov_board_positions (board), sizeof *board->letter, err);
  return board->letter ? BCOV_OK : bcov_mem_status (mem);
}

/* Marks the drawn positions; all others are holes already. */
static bcov_status mark (bcov_mem *mem, const bcov_drawing *drawing, const drawing_kind *kind,
                         bcov_board *board, bcov_error *err)
{
  bcov_drawing_walk walk = {.drawing = drawing};
  bcov_status status = BCOV_OK;
  size_t bad = 0;
  while (!status && bcov_drawing_step (&walk)) {
    size_t position = bcov_board_position (board, walk.cell);
    int means = kind->means (walk.rune);
    if (means < 0 && bad++ < MOST_SHOWN)
      report_rune (&walk, kind, err);
    board->mark[position] = means < 0 ? BCOV_HOLE : (uint8_t)means;
    if (means == BCOV_LETTER && !(status = need_letters (mem, board, err)))
      board->letter[position] = walk.rune;
  }
  return status ? status : report_more (drawing, kind, bad, err);
}

static bcov_status make_board (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                               const drawing_kind *kind, bcov_board *out, bcov_error *err)
{
  int64_t rows, columns, layers = (int64_t)drawing->n_layers;
  *out = (bcov_board){.lattice = lattice};
  measure (drawing, &rows, &columns);
  bcov_status status = check_measures (drawing, kind->name, rows, columns, err);
  if (!status)
    status = bcov_board_make (mem, lattice, layers, rows, columns, out, err);
  if (status)
    return status;
  memset (out->mark, BCOV_HOLE, (size_t)(layers * rows * columns));
  status = mark (mem, drawing, kind, out, err);
  if (!status)
    status = bcov_board_number (mem, out, err);
  if (status)
    bcov_board_free (mem, out);
  return status;
}

bcov_status bcov_drawing_board (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err)
{
  return make_board (mem, drawing, lattice, &board_kind, out, err);
}

bcov_status bcov_drawing_table (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_board *out, bcov_error *err)
{
  return make_board (mem, drawing, lattice, &table_kind, out, err);
}

/* ---- shapes ---- */

typedef BCOV_VEC (bcov_cell) cell_list;

static bcov_status collect (bcov_mem *mem, const bcov_drawing *drawing, cell_list *cells,
                            bcov_error *err)
{
  bcov_drawing_walk walk = {.drawing = drawing};
  bcov_status status = BCOV_OK;
  size_t bad = 0;
  while (!status && bcov_drawing_step (&walk)) {
    int means = in_shape (walk.rune);
    if (means < 0 && bad++ < MOST_SHOWN)
      report_rune (&walk, &shape_kind, err);
    if (means == BCOV_MUST)
      status = bcov_vec_push (mem, cells, walk.cell, err);
  }
  if (!status)
    status = report_more (drawing, &shape_kind, bad, err);
  bcov_place place = bcov_span_place (drawing->layers[0], 0);
  if (!status && !cells->count)
    status = bcov_error_add (err, BCOV_INPUT, &place, "the shape has no cell; draw at least one X");
  return status;
}

/* Finds out whether CELLS, one column further right, are connected. */
static bcov_status connects_shifted (bcov_mem *mem, bcov_lattice lattice, cell_list *cells,
                                     bool *connects, bcov_error *err)
{
  bcov_shape shifted = {0};
  for (size_t k = 0; k < cells->count; k++)
    cells->data[k].column++;
  bcov_status status = bcov_shape_make (mem, lattice, cells->data, cells->count, &shifted, err);
  if (!status)
    status = bcov_shape_connected (mem, lattice, &shifted, connects, err);
  bcov_shape_free (mem, &shifted);
  return status;
}

/* On triangles, a drawing that is off by one column is a different shape.  Pieces in several parts
   are allowed, so this is only a warning.  Moves CELLS. */
static bcov_status warn_of_shift (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                  const bcov_shape *shape, cell_list *cells, bcov_error *err)
{
  uint32_t parts = 1;
  bool connects = false;
  bcov_status status = BCOV_OK;
  if (lattice == BCOV_TRIANGLE)
    status = bcov_shape_parts (mem, lattice, shape, &parts, err);
  if (!status && parts > 1)
    status = connects_shifted (mem, lattice, cells, &connects, err);
  if (!status && connects) {
    bcov_place place = bcov_span_place (drawing->layers[0], 0);
    bcov_error_add (
        err, BCOV_OK, &place,
        "warning: this drawing has %u separate parts; shift it by one column to connect them",
        parts);
  }
  return status;
}

bcov_status bcov_drawing_shape (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                bcov_shape *out, bcov_error *err)
{
  int64_t rows, columns;
  cell_list cells = {0};
  *out = (bcov_shape){0};
  measure (drawing, &rows, &columns);
  bcov_status status = check_measures (drawing, shape_kind.name, rows, columns, err);
  if (!status)
    status = collect (mem, drawing, &cells, err);
  if (!status)
    status = bcov_shape_make (mem, lattice, cells.data, cells.count, out, err);
  if (!status)
    status = warn_of_shift (mem, drawing, lattice, out, &cells, err);
  bcov_vec_free (mem, &cells);
  return status;
}

bool bcov_drawing_is_plain (const char *text, size_t length)
{
  for (size_t k = 0; k < length; k++)
    if (text[k] != 'X' && text[k] != '.' && text[k] != '/')
      return false;
  return length > 0;
}
