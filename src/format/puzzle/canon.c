/* Makes the canonical form of a puzzle: the board as its size if it is full, the pieces in the
   order of the puzzle with everything that differs from the defaults, and no table.  A piece is
   drawn in the form that needs the smallest drawing, which is never larger than the drawing that
   was read. It is not drawn if the catalog has its shape under its name.

   Names of entries that were merged into another piece become entries with count 0 at the end, so
   only their names are added.  Tags are sorted because their numbers depend on the order of
   reading.

   In JSON, the rows of a drawing are joined by '/'.  In YAML, libyaml decides what needs quotes.
   Drawings of several rows are blocks ('|'), so that they look like drawings, and a short list is
   on one line. */

#include "format/puzzle/canon.h"
#include "format/text/amount.h"
#include "format/text/measure.h"
#include "format/text/catalog_lookup.h"
#include "puzzle/form.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct {
  const bcov_puzzle *puzzle;
  char row_end; /* of drawings */
  bcov_error *err;
  bcov_catalog_lookup lookup;
  bool failed; /* out of memory */
} writer;

/* ---- values ---- */

/* Adds KEY: VALUE to MAP, which takes over VALUE. */
static void set (writer *w, json_t *map, const char *key, json_t *value)
{
  w->failed |= json_object_set_new (map, key, value) != 0;
}

static void append (writer *w, json_t *list, json_t *value)
{
  w->failed |= json_array_append_new (list, value) != 0;
}

/* Makes a string of TEXT and drops TEXT. */
static json_t *take_text (bcov_text *text)
{
  json_t *value = text->failed ? NULL : json_stringn (text->data ? text->data : "", text->length);
  bcov_text_drop (text);
  return value;
}

static json_t *make_amount (uint32_t lo, uint32_t hi)
{
  bcov_text text = {0};
  if (lo == hi)
    return json_integer (lo);
  bcov_amount_write ((bcov_amount){lo, hi}, &text);
  return take_text (&text);
}

/* ---- the board ---- */

static bool is_full (const bcov_board *board)
{
  for (size_t k = 0; k < bcov_board_positions (board); k++)
    if (board->mark[k] != BCOV_MUST)
      return false;
  return true;
}

static json_t *make_size (const bcov_board *board)
{
  bcov_text text = {0};
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (&text, "%dx", board->layers);
  bcov_text_printf (&text, "%dx%d", board->rows, board->columns);
  return take_text (&text);
}

/* Ends a row of a drawing. */
static void end_row (const writer *w, int32_t row, int32_t rows, bcov_text *text)
{
  if (row + 1 < rows || (w->row_end == '\n' && rows > 1))
    bcov_text_char (text, w->row_end);
}

/* A row such as 6x8, drawn with letters, would be read as a size. */
static bool looks_like_size (const bcov_text *text)
{
  return text->data && (bcov_measure_numbers (text->data, text->length) ||
                        bcov_measure_is_near (text->data, text->length));
}

static json_t *make_layer (const writer *w, const bcov_board *board, int32_t layer)
{
  static const char signs[] = {[BCOV_HOLE] = '#', [BCOV_MUST] = '.', [BCOV_MAY] = '?'};
  bcov_text text = {0};
  for (int32_t row = 0; row < board->rows; row++) {
    size_t first = bcov_board_position (board, (bcov_cell){layer, row, 0});
    for (size_t k = first; k < first + (size_t)board->columns; k++)
      if (board->mark[k] == BCOV_LETTER)
        bcov_text_rune (&text, board->letter[k]);
      else
        bcov_text_char (&text, signs[board->mark[k]]);
    end_row (w, row, board->rows, &text);
  }
  if (!text.failed && looks_like_size (&text))
    bcov_text_char (&text, '/');
  return take_text (&text);
}

static json_t *make_board (writer *w, const bcov_board *board)
{
  if (is_full (board))
    return make_size (board);
  if (board->layers == 1)
    return make_layer (w, board, 0);
  json_t *layers = json_array ();
  for (int32_t layer = 0; layer < board->layers; layer++)
    append (w, layers, make_layer (w, board, layer));
  return layers;
}

/* ---- shapes ---- */

