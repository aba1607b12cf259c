/* A puzzle in canonical form: the board as its size when it is full, pieces in the order of the
   puzzle with all that differs from the defaults, and no table.  Of a piece the form that needs the
   smallest drawing is written: some form has a drawing as small as the one that was read, even
   where another would run aslant over millions of rows.  A piece is not drawn when the catalog has
   its form under its name.

   Names of entries that were merged into another are kept as entries with count 0 at the end: they
   add nothing but their names.  Tags are sorted, since their numbers depend on the order of
   reading. */

#include "format/puzzle/canon.h"
#include "base/text.h"
#include "format/text/amount.h"
#include "format/text/measure.h"
#include "format/text/catalog_lookup.h"
#include "puzzle/form.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_canon_sink *sink;
  bcov_error *err;
  bcov_catalog_lookup lookup;
  bool failed; /* no memory for a text */
} writer;

/* ---- words ---- */

static void put (writer *w, bcov_canon_kind kind, const char *text)
{
  w->sink->put (w->sink->data, kind, text, strlen (text));
}

static void put_pair (writer *w, const char *key, bcov_canon_kind kind, const char *text)
{
  put (w, BCOV_CANON_KEY, key);
  put (w, kind, text);
}

/* Hands over TEXT and drops it. */
static void put_text (writer *w, bcov_canon_kind kind, bcov_text *text)
{
  if (text->failed)
    w->failed = true;
  else
    w->sink->put (w->sink->data, kind, text->data ? text->data : "", text->length);
  bcov_text_drop (text);
}

static void open_map (writer *w, bool small)
{
  w->sink->open (w->sink->data, true, small);
}

static void open_list (writer *w, bool small)
{
  w->sink->open (w->sink->data, false, small);
}

static void close (writer *w)
{
  w->sink->close (w->sink->data);
}

static void put_amount (writer *w, uint32_t lo, uint32_t hi)
{
  bcov_text text = {0};
  bcov_amount_write ((bcov_amount){lo, hi}, &text);
  put_text (w, lo == hi ? BCOV_CANON_WORD : BCOV_CANON_TEXT, &text);
}

/* ---- the board ---- */

static bool is_full (const bcov_board *board)
{
  size_t positions = (size_t)board->layers * (size_t)board->rows * (size_t)board->columns;
  for (size_t k = 0; k < positions; k++)
    if (board->mark[k] != BCOV_MUST)
      return false;
  return true;
}

static void put_size (writer *w, const bcov_board *board)
{
  bcov_text text = {0};
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (&text, "%dx", board->layers);
  bcov_text_printf (&text, "%dx%d", board->rows, board->columns);
  put_text (w, BCOV_CANON_TEXT, &text);
}

static void draw_layer (const bcov_board *board, int32_t layer, bcov_text *text)
{
  static const char signs[] = {[BCOV_HOLE] = '#', [BCOV_MUST] = '.', [BCOV_MAY] = '?'};
  for (int32_t row = 0; row < board->rows; row++) {
    size_t first = bcov_board_position (board, (bcov_cell){layer, row, 0});
    for (size_t k = first; k < first + (size_t)board->columns; k++)
      if (board->mark[k] == BCOV_LETTER)
        bcov_text_rune (text, board->letter[k]);
      else
        bcov_text_char (text, signs[board->mark[k]]);
    bcov_text_char (text, '\n');
  }
}

/* One row such as 6x8, drawn with letters, would be read as a size. */
static bool looks_like_size (const bcov_text *text)
{
  size_t length = text->length ? text->length - 1 : 0;
  return length &&
         (bcov_measure_numbers (text->data, length) || bcov_measure_is_near (text->data, length));
}

static void put_layer (writer *w, const bcov_board *board, int32_t layer)
{
  bcov_text text = {0};
  draw_layer (board, layer, &text);
  bool ambiguous = !text.failed && looks_like_size (&text);
  if (ambiguous)
    text.data[text.length - 1] = '/';
  put_text (w, ambiguous ? BCOV_CANON_TEXT : BCOV_CANON_DRAWING, &text);
}

static void put_board (writer *w)
{
  static const char *const wraps[] = {"none", "columns", "rows", "both"};
  const bcov_board *board = &w->puzzle->board;
  if (board->lattice != BCOV_SQUARE)
    put_pair (w, "lattice", BCOV_CANON_TEXT, bcov_lattice_name (board->lattice));
  put (w, BCOV_CANON_KEY, "board");
  if (is_full (board))
    put_size (w, board);
  else if (board->layers == 1)
    put_layer (w, board, 0);
  else {
    open_list (w, false);
    for (int32_t layer = 0; layer < board->layers; layer++)
      put_layer (w, board, layer);
    close (w);
  }
  if (board->wrap != BCOV_WRAP_NONE)
    put_pair (w, "wrap", BCOV_CANON_TEXT, wraps[board->wrap]);
}

/* ---- shapes ---- */