static double find_area (const bcov_shape *shape)
{
  bcov_cell size = bcov_shape_size (shape);
  return (double)size.layer * size.row * size.column;
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

/* Draws layer LAYER.  NEXT is the index of its first cell and moves on to the next layer. */
static json_t *make_shape_layer (const writer *w, const bcov_shape *shape, bcov_cell size,
                                 int32_t layer, uint32_t *next)
{
  bcov_text text = {0};
  for (int32_t row = 0; row < size.row; row++) {
    for (int32_t column = 0; column < size.column; column++) {
      bool is_cell = *next < shape->count &&
                     !bcov_cell_compare (shape->cells[*next], (bcov_cell){layer, row, column});
      bcov_text_char (&text, is_cell ? 'X' : '.');
      *next += is_cell;
    }
    end_row (w, row, size.row, &text);
  }
  return take_text (&text);
}

static json_t *make_shape (writer *w, const bcov_shape *shape)
{
  bcov_cell size = bcov_shape_size (shape);
  uint32_t next = 0;
  if (size.layer == 1)
    return make_shape_layer (w, shape, size, 0, &next);
  json_t *layers = json_array ();
  for (int32_t layer = 0; layer < size.layer; layer++)
    append (w, layers, make_shape_layer (w, shape, size, layer, &next));
  return layers;
}

/* ---- tiles ---- */

/* Adds KEY with a list of COUNT words, unless there are none. */
static void set_words (writer *w, json_t *map, const char *key, const char **words, size_t count)
{
  json_t *list = count ? json_array () : NULL;
  for (size_t k = 0; k < count; k++)
    append (w, list, json_string (words[k]));
  if (count)
    set (w, map, key, list);
}

static int compare_words (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void set_decor (writer *w, json_t *map, const bcov_decor *decor, uint64_t tags)
{
  const char *words[BCOV_MOST_TAGS];
  size_t count = 0;
  for (unsigned k = 0; k < 8; k++)
    if (decor->points >> k & 1)
      words[count++] = bcov_direction_names[k];
  set_words (w, map, "points", words, count);
  for (count = 0; count < 4 && decor->sides[0]; count++)
    words[count] = w->puzzle->colours.data[decor->sides[count] - 1];
  set_words (w, map, "sides", words, count);
  count = 0;
  for (unsigned k = 0; k < BCOV_MOST_TAGS; k++)
    if (tags >> k & 1)
      words[count++] = w->puzzle->tags.data[k];
  if (count)
    qsort (words, count, sizeof *words, compare_words);
  set_words (w, map, "tags", words, count);
}

/* ---- pieces ---- */

/* Returns whether NAME is a rectangle or box of another size, which need not be made. */
static bool is_other_box (const char *name, uint32_t cells)
{
  bcov_plain plain;
  bcov_measure size;
  bcov_span span = bcov_span_plain (&plain, NULL, name, strlen (name));
  return bcov_measure_numbers (name, strlen (name)) &&
         (bcov_measure_read (span, "", &size, NULL) ||
          size.layers * size.rows * size.columns != cells);
}

/* Finds out whether NAME in the catalog is one piece that is a form of PIECE.  Their other forms
   are then equal, too. */
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

static void set_flag (writer *w, json_t *map, const char *key, bool value, bool usual)
{
  if (value != usual)
    set (w, map, key, json_boolean (value));
}

static bcov_status append_piece (writer *w, json_t *list, const bcov_piece *piece, const char *name,
                                 bcov_amount count)
{
  bcov_catalog_found found = {.turn = true};
  bool matches;
  bcov_status status = match_catalog (w, piece, name, &found, &matches);
  if (status)
    return status;
  const bcov_form *form = find_smallest (piece);
  bool flips = w->puzzle->board.lattice != BCOV_CUBE && bcov_decor_is_plain (form->decor);
  json_t *map = json_object ();
  set (w, map, "name", json_string (name));
  if (!matches)
    set (w, map, "shape", make_shape (w, &form->shape));
  if (count.lo != 1 || count.hi != 1)
    set (w, map, "count", make_amount (count.lo, count.hi));
  set_flag (w, map, "turn", piece->turn, matches ? found.turn : true);
  set_flag (w, map, "flip", piece->flip, matches ? found.flip : flips);
  set_decor (w, map, &form->decor, piece->tags);
  append (w, list, map);
  return BCOV_OK;
}

static bcov_status set_pieces (writer *w, json_t *map)
{
  const bcov_puzzle *puzzle = w->puzzle;
  json_t *list = json_array ();
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < puzzle->pieces.count && !status; k++) {
    const bcov_piece *piece = &puzzle->pieces.data[k];
    status = append_piece (w, list, piece, piece->name, (bcov_amount){piece->lo, piece->hi});
  }
  for (size_t k = 0; k < puzzle->aliases.count && !status; k++)
    status = append_piece (w, list, &puzzle->pieces.data[puzzle->aliases_of.data[k]],
                           puzzle->aliases.data[k], (bcov_amount){0, 0});
  set (w, map, "pieces", list);
  return status;
}

/* ---- rules and answers ---- */

static void set_quotas (writer *w, json_t *map, const char *key, const bcov_quota *quotas,
                        size_t count)
{
  json_t *tags = count ? json_object () : NULL;
  for (size_t k = 0; k < count; k++)
    set (w, tags, w->puzzle->tags.data[quotas[k].tag], make_amount (quotas[k].lo, quotas[k].hi));
  if (count)
    set (w, map, key, tags);
}

static void set_rules (writer *w, json_t *map)
{
  const bcov_puzzle *puzzle = w->puzzle;
  if (!puzzle->row_quotas.count && !puzzle->column_quotas.count && !puzzle->border &&
      !puzzle->fill_holes)
    return;
  json_t *rules = json_object ();
  set_quotas (w, rules, "rows", puzzle->row_quotas.data, puzzle->row_quotas.count);
  set_quotas (w, rules, "columns", puzzle->column_quotas.data, puzzle->column_quotas.count);
  if (puzzle->border)
    set (w, rules, "border", json_string (puzzle->colours.data[puzzle->border - 1]));
  set_flag (w, rules, "pieces-fill-holes", puzzle->fill_holes, false);
  set (w, map, "rules", rules);
}

static void set_answers (writer *w, json_t *map)
{
  const bcov_puzzle *puzzle = w->puzzle;
  if (!puzzle->stated.count)
    return;
  json_t *answers = json_object ();
  for (size_t k = 0; k < puzzle->stated.count; k++)
    set (w, answers, puzzle->stated.data[k].question, json_string (puzzle->stated.data[k].value));
  set (w, map, "answers", answers);
}

/* ---- the file ---- */

static bcov_status set_all (writer *w, json_t *map)
{
  static const char *const wraps[] = {"none", "columns", "rows", "both"};
  const bcov_puzzle *puzzle = w->puzzle;
  const bcov_board *board = &puzzle->board;
  if (puzzle->title)
    set (w, map, "title", json_string (puzzle->title));
  if (puzzle->source)
    set (w, map, "source", json_string (puzzle->source));
  if (board->lattice != BCOV_SQUARE)
    set (w, map, "lattice", json_string (bcov_lattice_name (board->lattice)));
  set (w, map, "board", make_board (w, board));
  if (board->wrap != BCOV_WRAP_NONE)
    set (w, map, "wrap", json_string (wraps[board->wrap]));
  bcov_status status = set_pieces (w, map);
  set_rules (w, map);
  set_answers (w, map);
  return status;
}

/* Makes the canonical file of PUZZLE.  The rows of drawings are separated by ROW_END; with '\n', a
   drawing of several rows also ends with it.  Release OUT also after a failure. */
static bcov_status make_canon (const bcov_puzzle *puzzle, char row_end, json_t **out,
                               bcov_error *err)
{
  writer w = {.puzzle = puzzle, .row_end = row_end, .err = err};
  w.lookup = (bcov_catalog_lookup){.mem = puzzle->mem, .lattice = puzzle->board.lattice};
  *out = NULL;
  if (puzzle->exact)
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "an exact cover problem has no board to write; convert it to dlx or dimacs");
  *out = json_object ();
  bcov_status status = set_all (&w, *out);
  bcov_catalog_lookup_free (&w.lookup);
  if (!status && w.failed)
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return status;
}

/* ---- JSON ---- */

static int take_json (const char *bytes, size_t length, void *data)
{
  bcov_text *out = data;
  bcov_text_add (out, bytes, length);
  return out->failed ? -1 : 0;
}

bcov_status bcov_canon_json (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  json_t *file;
  bcov_status status = make_canon (puzzle, '/', &file, err);
  if (!status && (json_dump_callback (file, take_json, out, JSON_INDENT (2)) || out->failed))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  bcov_text_char (out, '\n');
  json_decref (file);
  return status;
}

/* ---- YAML ---- */

static int take_yaml (void *data, unsigned char *bytes, size_t length)
{
  bcov_text *out = data;
  bcov_text_add (out, (const char *)bytes, length);
  return !out->failed;
}

/* These functions return the number of the new node, 0 if memory runs out. */

static int add_text (yaml_document_t *file, const char *text, size_t length)
{
  yaml_scalar_style_t style = YAML_PLAIN_SCALAR_STYLE;
  if (!strcmp (text, "~") || !strcmp (text, "null")) /* without quotes, these mean nothing */
    style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  if (memchr (text, '\n', length))
    style = YAML_LITERAL_SCALAR_STYLE;
  return yaml_document_add_scalar (file, NULL, (const yaml_char_t *)text, (int)length, style);
}