/* The largest coordinates of SHAPE. */
static bcov_cell find_extent (const bcov_shape *shape)
{
  bcov_cell extent = {0};
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    extent.layer = cell.layer > extent.layer ? cell.layer : extent.layer;
    extent.row = cell.row > extent.row ? cell.row : extent.row;
    extent.column = cell.column > extent.column ? cell.column : extent.column;
  }
  return extent;
}

static double find_area (const bcov_shape *shape)
{
  bcov_cell extent = find_extent (shape);
  return (extent.layer + 1.0) * (extent.row + 1.0) * (extent.column + 1.0);
}

/* The form with the smallest drawing, the first of those. */
static const bcov_form *find_smallest (const bcov_piece *piece)
{
  const bcov_form *smallest = &piece->forms[0];
  for (uint32_t k = 1; k < piece->n_forms; k++)
    if (find_area (&piece->forms[k].shape) < find_area (&smallest->shape))
      smallest = &piece->forms[k];
  return smallest;
}

/* Draws layer LAYER; NEXT is the number of its first cell and moves on to that of the next layer.
 */
static void put_shape_layer (writer *w, const bcov_shape *shape, bcov_cell extent, int32_t layer,
                             uint32_t *next)
{
  bcov_text text = {0};
  for (int32_t row = 0; row <= extent.row; row++) {
    for (int32_t column = 0; column <= extent.column; column++) {
      bool is_cell = *next < shape->count &&
                     !bcov_cell_compare (shape->cells[*next], (bcov_cell){layer, row, column});
      bcov_text_char (&text, is_cell ? 'X' : '.');
      *next += is_cell;
    }
    bcov_text_char (&text, '\n');
  }
  put_text (w, BCOV_CANON_DRAWING, &text);
}

static void put_shape (writer *w, const bcov_shape *shape)
{
  bcov_cell extent = find_extent (shape);
  uint32_t next = 0;
  put (w, BCOV_CANON_KEY, "shape");
  if (extent.layer)
    open_list (w, false);
  for (int32_t layer = 0; layer <= extent.layer; layer++)
    put_shape_layer (w, shape, extent, layer, &next);
  if (extent.layer)
    close (w);
}

/* ---- what tiles carry ---- */

static void put_points (writer *w, uint8_t points)
{
  if (!points)
    return;
  put (w, BCOV_CANON_KEY, "points");
  open_list (w, true);
  for (unsigned k = 0; k < 8; k++)
    if (points >> k & 1)
      put (w, BCOV_CANON_TEXT, bcov_direction_names[k]);
  close (w);
}

static void put_sides (writer *w, const uint16_t sides[4])
{
  if (!sides[0])
    return;
  put (w, BCOV_CANON_KEY, "sides");
  open_list (w, true);
  for (unsigned k = 0; k < 4; k++)
    put (w, BCOV_CANON_TEXT, w->puzzle->colours.data[sides[k] - 1]);
  close (w);
}

static int compare_words (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void put_tags (writer *w, uint64_t tags)
{
  const char *words[BCOV_MOST_TAGS];
  size_t count = 0;
  for (unsigned k = 0; k < BCOV_MOST_TAGS; k++)
    if (tags >> k & 1)
      words[count++] = w->puzzle->tags.data[k];
  if (!count)
    return;
  qsort (words, count, sizeof *words, compare_words);
  put (w, BCOV_CANON_KEY, "tags");
  open_list (w, true);
  for (size_t k = 0; k < count; k++)
    put (w, BCOV_CANON_TEXT, words[k]);
  close (w);
}

/* ---- pieces ---- */

/* Whether NAME is that of a rectangle or box of another size, for which the catalog need not be
   asked. */
static bool is_other_box (const char *name, uint32_t cells)
{
  bcov_plain plain;
  bcov_measure size;
  bcov_span span = bcov_span_plain (&plain, NULL, name, strlen (name));
  return bcov_measure_numbers (name, strlen (name)) &&
         (bcov_measure_read (span, "", &size, NULL) ||
          size.layers * size.rows * size.columns != cells);
}

/* Whether the catalog has under NAME one piece that is a form of PIECE.  All forms are then the
   same, being those that one of them can be turned into. */
static bcov_status match_catalog (writer *w, const bcov_piece *piece, const char *name,
                                  bcov_catalog_found *found, bool *matches)
{
  *matches = false;
  if (!bcov_decor_is_plain (piece->forms[0].decor) || is_other_box (name, piece->size))
    return BCOV_OK;
  bcov_status status = bcov_catalog_lookup_find (&w->lookup, name, strlen (name), found, w->err);
  if (status || found->count != 1 || found->is_set)
    return status;
  for (uint32_t k = 0; k < piece->n_forms && !*matches; k++)
    *matches = !bcov_shape_compare (&found->pieces[0].shape, &piece->forms[k].shape);
  return BCOV_OK;
}

static void put_flag (writer *w, const char *key, bool value, bool usual)
{
  if (value != usual)
    put_pair (w, key, BCOV_CANON_WORD, value ? "true" : "false");
}

/* What is said of PIECE besides name and shape; TURN and FLIP are what its reader would assume. */
static void put_attributes (writer *w, const bcov_piece *piece, const bcov_decor *decor,
                            bcov_amount count, bool turn, bool flip)
{
  if (count.lo != 1 || count.hi != 1) {
    put (w, BCOV_CANON_KEY, "count");
    put_amount (w, count.lo, count.hi);
  }
  put_flag (w, "turn", piece->turn, turn);
  put_flag (w, "flip", piece->flip, flip);
  put_points (w, decor->points);
  put_sides (w, decor->sides);
  put_tags (w, piece->tags);
}

static bcov_status put_piece (writer *w, const bcov_piece *piece, const char *name,
                              bcov_amount count)
{
  bcov_catalog_found found = {0};
  bool matches;
  bcov_status status = match_catalog (w, piece, name, &found, &matches);
  if (status)
    return status;
  const bcov_form *form = find_smallest (piece);
  bool flips = w->puzzle->board.lattice != BCOV_CUBE && bcov_decor_is_plain (form->decor);
  open_map (w, false);
  put_pair (w, "name", BCOV_CANON_TEXT, name);
  if (!matches)
    put_shape (w, &form->shape);
  put_attributes (w, piece, &form->decor, count, matches ? found.turn : true,
                  matches ? found.flip : flips);
  close (w);
  return BCOV_OK;
}

static bcov_status put_pieces (writer *w)
{
  const bcov_puzzle *puzzle = w->puzzle;
  bcov_status status = BCOV_OK;
  put (w, BCOV_CANON_KEY, "pieces");
  open_list (w, false);
  for (size_t k = 0; k < puzzle->pieces.count && !status; k++) {
    const bcov_piece *piece = &puzzle->pieces.data[k];
    status = put_piece (w, piece, piece->name, (bcov_amount){piece->lo, piece->hi});
  }
  for (size_t k = 0; k < puzzle->aliases.count && !status; k++)
    status = put_piece (w, &puzzle->pieces.data[puzzle->aliases_of.data[k]],
                        puzzle->aliases.data[k], (bcov_amount){0, 0});
  close (w);
  return status;
}

/* ---- rules and answers ---- */

static void put_quotas (writer *w, const char *key, const bcov_quota *quotas, size_t count)
{
  if (!count)
    return;
  put (w, BCOV_CANON_KEY, key);
  open_map (w, true);
  for (size_t k = 0; k < count; k++) {
    put (w, BCOV_CANON_KEY, w->puzzle->tags.data[quotas[k].tag]);
    put_amount (w, quotas[k].lo, quotas[k].hi);
  }
  close (w);
}

static void put_rules (writer *w)
{
  const bcov_puzzle *puzzle = w->puzzle;
  if (!puzzle->row_quotas.count && !puzzle->column_quotas.count && !puzzle->border &&
      !puzzle->fill_holes)
    return;
  put (w, BCOV_CANON_KEY, "rules");
  open_map (w, false);
  put_quotas (w, "rows", puzzle->row_quotas.data, puzzle->row_quotas.count);
  put_quotas (w, "columns", puzzle->column_quotas.data, puzzle->column_quotas.count);
  if (puzzle->border)
    put_pair (w, "border", BCOV_CANON_TEXT, puzzle->colours.data[puzzle->border - 1]);
  if (puzzle->fill_holes)
    put_pair (w, "pieces-fill-holes", BCOV_CANON_WORD, "true");
  close (w);
}

static void put_answers (writer *w)
{
  const bcov_puzzle *puzzle = w->puzzle;
  if (!puzzle->stated.count)
    return;
  put (w, BCOV_CANON_KEY, "answers");
  open_map (w, true);
  for (size_t k = 0; k < puzzle->stated.count; k++)
    put_pair (w, puzzle->stated.data[k].question, BCOV_CANON_TEXT, puzzle->stated.data[k].value);
  close (w);
}

/* ---- the whole ---- */

bcov_status bcov_canon_write (const bcov_puzzle *puzzle, const bcov_canon_sink *sink,
                              bcov_error *err)
{
  writer w = {.puzzle = puzzle, .sink = sink, .err = err};
  w.lookup = (bcov_catalog_lookup){.mem = puzzle->mem, .lattice = puzzle->board.lattice};
  if (puzzle->exact)
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "an exact cover problem has no board to write; convert it to dlx or dimacs");
  open_map (&w, false);
  if (puzzle->title)
    put_pair (&w, "title", BCOV_CANON_TEXT, puzzle->title);
  if (puzzle->source)
    put_pair (&w, "source", BCOV_CANON_TEXT, puzzle->source);
  put_board (&w);
  bcov_status status = put_pieces (&w);
  put_rules (&w);
  put_answers (&w);
  close (&w);
  bcov_catalog_lookup_free (&w.lookup);
  if (!status && w.failed)
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return status;
}