static bool is_short (const char *key)
{
  static const char *const keys[] = {"points", "sides", "tags", "rows", "columns", "answers"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (!strcmp (key, keys[k]))
      return true;
  return false;
}

static int add_value (yaml_document_t *file, json_t *value, bool flow);

static int add_map (yaml_document_t *file, json_t *map, bool flow)
{
  const char *key;
  json_t *value;
  int node = yaml_document_add_mapping (file, NULL,
                                        flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
  json_object_foreach (map, key, value)
  {
    int name = add_text (file, key, strlen (key)), at = add_value (file, value, is_short (key));
    if (!node || !name || !at || !yaml_document_append_mapping_pair (file, node, name, at))
      return 0;
  }
  return node;
}

static int add_list (yaml_document_t *file, json_t *list, bool flow)
{
  int node = yaml_document_add_sequence (
      file, NULL, flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
  for (size_t k = 0; k < json_array_size (list); k++) {
    int item = add_value (file, json_array_get (list, k), false);
    if (!node || !item || !yaml_document_append_sequence_item (file, node, item))
      return 0;
  }
  return node;
}

/* FLOW puts a list or mapping on one line. */
static int add_value (yaml_document_t *file, json_t *value, bool flow)
{
  char word[24];
  if (json_is_object (value))
    return add_map (file, value, flow);
  if (json_is_array (value))
    return add_list (file, value, flow);
  if (json_is_string (value))
    return add_text (file, json_string_value (value), json_string_length (value));
  if (json_is_boolean (value))
    strcpy (word, json_is_true (value) ? "true" : "false");
  else
    snprintf (word, sizeof word, "%lld", (long long)json_integer_value (value));
  return add_text (file, word, strlen (word));
}

/* Writes CANON to OUT; returns whether there was enough memory. */
static bool write_yaml (json_t *canon, bcov_text *out)
{
  yaml_emitter_t emitter;
  yaml_document_t file;
  if (!yaml_document_initialize (&file, NULL, NULL, NULL, 1, 1))
    return false;
  bool made = add_value (&file, canon, false);
  if (!made || !yaml_emitter_initialize (&emitter)) {
    yaml_document_delete (&file);
    return false;
  }
  yaml_emitter_set_output (&emitter, take_yaml, out);
  yaml_emitter_set_encoding (&emitter, YAML_UTF8_ENCODING);
  yaml_emitter_set_unicode (&emitter, 1);
  yaml_emitter_set_width (&emitter, -1);
  bool written = yaml_emitter_dump (&emitter, &file) && yaml_emitter_close (&emitter);
  yaml_emitter_delete (&emitter);
  return written && !out->failed;
}

bcov_status bcov_canon_yaml (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  json_t *canon;
  bcov_status status = make_canon (puzzle, '\n', &canon, err);
  if (!status && !write_yaml (canon, out))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  json_decref (canon);
  return status;
}
